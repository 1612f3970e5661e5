//! The store that a URL leads to, and the requests that read.

use std::env;
use std::fmt;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::http::HttpBuilder;
use object_store::path::Path as Key;
use object_store::{
    BackoffConfig, ClientOptions, GetOptions, GetResult, ObjectMeta, ObjectStore, RetryConfig,
};
use url::Url;

use super::client::Connector;
use super::failure::{error_of, failure, too_slow};
use super::limits::{limit, timeout};
use super::runtime::run;
use super::url_text::without_secrets;

/// A place that a URL names: a store, and where in it.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) store: Arc<dyn ObjectStore>,
    /// The key of the folder or file.
    pub(super) key: Key,
    /// The URL for messages.
    pub(super) path: PathBuf,
    pub(super) is_s3: bool,
}

/// Shows no more than messages do: the store may know a signature.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Place").field(&self.path).finish()
    }
}

impl Place {
    /// # Errors
    /// When the URL cannot be used.
    pub(super) fn of(url: &Path) -> io::Result<Place> {
        let path = without_secrets(url);
        let Some(text) = url.to_str() else { return Err(invalid("expected a URL in UTF-8")) };
        let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
        let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(invalid(
                "expected a URL without a user name and password, got one with them: they would be \
                 seen in lists of processes and in the history of a shell",
            ));
        }
        match scheme {
            "s3" => Place::in_bucket(rest, path),
            _ => Place::on_server(text, path),
        }
    }

    fn in_bucket(rest: &str, path: PathBuf) -> io::Result<Place> {
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() || rest.contains(['?', '#']) {
            return Err(invalid("expected s3://bucket/path, got a URL of another form"));
        }
        let endpoint = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];
        let endpoint = endpoint.iter().find_map(|name| env::var(name).ok());
        let is_plain = endpoint.is_some_and(|url| url.starts_with("http://"));
        let allows_plain = env::var("AWS_ALLOW_HTTP").is_ok_and(|text| is_true(&text));
        if is_plain && !allows_plain {
            return Err(invalid(
                "expected AWS_ALLOW_HTTP=true with an endpoint that begins with http://: keys and games \
                 are then sent unprotected",
            ));
        }
        let store = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .with_client_options(ClientOptions::new().with_allow_http(allows_plain))
            .with_http_connector(Connector)
            .with_retry(retries())
            .build()
            .map_err(error_of)?;
        Ok(Place { store: Arc::new(store), key: parse(key)?, path, is_s3: true })
    }

    fn on_server(text: &str, path: PathBuf) -> io::Result<Place> {
        let mut url = Url::parse(text).map_err(|error| invalid(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") || url.cannot_be_a_base() {
            return Err(invalid("expected https://host/path, got a URL of another form"));
        }
        url.set_fragment(None);
        let trimmed = url.path().trim_end_matches('/').to_owned();
        url.set_path(&trimmed);
        let store = HttpBuilder::new()
            .with_url(url)
            .with_client_options(ClientOptions::new().with_allow_http(true))
            .with_http_connector(Connector)
            .with_retry(retries())
            .build()
            .map_err(error_of)?;
        Ok(Place { store: Arc::new(store), key: Key::default(), path, is_s3: false })
    }

    /// The place of a name in this folder.
    ///
    /// # Errors
    /// When the name has parts such as `..`.
    pub(super) fn join(&self, name: &str) -> io::Result<Place> {
        let key = match self.key.as_ref() {
            "" => parse(name)?,
            folder => parse(&format!("{folder}/{name}"))?,
        };
        Ok(Place { key, path: self.path.join(name), ..self.clone() })
    }

    /// Does a request of the library and waits for its result.
    pub(super) fn request<T, F>(
        &self,
        time: Duration,
        request: impl FnOnce(Arc<dyn ObjectStore>, Key) -> F,
    ) -> io::Result<T>
    where
        T: Send + 'static,
        F: Future<Output = object_store::Result<T>> + Send + 'static,
    {
        let request = request(Arc::clone(&self.store), self.key.clone());
        let done = run(time, async move { Ok(request.await) })?;
        done.map_err(|error| self.explained(error_of(error)))
    }

    /// An error with what the user can do, if credentials are missing.
    pub(super) fn explained(&self, error: io::Error) -> io::Error {
        const KEYS: [&str; 6] = [
            "AWS_ACCESS_KEY_ID",
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
            "AWS_SKIP_SIGNATURE",
            "AWS_ENDPOINT_URL_STS",
        ];
        let has_keys = KEYS.iter().any(|name| env::var_os(name).is_some());
        if !self.is_s3 || has_keys || error.kind() == ErrorKind::NotFound {
            return error;
        }
        failure(
            error.kind(),
            format!(
                "{error}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or \
                 AWS_SKIP_SIGNATURE=true for a bucket that anybody may read"
            ),
        )
    }

    /// Reads a file as a whole, of at most `most` bytes.
    pub(super) fn read_all(&self, most: u64) -> io::Result<(Bytes, ObjectMeta)> {
        let (store, key) = (Arc::clone(&self.store), self.key.clone());
        let read = run(limit(most), async move {
            let got = in_time(0, store.get_opts(&key, GetOptions::new())).await?;
            let got = got.map_err(error_of)?;
            let (meta, length) = (got.meta.clone(), got.meta.size);
            if length > most {
                let what = format!("expected at most {most} bytes, got {length}");
                return Err(failure(ErrorKind::FileTooLarge, what));
            }
            Ok((in_time(length, collect(got, length)).await??, meta))
        });
        read.map_err(|error| self.explained(error))
    }
}

