//! How a game begins, and games whose moves are stored without text.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess};
use zobrist::Changes;
use zobrist_chess::{PackedMove, Scheme};

use crate::hashed::Hashed;
use crate::packed::unpack_move;
use crate::record::{read_position, read_variant_position};
use crate::replay::{GameError, GameOptions, Positions};
use crate::rules::HashablePosition;

/// The tags that decide the first position of a game, without their escapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// The value of the tag `Variant`.
    pub variant: Option<Vec<u8>>,
    /// The value of the tag `FEN`.
    pub fen: Option<Vec<u8>>,
}

/// Replays a game whose moves are stored in sixteen bits each, and hands every position to
/// `positions`, as [`replay_game`](crate::replay_game) does. Returns the number of plies.
///
/// ```
/// use shakmaty::Move;
/// use zobrist_chess::{Fide, PackedMove};
/// use zobrist_shakmaty::{GameOptions, Hashed, Positions, HashablePosition, SetUp, replay_moves};
///
/// struct Last(usize);
/// impl Positions<Fide, ()> for Last {
///     fn position<P: HashablePosition>(&mut self, ply: usize, _: Option<Move>, _: &Hashed<Fide, P, ()>) {
///         self.0 = ply;
///     }
/// }
///
/// let e4 = PackedMove::new(12, 28, None);
/// let mut last = Last(0);
/// replay_moves(&SetUp::default(), [e4], GameOptions::default(), (), &mut last)?;
/// assert_eq!(last.0, 1);
/// # Ok::<(), zobrist_shakmaty::GameError>(())
/// ```
///
/// # Errors
/// When the tags are not understood or a move is not legal. Positions before the fault
/// have been handed over by then.
pub fn replay_moves<S: Scheme, C: Changes>(
    set_up: &SetUp,
    moves: impl IntoIterator<Item = PackedMove>,
    options: GameOptions,
    changes: C,
    positions: &mut impl Positions<S, C>,
) -> Result<usize, GameError> {
    let game = start(set_up.clone(), options, changes)?;
    game.show(positions);
    match game {
        Game::Chess(game) => play_all(game, moves, positions),
        Game::Other(game) => play_all(game, moves, positions),
    }
}

fn play_all<S: Scheme, P: HashablePosition, C: Changes>(
    mut game: Hashed<S, P, C>,
    moves: impl IntoIterator<Item = PackedMove>,
    positions: &mut impl Positions<S, C>,
) -> Result<usize, GameError> {
    let mut ply = 0;
    for packed in moves {
        ply += 1;
        let m = unpack_move(game.position(), packed).ok_or_else(|| GameError::Move {
            ply,
            san: packed.to_string(),
            ambiguous: false,
        })?;
        game.play_unchecked(m);
        positions.position(ply, Some(m), &game);
    }
    Ok(ply)
}

/// A game being played.
pub(crate) enum Game<S: Scheme, C> {
    /// Standard chess and Chess960, without the cost of asking each time.
    Chess(Hashed<S, Chess, C>),
    Other(Hashed<S, VariantPosition, C>),
}

impl<S: Scheme, C: Changes> Game<S, C> {
    /// Hands over the first position.
    pub fn show(&self, positions: &mut impl Positions<S, C>) {
        match self {
            Game::Chess(game) => positions.position(0, None, game),
            Game::Other(game) => positions.position(0, None, game),
        }
    }
}

/// The first position of a game.
pub(crate) fn start<S: Scheme, C: Changes>(
    set_up: SetUp,
    options: GameOptions,
    changes: C,
) -> Result<Game<S, C>, GameError> {
    let mut variant = options.variant.unwrap_or_default();
    let mut chess960 = options.chess960;
    if let Some(tag) = set_up.variant {
        let (named, named_chess960) = variant_of_tag(&tag)
            .ok_or_else(|| GameError::UnknownVariant(String::from_utf8_lossy(&tag).into()))?;
        if options.variant.is_some_and(|wanted| wanted != named) {
            return Err(GameError::OtherVariant { expected: variant, got: named });
        }
        variant = named;
        chess960 |= named_chess960;
    }
    let mode = chess960.then_some(CastlingMode::Chess960);
    if variant == Variant::Chess {
        let position = match set_up.fen {
            Some(fen) => read_position(&fen, mode).map_err(GameError::Fen)?,
            None => Chess::default(),
        };
        return Ok(Game::Chess(Hashed::with(position, changes)));
    }
    if !options.variants {
        return Err(GameError::NoVariants(variant));
    }
    let position = match set_up.fen {
        Some(fen) => read_variant_position(&fen, variant, mode).map_err(GameError::Fen)?,
        None => VariantPosition::new(variant),
    };
    Ok(Game::Other(Hashed::with(position, changes)))
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
