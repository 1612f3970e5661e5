//! The start of a game: the position and the rules that its tags ask for.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess};
use zobrist::Changes;
use zobrist_chess::Scheme;

use crate::game_error::GameError;
use crate::hashed::Hashed;
use crate::pgn::Language;
use crate::read_position::{read_tag, read_variant_tag};

/// Options for replaying games: how games without tags are read, and which games are refused.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct GameOptions {
    /// Variant of all games; a game whose tag names another is refused. With `None`, the tag of
    /// each game decides, and a game without one is chess.
    pub variant: Option<Variant>,
    /// Reads all games as Chess960. If false, games are of Chess960 if their tag says so or the
    /// castling rights of their `FEN` need it.
    pub chess960: bool,
    /// Replays games of variants other than chess. If false, such games are refused.
    pub allow_variants: bool,
    /// Refuses a game whose `FEN` has castling rights or an en passant square that cannot be. If
    /// false, they are left out, and the visitor [is told](crate::GameVisitor::repaired_start).
    pub strict_start: bool,
    /// Language whose letters of the pieces are read. A game that is legal with those of English,
    /// and not with these, is read with those of English.
    pub language: Language,
}

impl GameOptions {
    /// Creates options for games of chess in English, the default, as a constant.
    #[must_use]
    pub const fn new() -> GameOptions {
        GameOptions {
            variant: None,
            chess960: false,
            allow_variants: false,
            strict_start: false,
            language: Language::English,
        }
    }
}

/// The tags that decide the first position of a game, their values without escapes.
///
/// Closed: PGN has no other tags that set up a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartTags {
    /// The value of the tag `Variant`.
    pub variant: Option<Vec<u8>>,
    /// The value of the tag `FEN`.
    pub fen: Option<Vec<u8>>,
}

/// A game at its first position, and true if something was left out of its `FEN`.
pub(crate) type Started<S, C> = (StartedGame<S, C>, bool);

/// A game at its first position.
pub(crate) enum StartedGame<S: Scheme, C> {
    /// Standard chess and Chess960, in shakmaty's faster type.
    Chess(Hashed<S, Chess, C>),
    Other(Hashed<S, VariantPosition, C>),
}

/// Sets up the first position of a game.
pub(crate) fn start_game<S: Scheme, C: Changes>(
    scheme: &S,
    tags: &StartTags,
    options: GameOptions,
    changes: C,
) -> Result<Started<S, C>, GameError> {
    let mut variant = options.variant.unwrap_or_default();
    let mut chess960 = options.chess960;
    let [tag, fen] =
        [&tags.variant, &tags.fen].map(|tag| tag.as_ref().filter(|value| !is_unknown(value)));
    if let Some(tag) = tag {
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
        let (position, repaired) = match fen {
            Some(fen) => read_tag(fen, mode, options.strict_start).map_err(GameError::Fen)?,
            None => (Chess::default(), false),
        };
        let game = Hashed::with(scheme.clone(), position, changes);
        return Ok((StartedGame::Chess(game), repaired));
    }
    if !options.allow_variants {
        return Err(GameError::NoVariants(variant));
    }
    let (position, repaired) = match fen {
        Some(fen) => {
            read_variant_tag(fen, variant, mode, options.strict_start).map_err(GameError::Fen)?
        }
        None => (VariantPosition::new(variant), false),
    };
    Ok((StartedGame::Other(Hashed::with(scheme.clone(), position, changes)), repaired))
}

/// True for the value of a tag that says nothing.
pub(crate) fn is_unknown(value: &[u8]) -> bool {
    matches!(value.trim_ascii(), b"" | b"?")
}

/// Returns the variant of a `Variant` tag, and true for Chess960.
fn variant_of_tag(tag: &[u8]) -> Option<(Variant, bool)> {
    let plain: Vec<u8> = tag
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(u8::to_ascii_lowercase)
        .collect();
    Some(match plain.as_slice() {
        b"chess" | b"standard" | b"normal" | b"regular" | b"classical" | b"fromposition" => {
            (Variant::Chess, false)
        }
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
