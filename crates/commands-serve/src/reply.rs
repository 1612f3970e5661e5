//! Answers to requests.

use std::fmt::Display;

use anyhow::Error;
use hyper::StatusCode;
use hyper::body::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};
use zobrist_commands_input::hints::with_hint;
use zobrist_console::message::say;

use super::json_object::JsonObject;

/// An answer: what every one of them has but the headers that are the same for all.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    /// The value of `Content-Type`.
    pub(crate) kind: &'static str,
    pub(crate) body: Bytes,
    /// The value of `Content-Encoding`, if the body is compressed.
    pub(crate) encoding: Option<&'static str>,
    /// The policy for what the body may load and run, if it is not that of the page.
    pub(crate) policy: Option<&'static str>,
}

/// Plain text.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";

/// Seconds after which a client that was refused because others wait may ask again.
pub(crate) const RETRY_AFTER: &str = "2";

impl Reply {
    /// An answer of some type.
    pub(crate) fn of(kind: &'static str, body: impl Into<Bytes>) -> Reply {
        Reply { status: StatusCode::OK, kind, body: body.into(), encoding: None, policy: None }
    }

    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Reply {
        Reply::of(JSON, serde_json::to_vec(value).expect("answers can be written as JSON"))
    }

    /// An object as JSON.
    pub(crate) fn json_object(object: JsonObject) -> Reply {
        Reply::of(JSON, object.finish())
    }
}

/// Why a request was not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    /// Further fields of the JSON object.
    fields: Map<String, Value>,
}

impl Refusal {
    /// The request is wrong.
    pub(crate) fn bad(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// The requested object does not exist.
    pub(crate) fn missing(message: impl Display) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// Too many questions wait already.
    pub(crate) fn busy() -> Refusal {
        Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format_args!(
                "too many questions are waiting for their answers: ask again in {RETRY_AFTER} seconds"
            ),
        )
    }

    /// A refusal of any status.
    pub(crate) fn new(status: StatusCode, message: impl Display) -> Refusal {
        Refusal { status, message: message.to_string(), fields: Map::new() }
    }

    /// The request is right, but an index or a file failed. The user reads on standard error which;
    /// who asks need not know the folders of this machine.
    pub(crate) fn failed(error: &Error) -> Refusal {
        say(&format!("zobrist: a request has failed: {}\n", with_hint(error)));
        let message =
            "what is served cannot be read: zobrist serve says more on its standard error";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Adds a field to the JSON object.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Refusal {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The answer as a JSON object.
    pub(crate) fn json(&self) -> Reply {
        let mut object = Map::new();
        object.insert("error".to_owned(), self.message.clone().into());
        object.extend(self.fields.clone());
        Reply { status: self.status, ..Reply::json(&object) }
    }

    /// The answer as a line of text.
    pub(crate) fn text(&self) -> Reply {
        Reply { status: self.status, ..Reply::of(TEXT, format!("{}\n", self.message)) }
    }
}

/// An answer, or why there is none.
pub(crate) type Answered<T = Reply> = Result<T, Refusal>;
