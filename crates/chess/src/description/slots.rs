//! From a TOML file to a scheme of slots, for a game of one's own.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use zobrist::{Combine, Layout};

use super::compose::RESERVED;
use super::fields::{DescriptionError, Section, Value};
use super::{KeysFrom, keys, parse};
use crate::any_scheme::AnyScheme;
use crate::composed::ComposeError;

type Result<T> = core::result::Result<T, DescriptionError>;

const FIELDS: [&str; 6] = ["name", "bits", "combine", "keys", "slots", "names"];

/// The largest number of slots, which bounds memory.
const MAX_SLOTS: u64 = 1 << 24;

const NAMES: &str =
    "an array with a name for each slot, or arrays of words that combine into names";
const NAME: &str = "a name of letters, digits and signs, without spaces and commas, and not of \
                    digits alone";

/// A scheme of any game as a file describes it, before its keys are read or made: numbered slots,
/// of which a state has some, and a key for each. `docs/any-game.md` specifies the file.
///
/// ```
/// use zobrist_chess::SlotDescription;
///
/// let description = SlotDescription::parse(
///     r#"
///     name  = "tic-tac-toe"
///     slots = 19
///     keys  = { source = "splitmix64", seed = 7, draw = "sequential" }
///     names = [[["x", "o"], ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]], "o-to-move"]
///     "#,
/// )?;
/// assert_eq!(description.names[10], "o-b1");
/// assert_eq!(description.words(None)?.len(), 19);
///
/// let error = SlotDescription::parse("name = \"go\"\nslots = 0").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 9: expected a number from 1 to 16777216, got 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SlotDescription {
    /// The name of the scheme.
    pub name: String,
    /// The number of bits of a key.
    pub bits: u32,
    /// The operation by which keys combine.
    pub combine: Combine,
    /// Where the keys come from.
    pub keys: KeysFrom,
    /// The number of slots.
    pub slots: usize,
    /// The name of each slot; none if the file names none.
    pub names: Vec<String>,
}

impl SlotDescription {
    /// Parses the file that describes a scheme of slots.
    ///
    /// # Errors
    /// When the text is not TOML, or it does not describe such a scheme: with the line and the
    /// column, what was expected and what came.
    pub fn parse(text: &str) -> Result<SlotDescription> {
        let document = parse::document(text)?;
        let mut file = Section::new(text, 0, document.get_ref(), &FIELDS)?;
        let slots = file.require("slots")?.number(1..=MAX_SLOTS)? as usize;
        let (value, name) = parse::name(&mut file)?;
        if AnyScheme::named(name).is_some() || RESERVED.contains(&name) {
            return Err(value.error("another name than that of a built-in scheme", value.shown()));
        }
        let (bits, combine) = parse::width(&mut file)?;
        let names = file.take("names").map_or(Ok(Vec::new()), |names| read_names(names, slots))?;
        let keys = keys::read(&mut file, bits, slots)?;
        Ok(SlotDescription { name: name.to_owned(), bits, combine, keys, slots, names })
    }

    /// Returns the layout: one kind, `slot`.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of(&[("slot", self.slots)])
    }

    /// Returns the keys, in slot order. If they are in a file, `listed` are those that the program
    /// has read from it; otherwise they are not looked at.
    ///
    /// # Errors
    /// When keys are missing or are too many, or the source does not make them.
    pub fn words(&self, listed: Option<&[u128]>) -> core::result::Result<Vec<u128>, ComposeError> {
        let keys = match &self.keys {
            KeysFrom::Source(source) => {
                source.check(self.slots, self.bits).map_err(ComposeError::Source)?;
                return Ok(source.words(self.layout(), self.bits));
            }
            KeysFrom::Hex(keys) => keys.as_slice(),
            KeysFrom::File { .. } | KeysFrom::Lines { .. } | KeysFrom::Raw { .. } => {
                listed.unwrap_or_default()
            }
        };
        match keys.len() == self.slots {
            true => Ok(keys.to_vec()),
            false => Err(ComposeError::Keys { expected: self.slots, got: keys.len() }),
        }
    }
}

/// The names of all slots: each element of the array is a name, or arrays of words of which each
/// combination is a name, the last array running fastest.
fn read_names(value: Value<'_>, slots: usize) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let mut known = BTreeSet::new();
    for item in value.items(NAMES)? {
        let new = match item.as_text() {
            Some(_) => vec![String::new() + word(item)?],
            None => combinations(item, slots)?,
        };
        for name in new {
            if !known.insert(name.clone()) {
                return Err(item.error("each name once", format!("{name:?} again")));
            }
            names.push(name);
        }
        if names.len() > slots {
            return Err(item.error(format!("names for {slots} slots"), "more"));
        }
    }
    match names.len() == slots {
        true => Ok(names),
        false => Err(value.error(format!("names for {slots} slots"), names.len())),
    }
}

/// The combinations of one word of each array, joined by `-`; at most `slots`.
fn combinations(value: Value<'_>, slots: usize) -> Result<Vec<String>> {
    let mut names = vec![String::new()];
    for list in value.items(NAMES)? {
        let words = list.items(NAMES)?;
        if names.len().saturating_mul(words.len()) > slots {
            return Err(list.error(format!("names for {slots} slots"), "more"));
        }
        let words: Vec<&str> = words.into_iter().map(part).collect::<Result<_>>()?;
        let join = |name: &String, word: &&str| match name.as_str() {
            "" => String::new() + word,
            name => format!("{name}-{word}"),
        };
        names =
            names.iter().flat_map(|name| words.iter().map(move |word| join(name, word))).collect();
    }
    let is_number = |name: &String| !is_name(name);
    match names.iter().any(is_number) {
        true => Err(value.wrong(NAME)),
        false => Ok(names),
    }
}

/// A name.
fn word(value: Value<'_>) -> Result<&str> {
    part(value).and_then(|text| if is_name(text) { Ok(text) } else { Err(value.wrong(NAME)) })
}

/// A part of a name, which may have digits alone.
fn part(value: Value<'_>) -> Result<&str> {
    let text = value.text(NAME)?;
    let is_part = |c: char| !c.is_whitespace() && !c.is_control() && c != ',';
    match !text.is_empty() && text.chars().all(is_part) {
        true => Ok(text),
        false => Err(value.wrong(NAME)),
    }
}

/// True for a text that is no number of a slot.
fn is_name(text: &str) -> bool {
    !text.bytes().all(|byte| byte.is_ascii_digit())
}
