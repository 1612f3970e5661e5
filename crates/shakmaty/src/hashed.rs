//! A position and its hash, kept together through every move.
//!
//! A [`Hashed`] has no board of its own, since the rules are shakmaty's. It keeps the parts of the
//! hash that depend on more than the pieces (en passant file, castling rights), so as not to ask
//! the position twice.

use core::error::Error;
use core::fmt::{self, Debug, Display};

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingSide, Color, File, Move, Role, Square};
use zobrist::{Changes, Feature, Hasher};
use zobrist_chess::{CastlingRights, Scheme};

use super::parts::en_passant_file;
use crate::convert::{self, castling_rights, remaining_checks};
use crate::features::for_each_feature;
use crate::hashable::HashablePosition;

/// A position and its hash, updated together by every move: castling, en passant by any rule,
/// promotions, drops and explosions included.
///
/// ```
/// use shakmaty::{Chess, Move, Role, Square};
/// use zobrist_chess::Polyglot;
/// use zobrist_shakmaty::Hashed;
///
/// let mut game = Hashed::new(Polyglot, Chess::default());
/// let e4 = Move::Normal {
///     role: Role::Pawn, from: Square::E2, to: Square::E4, capture: None, promotion: None,
/// };
/// assert_eq!(game.hash_after(e4), 0x823c_9b50_fd11_4196);
///
/// let before = game.make(e4);
/// assert_eq!(game.hash(), 0x823c_9b50_fd11_4196);
/// game.unmake(before);
/// assert_eq!(game.hash(), 0x463b_9618_1691_fc9c);
/// ```
///
/// # Repetitions
/// Threefold repetition compares positions by the Laws of Chess, as the scheme
/// [`Fide`](zobrist_chess::Fide) does; a [`History`](zobrist::History) of its hashes counts them.
/// After a move that shakmaty calls irreversible (a pawn move, a capture, or a move that gives up
/// castling or a capture en passant), no earlier position can recur, and the history stops looking
/// there:
///
/// ```
/// use shakmaty::{Chess, Position, san::San};
/// use zobrist::{History, Rule, Step};
/// use zobrist_chess::Fide;
/// use zobrist_shakmaty::Hashed;
///
/// let mut game = Hashed::new(Fide, Chess::default());
/// let mut history = History::new(Rule::Fold(3));
/// history.push(Step::Start(0), game.hash()); // the hash has the side to move: one player number is enough
///
/// let mut found = None;
/// for san in "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
///     let m = san.parse::<San>()?.to_move(game.position())?;
///     let irreversible = game.position().is_irreversible(m);
///     game.play(m)?;
///     found = match irreversible {
///         true => history.push_irreversible(Step::Play(0), game.hash()),
///         false => history.push(Step::Play(0), game.hash()),
///     };
/// }
/// let found = found.expect("after 1...e5, 3...Ng8 and 5...Ng8 the same position stands");
/// assert_eq!((found.count, found.earlier), (3, 6)); // by `Fen`, the first has an en passant file
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Cost
/// In a scheme that is compiled in, a move costs a few keys. In a
/// [`ComposedScheme`](zobrist_chess::ComposedScheme), a move takes all features out and puts those
/// of the new position in, which costs twice a hash from scratch.
///
/// # Several hashes at once
/// `C` receives the features that come and go; by default it is a hasher of the scheme. A tuple
/// of hashers keeps several hashes at once:
///
/// ```
/// use shakmaty::Chess;
/// use zobrist::{Hasher, Only};
/// use zobrist_chess::{Fide, Wide};
/// use zobrist_shakmaty::Hashed;
///
/// let wide = Hasher::new(Wide(Fide));
/// let narrow = Hasher::new(Fide);
/// let game = Hashed::with(Fide, Chess::default(), (narrow, wide));
/// assert_eq!(game.changes().0.hash(), 0x463b_9618_1691_fc9c);
/// ```
#[derive(Clone)]
pub struct Hashed<S: Scheme, P, C = Hasher<S>> {
    scheme: S,
    position: P,
    changes: C,
    /// The en passant file in the hash. It and the castling rights are kept, as asking the position
    /// for them before each move would cost more than the rest of an update.
    en_passant: Option<File>,
    /// The castling rights in the hash.
    castling: CastlingRights,
    /// The squares of the rooks of these rights.
    rooks: Bitboard,
}

