//! Answers, and how they are read.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::lines::shown;

/// The barrier of a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The energy barrier in eV, finite.
    pub barrier: f64,
    /// The frequency of attempts in 1/s, above 0 and finite, if the worker gave one.
    pub prefactor: Option<f64>,
}

/// A line of a worker.
#[derive(Debug, PartialEq)]
pub(super) enum Reply {
    /// The barrier of the request with this id.
    Barrier(u64, Answer),
    /// The error of the request with this id.
    Error(u64, String),
    /// Anything else, with the id if there is one, and the reason why it is no answer.
    Nonsense(Option<u64>, String),
}

/// The keys of an answer. Numbers stay text here: serde_json reads some of them a little too large
/// or too small, whereas [`str::parse`] finds the nearest double.
#[derive(Deserialize)]
struct Keys<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    barrier: Option<&'a RawValue>,
    #[serde(borrow)]
    prefactor: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<Cow<'a, str>>,
}

impl Reply {
    /// Reads a line without its line feed.
    pub(super) fn read(line: &[u8]) -> Reply {
        let keys: Keys<'_> = match serde_json::from_slice(line) {
            Ok(keys) => keys,
            Err(error) => return nonsense(line, &error),
        };
        let Some(id) = keys.id else {
            return Reply::Nonsense(None, "expected an `id`, got none".into());
        };
        if let Some(error) = keys.error {
            return Reply::Error(id, error.into_owned());
        }
        let refuse = |reason| Reply::Nonsense(Some(id), reason);
        let Some(barrier) = keys.barrier else {
            return refuse("expected a `barrier` or an `error`, got neither".into());
        };
        let Some(barrier) = number(barrier) else {
            return refuse(format!(
                "expected a `barrier` that is a finite number of eV, got {}",
                shown_value(barrier)
            ));
        };
        let prefactor =
            match keys.prefactor.map(|text| number(text).filter(|rate| *rate > 0.0).ok_or(text)) {
                None => None,
                Some(Ok(prefactor)) => Some(prefactor),
                Some(Err(got)) => {
                    let got = shown_value(got);
                    return refuse(format!(
                        "expected a `prefactor` that is a finite number of 1/s above 0, got {got}"
                    ));
                }
            };
        Reply::Barrier(id, Answer { barrier, prefactor })
    }
}

/// A finite number of JSON; `None` if it is anything else.
fn number(text: &RawValue) -> Option<f64> {
    let text = text.get();
    // A quotation mark, a bracket or a word: `parse` knows infinities by name, JSON does not.
    let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    text.parse().ok().filter(|number: &f64| is_number && number.is_finite())
}

fn shown_value(value: &RawValue) -> String {
    shown(value.get().as_bytes())
}

/// The reason why a line does not have the keys of an answer.
fn nonsense(line: &[u8], error: &serde_json::Error) -> Reply {
    let error = shown(error.to_string().as_bytes());
    match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => {
            let id = object.get("id").and_then(Value::as_u64);
            Reply::Nonsense(
                id,
                format!(
                    "expected an `id` that is a whole number and an `error` that is a text: {error}"
                ),
            )
        }
        Ok(_) => Reply::Nonsense(None, "expected an object of JSON, got another value".into()),
        Err(_) if has_word(line) => Reply::Nonsense(
            None,
            format!("JSON has neither NaN nor infinity; expected finite numbers: {error}"),
        ),
        Err(_) => Reply::Nonsense(None, format!("expected one object of JSON: {error}")),
    }
}

