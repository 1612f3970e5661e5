//! The routes, what answers each, and the headers of all answers.

use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Uri};

use super::api;
use super::lichess;
use super::page;
use super::query::Query;
use super::reply::{RETRY_AFTER, Refusal, Reply};
use super::server::{Received, Receiver, Service};
use super::site::Site;
use super::uploads;
use super::weight::{self, Weight};

impl Service for Site {
    fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Reply {
        let path = uri.path();
        let is_page = page::has(path);
        let is_api = path.starts_with("/api/");
        let refused = |refusal: Refusal| if is_api { refusal.json() } else { refusal.text() };
        if let Err(refusal) = self.guard.check(method, uri, headers, is_page) {
            return refused(refusal);
        }
        // The token is for the page alone, also where pages of another site may ask.
        if path == "/api/token"
            && let Err(refusal) = self.guard.check_same_origin(uri, headers)
        {
            return refused(refusal);
        }
        // A search takes time: nobody else can start one.
        if path == "/api/engine"
            && let Err(refusal) = self.guard.check_own(uri, headers, &self.token)
        {
            return refused(refusal);
        }
        let query = Query::read(uri.query().unwrap_or_default());
        let answer = match path.strip_prefix("/api/") {
            Some(route) => api::answer(self, route, query),
            None => lichess::answer(self, path, &query)
                .unwrap_or_else(|| page::answer(path, takes_gzip(headers))),
        };
        answer.unwrap_or_else(refused)
    }

    fn receive(self: Arc<Self>, head: &Parts, length: Option<u64>) -> Option<Received> {
        let is_upload = head.method == Method::POST && head.uri.path() == "/api/upload";
        is_upload.then(|| match uploads::receive(&self, head, length) {
            Ok(receiving) => Ok(Box::new(receiving) as Box<dyn Receiver>),
            Err(refusal) => Err(refusal.json()),
        })
    }

    fn weight(&self, uri: &Uri) -> Weight {
        let path = uri.path();
        match path.strip_prefix("/api/") {
            _ if page::has(path) => Weight::None,
            Some(route) => weight::of_api(route, &Query::read(uri.query().unwrap_or_default())),
            None => lichess::weight(path),
        }
    }

    fn busy(&self, uri: &Uri) -> Reply {
        let refusal = Refusal::busy();
        if uri.path().starts_with("/api/") { refusal.json() } else { refusal.text() }
    }

    fn headers(&self, reply: &Reply) -> Vec<(HeaderName, HeaderValue)> {
        let mut headers: Vec<(HeaderName, HeaderValue)> = [
            (header::CONTENT_TYPE, reply.kind),
            (header::CONTENT_SECURITY_POLICY, reply.policy.unwrap_or(POLICY)),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            // The answers change with the games, and the page with the program.
            (header::CACHE_CONTROL, "no-store"),
        ]
        .map(|(name, value)| (name, HeaderValue::from_static(value)))
        .into();
        if let Some(origin) = &self.guard.cors {
            let value = HeaderValue::from_str(origin.as_str()).expect("an origin is ASCII");
            headers.push((header::ACCESS_CONTROL_ALLOW_ORIGIN, value));
            headers.push((header::VARY, HeaderValue::from_static("origin")));
        }
        if let Some(encoding) = reply.encoding {
            // Not to be stored, so that nothing varies.
            headers.push((header::CONTENT_ENCODING, HeaderValue::from_static(encoding)));
        }
        if reply.status == hyper::StatusCode::METHOD_NOT_ALLOWED {
            headers.push((header::ALLOW, HeaderValue::from_static("GET, HEAD")));
        }
        if reply.status == hyper::StatusCode::SERVICE_UNAVAILABLE {
            headers.push((header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER)));
        }
        headers
    }
}

/// True if a client takes bodies that are compressed by gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut words = values.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    words.any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, "q=1"));
        let is_refused = weight
            .trim()
            .strip_prefix("q=")
            .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

/// Sources that the page may load: its own files, and pictures of pieces, which its style sheet
/// contains.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
