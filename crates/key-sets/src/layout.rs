//! Layouts named on the command line or described in a TOML file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use zobrist::Layout;
use zobrist_chess::ChessLayout;
use zobrist_key_lists::read_layout;

/// The layouts of chess, which differ in their sizes. For new keys, `chess` means the first.
static CHESS: [ChessLayout; 8] = [
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

/// A layout with its name.
#[derive(Clone, Debug)]
pub struct NamedLayout {
    /// The name that `--layout` accepts.
    pub name: String,
    /// Kinds of features in their order.
    pub kinds: Layout,
    /// The meaning of the features, if the game is chess.
    pub chess: Option<ChessLayout>,
    /// The side of the grid of points, if the game is Go.
    pub go: Option<usize>,
}

impl NamedLayout {
    /// Names a layout of chess by its number of features.
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
        let kinds = read_layout(Path::new(argument), limit)?;
        let name = Path::new(argument).file_stem().unwrap_or_default().to_string_lossy();
        Ok(NamedLayout::of_kinds(name.into_owned(), kinds))
    }
}

/// A layout that the user asks for.
#[derive(Clone, Debug)]
pub enum RequestedLayout {
    /// The layout of chess with as many features as there are keys.
    Chess,
    /// A layout with a name, or that of a file.
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

    /// True if the user is likely to mean this layout with `keys` keys. The array of the pieces,
    /// alone or beside one or two of 64, has a size of `chess` too, and is most often a part of
    /// other keys.
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
    let kinds = Layout::of(&[("stone", 2 * size * size), ("turn", 1)]);
    NamedLayout { name: format!("go:{size}"), kinds, chess: None, go: Some(size) }
}

/// The layout of keys without a known layout: one kind.
pub(crate) fn nameless(keys: usize) -> Layout {
    Layout::of(&[("key", keys)])
}

/// The layout of chess that has these kinds; not of pieces alone, whose order the kinds do not
/// tell.
pub(crate) fn known(kinds: Layout) -> Option<NamedLayout> {
    let told = CHESS.into_iter().filter(|layout| layout.layout().len() != PIECES);
    told.into_iter().find(|layout| layout.layout() == kinds).map(NamedLayout::of_chess)
}
