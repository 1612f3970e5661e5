//! Layouts named on the command line or described in a TOML file.

use std::fmt::Display;
use std::fs::File;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use toml::Spanned;
use zobrist::{Layout, MAX_KINDS};
use zobrist_chess::ChessLayout;
use zobrist_files::{Place, whole};

/// The layouts of chess, which differ in their sizes. For new keys, `chess` means the first.
const CHESS: [ChessLayout; 8] = [
    ChessLayout::POLYGLOT,
    ChessLayout::STOCKFISH_2020,
    ChessLayout::POLYGLOT_SETS,
    ChessLayout::STOCKFISH,
    ChessLayout::ZOBRIST,
    ChessLayout::CHESS_768,
    ChessLayout::CHESS_832,
    ChessLayout::CHESS_896,
];

/// Number of keys of pieces alone.
const PIECES: usize = ChessLayout::CHESS_768.layout().len();

/// The values of `--layout`, for messages.
fn expected() -> String {
    let first = CHESS[0].layout().len();
    let others: Vec<String> =
        sizes().filter(|size| *size != first).map(|size| size.to_string()).collect();
    format!(
        "`chess`, `chess:{first}` (or {}), `go:19` (or another size from 1 to 99) or a TOML file",
        others.join(", ")
    )
}

/// The sizes of the layouts of chess, in ascending order.
fn sizes() -> impl Iterator<Item = usize> {
    let mut sizes = CHESS.map(|layout| layout.layout().len());
    sizes.sort_unstable();
    sizes.into_iter()
}

/// Maximum number of features: the capacity of a code. It bounds memory.
const MAX_FEATURES: usize = 1 << 24;

/// A layout with its name.
#[derive(Clone, Debug)]
pub struct NamedLayout {
    /// The name that `--layout` accepts.
    pub name: String,
    pub kinds: Layout,
    /// The meaning of the features, if the game is chess.
    pub chess: Option<ChessLayout>,
    /// The side of the grid of points, if the game is Go.
    pub go: Option<usize>,
}

impl NamedLayout {
    pub fn of_chess(layout: ChessLayout) -> NamedLayout {
        let name = format!("chess:{}", layout.layout().len());
        NamedLayout { name, kinds: layout.layout(), chess: Some(layout), go: None }
    }

    /// The layout of a scheme, under its name unless `--layout` has one for it.
    pub fn of_scheme(scheme: &str, layout: ChessLayout) -> NamedLayout {
        if CHESS.iter().any(|named| named.parts().eq(layout.parts())) {
            return NamedLayout::of_chess(layout);
        }
        let name = scheme.to_owned();
        NamedLayout { name, kinds: layout.layout(), chess: Some(layout), go: None }
    }

    /// A layout of which only the kinds are known.
    pub fn of_kinds(name: String, kinds: Layout) -> NamedLayout {
        NamedLayout { name, kinds, chess: None, go: None }
    }

    fn named(argument: &str, limit: u64) -> Result<NamedLayout> {
        let unknown = || format!("unknown layout `{argument}`: expected {}", expected());
        if let Some(size) = argument.strip_prefix("chess:") {
            return size.parse().ok().and_then(chess_of_size).with_context(unknown);
        }
        if let Some(size) = argument.strip_prefix("go:") {
            let size = size.parse().ok().filter(|size| (1..=99).contains(size));
            return Ok(go(size.with_context(unknown)?));
        }
        if !Path::new(argument).exists() {
            bail!("{}; there is no such file", unknown());
        }
        let text = File::open(argument).and_then(|file| whole::text(file, limit));
        let text = text.with_context(|| format!("cannot read {argument}"))?;
        let name = Path::new(argument).file_stem().unwrap_or_default().to_string_lossy();
        Ok(NamedLayout::of_kinds(name.into_owned(), described(argument, &text)?))
    }
}

/// A layout that the user asks for.
#[derive(Clone, Debug)]
pub enum RequestedLayout {
    /// The layout of chess with as many features as there are keys.
    Chess,
    Named(Box<NamedLayout>),
}

impl RequestedLayout {
    /// Parses the argument of `--layout`. A file may have at most `limit` bytes.
    pub fn read(argument: &str, limit: u64) -> Result<RequestedLayout> {
        match argument {
            "chess" => Ok(RequestedLayout::Chess),
            _ => Ok(RequestedLayout::Named(Box::new(NamedLayout::named(argument, limit)?))),
        }
    }

    /// The layout of keys that do not exist yet.
    pub fn of_new_keys(self) -> NamedLayout {
        match self {
            RequestedLayout::Chess => NamedLayout::of_chess(CHESS[0]),
            RequestedLayout::Named(layout) => *layout,
        }
    }

    /// The layout of `keys` existing keys.
    pub fn of(&self, keys: usize) -> Result<NamedLayout> {
        match self {
            RequestedLayout::Chess => chess_of_size(keys).with_context(|| {
                let sizes: Vec<String> = sizes().map(|size| size.to_string()).collect();
                let (last, others) = sizes.split_last().expect("there are layouts of chess");
                format!(
                    "expected {} or {last} keys for a layout of chess, got {keys}",
                    others.join(", ")
                )
            }),
            RequestedLayout::Named(layout) if keys != layout.kinds.len() => bail!(
                "expected {} keys for the layout {} ({}), got {keys}",
                layout.kinds.len(),
                layout.name,
                layout.kinds,
            ),
            RequestedLayout::Named(layout) => Ok(NamedLayout::clone(layout)),
        }
    }

