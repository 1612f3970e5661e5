//! How a game begins.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess};
use zobrist::Changes;
use zobrist_chess::Scheme;

use crate::game_error::GameError;
use crate::hashed::Hashed;
use crate::positions::Positions;
use crate::record::{read_position, read_variant_position};

/// The options for replaying games: how a game without tags is read, and which games are refused.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameOptions {
    /// The variant that all games must have: a game whose tag names another is refused. With
    /// `None`, the tag of each game decides, and a game without one is chess.
    pub variant: Option<Variant>,
    /// Whether all games are read as Chess960. Otherwise only those games are whose tag says so, or
    /// whose castling rights in `FEN` need it.
    pub chess960: bool,
    /// Whether games of variants other than chess are replayed; otherwise they are refused.
    pub variants: bool,
}

/// The tags that decide the first position of a game, without their escapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// The value of the tag `Variant`.
    pub variant: Option<Vec<u8>>,
    /// The value of the tag `FEN`.
    pub fen: Option<Vec<u8>>,
}

/// A game at its first position.
pub(crate) enum Begun<S: Scheme, C> {
    /// Standard chess and Chess960, without the cost of asking each time.
    Chess(Hashed<S, Chess, C>),
    Other(Hashed<S, VariantPosition, C>),
}

impl<S: Scheme, C: Changes> Begun<S, C> {
    /// Hands over the first position.
    pub fn show(&self, positions: &mut impl Positions<S, C>) {
        match self {
            Begun::Chess(game) => positions.position(0, None, game),
            Begun::Other(game) => positions.position(0, None, game),
        }
    }
}

/// The first position of a game.
pub(crate) fn begin<S: Scheme, C: Changes>(
    set_up: &SetUp,
    options: GameOptions,
    changes: C,
) -> Result<Begun<S, C>, GameError> {
    let mut variant = options.variant.unwrap_or_default();
    let mut chess960 = options.chess960;
    if let Some(tag) = &set_up.variant {
        let (named, named_chess960) = variant_of_tag(tag)
            .ok_or_else(|| GameError::UnknownVariant(String::from_utf8_lossy(tag).into()))?;
        if options.variant.is_some_and(|wanted| wanted != named) {
            return Err(GameError::OtherVariant { expected: variant, got: named });
        }
        variant = named;
        chess960 |= named_chess960;
    }
    let mode = chess960.then_some(CastlingMode::Chess960);
    if variant == Variant::Chess {
        let position = match &set_up.fen {
            Some(fen) => read_position(fen, mode).map_err(GameError::Fen)?,
            None => Chess::default(),
        };
        return Ok(Begun::Chess(Hashed::with(position, changes)));
    }
    if !options.variants {
        return Err(GameError::NoVariants(variant));
    }
    let position = match &set_up.fen {
        Some(fen) => read_variant_position(fen, variant, mode).map_err(GameError::Fen)?,
        None => VariantPosition::new(variant),
    };
    Ok(Begun::Other(Hashed::with(position, changes)))
}

/// The variant of a `Variant` tag, and whether it is Chess960.
fn variant_of_tag(tag: &[u8]) -> Option<(Variant, bool)> {
    let plain: Vec<u8> = tag
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(u8::to_ascii_lowercase)
        .collect();
    Some(match plain.as_slice() {
        b"chess" | b"standard" | b"normal" | b"fromposition" => (Variant::Chess, false),
        b"chess960" | b"fischerandom" | b"fischerrandom" | b"frc" => (Variant::Chess, true),
        b"atomic" => (Variant::Atomic, false),
        b"antichess" => (Variant::Antichess, false),
        b"kingofthehill" | b"koth" => (Variant::KingOfTheHill, false),
        b"3check" | b"threecheck" => (Variant::ThreeCheck, false),
        b"crazyhouse" => (Variant::Crazyhouse, false),
        b"racingkings" => (Variant::RacingKings, false),
        b"horde" => (Variant::Horde, false),
        _ => return None,
    })
}
