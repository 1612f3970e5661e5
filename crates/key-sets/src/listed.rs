//! Lists of keys that the command line names, and the options that say how they are written.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use zobrist::Guarantee;
use zobrist::source::SourceName;
use zobrist_chess::AnyScheme;
use zobrist_commands_input::terminal_listener::teller;
use zobrist_console::message::say;
use zobrist_console::resources::bytes;
use zobrist_game_text::{did_you_mean, most_similar};
use zobrist_key_lists::{Arrays, Halves, KeyListFormat, KeyListOptions, Lines, read_key_list};

use super::hints::Hints;
use super::layout::{self, NamedLayout, RequestedLayout};
use super::named::{self, Published};
use super::set::KeySet;

/// The options that say how a list of keys is written.
#[derive(Args, Clone, Debug)]
pub struct ListOptions {
    /// Format of a file of keys [default: by its name, else by its contents]
    #[arg(long, value_enum, help_heading = "File of keys", hide_short_help = true)]
    input: Option<FormatName>,
    /// Lines of the file to read: 52-275, 52- or -275
    ///
    /// They count from 1, both included.
    #[arg(long, value_name = "A-B", allow_hyphen_values = true, help_heading = "File of keys")]
    lines: Option<Lines>,
    /// Join keys from two lists: the first half of the numbers are low words, or high words
    #[arg(
        long,
        value_enum,
        value_name = "ORDER",
        help_heading = "File of keys",
        hide_short_help = true
    )]
    halves: Option<HalvesName>,
    /// Largest file that is read whole, after decompression [default: 64MiB for keys, 1MiB for a
    /// layout]
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = bytes,
        help_heading = "File of keys",
        hide_short_help = true
    )]
    max_size: Option<u64>,
}

/// The width of keys in bits, if the user gives it, and the option that does.
#[derive(Clone, Copy, Debug)]
pub struct KeyWidth {
    /// Width in bits; `None` to take that of the list.
    pub bits: Option<u32>,
    /// The option, for messages.
    pub option: &'static str,
}

/// Keys that were read from a file, and what decides if they fit a layout.
#[derive(Debug)]
pub struct ListedKeys {
    pub set: KeySet,
    /// The file, as the user names it.
    source: String,
    hints: Hints,
    arrays: Arrays,
    width_option: &'static str,
}

impl ListOptions {
    /// The size limit of `--max-size`.
    pub fn max_size(&self) -> Option<u64> {
        self.max_size
    }

    /// The first option that is given and describes a list.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--input", self.input.is_some()),
            ("--lines", self.lines.is_some()),
            ("--halves", self.halves.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }

    /// Refuses the options that describe a list, for another source.
    ///
    /// # Errors
    /// When one is given.
    pub fn refuse_for(&self, source: &str, what: &str) -> Result<()> {
        match self.given() {
            Some(option) => {
                bail!("{option} is about how a file is written; `{source}` is {what}")
            }
            None => Ok(()),
        }
    }

    /// Reads the keys of a file; `-` is standard input.
    ///
    /// # Errors
    /// When there is no such file, or it holds anything but keys of that width.
    pub fn read(&self, source: &str, width: KeyWidth) -> Result<ListedKeys> {
        let path = Path::new(source);
        if source != "-" && !path.exists() {
            let published = Published::names();
            let names = SourceName::NAMES.iter().chain(&published).copied();
            let like = most_similar(source, names).map(|name| format!("`{name}`"));
            bail!(
                "`{source}` is neither a file nor a source: expected a generator ({}), a published \
                 set ({}), a scheme NAME.toml or a file of keys{}",
                SourceName::NAMES.join(", "),
                published.join(", "),
                did_you_mean(like.as_slice())
            );
        }
        let mut options = KeyListOptions::default();
        options.format = self.input.map(Into::into);
        (options.bits, options.width_option) = (width.bits, width.option);
        options.lines = self.lines;
        options.halves = self.halves.map(Into::into);
        options.limit = self.max_size.unwrap_or(options.limit);
        let list = read_key_list(path, options, &teller())?;
        if let Some(report) = &list.report {
            say(&format!("zobrist: {source}: {report}\n"));
        }
        let stem = PathBuf::from(source);
        let stem = stem.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = stem.split('.').find(|part| !part.is_empty()).unwrap_or("keys");
        // Only an export states a name, and its conventions are those of the scheme unless it says
        // that they are assumed. The name of a file says nothing.
        let is_of_scheme = list.name.is_some() && !list.assumed;
        let name = list.name.unwrap_or_else(|| if stem == "-" { "keys" } else { stem }.to_owned());
        let layout = list.layout.filter(|layout| layout.len() == list.keys.len());
        let hints = Hints::new(list.number_width.filter(|width| *width == list.bits), list.spans);
        let scheme = layout.filter(|_| is_of_scheme).and_then(|kinds| named::known(&name, kinds));
        let set = KeySet {
            origin: if source == "-" { "standard input".to_owned() } else { source.to_owned() },
            seed: None,
            keys: list.keys,
            bits: list.bits,
            linear: !list.adds,
            layout: layout.map(|kinds| {
                let known = match (list.scheme_fingerprint, &scheme) {
                    (Some(_), Some(scheme)) => Some(NamedLayout::of_scheme(&name, scheme.layout())),
                    (Some(_), None) => None,
                    (None, _) => layout::known(kinds),
                };
                known.unwrap_or_else(|| NamedLayout::of_kinds(kinds.to_string(), kinds))
            }),
            name,
            en_passant: scheme.as_ref().map(AnyScheme::en_passant),
            secondary: scheme.as_ref().map_or_else(Vec::new, named::secondary),
            names: Vec::new(),
            guarantee: Guarantee::None,
            // Without a check of the keys they may be others.
            scheme_fingerprint: list.scheme_fingerprint.filter(|_| list.fingerprint.is_some()),
        };
        match list.fingerprint {
            Some(expected) if set.layout.is_some() && expected != set.fingerprint().to_string() => {
                bail!(
                    "{source}: expected keys with the fingerprint {expected}, as the file says, \
                     got {}: the keys, the layout or the name have been changed; delete the \
                     fingerprint to take them as they are",
                    set.fingerprint(),
                )
            }
            _ => Ok(ListedKeys {
                set,
                source: source.to_owned(),
                hints,
                arrays: list.arrays,
                width_option: width.option,
            }),
        }
    }
}

