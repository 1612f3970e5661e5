//! Every position of a game in PGN, with its hash. The moves are read by the `pgn-reader`
//! crate.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::marker::PhantomData;
use std::mem::discriminant;
use std::ops::ControlFlow;

use memchr::{memchr_iter, memrchr};
use pgn_reader::{RawTag, SanPlus, Skip, Visitor};
use shakmaty::san::SanError;
use shakmaty::variant::Variant;
use shakmaty::{Move, Outcome};
use zobrist::Changes;
use zobrist_chess::{Fide, Scheme};

use crate::game_reader::GameReader;
use crate::games::open_comment_offset;
use crate::hashed::Hashed;
use crate::movetext::{PassedOver, passed_over};
use crate::record::ReadPositionError;
use crate::rules::HashablePosition;
use crate::san::find_move;
use crate::set_up::{Game, SetUp, start};

/// Receives the tags, positions and result of a game that is replayed.
pub trait Positions<S: Scheme, C: Changes> {
    /// Receives a tag pair, its value without the escapes. All come before the first position.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {}

    /// Receives the next position, and the move that led to it; ply 0 is the position before the
    /// first move.
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Hashed<S, P, C>,
    );

    /// Receives the result that follows the moves, if one does.
    fn result(&mut self, _result: Outcome) {}
}

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

/// Replays the main line of one game and hands every position to `positions`.
///
/// `text` is that of one game, as [`GameScanner`](crate::GameScanner) cuts it; `changes` is where the
/// features of the first position and all changes go. The tags `FEN` and `Variant` are obeyed.
/// Returns the number of plies, or `None` if the text has no game.
///
/// # Errors
/// When the game cannot be read to its end. Positions before the fault have been
/// handed over by then.
pub fn replay_game<S: Scheme, C: Changes + Clone>(
    text: &[u8],
    options: GameOptions,
    changes: C,
    positions: &mut impl Positions<S, C>,
) -> Result<Option<usize>, GameError> {
    let mut replay = Replay {
        options,
        changes,
        positions,
        begun: false,
        ended: false,
        has_variation: false,
        scheme: PhantomData,
    };
    let mut game = GameReader::open(text);
    let read = match game.reader.read_game(&mut replay) {
        Ok(None) => {
            game.close();
            return Ok(None);
        }
        Ok(Some(read)) => read,
        Err(error) => return Err(GameError::Text(error)),
    };
    // The reader skips variations and, with one whose comment is unterminated, all moves after it.
    if replay.has_variation && open_comment_offset(text).is_some() {
        let error = io::Error::new(io::ErrorKind::InvalidData, "unterminated comment");
        return Err(GameError::Text(error));
    }
    // It also skips what it cannot read, and then the next move may not fit.
    if matches!(read, Ok(_) | Err(GameError::Move { .. } | GameError::MoreText)) {
        match passed_over(text, read.as_ref().ok().copied()) {
            Some(PassedOver::Word(offset, word)) => return Err(GameError::Word { offset, word }),
            // Nothing after an open variation is read: a fault that is known comes before it.
            Some(PassedOver::Variation(offset)) if read.is_ok() => {
                return Err(GameError::Variation { offset });
            }
            _ => {}
        }
    }
    let plies = read?;
    match game.reader.has_more() {
        Ok(false) => {
            game.close();
            Ok(replay.begun.then_some(plies))
        }
        Ok(true) => Err(GameError::MoreText),
        Err(error) => Err(GameError::Text(error)),
    }
}

/// Returns where the fault of a game is, for a message: the offset in bytes of its line, or of the
/// word or variation at fault.
///
/// For a game that [`replay_game`] has refused; costs a few replays of it.
pub fn fault_offset(text: &[u8], options: GameOptions, error: &GameError) -> usize {
    let known = match error {
        GameError::Text(_) => open_comment_offset(text),
        GameError::Word { offset, .. } | GameError::Variation { offset } => Some(*offset),
        _ => None,
    };
    let offset = known.unwrap_or_else(|| {
        // The fault is on the first line without which it does not appear.
        let ends: Vec<usize> = memchr_iter(b'\n', text).map(|end| end + 1).collect();
        let seen = |end: &usize| {
            replay_game::<Fide, ()>(&text[..*end], options, (), &mut Nobody)
                .is_err_and(|fault| discriminant(&fault) == discriminant(error))
        };
        let line = ends.partition_point(|end| !seen(end));
        line.checked_sub(1).map_or(0, |before| ends[before])
    });
    // No fault is in the blank lines before a game.
    let blank = text.len() - text.trim_ascii_start().len();
    offset.max(memrchr(b'\n', &text[..blank]).map_or(0, |end| end + 1))
}

/// Takes changes and positions, and does nothing with them.
struct Nobody;

impl<S: Scheme, C: Changes> Positions<S, C> for Nobody {
    fn position<P: HashablePosition>(&mut self, _: usize, _: Option<Move>, _: &Hashed<S, P, C>) {}
}

struct Replay<'a, S, C, V> {
    options: GameOptions,
    changes: C,
    positions: &'a mut V,
    /// Whether there was a tag, a move or a result: a comment alone is no game.
    begun: bool,
    /// Whether there was a result.
    ended: bool,
    has_variation: bool,
    scheme: PhantomData<S>,
}

impl<S: Scheme, C: Changes, V: Positions<S, C>> Replay<'_, S, C, V> {
    /// Notes that there is something of a game.
    #[inline]
    fn begin(&mut self, game: &Game<S, C>) {
        if !self.begun {
            self.begun = true;
            self.show_start(game);
        }
    }

    fn show_start(&mut self, game: &Game<S, C>) {
        game.show(self.positions);
    }
}

