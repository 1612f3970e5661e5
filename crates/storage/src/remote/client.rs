//! The HTTP client, one for the process: connections are used again, and time is bounded.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::StreamExt;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use reqwest::header::RANGE;
use reqwest::{Method, StatusCode};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

use super::limits::{PART, limit, timeout};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Size of what is read of an answer that is an error, in bytes.
const MAX_ERROR_BYTES: usize = 1 << 16;

/// Gives the client of the process to the stores.
#[derive(Debug)]
pub(super) struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        static CLIENT: OnceLock<Result<HttpClient, String>> = OnceLock::new();
        let client = CLIENT.get_or_init(|| Client::new().map(HttpClient::new));
        client
            .clone()
            .map_err(|what| object_store::Error::Generic { store: "HTTP", source: what.into() })
    }
}

/// A client for requests that read, and one for those that send bytes, which take their time.
#[derive(Debug)]
struct Client {
    reading: HttpClient,
    writing: HttpClient,
}

impl Client {
    fn new() -> Result<Client, String> {
        let builder = || {
            reqwest::Client::builder()
                .tls_backend_preconfigured(tls())
                .connect_timeout(CONNECT_TIMEOUT.min(timeout()))
                // It would tell another server the query of the URL, which may be a signature.
                .referer(false)
                .user_agent(concat!("zobrist/", env!("CARGO_PKG_VERSION")))
        };
        let build = |builder: reqwest::ClientBuilder| {
            builder.build().map(HttpClient::new).map_err(|error| error.without_url().to_string())
        };
        Ok(Client {
            reading: build(builder().read_timeout(timeout()))?,
            // An answer comes once everything was sent. The size of a part bounds that.
            writing: build(builder().read_timeout(limit(PART)))?,
        })
    }
}

/// The certificates of the system and what ring can do. Without any certificate, only `http://`
/// works.
fn tls() -> ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = || {
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
        builder.with_safe_default_protocol_versions().expect("ring has the ciphers of TLS 1.2")
    };
    let verified = builder().with_platform_verifier();
    let none = || builder().with_root_certificates(RootCertStore::empty());
    verified.unwrap_or_else(|_| none()).with_no_client_auth()
}

type Answer<'a> = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>;

impl HttpService for Client {
    fn call<'a, 'b>(&'a self, request: HttpRequest) -> Answer<'b>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let is_range = request.headers().contains_key(RANGE);
            let reads = matches!(*request.method(), Method::GET | Method::HEAD);
            let client = if reads { &self.reading } else { &self.writing };
            let response = client.execute(request).await?;
            let status = response.status();
            if is_range && status == StatusCode::OK {
                return Err(HttpError::new(HttpErrorKind::Decode, WholeFile));
            }
            if status.is_client_error() || status.is_server_error() {
                return Ok(shortened(response).await);
            }
            Ok(response)
        })
    }
}

/// The answer to a request for a range is the whole file.
#[derive(Debug)]
struct WholeFile;

impl fmt::Display for WholeFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a range (status 206), got the whole file (status 200): the server does not \
             answer requests for ranges",
        )
    }
}

impl Error for WholeFile {}

/// An answer that is an error, with no more than its code: what stores answer can repeat the key of
/// the user.
async fn shortened(response: HttpResponse) -> HttpResponse {
    let (parts, body) = response.into_parts();
    let mut text = Vec::new();
    let mut stream = body.bytes_stream();
    while let Some(Ok(bytes)) = stream.next().await {
        text.extend_from_slice(&bytes[..bytes.len().min(MAX_ERROR_BYTES - text.len())]);
        if text.len() == MAX_ERROR_BYTES {
            break;
        }
    }
    let code = code(&String::from_utf8_lossy(&text)).unwrap_or_default();
    HttpResponse::from_parts(parts, HttpResponseBody::from(code))
}

/// The code of an error of S3.
fn code(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let is_code = code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| code.to_owned())
}
