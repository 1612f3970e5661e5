//! Published sets of keys.

use anyhow::Result;
use shakmaty::variant::Variant;
use zobrist::{Guarantee, Key, Source};
use zobrist_chess::{
    AnyScheme, ChessLayout, STOCKFISH, STOCKFISH_2020, Scheme, SchemeId, with_any_scheme,
};
use zobrist_go::{GoKey, GoScheme};

use super::layout::NamedLayout;
use super::set::KeySet;
use crate::schemes::{Bits, SchemeArgument, scheme_for};

/// A set of keys that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    Scheme(SchemeId),
    Stockfish2020,
    Stockfish,
    Go,
}

const NAMES: [(&str, Published); 7] = [
    ("polyglot", Published::Scheme(SchemeId::Polyglot)),
    ("fide", Published::Scheme(SchemeId::Fide)),
    ("fen", Published::Scheme(SchemeId::Fen)),
    ("zobrist", Published::Scheme(SchemeId::Zobrist64)),
    ("stockfish-2020", Published::Stockfish2020),
    ("stockfish", Published::Stockfish),
    ("go", Published::Go),
];

impl Published {
    pub fn named(name: &str) -> Option<Published> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, published)| *published)
    }

    /// The keys in a width.
    pub fn keys(self, name: &str, bits: Bits) -> Result<KeySet> {
        let stockfish = |keys: &[u64], source, layout| {
            anyhow::ensure!(bits == Bits::B64, "the keys of `{name}` have 64 bits");
            Ok(set(name, keys, source, Guarantee::None, layout))
        };
        match self {
            Published::Scheme(scheme) => {
                let argument = SchemeArgument::BuiltIn(scheme.into());
                Ok(of_scheme(&scheme_for(&argument, Some(bits), Variant::Chess)?))
            }
            Published::Stockfish2020 => stockfish(
                STOCKFISH_2020.as_slice(),
                STOCKFISH_2020.source(),
                ChessLayout::STOCKFISH_2020,
            ),
            Published::Go => match bits {
                Bits::B32 => anyhow::bail!("the keys of `{name}` have 64 or 128 bits"),
                Bits::B64 => Ok(go::<u64>()),
                Bits::B128 => Ok(go::<u128>()),
            },
            Published::Stockfish => {
                stockfish(STOCKFISH.as_slice(), STOCKFISH.source(), ChessLayout::STOCKFISH)
            }
        }
    }
}

/// The keys of a scheme of chess.
pub fn of_scheme(scheme: &AnyScheme) -> KeySet {
    with_any_scheme!(scheme, scheme => {
        let source = scheme.source();
        KeySet {
            name: scheme.name().to_owned(),
            origin: source.map_or_else(|| scheme.name().to_owned(), |source| source.to_string()),
            seed: source.and_then(|source| source.seed()),
            keys: scheme.keys().iter().map(|key| key.to_word()).collect(),
            bits: scheme.bits(),
            linear: scheme.is_linear(),
            layout: Some(NamedLayout::of_chess(*scheme.chess_layout())),
            guarantee: scheme.guarantee(),
        }
    })
}

/// The keys of the scheme of Go.
fn go<K: GoKey>() -> KeySet {
    let keys: Vec<K> = GoScheme::LAYOUT.features().map(GoScheme::key).collect();
    let (source, guarantee) = (GoScheme::source(), GoScheme::guarantee::<K>());
    let kinds = GoScheme::LAYOUT;
    let layout = NamedLayout { name: GoScheme::NAME.to_owned(), kinds, chess: None };
    set_of(GoScheme::NAME, &keys, source, guarantee, layout)
}

fn set<K: Key>(
    name: &str,
    keys: &[K],
    source: Source,
    guarantee: Guarantee,
    layout: ChessLayout,
) -> KeySet {
    set_of(name, keys, source, guarantee, NamedLayout::of_chess(layout))
}

fn set_of<K: Key>(
    name: &str,
    keys: &[K],
    source: Source,
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
        guarantee,
    }
}