impl ListedKeys {
    /// The keys as those of a layout. `what` says what does not fit, for errors.
    ///
    /// # Errors
    /// When the list has another number of keys, a layout of its own with other kinds, or arrays
    /// that contradict the layout.
    pub fn with_layout(
        self,
        layout: &RequestedLayout,
        what: impl Fn() -> String,
    ) -> Result<KeySet> {
        let ListedKeys { mut set, source, hints, arrays, width_option } = self;
        let keys = set.keys.len();
        let advice = set.advice_on_scheme_file().map(|advice| format!("; {advice}"));
        let advice = advice.unwrap_or_default();
        let requested = layout.of(keys).map_err(|error| {
            match hints.for_layout(keys, width_option, |keys| layout.suggests(keys)) {
                Some(hint) => anyhow!("{error:#}; {hint}"),
                None if advice.is_empty() && matches!(layout, RequestedLayout::Chess) => anyhow!(
                    "{error:#}; other keys or another order are described by a scheme file, \
                     --source NAME.toml (docs/schemes.md)"
                ),
                None => anyhow!("{error:#}{advice}"),
            }
        });
        let requested = requested.with_context(&what)?;
        if let Some(own) = set.layout.as_ref().filter(|own| own.kinds != requested.kinds) {
            bail!("{}: its layout is {} ({}){advice}", what(), own.name, own.kinds);
        }
        refuse_another_order(&source, &arrays, &requested)?;
        set.layout = Some(requested);
        Ok(set)
    }
}

/// Refuses a layout for which the arrays of the file stand in another order.
fn refuse_another_order(source: &str, arrays: &Arrays, layout: &NamedLayout) -> Result<()> {
    let Some(contradiction) = arrays.contradiction(layout.kinds) else { return Ok(()) };
    bail!(
        "{source}: the arrays contradict the layout {}: {contradiction}; describe that order by \
         --layout FILE.toml, with a kind for each array, or by a scheme file, --source NAME.toml; if \
         the keys are in the order of the layout all the same, list them without arrays, as `keys \
         generate` does",
        layout.name,
    )
}

/// The formats that `--input` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One key per line, with or without 0x; `#` and `//` begin comments
    Hex,
    /// Numbers that space or commas separate: decimal, or hex if one has a letter, with or without 0x
    /// and signs; chosen by this option only
    Lines,
    /// An array of hex strings or numbers, nested or not, or what `keys export --lang json` writes
    Json,
    /// A NumPy array of integers
    Npy,
    /// Program text: its number literals of one width, in their order
    Code,
    /// Bytes alone: keys of 64 bits unless a width is given, little-endian; chosen by this option
    /// only
    Raw,
    /// Bytes alone, big-endian; chosen by this option only
    RawBe,
}

impl From<FormatName> for KeyListFormat {
    fn from(name: FormatName) -> KeyListFormat {
        match name {
            FormatName::Hex => KeyListFormat::Hex,
            FormatName::Lines => KeyListFormat::Lines,
            FormatName::Json => KeyListFormat::Json,
            FormatName::Npy => KeyListFormat::Npy,
            FormatName::Code => KeyListFormat::Code,
            FormatName::Raw => KeyListFormat::Raw,
            FormatName::RawBe => KeyListFormat::RawBe,
        }
    }
}

/// The orders of two lists of halves that `--halves` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HalvesName {
    /// All low words, then all high words
    #[value(name = "low,high")]
    LowHigh,
    /// All high words, then all low words
    #[value(name = "high,low")]
    HighLow,
}

impl From<HalvesName> for Halves {
    fn from(name: HalvesName) -> Halves {
        match name {
            HalvesName::LowHigh => Halves::LowHigh,
            HalvesName::HighLow => Halves::HighLow,
        }
    }
}
