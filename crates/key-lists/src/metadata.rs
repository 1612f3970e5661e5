//! Metadata that `keys export` writes with keys: in a comment at the beginning of a text, or in a
//! JSON file next to a NumPy array.

use std::path::Path;

use serde::Deserialize;
use zobrist::{Fingerprint, Layout};
use zobrist_input::{Result, bail, plain_name, whole};

use crate::layout_file::{self, KindSize};
use crate::list::KeyList;

/// First line of an export.
const MADE_BY: &str = "Keys for Zobrist hashing, made by `zobrist keys export`.";

/// Begins the statement of conventions that no scheme has, in the comment of an export.
pub const ASSUMED_CONVENTIONS: &str = "those of the layout";

/// Properties of the keys of an export.
#[derive(Debug, Default)]
pub(crate) struct ExportMetadata {
    pub(crate) name: Option<String>,
    /// True if the conventions are those of a layout, and not of a scheme.
    pub(crate) assumed: bool,
    pub(crate) bits: Option<u32>,
    /// True if keys add, modulo 2^`bits`.
    pub(crate) adds: bool,
    pub(crate) layout: Option<Layout>,
    pub(crate) fingerprint: Option<String>,
    /// The fingerprint of a scheme that was composed of parts or described.
    pub(crate) scheme_fingerprint: Option<Fingerprint>,
}

/// The conventions of an export in JSON.
#[derive(Deserialize)]
pub(crate) struct Conventions {
    /// True if they are those of a layout, and not of a scheme.
    #[serde(default)]
    pub(crate) assumed: bool,
}

/// A JSON file next to an exported NumPy array.
#[derive(Deserialize)]
struct Sidecar {
    name: String,
    bits: u32,
    combine: Option<String>,
    layout: Vec<KindSize>,
    conventions: Option<Conventions>,
    fingerprint: String,
    scheme_fingerprint: Option<String>,
}

impl ExportMetadata {
    /// The metadata in the comment at the beginning of a text; nothing if it is not an export.
    pub(crate) fn from_comment(bytes: &[u8]) -> ExportMetadata {
        let mut metadata = ExportMetadata::default();
        let mut lines = bytes.split(|byte| *byte == b'\n').map(|line| {
            let line = String::from_utf8_lossy(line).trim().to_owned();
            line.strip_prefix("//!")
                .or_else(|| line.strip_prefix("///"))
                .or_else(|| line.strip_prefix("//"))
                .or_else(|| line.strip_prefix("--"))
                .or_else(|| line.strip_prefix('#'))
                .map(|text| text.trim().to_owned())
        });
        if lines.next().flatten().as_deref() != Some(MADE_BY) {
            return metadata;
        }
        // A set without a name of its own has the name of its source.
        let mut source = None;
        for line in lines.map_while(|line| line) {
            let Some((name, value)) = line.split_once(": ") else { break };
            match name {
                "name" => metadata.name = Some(value.to_owned()),
                "source" => source = Some(value.to_owned()),
                "bits" => {
                    metadata.adds = value.contains(", added modulo 2^");
                    metadata.bits = value.split(',').next().and_then(|bits| bits.parse().ok());
                }
                "layout" => metadata.layout = kinds(value),
                "fingerprint" => metadata.fingerprint = Some(value.to_owned()),
                "conventions" => metadata.assumed = value.starts_with(ASSUMED_CONVENTIONS),
                "scheme fingerprint" => metadata.scheme_fingerprint = value.parse().ok(),
                _ => {}
            }
        }
        metadata.name = metadata.name.or(source);
        // Comments replace some characters of a name, and the fingerprint depends on the name.
        if metadata.name.as_ref().is_none_or(|name| name.contains('_') || name.contains("* /")) {
            metadata.fingerprint = None;
        }
        metadata.bits = metadata.bits.filter(|bits| (1..=128).contains(bits));
        metadata
    }

    /// The metadata of the array `NAME.npy` in `NAME.npy.json`. A missing or different file, or one
    /// of more than `limit` bytes, gives none.
    pub(crate) fn from_sidecar(path: &Path, limit: u64) -> ExportMetadata {
        let json = format!("{}.json", plain_name(&path.to_string_lossy()));
        let text = whole::read(Path::new(&json), limit).ok();
        let Some(sidecar) = text.and_then(|text| serde_json::from_slice::<Sidecar>(&text).ok())
        else {
            return ExportMetadata::default();
        };
        ExportMetadata {
            name: Some(sidecar.name),
            bits: Some(sidecar.bits).filter(|bits| (1..=128).contains(bits)),
            assumed: sidecar.conventions.is_some_and(|conventions| conventions.assumed),
            adds: adds(sidecar.combine.as_deref()),
            layout: layout_file::of_sizes(sidecar.layout),
            fingerprint: Some(sidecar.fingerprint),
            scheme_fingerprint: sidecar.scheme_fingerprint.and_then(|text| text.parse().ok()),
        }
    }

    /// The width of keys that the user asks for by `width_option`, or the export states.
    ///
    /// # Errors
    /// When they disagree.
    pub(crate) fn width(
        &self,
        file: &str,
        requested: Option<u32>,
        width_option: &str,
    ) -> Result<Option<u32>> {
        match (requested, self.bits) {
            (Some(requested), Some(stated)) if requested != stated => bail!(
                "{file}: expected keys of {stated} bits, as the export says, got {width_option} \
                 {requested}; leave out {width_option}"
            ),
            (requested, stated) => Ok(requested.or(stated)),
        }
    }

    /// Adds the metadata to a list of keys.
    ///
    /// # Errors
    /// When the list has another number of keys than the layout.
    pub(crate) fn apply(self, file: &str, list: KeyList) -> Result<KeyList> {
        match self.layout {
            Some(layout) if layout.len() != list.keys.len() => bail!(
                "{file}: expected {} keys, as the export says ({layout}), got {}; export the keys \
                 again, or delete what it says of its layout",
                layout.len(),
                list.keys.len(),
            ),
            _ => Ok(KeyList {
                layout: self.layout,
                name: self.name,
                assumed: self.assumed,
                fingerprint: self.fingerprint,
                scheme_fingerprint: self.scheme_fingerprint,
                adds: self.adds,
                ..list
            }),
        }
    }
}

/// True if the keys of an export in JSON add: `combine` is `sum` and the number of their bits.
pub(crate) fn adds(combine: Option<&str>) -> bool {
    combine.is_some_and(|combine| combine.starts_with("sum"))
}

/// Blanks the comments of an export to Lua, which other programs would read as code.
pub(crate) fn blank_comments_of_lua(bytes: &mut [u8]) {
    if !bytes.starts_with(format!("-- {MADE_BY}").as_bytes()) {
        return;
    }
    for line in bytes.split_mut(|byte| *byte == b'\n') {
        let start = line.iter().position(|byte| *byte != b' ').unwrap_or_default();
        if line[start..].starts_with(b"--") {
            line.fill(b' ');
        }
    }
}

/// Parses a layout such as `769 = piece 768 + turn 1`.
fn kinds(text: &str) -> Option<Layout> {
    let kinds = text.split_once(" = ")?.1.split(" + ").map(|kind| {
        let (name, size) = kind.split_once(' ')?;
        Some(KindSize { name: name.to_owned(), size: size.parse().ok()? })
    });
    layout_file::of_sizes(kinds.collect::<Option<Vec<_>>>()?)
}