impl<S: Scheme, C: Changes + Clone, V: Positions<S, C>> Visitor for Replay<'_, S, C, V> {
    type Tags = SetUp;
    type Movetext = (usize, Game<S, C>);
    type Output = Result<usize, GameError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, SetUp> {
        ControlFlow::Continue(SetUp::default())
    }

    fn tag(
        &mut self,
        set_up: &mut SetUp,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        self.begun = true;
        let value = value.decode();
        self.positions.tag(name, &value);
        match name {
            b"Variant" => set_up.variant = Some(value.into_owned()),
            b"FEN" => set_up.fen = Some(value.into_owned()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, set_up: SetUp) -> ControlFlow<Self::Output, Self::Movetext> {
        match start(set_up, self.options, self.changes.clone()) {
            Ok(game) => {
                if self.begun {
                    self.show_start(&game);
                }
                ControlFlow::Continue((0, game))
            }
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    #[inline]
    fn san(&mut self, (ply, game): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        if self.ended {
            return ControlFlow::Break(Err(GameError::MoreText));
        }
        self.begin(game);
        *ply += 1;
        let played = match game {
            Game::Chess(game) => play(game, *ply, san, self.positions),
            Game::Other(game) => play(game, *ply, san, self.positions),
        };
        match played {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn outcome(
        &mut self,
        (_, game): &mut Self::Movetext,
        result: Outcome,
    ) -> ControlFlow<Self::Output> {
        self.begin(game);
        self.ended = true;
        self.positions.result(result);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        self.has_variation = true;
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (ply, _): Self::Movetext) -> Self::Output {
        Ok(ply)
    }
}

#[inline]
fn play<S: Scheme, P: HashablePosition, C: Changes>(
    game: &mut Hashed<S, P, C>,
    ply: usize,
    san: SanPlus,
    positions: &mut impl Positions<S, C>,
) -> Result<(), GameError> {
    let m = find_move(game.position(), san.san).map_err(|error| GameError::Move {
        ply,
        san: san.to_string(),
        ambiguous: error == SanError::AmbiguousSan,
    })?;
    game.play_unchecked(m);
    positions.position(ply, Some(m), game);
    Ok(())
}

/// The error of a game that cannot be replayed.
#[derive(Debug)]
#[non_exhaustive]
pub enum GameError {
    /// The text is not PGN: a comment or a tag that is not terminated.
    Text(io::Error),
    /// More text follows the game: moves after its result, or another game.
    MoreText,
    /// The `FEN` tag holds no legal position.
    Fen(ReadPositionError),
    /// The `Variant` tag names a variant that shakmaty does not know.
    UnknownVariant(String),
    /// The `Variant` tag names a variant other than the one asked for.
    OtherVariant {
        /// The variant that was asked for.
        expected: Variant,
        /// The variant of the game.
        got: Variant,
    },
    /// The scheme has no features for the variant of the game.
    NoVariants(Variant),
    /// A word is where a move should be, and is not a move.
    Word {
        /// Its offset in the text of the game, in bytes.
        offset: usize,
        /// The word.
        word: String,
    },
    /// A variation is not terminated.
    Variation {
        /// The offset of its start in the text of the game, in bytes.
        offset: usize,
    },
    /// A move is illegal or ambiguous.
    Move {
        /// The ply that it would have led to: 1 for the first move.
        ply: usize,
        /// The move as written.
        san: String,
        /// Whether it is ambiguous, that is, several legal moves are written this way.
        ambiguous: bool,
    },
}

impl Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Text(error) => write!(f, "expected PGN, got an {error}"),
            GameError::MoreText => f.write_str("expected one game, got more text after it"),
            GameError::Fen(error) => write!(f, "FEN tag: {error}"),
            GameError::UnknownVariant(name) => write!(f, "unknown variant {:?}", excerpt(name)),
            GameError::OtherVariant { expected, got } => {
                write!(f, "expected a game of {expected}, got one of {got}")
            }
            GameError::NoVariants(variant) => {
                write!(f, "the scheme has no features for variants, got a game of {variant}")
            }
            GameError::Word { word, .. } => {
                write!(f, "expected a move, got {:?}", excerpt(word))?;
                match promotion(word) {
                    Some(promotion) => write!(f, "; write it {promotion}"),
                    None => Ok(()),
                }
            }
            GameError::Variation { .. } => {
                f.write_str("expected PGN, got an unterminated variation")
            }
            GameError::Move { ply, san, ambiguous } => {
                let what = if *ambiguous { "ambiguous" } else { "illegal" };
                write!(f, "{what} move {san} at ply {ply}")
            }
        }
    }
}

/// The promotion that a word means when it lacks the sign, as "h8Q" does.
fn promotion(word: &str) -> Option<String> {
    let (square, role) = word.split_at(word.rfind(|c: char| c.is_ascii_alphabetic())?);
    let promotion = format!("{square}={role}");
    let is_pawn = word.starts_with(|c| matches!(c, 'a'..='h'));
    let promotes = is_pawn && square.ends_with(['1', '8']);
    (promotes && SanPlus::from_ascii(promotion.as_bytes()).is_ok()).then_some(promotion)
}

/// The beginning of a text that may be of any length, for a message.
fn excerpt(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}

impl Error for GameError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            GameError::Text(error) => Some(error),
            GameError::Fen(error) => Some(error),
            _ => None,
        }
    }
}
