//! A game: a board, the player to move, and the positions so far.
//!
//! A look-up is left out when the position must be new. A play that is not suicide leaves its stone
//! standing, so it can only repeat a position with that stone; if none of its color was ever taken
//! off that point, there is no such position, and all plays after it make new positions until a
//! stone goes. To look up captures only would be wrong: a play that captures nothing can complete a
//! cycle whose captures came before, and suicide of one stone repeats at once.

mod canonical;
mod moves;
mod share;
mod undo;

use zobrist::{History, Repetition, Rule, Step};

use crate::board::{Board, BoardSizeError, Images, Outcome, PlaceError, Removed, SetUpError};
use crate::color::Color;
use crate::point::Point;
use crate::proof::{ByMoves, Log, MoveLine, Proof};
use crate::rules::{Rules, Suicide};
use crate::scheme::GoKey;

pub use moves::{Move, ParseMoveError, PlayError};

/// Upper bound on the plies that are searched for a stone that no older position had. For more
/// plies, a history uses its index of all of them.
const MAX_LOOK_BACK: usize = 8;

/// A game under some [`Rules`].
///
/// No position is forgotten, and a repetition is proven: `P` is [`ByMoves`], or
/// [`Trust`](zobrist::Trust) if equal hashes are proof enough. `K`, the type of the hash, is `u64`
/// or `u128`. [`Game::new`] makes the usual game; [`Game::of`] takes its board, and with it `K`;
/// [`Game::with_proof`] takes both.
///
/// ```
/// use zobrist_go::{Board, Color, Game, Move, PlayError, Rules};
///
/// let board: Board = "
///     . X O .
///     X . X O
///     . X O .
/// ".parse()?;
/// let mut game = Game::of(board, Color::White, Rules::default());
/// let (ko, back) = (Move::Play("B2".parse()?), Move::Play("C2".parse()?));
/// assert_eq!(game.play(ko)?.captured, 1);
///
/// let Err(PlayError::Repeats { repetition, .. }) = game.play(back) else { panic!() };
/// assert_eq!((repetition.earlier, repetition.cycle), (0, 2));
/// game.play(Move::Pass)?;
/// assert_eq!(game.play(Move::Pass)?.captured, 0);
/// assert!(game.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Under superko, the legal moves and the value of a position depend on the game so far, not only
/// on stones, turn and passes. A search that keeps values by position has to heed this:
/// [`GoSituation`](crate::GoSituation#superko) explains it, and a
/// [`SuperkoTable`](crate::SuperkoTable) does.
#[derive(Clone, Debug)]
pub struct Game<K: GoKey = u64, P: Proof<K> = ByMoves> {
    board: Board<K>,
    rules: Rules,
    to_move: Color,
    history: History<K, P>,
    log: Log,
    /// The cell of the stone that the last ply captured, if it was one; else 0, which is on
    /// no board.
    ko: u16,
    /// True if no stone has gone since the start, or since a stone was put where none of its color
    /// had ever been. Every play that takes none off then makes a new position: it has that stone,
    /// and more stones than the positions since.
    only_grew: bool,
    /// The last ply before which the board was set up anew, to take a set-up back: the records of
    /// earlier plays do not fit it, only their stones.
    rebuilt: usize,
    /// The hashes of the board's images, if they are kept.
    images: Option<Box<Images<K>>>,
}

impl Game {
    /// Creates a game on an empty board; Black begins.
    ///
    /// # Errors
    /// When a side is not from 1 to 25.
    pub fn new(width: usize, height: usize, rules: Rules) -> Result<Game, BoardSizeError> {
        Ok(Game::of(Board::new(width, height)?, Color::Black, rules))
    }
}

impl<K: GoKey> Game<K> {
    /// Creates a game that begins on this board, with keys of the type that the board has.
    pub fn of(board: Board<K>, to_move: Color, rules: Rules) -> Game<K> {
        Game::with_proof(board, to_move, rules, ByMoves)
    }
}

