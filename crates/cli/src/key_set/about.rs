//! What an export says of its keys: the comment that it begins with, or the file beside a
//! NumPy array.

use std::path::Path;

use anyhow::{Result, bail};
use zobrist::Layout;

use super::list::List;
use super::{json, layout};
use crate::whole;

/// The line by which an export is recognised.
const MADE_BY: &str = "Keys for Zobrist hashing, made by `zobrist keys export`.";

/// The facts that a list states of its keys.
#[derive(Debug, Default)]
pub struct About {
    pub name: Option<String>,
    pub bits: Option<u32>,
    /// True if keys add, modulo 2^48.
    pub adds: bool,
    pub layout: Option<Layout>,
    pub fingerprint: Option<String>,
}

impl About {
    /// What the comment at the beginning of a text says, if an export made it.
    pub fn of_text(bytes: &[u8]) -> About {
        let mut about = About::default();
        let mut lines = bytes.split(|byte| *byte == b'\n').map(|line| {
            let line = String::from_utf8_lossy(line).trim().to_owned();
            line.strip_prefix("//!")
                .or_else(|| line.strip_prefix("//"))
                .or_else(|| line.strip_prefix('#'))
                .map(|text| text.trim().to_owned())
        });
        if lines.next().flatten().as_deref() != Some(MADE_BY) {
            return about;
        }
        // A set without a name of its own has that of its source.
        let mut source = None;
        for line in lines.map_while(|line| line) {
            let Some((name, value)) = line.split_once(": ") else { break };
            match name {
                "name" => about.name = Some(value.to_owned()),
                "source" => source = Some(value.to_owned()),
                "bits" => {
                    about.adds = value.ends_with("added modulo 2^48");
                    about.bits = value.split(',').next().and_then(|bits| bits.parse().ok());
                }
                "layout" => about.layout = kinds(value),
                "fingerprint" => about.fingerprint = Some(value.to_owned()),
                _ => {}
            }
        }
        about.name = about.name.or(source);
        // What does not fit a comment is written as `_`, and the fingerprint depends on the name.
        if about.name.as_ref().is_none_or(|name| name.contains('_') || name.contains("* /")) {
            about.fingerprint = None;
        }
        about.bits = about.bits.filter(|bits| (1..=128).contains(bits));
        about
    }

    /// What `NAME.npy.json` says of `NAME.npy`, if an export left it beside the array. A file of
    /// more than `limit` bytes is not one.
    pub fn beside(path: &Path, limit: u64) -> About {
        let name = path.to_string_lossy();
        let plain = [".zst", ".gz", ".bz2"].iter().find_map(|end| name.strip_suffix(end));
        let json = format!("{}.json", plain.unwrap_or(&name));
        let text = whole::read(Path::new(&json), limit);
        let Some(said) = text.ok().and_then(|text| json::description(&text)) else {
            return About::default();
        };
        About {
            name: Some(said.name),
            bits: said.bits,
            adds: false,
            layout: said.layout,
            fingerprint: Some(said.fingerprint),
        }
    }

    /// The width of keys, as the user or the export says.
    ///
    /// # Errors
    /// When they disagree.
    pub fn width(&self, file: &str, asked: Option<u32>) -> Result<Option<u32>> {
        match (asked, self.bits) {
            (Some(asked), Some(stated)) if asked != stated => bail!(
                "{file}: expected keys of {stated} bits, as the export says, got --bits {asked}; \
                 leave out --bits"
            ),
            (asked, stated) => Ok(asked.or(stated)),
        }
    }

    /// The list, with what the export says of it.
    ///
    /// # Errors
    /// When it has another number of keys.
    pub fn apply(self, file: &str, list: List) -> Result<List> {
        match self.layout {
            Some(layout) if layout.len() != list.keys.len() => bail!(
                "{file}: expected {} keys, as the export says ({layout}), got {}; export the keys \
                 again, or delete what it says of its layout",
                layout.len(),
                list.keys.len(),
            ),
            _ => Ok(List {
                layout: self.layout,
                name: self.name,
                fingerprint: self.fingerprint,
                adds: self.adds,
                ..list
            }),
        }
    }
}

/// The kinds of `769 = piece 768 + turn 1`.
fn kinds(text: &str) -> Option<Layout> {
    let kinds = text.split_once(" = ")?.1.split(" + ").map(|kind| {
        let (name, size) = kind.split_once(' ')?;
        Some((name.to_owned(), size.parse().ok()?))
    });
    layout::of_kinds(&kinds.collect::<Option<Vec<_>>>()?)
}