/// True if a line has a number that programs write although JSON does not have it.
fn has_word(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    line.starts_with(b"{") && words.any(|word| ["nan", "inf", "infinity"].contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn barrier(line: &str) -> Option<(u64, f64, Option<f64>)> {
        match Reply::read(line.as_bytes()) {
            Reply::Barrier(id, Answer { barrier, prefactor }) => Some((id, barrier, prefactor)),
            _ => None,
        }
    }

    #[test]
    fn answers() {
        assert_eq!(barrier(r#"{"id":1,"barrier":0.65}"#), Some((1, 0.65, None)));
        assert_eq!(
            barrier("{\"barrier\": -1e-3, \"id\": 2, \"prefactor\": 6E12}\r"),
            Some((2, -1e-3, Some(6e12)))
        );
        assert_eq!(
            barrier(r#" {"id":3,"barrier":1,"error":null,"prefactor":null,"by":{"x":[1]}}"#),
            Some((3, 1.0, None))
        );
        let error = Reply::read(r#"{"id":4,"error":"kein \u00dc\n","barrier":1}"#.as_bytes());
        assert_eq!(error, Reply::Error(4, "kein Ü\n".into()));
    }

    /// Numbers for which a quick conversion gives a neighbor of the nearest double.
    #[test]
    fn numbers_are_exact() {
        let mut bits = 1_u64;
        for _ in 0..20_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(0x3fe0_0000_0000_0000 | bits >> 12);
            let read = barrier(&format!("{{\"id\":1,\"barrier\":{number}}}"));
            assert_eq!(read, Some((1, number, None)));
        }
    }

    #[test]
    fn nonsense_has_a_reason() {
        let reason = |line: &str| match Reply::read(line.as_bytes()) {
            Reply::Nonsense(id, reason) => (id, reason),
            other => panic!("{line}: {other:?}"),
        };
        for (line, id, expected) in [
            ("Loading...", None, "expected one object of JSON"),
            ("", None, "expected one object of JSON"),
            (r#"{"id":1,"barrier":0.5"#, None, "expected one object of JSON"),
            (
                r#"{"id":1,"barrier":0.5} {"id":2,"barrier":0.5}"#,
                None,
                "expected one object of JSON",
            ),
            ("[1, 0.5]", None, "expected an object"),
            ("0.5", None, "expected an object"),
            (r#"{"barrier":0.5}"#, None, "expected an `id`"),
            (r#"{"id":"1","barrier":0.5}"#, None, "expected an `id` that is a whole number"),
            (r#"{"id":1.5,"barrier":0.5}"#, None, "expected an `id` that is a whole number"),
            (r#"{"id":-1,"barrier":0.5}"#, None, "expected an `id` that is a whole number"),
            (r#"{"id":1,"id":1,"barrier":0.5}"#, Some(1), "duplicate field"),
            (r#"{"id":1,"error":7}"#, Some(1), "an `error` that is a text"),
            (r#"{"id":1}"#, Some(1), "got neither"),
            (r#"{"id":1,"barrier":null}"#, Some(1), "got neither"),
            (r#"{"id":1,"barrier":NaN}"#, None, "neither NaN nor infinity"),
            (r#"{"id":1,"barrier":-Infinity}"#, None, "neither NaN nor infinity"),
            (r#"{"id":1,"barrier":"inf"}"#, Some(1), "finite number of eV, got \"inf\""),
            (r#"{"id":1,"barrier":"0.5"}"#, Some(1), "finite number of eV, got \"0.5\""),
            (r#"{"id":1,"barrier":[0.5]}"#, Some(1), "finite number of eV, got [0.5]"),
            (r#"{"id":1,"barrier":1e999}"#, Some(1), "finite number of eV, got 1e999"),
            (r#"{"id":1,"barrier":true}"#, Some(1), "finite number of eV, got true"),
            (r#"{"id":1,"barrier":0.5,"prefactor":0}"#, Some(1), "above 0, got 0"),
            (r#"{"id":1,"barrier":0.5,"prefactor":-1e12}"#, Some(1), "above 0, got -1e12"),
            (r#"{"id":1,"barrier":0.5,"prefactor":1e999}"#, Some(1), "above 0, got 1e999"),
        ] {
            let (found, reason) = reason(line);
            assert_eq!(found, id, "{line}: {reason}");
            assert!(reason.contains(expected), "{line}: {reason}");
        }
        assert!(matches!(Reply::read(b"{\"id\":1,\"error\":\"\xff\"}"), Reply::Nonsense(..)));
    }
}