impl<S: Scheme, P: HashablePosition> Hashed<S, P> {
    /// Creates a game from a position, which is hashed from scratch.
    pub fn new(scheme: S, position: P) -> Self {
        let hasher = Hasher::new(scheme.clone());
        Hashed::with(scheme, position, hasher)
    }

    /// Returns the hash of the position.
    #[inline(always)]
    pub fn hash(&self) -> S::Key {
        self.changes.hash()
    }

    /// Returns the hash after a legal move, without playing it.
    ///
    /// Cost: a copy of the position, since some hashes depend on the replies that are legal then.
    ///
    /// # Panics
    /// May panic if the move is not legal, as shakmaty's `play_unchecked` may.
    #[inline]
    pub fn hash_after(&self, m: Move) -> S::Key {
        let mut after = self.clone();
        after.play_unchecked(m);
        after.hash()
    }
}

impl<S: Scheme, P: HashablePosition, C: Changes> Hashed<S, P, C> {
    /// Creates a game from a position whose features, and all later changes to them, go to
    /// `changes`.
    pub fn with(scheme: S, position: P, mut changes: C) -> Self {
        for_each_feature(&scheme, &position, |feature| changes.insert(feature));
        let en_passant = en_passant_file(&position, scheme.en_passant());
        let castling = castling_rights(&position);
        let rooks = position.castles().castling_rights();
        Hashed { scheme, position, changes, en_passant, castling, rooks }
    }

    /// Returns the scheme.
    #[inline(always)]
    pub fn scheme(&self) -> &S {
        &self.scheme
    }

    /// Returns the position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Returns the hasher, or the receiver of changes given to [`with`](Hashed::with).
    #[inline(always)]
    pub fn changes(&self) -> &C {
        &self.changes
    }

    /// Returns the position and drops its hash.
    pub fn into_position(self) -> P {
        self.position
    }

