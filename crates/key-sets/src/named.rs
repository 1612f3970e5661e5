//! Sets of keys that exist: published ones, and those of schemes.

use anyhow::{Context, Result, bail};
use shakmaty::variant::Variant;
use zobrist::{Combine, Guarantee, Key, Layout, Source};
use zobrist_chess::{
    AnyScheme, ChessLayout, STOCKFISH, STOCKFISH_2020, Scheme, SecondaryKey, with_any_scheme,
};
use zobrist_commands_input::schemes::{Bits, SchemeArgument, in_width, slots_in_width};
use zobrist_go::{GoKey, GoScheme, MAX_SIDE};
use zobrist_key_lists::SlotScheme;

use super::layout::{NamedLayout, RequestedLayout};
use super::set::KeySet;

/// A set of keys that has a name.
#[derive(Clone, Debug)]
pub enum Published {
    /// A built-in scheme of chess, or one that a file describes.
    Scheme(SchemeArgument),
    /// The keys of Stockfish in 2020.
    Stockfish2020,
    /// The keys of later versions of Stockfish.
    Stockfish,
    /// The keys of the scheme `go`.
    Go,
}

impl Published {
    /// Returns the set of this name.
    pub fn named(name: &str) -> Option<Published> {
        match name {
            "stockfish-2020" => Some(Published::Stockfish2020),
            "stockfish" => Some(Published::Stockfish),
            "go" => Some(Published::Go),
            _ => SchemeArgument::of(name.as_ref()).map(Published::Scheme),
        }
    }

    /// The names, for messages.
    pub fn names() -> Vec<&'static str> {
        AnyScheme::NAMES.into_iter().chain(["stockfish-2020", "stockfish", "go"]).collect()
    }

    /// Returns its kind, for messages.
    pub fn what(&self) -> &'static str {
        match self {
            Published::Scheme(SchemeArgument::File(_)) => "a scheme",
            _ => "a published set",
        }
    }

    /// The keys, in a width if one is asked for. `max_size` limits files.
    ///
    /// # Errors
    /// When the keys do not have that width, or the file of a scheme cannot be read.
    pub fn keys(&self, bits: Option<Bits>, max_size: Option<u64>) -> Result<KeySet> {
        let stockfish = |name: &str, keys: &[u64], source, layout| {
            if bits.is_some_and(|bits| bits != Bits::B64) {
                bail!("the keys of `{name}` have 64 bits");
            }
            let layout = NamedLayout::of_chess(layout);
            Ok(set_of(name, keys, source, Guarantee::None, layout))
        };
        match self {
            Published::Scheme(argument) => of_argument(argument, bits, max_size),
            Published::Go => match bits.unwrap_or(Bits::B64) {
                Bits::B32 => bail!("the keys of `go` have 64 or 128 bits"),
                Bits::B64 => Ok(go::<u64>()),
                Bits::B128 => Ok(go::<u128>()),
            },
            Published::Stockfish2020 => stockfish(
                "stockfish-2020",
                STOCKFISH_2020.as_slice(),
                STOCKFISH_2020.source(),
                ChessLayout::STOCKFISH_2020,
            ),
            Published::Stockfish => stockfish(
                "stockfish",
                STOCKFISH.as_slice(),
                STOCKFISH.source(),
                ChessLayout::STOCKFISH,
            ),
        }
    }
}

/// The layout of a set that has one, if the layout that the user asks for is the same.
///
/// # Errors
/// When it is another one.
pub(crate) fn agreed(
    set: &KeySet,
    source: &str,
    requested: &RequestedLayout,
) -> Result<NamedLayout> {
    let own = set.layout.clone().expect("a published set has a layout");
    if matches!((requested, own.chess), (RequestedLayout::Chess, Some(_))) {
        return Ok(own);
    }
    let what = || format!("--layout does not fit {source}");
    let requested = requested.of(set.keys.len()).with_context(what)?;
    let is_same = match (requested.chess, own.chess) {
        (Some(requested), Some(own)) => is_same(&requested, &own),
        _ => requested.kinds == own.kinds,
    };
    if !is_same {
        bail!("{}: its layout is {} ({}); leave out --layout", what(), own.name, own.kinds);
    }
    Ok(own)
}