/// Reads a range that is not empty. The answer is that range, of a file of the size that is
/// returned.
pub(super) async fn read_range(place: Place, range: Range<u64>) -> io::Result<(Bytes, ObjectMeta)> {
    let options = GetOptions::new().with_range(Some(range.clone()));
    let got = place.store.get_opts(&place.key, options).await.map_err(error_of);
    let got = got.map_err(|error| place.explained(error))?;
    if got.range != range {
        let (expected, got) = (range, got.range);
        return Err(failure(
            ErrorKind::InvalidData,
            format!(
                "expected bytes {} to {}, got {} to {}",
                expected.start, expected.end, got.start, got.end
            ),
        ));
    }
    let meta = got.meta.clone();
    Ok((collect(got, range.end - range.start).await?, meta))
}

/// Returns the output of a future that moves `bytes` bytes.
///
/// # Errors
/// When it takes too long.
pub(super) async fn in_time<T>(bytes: u64, future: impl Future<Output = T>) -> io::Result<T> {
    tokio::time::timeout(limit(bytes), future).await.map_err(|_| too_slow())
}

/// Returns the content of an answer, which must have `length` bytes.
async fn collect(answer: GetResult, length: u64) -> io::Result<Bytes> {
    let other = |got: u64| {
        let what = format!("expected {length} bytes, got {got}");
        failure(ErrorKind::InvalidData, what)
    };
    // The length was promised, not yet sent.
    let mut bytes = BytesMut::with_capacity(length.min(1 << 22) as usize);
    let mut stream = answer.into_stream();
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(error_of)?;
        let got = (bytes.len() + piece.len()) as u64;
        if got > length {
            return Err(other(got));
        }
        bytes.extend_from_slice(&piece);
    }
    match bytes.len() as u64 {
        got if got == length => Ok(bytes.freeze()),
        got => Err(other(got)),
    }
}

fn retries() -> RetryConfig {
    let backoff = BackoffConfig {
        init_backoff: Duration::from_millis(100),
        max_backoff: Duration::from_secs(2),
        base: 2.0,
    };
    RetryConfig { backoff, max_retries: 2, retry_timeout: timeout() }
}

fn parse(key: &str) -> io::Result<Key> {
    let what = || invalid("expected a path without empty parts, `.` and `..`, got another");
    Key::parse(key).map_err(|_| what())
}

fn is_true(text: &str) -> bool {
    ["1", "true", "on", "yes", "y"].contains(&&*text.to_ascii_lowercase())
}

fn invalid(what: impl Into<String>) -> io::Error {
    failure(ErrorKind::InvalidInput, what)
}