    /// Plays a move if it is legal.
    ///
    /// Cost: [`play_unchecked`](Hashed::play_unchecked), and a list of the legal moves of such a
    /// piece to that square.
    ///
    /// ```
    /// use shakmaty::{Chess, Move, Role, Square};
    /// use zobrist_chess::Fide;
    /// use zobrist_shakmaty::Hashed;
    ///
    /// let mut game = Hashed::new(Fide, Chess::default());
    /// let knight = |to| Move::Normal {
    ///     role: Role::Knight, from: Square::G1, to, capture: None, promotion: None,
    /// };
    /// assert_eq!(game.play(knight(Square::F3)), Ok(()));
    /// let error = game.play(knight(Square::E2)).unwrap_err();
    /// assert!(error.to_string().starts_with("expected a legal move, got Ng1-e2"));
    /// ```
    ///
    /// # Errors
    /// When the move is not legal. The game is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMoveError> {
        if !self.position.is_legal(m) {
            return Err(IllegalMoveError { got: m });
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a legal move and returns the [`Undo`] with which [`unmake`](Hashed::unmake) takes it
    /// back.
    ///
    /// Cost: [`play_unchecked`](Hashed::play_unchecked), and a copy of the game. shakmaty cannot
    /// take moves back, so `Undo` holds the copy. If a move need not be taken back, `play` or
    /// `play_unchecked` is cheaper.
    ///
    /// # Panics
    /// May panic if the move is not legal, as shakmaty's `play_unchecked` may.
    #[inline]
    #[must_use = "`play_unchecked` plays a move that is not taken back"]
    pub fn make(&mut self, m: Move) -> Undo<Self>
    where
        C: Clone,
    {
        let before = self.clone();
        self.play_unchecked(m);
        Undo(before)
    }

    /// Makes a null move: passes the turn, as null-move pruning does. Returns the [`Undo`] with
    /// which [`unmake`](Hashed::unmake) takes it back, or `None` if the side to move is in check,
    /// and in some variants if the game is over; the game is then unchanged.
    ///
    /// The position becomes that of shakmaty's `swap_turn`: a capture en passant is given up,
    /// castling rights and both counters stay. Push the move to a [`History`](zobrist::History) as
    /// irreversible: no position is repeated across a null move.
    ///
    /// ```
    /// use shakmaty::{Chess, Position};
    /// use zobrist_chess::Fide;
    /// use zobrist_shakmaty::{Hashed, hash, read_position};
    ///
    /// let position: Chess = read_position(b"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", None)?;
    /// let mut game = Hashed::new(Fide, position);
    /// let before = game.hash();
    ///
    /// // A search would ask here, to a lesser depth, whether even then White is good enough.
    /// let undo = game.make_null_move().expect("White is not in check");
    /// assert!(game.position().turn().is_black() && game.hash() != before);
    /// assert_eq!(game.hash(), hash(&Fide, game.position()));
    /// game.unmake(undo);
    /// assert_eq!(game.hash(), before);
    ///
    /// let position: Chess = read_position(b"4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", None)?;
    /// assert!(Hashed::new(Fide, position).make_null_move().is_none());
    /// # Ok::<(), zobrist_shakmaty::ReadPositionError>(())
    /// ```
    ///
    /// Cost: that of [`make`](Hashed::make), and shakmaty's check that the new position is legal.
    #[must_use = "`None` says that no move was made"]
    pub fn make_null_move(&mut self) -> Option<Undo<Self>>
    where
        C: Clone,
    {
        let position = self.position.clone().pass_turn()?;
        let before = self.clone();
        if self.scheme.first_slots().is_none() {
            self.replace_all(|old| *old = position);
            return Some(Undo(before));
        }
        let layout = self.scheme.chess_layout();
        let turn = |color| layout.turn(convert::color(color));
        self.changes.update(turn(self.position.turn()), turn(position.turn()));
        if let Some(file) = self.en_passant.take() {
            layout.en_passant(file as usize).into_iter().for_each(|f| self.changes.remove(f));
        }
        self.position = position;
        Some(Undo(before))
    }

    /// Takes back a move of [`make`](Hashed::make) or [`make_null_move`](Hashed::make_null_move).
    /// Moves are taken back last first.
    #[inline]
    pub fn unmake(&mut self, undo: Undo<Self>) {
        *self = undo.0;
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// May panic if the move is not legal, as shakmaty's `play_unchecked` may.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        let Some(slots) = self.scheme.first_slots() else {
            return self.replace_all(|position| position.play_unchecked(m));
        };
        // Changes that follow from the move alone come first, so that the hash stays in a register.
        let us = self.position.turn();
        let layout = self.scheme.chess_layout();
        let turn = |color| layout.turn(convert::color(color));
        self.changes.update(turn(us), turn(!us));
        if let Some(file) = self.en_passant.take() {
            layout.en_passant(file as usize).into_iter().for_each(|f| self.changes.remove(f));
        }
        let has_variants = layout.has_variants();
        let board = (P::EXPLODES && m.is_capture()).then(|| self.position.board().clone());
        if board.is_none() {
            self.pieces_moved(slots, us, m);
        }
        let variant_state = has_variants.then(|| VariantState::of(&self.position));

        self.position.play_unchecked(m);

        if let Some(before) = board {
            self.pieces_exploded(slots, &before);
        }
        if let Some(file) = en_passant_file(&self.position, self.scheme.en_passant()) {
            self.changes.insert_all(self.scheme.chess_layout().en_passant(file as usize));
            self.en_passant = Some(file);
        }
        if self.position.castles().castling_rights() != self.rooks {
            self.castling_rights_lost();
        }
        if let Some(before) = variant_state {
            self.variant_state_changed(before);
        }
    }

    /// Changes the position, and every feature with it: in layouts where a feature depends on more
    /// than a move tells.
    fn replace_all(&mut self, change: impl FnOnce(&mut P)) {
        let (scheme, changes) = (&self.scheme, &mut self.changes);
        for_each_feature(scheme, &self.position, |feature| changes.remove(feature));
        change(&mut self.position);
        for_each_feature(scheme, &self.position, |feature| changes.insert(feature));
    }

