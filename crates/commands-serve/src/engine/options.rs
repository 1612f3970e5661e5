//! The options that say which engine is served.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// The engine as the user has given it.
#[derive(Clone, Debug)]
pub(crate) struct EngineSettings {
    pub(crate) program: PathBuf,
    /// Options of UCI: names and values.
    pub(crate) options: Vec<(String, String)>,
    /// The most time for a position.
    pub(crate) time: Duration,
}

/// The engine of the user.
#[derive(clap::Args)]
pub(crate) struct EngineOptions {
    /// UCI engine that evaluates positions, such as stockfish
    ///
    /// The page asks it once it is switched on there. It ends with this command. Nothing is
    /// downloaded. With any --bind but one of this machine alone it is left out.
    #[arg(long, value_name = "PROGRAM", help_heading = "Engine")]
    engine: Option<PathBuf>,
    /// Option of UCI to set, such as Threads=2
    ///
    /// May be given several times.
    #[arg(
        long,
        value_name = "NAME=VALUE",
        requires = "engine",
        help_heading = "Engine",
        hide_short_help = true
    )]
    engine_option: Vec<String>,
    /// Most time for a position, such as 500ms or 5s
    #[arg(
        long,
        value_name = "TIME",
        default_value = "3s",
        value_parser = time,
        help_heading = "Engine",
        hide_short_help = true
    )]
    engine_time: Duration,
}

/// Reads a time from 10 milliseconds to a minute.
fn time(text: &str) -> Result<Duration, String> {
    let number = |digits: &str| digits.parse::<u64>().ok();
    let millis = match text.strip_suffix("ms") {
        Some(digits) => number(digits),
        None => text.strip_suffix('s').and_then(number).and_then(|s| s.checked_mul(1000)),
    };
    match millis {
        Some(millis @ 10..=60_000) => Ok(Duration::from_millis(millis)),
        _ => Err(format!("expected a time from 10ms to 60s, such as 500ms or 5s, got {text:?}")),
    }
}

impl EngineOptions {
    /// The settings of the engine, if there is one.
    pub(crate) fn settings(&self) -> Result<Option<EngineSettings>> {
        let option = |text: &String| -> Result<(String, String)> {
            let (name, value) = text.split_once('=').with_context(|| {
                format!("expected NAME=VALUE for --engine-option, got {text:?}")
            })?;
            if text.contains(['\n', '\r']) {
                bail!("expected one line for --engine-option, got {text:?}");
            }
            Ok((name.to_owned(), value.to_owned()))
        };
        let options = self.engine_option.iter().map(option).collect::<Result<_>>()?;
        let program = self.engine.clone();
        Ok(program.map(|program| EngineSettings { program, options, time: self.engine_time }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_and_bounds() {
        for (text, millis) in [("10ms", 10), ("500ms", 500), ("3s", 3000), ("60s", 60_000)] {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "3", "s", "9ms", "61s", "-1s", "1.5s", "1m", "18446744073709551615s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