impl<K: GoKey, P: Proof<K>> Game<K, P> {
    /// Creates a game that begins on this board and proves repetitions by `proof`.
    ///
    /// ```
    /// use zobrist_go::{Board, Color, Game, Rules, Trust};
    ///
    /// // Hashes of 128 bits, and no more proof than that they are equal.
    /// let board = Board::<u128>::with_keys(9, 9)?;
    /// let game = Game::with_proof(board, Color::Black, Rules::TROMP_TAYLOR, Trust);
    /// # let _: Game<u128, Trust> = game;
    /// # Ok::<(), zobrist_go::BoardSizeError>(())
    /// ```
    pub fn with_proof(board: Board<K>, to_move: Color, rules: Rules, proof: P) -> Game<K, P> {
        let history = History::with(rules.ko, proof);
        let log = Log::new(board.cell_count());
        let (ko, only_grew, rebuilt) = (0, true, 0);
        let images = None;
        let mut game = Game { board, rules, to_move, history, log, ko, only_grew, rebuilt, images };
        game.begin();
        game
    }

    /// Starts a new game on a board, and reuses the memory of the previous one.
    pub fn restart(&mut self, board: &Board<K>, to_move: Color) {
        self.board.clone_from(board);
        self.to_move = to_move;
        self.history.clear();
        self.log.clear(self.board.cell_count());
        (self.ko, self.only_grew, self.rebuilt) = (0, true, 0);
        if self.images.is_some() {
            self.keep_canonical_hash();
        }
        self.begin();
    }

    fn begin(&mut self) {
        self.log.begin_ply();
        self.record(0, Step::Start((!self.to_move).index() as u8));
    }

    /// Puts the position into the history; it may repeat that of a ply from `first` on.
    #[inline(always)]
    fn record(&mut self, first: usize, step: Step) -> Option<Repetition> {
        if first < self.history.len() {
            return self.record_among(first, step);
        }
        let line = MoveLine { log: &self.log, plies: self.history.len() + 1, next: None };
        self.history.push_since(self.history.len(), step, P::of(self.board.hash(), line))
    }

    /// Out of line, since most positions are new.
    #[cold]
    #[inline(never)]
    fn record_among(&mut self, first: usize, step: Step) -> Option<Repetition> {
        let line = MoveLine { log: &self.log, plies: self.history.len() + 1, next: None };
        self.history.push_since(first, step, P::of(self.board.hash(), line))
    }

    /// The first ply whose position can be the one that a play has just made: that of the last
    /// stone that is still there and never went. No earlier position had it.
    #[inline]
    fn first_alike(&mut self, color: Color, point: Point) -> usize {
        let ply = self.history.len();
        self.only_grew = !self.log.was_removed(color, point);
        if self.only_grew { ply } else { self.first_alike_by_log(ply) }
    }

    #[cold]
    #[inline(never)]
    fn first_alike_by_log(&self, ply: usize) -> usize {
        let stood_since = |stone: Option<(Color, Point)>| {
            stone.is_some_and(|(color, point)| {
                !self.log.was_removed(color, point) && self.board.stone(point) == Some(color)
            })
        };
        let back = self.log.played().rev().take(MAX_LOOK_BACK).position(stood_since);
        back.map_or(0, |back| ply - back)
    }

    /// Records the stones that a play took off.
    #[inline(never)]
    fn take_off(&mut self, color: Color, point: Point, removed: Removed) {
        let last = self.log.take_off(color, removed, &self.board);
        self.only_grew = !self.log.was_removed(color, point);
        if removed.captured == 1 {
            self.ko = last;
        }
    }

    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board<K> {
        &self.board
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the player whose turn it is.
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the positions so far; the first one has ply 0, and every move, pass and set-up adds
    /// a ply.
    pub const fn history(&self) -> &History<K, P> {
        &self.history
    }

    /// Returns the number of moves, passes and set-ups so far.
    pub fn ply(&self) -> usize {
        self.history.len() - 1
    }

    /// Returns the moves so far, passes among them, each with its player; set-ups are left out.
    ///
    /// ```
    /// use zobrist_go::{Color, Game, Move, Rules};
    ///
    /// let mut game = Game::new(9, 9, Rules::default())?;
    /// for name in ["E5", "pass", "C3"] {
    ///     game.play(name.parse()?)?;
    /// }
    /// game.undo();
    /// let moves = [(Color::Black, "E5".parse()?), (Color::White, Move::Pass)];
    /// assert!(game.moves().eq(moves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> {
        let steps = self.history.iter().map(|(step, _)| step);
        steps.zip(self.log.played()).filter_map(|(step, stone)| match step {
            Step::Start(_) => None,
            Step::Play(_) => stone.map(|(color, point)| (color, Move::Play(point))),
            Step::Pass(player) => Some((Color::ALL[usize::from(player)], Move::Pass)),
        })
    }