    #[inline(always)]
    fn pieces_moved(&mut self, slots: &[u16; 16], us: Color, m: Move) {
        let piece = |color, role, square| convert::piece(slots, color, role, square);
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                let came = promotion.unwrap_or(role);
                self.changes.replace(piece(us, role, from), piece(us, came, to));
                if let Some(captured) = capture {
                    self.changes.remove(piece(!us, captured, to));
                }
            }
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                self.changes.remove(piece(!us, Role::Pawn, captured));
                self.changes.replace(piece(us, Role::Pawn, from), piece(us, Role::Pawn, to));
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.changes
                    .replace(piece(us, Role::King, king), piece(us, Role::King, side.king_to(us)));
                self.changes
                    .replace(piece(us, Role::Rook, rook), piece(us, Role::Rook, side.rook_to(us)));
            }
            Move::Put { role, to } => self.changes.insert(piece(us, role, to)),
        }
    }

    /// Updates every square that a capture has changed, by comparing the whole board with that
    /// before.
    fn pieces_exploded(&mut self, slots: &[u16; 16], before: &Board) {
        for color in Color::ALL {
            for role in Role::ALL {
                let was = before.by_color(color) & before.by_role(role);
                let board = self.position.board();
                let is = board.by_color(color) & board.by_role(role);
                replace_squares(&mut self.changes, was, is, |square| {
                    Some(convert::piece(slots, color, role, square))
                });
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn castling_rights_lost(&mut self) {
        let layout = self.scheme.chess_layout();
        layout.castling(self.castling).for_each(|right| self.changes.remove(right));
        self.castling = castling_rights(&self.position);
        self.rooks = self.position.castles().castling_rights();
        self.changes.insert_all(layout.castling(self.castling));
    }

    #[inline]
    fn variant_state_changed(&mut self, before: VariantState) {
        let layout = self.scheme.chess_layout();
        let after = VariantState::of(&self.position);
        replace_squares(&mut self.changes, before.promoted, after.promoted, |square| {
            layout.promoted(square as usize)
        });
        if before.pockets != after.pockets {
            for color in Color::ALL {
                for role in Role::ALL {
                    let (was, is) = (before.pockets[color][role], after.pockets[color][role]);
                    let (color, role) = (convert::color(color), convert::role(role));
                    layout.pocket(color, role, was).for_each(|f| self.changes.remove(f));
                    self.changes.insert_all(layout.pocket(color, role, is));
                }
            }
        }
        if before.checks != after.checks {
            for color in Color::ALL {
                let (was, is) = (before.checks[color], after.checks[color]);
                let color = convert::color(color);
                layout.checks(color, was).for_each(|f| self.changes.remove(f));
                self.changes.insert_all(layout.checks(color, is));
            }
        }
    }
}

/// Removes the features of the squares in `was` alone, and inserts those of the squares in `is`
/// alone.
fn replace_squares(
    changes: &mut impl Changes,
    was: Bitboard,
    is: Bitboard,
    feature: impl Fn(Square) -> Option<Feature>,
) {
    (was & !is).into_iter().filter_map(&feature).for_each(|left| changes.remove(left));
    changes.insert_all((is & !was).into_iter().filter_map(&feature));
}

/// The state of a variant beyond that of chess.
struct VariantState {
    promoted: Bitboard,
    pockets: ByColor<ByRole<u8>>,
    checks: ByColor<u8>,
}

impl VariantState {
    #[inline(always)]
    fn of(position: &impl HashablePosition) -> VariantState {
        VariantState {
            promoted: position.promoted(),
            pockets: position.pockets().copied().unwrap_or_default(),
            checks: remaining_checks(position),
        }
    }
}

impl<S: Scheme, P: Debug, C: Debug> Debug for Hashed<S, P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.scheme.name())
            .field("position", &self.position)
            .field("changes", &self.changes)
            .finish_non_exhaustive()
    }
}

/// A copy of a game before a move, with which [`Hashed::unmake`] takes the move back.
#[derive(Clone, Debug)]
pub struct Undo<H>(H);

/// The error of a move that is not legal in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMoveError {
    /// The move.
    pub got: Move,
}

impl Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a legal move, got {}; `legal_moves` of the position lists those that are",
            self.got
        )
    }
}

impl Error for IllegalMoveError {}