/// True if equal features have equal slots.
pub fn is_same(a: &ChessLayout, b: &ChessLayout) -> bool {
    // Parts without slots of their own may stand in any order.
    a.layout() == b.layout()
        && a.parts().count() == b.parts().count()
        && a.parts().all(|part| b.parts().any(|other| part == other))
}

/// The built-in scheme of a name, if it has these kinds.
pub(crate) fn known(name: &str, kinds: Layout) -> Option<AnyScheme> {
    AnyScheme::named(name).filter(|scheme| scheme.layout().layout() == kinds)
}

/// The secondary keys of a scheme.
pub(crate) fn secondary(scheme: &AnyScheme) -> Vec<SecondaryKey> {
    match scheme {
        AnyScheme::BuiltIn(_) => Vec::new(),
        AnyScheme::Composed(scheme) => scheme.secondary_keys().to_vec(),
    }
}

/// The keys of a scheme, in a width if one is asked for. `max_size` limits files.
///
/// # Errors
/// When the scheme cannot be read, or lacks the width.
fn of_argument(
    argument: &SchemeArgument,
    bits: Option<Bits>,
    max_size: Option<u64>,
) -> Result<KeySet> {
    let mut set = match slots_in_width(argument, bits, max_size)? {
        Some(scheme) => of_slots(&scheme),
        None => of_scheme(&in_width(argument.read_within(max_size)?, bits, Variant::Chess)?),
    };
    if let (SchemeArgument::File(path), true) = (argument, set.origin == set.name) {
        set.origin = path.display().to_string();
    }
    Ok(set)
}

/// The keys of a scheme of chess.
fn of_scheme(any: &AnyScheme) -> KeySet {
    with_any_scheme!(any, scheme => {
        let source = scheme.source();
        KeySet {
            name: scheme.name().to_owned(),
            origin: source.map_or_else(|| scheme.name().to_owned(), |source| source.to_string()),
            seed: source.and_then(|source| source.seed()),
            keys: scheme.keys().iter().map(|key| key.to_word()).collect(),
            bits: scheme.bits(),
            linear: scheme.is_linear(),
            layout: Some(NamedLayout::of_scheme(scheme.name(), *scheme.chess_layout())),
            en_passant: Some(scheme.en_passant()),
            guarantee: scheme.guarantee(),
            scheme_fingerprint: match any {
                AnyScheme::BuiltIn(_) => None,
                AnyScheme::Composed(_) => Some(scheme.fingerprint()),
            },
            secondary: secondary(any),
            names: Vec::new(),
        }
    })
}

/// The keys of a scheme of slots, of any game.
fn of_slots(scheme: &SlotScheme) -> KeySet {
    let (name, source) = (scheme.name().to_owned(), scheme.source());
    KeySet {
        origin: source.map_or_else(|| name.clone(), |source| source.to_string()),
        seed: source.and_then(|source| source.seed()),
        keys: scheme.keys().iter().map(|key| key.to_word()).collect(),
        bits: scheme.bits(),
        linear: scheme.combine() == Combine::Xor,
        layout: Some(NamedLayout::of_kinds(name.clone(), scheme.layout())),
        name,
        en_passant: None,
        guarantee: scheme.guarantee(),
        scheme_fingerprint: None,
        secondary: Vec::new(),
        names: scheme.names().to_vec(),
    }
}

/// The keys of the scheme of Go.
fn go<K: GoKey>() -> KeySet {
    let keys: Vec<K> = GoScheme::LAYOUT.features().map(GoScheme::key).collect();
    let (source, guarantee) = (GoScheme::source(), GoScheme::guarantee::<K>());
    let kinds = GoScheme::LAYOUT;
    let name = GoScheme::NAME.to_owned();
    let layout = NamedLayout { name, kinds, chess: None, go: Some(MAX_SIDE) };
    set_of(GoScheme::NAME, &keys, source, guarantee, layout)
}

fn set_of<K: Key>(
    name: &str,
    keys: &[K],
    source: Source<'static>,
    guarantee: Guarantee,
    layout: NamedLayout,
) -> KeySet {
    KeySet {
        name: name.to_owned(),
        origin: source.to_string(),
        seed: source.seed(),
        keys: keys.iter().map(|key| key.to_word()).collect(),
        bits: K::BITS,
        linear: K::LINEAR,
        layout: Some(layout),
        en_passant: None,
        guarantee,
        scheme_fingerprint: None,
        secondary: Vec::new(),
        names: Vec::new(),
    }
}
