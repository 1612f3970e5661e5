//! The options that say which engine is asked, and how.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use zobrist_console::engine_process::supervisor;

use crate::driver::{Engine, Pattern, Settings};
use crate::word::{Oracle, Question};

/// The engine, and how it is asked.
#[derive(clap::Args)]
pub(crate) struct EngineArgs {
    /// Engine and its arguments, after --
    #[arg(value_name = "CMD", last = true, required = true)]
    command: Vec<String>,
    /// Command that prints the key [default: d, then print]
    #[arg(long, value_name = "COMMAND", help_heading = "Engine")]
    ask: Option<String>,
    /// Regular expression of the line with the key
    ///
    /// Its first group is the key. The first line of an answer that fits counts. Without it,
    /// `Key: ` and hex digits at the beginning of a line, a line of decimal digits alone, or a label
    /// such as `Zobrist key: ` or `Hash = ` and digits of either kind.
    #[arg(long, value_name = "RE", help_heading = "Engine")]
    key_regex: Option<String>,
    /// Base of the digits
    #[arg(
        long,
        value_name = "BASE",
        default_value = "16",
        value_parser = clap::builder::PossibleValuesParser::new(["16", "10"]),
        help_heading = "Engine",
        hide_short_help = true
    )]
    base: String,
    /// Way to ask an engine that is known by name
    ///
    /// stockfish, fairy-stockfish, glaurung, bbc, stormphrax, obsidian, alexandria, caissa,
    /// plentychess, weiss, viridithas. The first three are tested with Debian's packages.
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with_all = ["ask", "key_regex", "base"],
        help_heading = "Engine"
    )]
    preset: Option<String>,
    /// Option of UCI to set, such as Hash=1
    #[arg(long = "option", value_name = "NAME=VALUE", help_heading = "Engine")]
    options: Vec<String>,
    /// Time for an answer
    #[arg(
        long,
        value_name = "TIME",
        default_value = "5s",
        value_parser = timeout,
        help_heading = "Engine",
        hide_short_help = true
    )]
    timeout: Duration,
}

fn timeout(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    let is_time = (Duration::from_millis(1)..=Duration::from_secs(3600)).contains(&time);
    if is_time { Ok(time) } else { Err("expected a time from 1ms to 1h".to_owned()) }
}

impl EngineArgs {
    /// Starts the engine, and finds out how it is asked if nothing says so.
    pub(crate) fn start(&self, secondary: Vec<(String, Pattern)>) -> Result<Engine> {
        let given = self.pattern()?;
        let option = |text: &String| -> Result<(String, String)> {
            let (name, value) = text
                .split_once('=')
                .with_context(|| format!("expected NAME=VALUE for --option, got {text:?}"))?;
            if text.contains(['\n', '\r']) {
                bail!("expected one line for --option, got {text:?}");
            }
            Ok((name.to_owned(), value.to_owned()))
        };
        let mut candidates = match given {
            Some(pattern) => vec![pattern],
            None => Pattern::defaults(),
        };
        let settings = Settings {
            command: self.command.clone(),
            supervisor: supervisor(),
            options: self.options.iter().map(option).collect::<Result<_>>()?,
            timeout: self.timeout,
            pattern: candidates.remove(0),
            secondary,
        };
        let mut engine = Engine::start(settings)?;
        if self.preset.is_none() && self.ask.is_none() && self.key_regex.is_none() {
            find_pattern(&mut engine, candidates)?;
        }
        Ok(engine)
    }

    /// The pattern of a secondary key, given as a name and a regular expression.
    pub(crate) fn secondary(&self, text: &str) -> Result<(String, Pattern)> {
        let (name, regex) = text
            .split_once('=')
            .with_context(|| format!("expected NAME=RE for --secondary, got {text:?}"))?;
        let base = if self.base == "10" { 10 } else { 16 };
        Ok((name.to_owned(), Pattern::new("d", regex, base)?))
    }

    fn pattern(&self) -> Result<Option<Pattern>> {
        let base = if self.base == "10" { 10 } else { 16 };
        if let Some(name) = &self.preset {
            return Pattern::preset(name).map(Some);
        }
        if self.ask.is_none() && self.key_regex.is_none() {
            return Ok(None);
        }
        let ask = self.ask.as_deref().unwrap_or("d");
        let regex = self.key_regex.as_deref().unwrap_or(Pattern::default_regex(base));
        Pattern::new(ask, regex, base).map(Some)
    }
}

/// Positions with different keys, by which a pattern is tried.
const TRIED: [&str; 2] =
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"];

/// Takes the first pattern that finds different keys of two positions.
fn find_pattern(engine: &mut Engine, others: Vec<Pattern>) -> Result<()> {
    let mut others = others.into_iter();
    loop {
        let keys = engine.ask(&TRIED.map(|fen| Question::fen(fen.to_owned())))?;
        if let [Ok(one), Ok(other)] = &*keys
            && one != other
        {
            return Ok(());
        }
        let Some(next) = others.next() else {
            bail!(
                "expected an engine that prints the key of its position by `d` or `print`, got \
                 none; give its command and the line with the key by --ask and --key-regex"
            );
        };
        engine.ask_by(next);
    }
}
