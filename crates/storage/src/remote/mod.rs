//! Files on web servers and in buckets of S3.
//!
//! A place is a URL: `https://host/path`, `http://host/path` or `s3://bucket/path`. [`is_url`]
//! tells one from a path. Without the cargo feature `object-storage`, URLs are refused
//! ([`UrlsUnsupported`]), and the readers and writers here are left out.
//!
//! # S3
//! Credentials and settings come from the environment alone: `AWS_ACCESS_KEY_ID`,
//! `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, or those of the machine (web identity, ECS,
//! EC2); `AWS_REGION` or `AWS_DEFAULT_REGION`; `AWS_ENDPOINT_URL` for other stores than Amazon's,
//! with `AWS_ALLOW_HTTP=true` if it begins with `http://`; `AWS_SKIP_SIGNATURE=true` for buckets
//! that anybody may read.
//!
//! # HTTP
//! The server must answer requests for ranges. The query of a URL is sent with each request and
//! never shown or stored: it may hold a signature. A user name or password in a URL is refused.
//!
//! # Errors
//! They have kinds as those of files have ([`NotFound`](std::io::ErrorKind::NotFound),
//! [`PermissionDenied`](std::io::ErrorKind::PermissionDenied),
//! [`TimedOut`](std::io::ErrorKind::TimedOut), …) and, as those of files, do not name the place:
//! the caller knows it. Each answer of a server is compared with the request: other bytes, another
//! length or a file that changes while it is read is an error.
//!
//! # Time
//! A connection is given up after 5 seconds, and a request without progress after 30, or the number
//! of seconds in `ZOBRIST_REMOTE_TIMEOUT`. A request that fails is repeated twice at most, and not
//! once that time has passed; as a whole it takes at most four times as long, and a second more for
//! each 16 KiB.

#[cfg(feature = "object-storage")]
mod client;
#[cfg(feature = "object-storage")]
mod failure;
#[cfg(feature = "object-storage")]
mod file;
#[cfg(feature = "object-storage")]
mod folder;
#[cfg(feature = "object-storage")]
mod limits;
#[cfg(feature = "object-storage")]
mod object;
#[cfg(feature = "object-storage")]
mod reader;
#[cfg(feature = "object-storage")]
mod runtime;
#[cfg(feature = "object-storage")]
mod store;
mod unsupported;
#[cfg(feature = "object-storage")]
mod upload;
mod url_text;

#[cfg(feature = "object-storage")]
pub use failure::is_remote;
#[cfg(feature = "object-storage")]
pub use file::RemoteFile;
#[cfg(feature = "object-storage")]
pub use folder::{RemoteFolder, Version};
#[cfg(feature = "object-storage")]
pub use reader::RemoteReader;
pub use unsupported::UrlsUnsupported;
pub use url_text::{is_url, without_secrets};
