//! Queries of requests, read as the options of the command are.
//!
//! A parameter `min_elo=2000` means what `--min-elo 2000` does, and is checked by the same code.
//!
//! An unknown parameter is an error, since a misspelt filter would give an answer about all games.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command, FromArgMatches};

use super::reply::{Answered, Refusal};

/// The query of a request: names and values in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads what stands after the question mark. Bytes that are not UTF-8 become U+FFFD.
    pub(crate) fn read(text: &str) -> Query {
        let pairs = form_urlencoded::parse(text.as_bytes());
        Query(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// The last value of a name.
    pub(crate) fn last(&self, name: &str) -> Option<&str> {
        let mut same = self.0.iter().filter(|(other, _)| other == name);
        same.next_back().map(|(_, value)| &**value)
    }

    /// The values of a name, in their order.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let same = self.0.iter().filter(move |(other, _)| other == name);
        same.map(|(_, value)| &**value)
    }

    /// True if there is a parameter with another name than these.
    pub(crate) fn has_other_than(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(name, _)| !names.contains(&&**name))
    }

    /// Adds a parameter.
    pub(crate) fn push(&mut self, name: &str, value: impl Into<String>) {
        self.0.push((name.to_owned(), value.into()));
    }

    /// The parameters as the options of `T`.
    ///
    /// # Errors
    /// When one is unknown, stands twice, or has a value that its option does not take.
    pub(crate) fn options<T: Args + FromArgMatches>(&self) -> Answered<T> {
        // Without help and colors: the error is put into other words.
        let command = T::augment_args(Command::new("query").no_binary_name(true))
            .disable_help_flag(true)
            .args_override_self(false);
        let words =
            self.0.iter().map(|(name, value)| format!("--{}={value}", name.replace('_', "-")));
        if let Some((name, _)) = self.0.iter().find(|(name, _)| !is_name(name)) {
            return Err(unknown(name));
        }
        let matches = command.try_get_matches_from(words).map_err(|error| refusal(&error))?;
        T::from_arg_matches(&matches).map_err(|error| refusal(&error))
    }
}

/// True for a name as they are written here: letters, digits and underscores.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn unknown(name: &str) -> Refusal {
    Refusal::bad(format_args!(
        "unknown parameter {name:?}: docs/serve-api.md lists those of each route"
    ))
}

/// The error of an option as that of a parameter.
fn refusal(error: &clap::Error) -> Refusal {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    // `--min-elo <ELO>` is the parameter `min_elo`.
    let name_of = |option: &str| {
        let option = option.split([' ', '=', '.']).next().unwrap_or_default();
        option.trim_start_matches('-').replace('-', "_")
    };
    let name = name_of(&text(ContextKind::InvalidArg));
    let value = text(ContextKind::InvalidValue);
    let source = std::error::Error::source(error).map(ToString::to_string);
    let refusal = Refusal::bad(match error.kind() {
        ErrorKind::UnknownArgument => return unknown(&name),
        ErrorKind::ArgumentConflict
            if text(ContextKind::PriorArg) == text(ContextKind::InvalidArg) =>
        {
            format!("expected the parameter `{name}` once, got it several times")
        }
        ErrorKind::ArgumentConflict => format!(
            "expected one of the parameters `{name}` and `{}`, got both",
            name_of(&text(ContextKind::PriorArg))
        ),
        ErrorKind::MissingRequiredArgument => format!("the parameter `{name}` is missing"),
        ErrorKind::InvalidValue => format!(
            "parameter `{name}`: expected one of {}, got {value:?}",
            text(ContextKind::ValidValue)
        ),
        _ => match source {
            Some(source) => format!("parameter `{name}`: {value:?}: {source}"),
            None => format!("parameter `{name}`: {value:?} is no value for it"),
        },
    });
    refusal.with("parameter", name)
}

#[cfg(test)]
mod tests {
    use zobrist_explorer::filter_options::FilterOptions;

    use super::*;

    fn message(query: &str) -> String {
        Query::read(query).options::<FilterOptions>().unwrap_err().message
    }

    #[test]
    fn parameters_are_options() {
        let query =
            Query::read("player=hrub%C3%A1&player=o%27brien&as=white&min_elo=1500&since=2024.05");
        let filter = query.options::<FilterOptions>().unwrap().filter().unwrap();
        assert_eq!(filter.players.len(), 2);
        assert_eq!(filter.side, Some(shakmaty::Color::White));
        assert!(filter.since.is_some() && filter.elo.is_some());
    }

    #[test]
    fn a_wrong_parameter_is_named_as_it_was_written() {
        for (query, expected) in [
            ("colour=white", "unknown parameter \"colour\""),
            ("min-elo=1500", "unknown parameter \"min-elo\""),
            ("a%20b", "unknown parameter \"a b\""),
            ("help", "unknown parameter \"help\""),
            ("player=a&as=green", "parameter `as`: expected one of white, black, got \"green\""),
            ("as=white", "the parameter `player` is missing"),
            ("min_elo=0", "parameter `min_elo`: \"0\": "),
            (
                "elo=2000..&min_elo=1000",
                "expected one of the parameters `elo` and `min_elo`, got both",
            ),
            ("result=1-0&result=0-1", "expected the parameter `result` once"),
            ("since=soon", "parameter `since`: \"soon\": "),
        ] {
            let message = message(query);
            assert!(message.starts_with(expected), "{query}: {message}");
        }
    }
}