    /// True if so many keys are likely to be what the user means. The array of the pieces, alone or beside
    /// one or two of 64, has a size of `chess` too, and is most often a part of other keys.
    pub fn suggests(&self, keys: usize) -> bool {
        let is_part = [PIECES, PIECES + 64, PIECES + 128].contains(&keys);
        self.of(keys).is_ok() && !(matches!(self, RequestedLayout::Chess) && is_part)
    }
}

fn chess_of_size(size: usize) -> Option<NamedLayout> {
    let layout = CHESS.into_iter().find(|layout| layout.layout().len() == size)?;
    Some(NamedLayout::of_chess(layout))
}

/// Kinds of Go: black stones on each point, then white stones, and White to move.
fn go(size: usize) -> NamedLayout {
    let kinds = of_kinds([("stone", 2 * size * size), ("turn", 1)]).expect("there are two kinds");
    NamedLayout { name: format!("go:{size}"), kinds, chess: None, go: Some(size) }
}

/// The layout of keys without a known layout: one kind.
pub fn nameless(keys: usize) -> Layout {
    of_kinds([("key", keys)]).expect("there is one kind")
}

/// The layout of kinds that are known at run time; `None` if there are none or too many. The names live
/// as long as the program.
fn of_kinds<'a>(kinds: impl IntoIterator<Item = (&'a str, usize)>) -> Option<Layout> {
    let kinds = kinds.into_iter().map(|(name, size)| (&*Box::leak(name.into()), size));
    let kinds: Vec<(&'static str, usize)> = kinds.collect();
    (1..=MAX_KINDS).contains(&kinds.len()).then(|| Layout::of(&kinds))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    kind: Vec<KindDescription>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindDescription {
    name: Spanned<String>,
    size: Spanned<usize>,
}

/// True if a text describes a scheme, or is meant to.
fn is_scheme(text: &str) -> bool {
    let fields = toml::from_str::<toml::Table>(text);
    fields.is_ok_and(|fields| fields.contains_key("layout") && !fields.contains_key("kind"))
}

/// Parses a layout in TOML.
fn described(file: &str, text: &str) -> Result<Layout> {
    let place = Place { file, bytes: text.as_bytes() };
    let wrong = |span: Range<usize>, reason: &dyn Display| place.error(span.start, reason);
    let description: Description = toml::from_str(text).map_err(|error| {
        if is_scheme(text) {
            return anyhow!(
                "{file}: expected a layout, with a table `[[kind]]` for each kind of features, got a \
                 scheme; name it by --source, which takes its layout, too"
            );
        }
        let reason = format!(
            "expected a table `[[kind]]` with `name` and `size` for each kind of features: {}",
            error.message()
        );
        wrong(error.span().unwrap_or_default(), &reason).into()
    })?;
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    let mut total = 0_usize;
    for KindDescription { name, size } in &description.kind {
        let (name, at) = (name.get_ref().as_str(), name.span());
        if !is_name(name) {
            let reason = format!(
                "expected a name such as `piece` or `en-passant` (words of a-z and 0-9, each \
                 beginning with a letter, joined by `-`), got {name:?}"
            );
            bail!(wrong(at, &reason));
        }
        if kinds.iter().any(|(earlier, _)| *earlier == name) {
            bail!(wrong(at, &format!("the kind `{name}` appears twice")));
        }
        let features = *size.get_ref();
        total = total.saturating_add(features);
        if features == 0 || total > MAX_FEATURES {
            let reason = format!(
                "expected a size from 1, and at most {MAX_FEATURES} features in all, got {features}"
            );
            bail!(wrong(size.span(), &reason));
        }
        if kinds.len() == MAX_KINDS {
            bail!(wrong(at, &format!("expected at most {MAX_KINDS} kinds, got more")));
        }
        kinds.push((name, features));
    }
    of_kinds(kinds).with_context(|| format!("{file}: expected a table `[[kind]]`, got none"))
}

/// True for names that become different identifiers in all languages of `keys export`.
fn is_name(name: &str) -> bool {
    name.split('-').all(|word| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}

/// A kind of a layout in an exported file.
#[derive(Deserialize)]
pub struct KindSize {
    pub name: String,
    pub size: usize,
}

/// The layout of kinds that were read from a file, if it is well-formed.
pub fn of_sizes(kinds: Vec<KindSize>) -> Option<Layout> {
    let mut names = std::collections::HashSet::new();
    let sound = kinds
        .iter()
        .all(|kind| is_name(&kind.name) && kind.size > 0 && names.insert(kind.name.as_str()));
    let total = kinds.iter().try_fold(0_usize, |total, kind| total.checked_add(kind.size));
    if !sound || total.is_none_or(|total| total > MAX_FEATURES) {
        return None;
    }
    of_kinds(kinds.iter().map(|kind| (kind.name.as_str(), kind.size)))
}

/// The layout of chess that has these kinds; not of pieces alone, whose order the kinds do not tell.
pub fn known(kinds: Layout) -> Option<NamedLayout> {
    let told = CHESS.into_iter().filter(|layout| layout.layout().len() != PIECES);
    told.into_iter().find(|layout| layout.layout() == kinds).map(NamedLayout::of_chess)
}