    /// Returns the stones that the last ply took off: those that a play captured, or, if it was
    /// suicide, the player's own; in a set-up, those that it replaced. None after a pass. Costs
    /// time proportional to their number.
    ///
    /// ```
    /// use zobrist_go::{Board, Color, Game, Move, Rules};
    ///
    /// let board: Board = "
    ///     . X O .
    ///     X O . O
    ///     . X O .
    /// ".parse()?;
    /// let mut game = Game::of(board, Color::Black, Rules::default());
    /// game.play(Move::Play("C2".parse()?))?;
    /// assert!(game.last_removed().eq([(Color::White, "B2".parse()?)]));
    /// assert_eq!(game.ko_point(), Some("B2".parse()?));
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.ko_point(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn last_removed(&self) -> impl Iterator<Item = (Color, Point)> {
        self.log.last_removed()
    }

    /// Returns the point of the simple ko: the last move was a play that captured one stone there,
    /// and a stone put back would capture that one stone. Takes constant time.
    ///
    /// The rules decide if it is forbidden, and a superko forbids other points, too:
    /// [`check`](Game::check) tells.
    pub fn ko_point(&self) -> Option<Point> {
        let ko = (self.ko > 0).then(|| Point::at_cell(self.ko.into()))?;
        let chain = self.board.chain(self.log.played().next_back()??.1)?;
        (chain.stone_count() == 1 && chain.last_liberty() == Some(ko)).then_some(ko)
    }

    /// Returns true if the last two moves were passes. The players may still go on.
    pub fn is_over(&self) -> bool {
        let passed = |back: usize| {
            let ply = self.history.len().checked_sub(back);
            matches!(ply.and_then(|ply| self.history.get(ply)), Some((Step::Pass(_), _)))
        };
        passed(1) && passed(2)
    }

    /// Returns the effect of a play, without making it.
    ///
    /// # Errors
    /// When a stone cannot be put there, when it would take off stones of the player's own
    /// against the rules, or when it would repeat a position that must not be repeated.
    #[inline]
    pub fn check(&self, color: Color, point: Point) -> Result<Outcome<K>, PlayError> {
        self.board.check_vacant(point).map_err(PlayError::Place)?;
        let outcome = self.board.outcome(color, point).expect("the point is vacant");
        if !self.rules.suicide.allows(outcome.suicide) {
            return Err(PlayError::Suicide { point, stones: outcome.suicide });
        }
        if outcome.suicide == 0 && self.is_new(color, point) {
            return Ok(outcome);
        }
        match self.repetition(color, point, outcome.hash) {
            Some(repetition) => Err(PlayError::Repeats { point, repetition }),
            None => Ok(outcome),
        }
    }

    /// The repetition that a play on an empty point would be.
    #[inline]
    fn repetition(&self, color: Color, point: Point, hash: K) -> Option<Repetition> {
        let next = Some((&self.board, color, point));
        let line = MoveLine { log: &self.log, plies: self.history.len(), next };
        self.history.repetition(Step::Play(color.index() as u8), P::of(hash, line))
    }

    /// Returns true if a player may make a move. A pass is always legal.
    #[inline]
    pub fn is_legal(&self, color: Color, played: Move) -> bool {
        let Move::Play(point) = played else { return true };
        self.board.has_room(point) && self.is_new(color, point) || self.check(color, point).is_ok()
    }

    /// True if a play that is not suicide makes a position that never occurred, since a stone of
    /// its color was never taken off there.
    #[inline(always)]
    fn is_new(&self, color: Color, point: Point) -> bool {
        let counts_twice = !matches!(self.rules.ko, Rule::Fold(_));
        counts_twice && !self.log.was_removed(color, point)
    }

    /// Returns the points on which a player may put a stone, row by row from A1.
    pub fn legal_points(&self, color: Color) -> impl Iterator<Item = Point> {
        self.board.points().filter(move |point| self.check(color, *point).is_ok())
    }

    /// Makes a move for the player whose turn it is. When it is not legal, nothing happens.
    ///
    /// # Errors
    /// As [`check`](Game::check). A pass is always legal.
    #[inline]
    pub fn play(&mut self, played: Move) -> Result<Removed, PlayError> {
        self.play_as(self.to_move, played)
    }

    /// Makes a move for a player, in turn or not; then it is the other's turn.
    ///
    /// # Errors
    /// As [`check`](Game::check), and then nothing happens. A pass is always legal.
    #[inline]
    pub fn play_as(&mut self, color: Color, played: Move) -> Result<Removed, PlayError> {
        let Move::Play(point) = played else {
            return Ok(self.force(color, played).map_err(PlayError::Place)?.0);
        };
        match self.try_play(color, point) {
            Some(stones) => Ok(stones),
            None => Err(self.check(color, point).expect_err("the move is not legal")),
        }
    }

    /// Puts a player's stone on a point, in turn or not, if that is legal: like
    /// [`play_as`](Game::play_as), but without a reason when it is not, and as fast as possible.
    /// For playouts.
    #[inline]
    pub fn try_play(&mut self, color: Color, point: Point) -> Option<Removed> {
        if self.board.is_suicide(color, point) {
            if self.rules.suicide == Suicide::Forbidden || self.is_forbidden(color, point) {
                return None;
            }
        } else if usize::from(self.ko) == point.cell() && self.is_forbidden(color, point) {
            return None;
        }
        // Repetitions are rare except in a ko, and once a move is made, whether it is one is known
        // at no cost.
        let (stones, repetition) = self.put(color, point).ok()?;
        if repetition.is_some() {
            self.put_back();
            return None;
        }
        self.to_move = !color;
        Some(stones)
    }

    /// [`check`](Game::check) for a playout, out of line since most plays need none.
    #[cold]
    #[inline(never)]
    fn is_forbidden(&self, color: Color, point: Point) -> bool {
        self.check(color, point).is_err()
    }

    /// Makes a move for a player, even if it is suicide or a repetition, and returns the
    /// repetition. For records of games, which hold what was played.
    ///
    /// # Errors
    /// When a stone is on the point, or it is off the board; then nothing happens.
    #[inline]
    pub fn force(
        &mut self,
        color: Color,
        played: Move,
    ) -> Result<(Removed, Option<Repetition>), PlaceError> {
        let player = color.index() as u8;
        let Move::Play(point) = played else {
            self.log.begin_ply();
            (self.to_move, self.ko) = (!color, 0);
            return Ok((Removed::default(), self.record(0, Step::Pass(player))));
        };
        let done = self.put(color, point)?;
        self.to_move = !color;
        Ok(done)
    }

    /// Puts a stone on a point and records the ply; the caller sets the turn. Inlined by force,
    /// since both callers are in loops of playouts.
    #[inline(always)]
    fn put(
        &mut self,
        color: Color,
        point: Point,
    ) -> Result<(Removed, Option<Repetition>), PlaceError> {
        let (stones, placed) = self.board.place_recorded(color, point)?;
        self.log.play(placed);
        self.ko = 0;
        if stones != Removed::default() {
            self.take_off(color, point, stones);
        }
        if self.images.is_some() {
            self.turn_images();
        }
        let first =
            if self.only_grew { self.history.len() } else { self.first_alike(color, point) };
        Ok((stones, self.record(first, Step::Play(color.index() as u8))))
    }

    /// Puts these stones on the board in place of those that are there: a ply of its own, after
    /// which it is `to_move`'s turn. When they cannot be set up, nothing happens.
    ///
    /// # Errors
    /// When a point is off the board or given twice, or a chain has no liberty.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Point)>,
        to_move: Color,
    ) -> Result<(), SetUpError> {
        let mut board = self.board.clone();
        board.set_up(stones)?;
        self.log.begin_ply();
        for point in board.points() {
            let (old, new) = (self.board.stone(point), board.stone(point));
            if old != new {
                self.log.replace_stone(point, old, new);
            }
        }
        self.board = board;
        self.turn_images();
        self.to_move = to_move;
        self.ko = 0;
        self.only_grew = false;
        self.record(0, Step::Start((!to_move).index() as u8));
        Ok(())
    }
}
