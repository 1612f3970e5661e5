//! A position and its hash, kept together through every move.

use core::error::Error;
use core::fmt::{self, Debug, Display};
use core::marker::PhantomData;

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingSide, Color, File, Move, Role, Square};
use zobrist::{Changes, Feature, Hasher};
use zobrist_chess::{CastlingRights, Scheme, SchemeKeys};

use crate::features::{en_passant_file, for_each_feature};
use crate::rules::{self, HashablePosition, castling_rights, remaining_checks};

/// A position whose hash follows every move, always incrementally: castling, en
/// passant by any rule, promotions, drops and explosions included.
///
/// ```
/// use shakmaty::{Chess, Move, Role, Square};
/// use zobrist_chess::Polyglot;
/// use zobrist_shakmaty::Hashed;
///
/// let mut game = Hashed::<Polyglot, Chess>::new(Chess::default());
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
/// The hash by [`Fide`](zobrist_chess::Fide) is that of the position by the Laws of Chess, which is
/// what threefold repetition asks for; a [`History`](zobrist::History) counts. After a move that
/// shakmaty calls irreversible (of a pawn, a capture, or one that gives up castling or a capture en
/// passant), no earlier position can recur, and the history need not look further:
///
/// ```
/// use shakmaty::{Chess, Position, san::San};
/// use zobrist::{History, Rule, Step};
/// use zobrist_chess::Fide;
/// use zobrist_shakmaty::Hashed;
///
/// let mut game = Hashed::<Fide, Chess>::new(Chess::default());
/// let mut history = History::new(Rule::Fold(3));
/// history.push(Step::Start(0), game.hash()); // the hash says who is to move: players need no number
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
/// # Several hashes at once
/// `C` takes the stream of changes; by default it is a hasher of the scheme `S`. With
/// [`with`](Hashed::with), several hashes can be kept at once:
///
/// ```
/// use shakmaty::Chess;
/// use zobrist::{Hasher, Only};
/// use zobrist_chess::{Fide, Scheme, SchemeKeys, Wide};
/// use zobrist_shakmaty::Hashed;
///
/// let wide = Hasher::new(SchemeKeys::<Wide<Fide>>::new());
/// let narrow = Hasher::new(SchemeKeys::<Fide>::new());
/// let game = Hashed::<Fide, Chess, _>::with(Chess::default(), (narrow, wide));
/// assert_eq!(game.changes().0.hash(), 0x463b_9618_1691_fc9c);
/// ```
#[derive(Clone)]
pub struct Hashed<S: Scheme, P, C = Hasher<SchemeKeys<S>>> {
    position: P,
    changes: C,
    /// The en passant file and the castling rights that the hash includes: asking the position for
    /// them again before each move would cost more than the rest.
    en_passant: Option<File>,
    castling: CastlingRights,
    /// The rooks of these rights.
    rooks: Bitboard,
    scheme: PhantomData<S>,
}

impl<S: Scheme, P: HashablePosition> Hashed<S, P> {
    /// Creates a game from a position, which is hashed from scratch.
    pub fn new(position: P) -> Self {
        Hashed::with(position, Hasher::new(SchemeKeys::new()))
    }

    /// Returns the hash of the position.
    #[inline(always)]
    pub fn hash(&self) -> S::Key {
        self.changes.hash()
    }

    /// Returns the hash that a legal move leads to, without playing it.
    ///
    /// Cost: a copy of the position, since the hashes of some moves depend on what the opponent may
    /// do then.
    ///
    /// # Panics
    /// As shakmaty's `play_unchecked` may, when the move is not legal.
    #[inline]
    pub fn hash_after(&self, m: Move) -> S::Key {
        let mut after = self.clone();
        after.play_unchecked(m);
        after.hash()
    }
}

impl<S: Scheme, P: HashablePosition, C: Changes> Hashed<S, P, C> {
    /// Creates a game from a position, and hands its features, and then every change to them, to
    /// `changes`.
    pub fn with(position: P, mut changes: C) -> Self {
        for_each_feature::<S, P>(&position, |feature| changes.insert(feature));
        let en_passant = en_passant_file(&position, S::EN_PASSANT);
        let castling = castling_rights(&position);
        let rooks = position.castles().castling_rights();
        Hashed { position, changes, en_passant, castling, rooks, scheme: PhantomData }
    }

    /// Returns the position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Returns what takes the changes: the hasher, or what [`with`](Hashed::with) was given.
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
    /// Cost: on top of that of [`play_unchecked`](Hashed::play_unchecked), shakmaty lists the legal
    /// moves of such a piece to the same square.
    ///
    /// ```
    /// use shakmaty::{Chess, Move, Role, Square};
    /// use zobrist_chess::Fide;
    /// use zobrist_shakmaty::Hashed;
    ///
    /// let mut game = Hashed::<Fide, Chess>::new(Chess::default());
    /// let knight = |to| Move::Normal {
    ///     role: Role::Knight, from: Square::G1, to, capture: None, promotion: None,
    /// };
    /// assert_eq!(game.play(knight(Square::F3)), Ok(()));
    /// let error = game.play(knight(Square::E2)).unwrap_err();
    /// assert!(error.to_string().starts_with("expected a legal move, got Ng1-e2"));
    /// ```
    ///
    /// # Errors
    /// When the move is not legal. Nothing is then changed.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMoveError> {
        if !self.position.is_legal(m) {
            return Err(IllegalMoveError { got: m });
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a legal move and returns what [`unmake`](Hashed::unmake) needs to take it back.
    ///
    /// Cost: on top of that of [`play_unchecked`](Hashed::play_unchecked), a copy of the position,
    /// of the hash and of everything else that is kept. shakmaty cannot take moves back, so this
    /// copy is what [`Undo`] holds. If a move need not be taken back, `play` or `play_unchecked` is
    /// cheaper.
    ///
    /// # Panics
    /// As shakmaty's `play_unchecked` may, when the move is not legal.
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

    /// Makes a null move, that is, passes the turn as null-move pruning does, and returns what
    /// [`unmake`](Hashed::unmake) needs to take it back. `None` if the side to move is in check,
    /// and in some variants if the game is over; nothing is then changed.
    ///
    /// The result is that of shakmaty's `swap_turn`: a capture en passant is given up, and castling
    /// rights and both counters stay as they are. For a [`History`](zobrist::History) the move is
    /// irreversible: no position is repeated across one.
    ///
    /// ```
    /// use shakmaty::{Chess, Position};
    /// use zobrist_chess::Fide;
    /// use zobrist_shakmaty::{Hashed, hash, read_position};
    ///
    /// let position: Chess = read_position(b"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", None)?;
    /// let mut game = Hashed::<Fide, Chess>::new(position);
    /// let before = game.hash();
    ///
    /// // A search would ask here, to a lesser depth, whether even then White is good enough.
    /// let undo = game.make_null_move().expect("White is not in check");
    /// assert!(game.position().turn().is_black() && game.hash() != before);
    /// assert_eq!(game.hash(), hash::<Fide, _>(game.position()));
    /// game.unmake(undo);
    /// assert_eq!(game.hash(), before);
    ///
    /// let position: Chess = read_position(b"4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", None)?;
    /// assert!(Hashed::<Fide, Chess>::new(position).make_null_move().is_none());
    /// # Ok::<(), zobrist_shakmaty::ReadPositionError>(())
    /// ```
    ///
    /// Cost: on top of that of [`make`](Hashed::make) for a move without a piece, shakmaty sets the
    /// position up again and checks that it is legal.
    #[must_use = "`None` says that no move was made"]
    pub fn make_null_move(&mut self) -> Option<Undo<Self>>
    where
        C: Clone,
    {
        let position = self.position.clone().with_turn_passed()?;
        let before = self.clone();
        let turn = |color| S::LAYOUT.turn(rules::color(color));
        self.changes.update(turn(self.position.turn()), turn(position.turn()));
        if let Some(file) = self.en_passant.take() {
            self.changes.remove(S::LAYOUT.en_passant(file as usize));
        }
        self.position = position;
        Some(Undo(before))
    }

    /// Takes a move back: the copy from [`make`](Hashed::make) or
    /// [`make_null_move`](Hashed::make_null_move) replaces the position and its hash. Moves are
    /// taken back in the reverse of the order in which they were made.
    #[inline]
    pub fn unmake(&mut self, undo: Undo<Self>) {
        *self = undo.0;
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// As shakmaty's `play_unchecked` may, when the move is not legal.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        // Whatever the move alone decides comes first: the hash then stays in a register.
        let us = self.position.turn();
        let turn = |color| S::LAYOUT.turn(rules::color(color));
        self.changes.update(turn(us), turn(!us));
        if let Some(file) = self.en_passant.take() {
            self.changes.remove(S::LAYOUT.en_passant(file as usize));
        }
        let board = (P::EXPLODES && m.is_capture()).then(|| self.position.board().clone());
        if board.is_none() {
            self.pieces_moved(us, m);
        }
        let variant_facts = S::LAYOUT.has_variants().then(|| VariantFacts::of(&self.position));

        self.position.play_unchecked(m);

        if let Some(before) = board {
            self.pieces_exploded(&before);
        }
        if let Some(file) = en_passant_file(&self.position, S::EN_PASSANT) {
            self.changes.insert(S::LAYOUT.en_passant(file as usize));
            self.en_passant = Some(file);
        }
        if self.position.castles().castling_rights() != self.rooks {
            self.castling_rights_lost();
        }
        if let Some(before) = variant_facts {
            self.variant_facts_changed(before);
        }
    }

    #[inline(always)]
    fn pieces_moved(&mut self, us: Color, m: Move) {
        let piece = rules::piece::<S>;
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

    /// Compares the whole board with what it was before a capture.
    fn pieces_exploded(&mut self, before: &Board) {
        for color in Color::ALL {
            for role in Role::ALL {
                let was = before.by_color(color) & before.by_role(role);
                let board = self.position.board();
                let is = board.by_color(color) & board.by_role(role);
                toggle(&mut self.changes, was, is, |square| {
                    Some(rules::piece::<S>(color, role, square))
                });
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn castling_rights_lost(&mut self) {
        S::LAYOUT.castling(self.castling).for_each(|right| self.changes.remove(right));
        self.castling = castling_rights(&self.position);
        self.rooks = self.position.castles().castling_rights();
        self.changes.insert_all(S::LAYOUT.castling(self.castling));
    }

    #[inline]
    fn variant_facts_changed(&mut self, before: VariantFacts) {
        let layout = S::LAYOUT;
        let after = VariantFacts::of(&self.position);
        toggle(&mut self.changes, before.promoted, after.promoted, |square| {
            layout.promoted(square as usize)
        });
        if before.pockets != after.pockets {
            for color in Color::ALL {
                for role in Role::ALL {
                    let (was, is) = (before.pockets[color][role], after.pockets[color][role]);
                    let (color, role) = (rules::color(color), rules::role(role));
                    layout.pocket(color, role, was).for_each(|f| self.changes.remove(f));
                    self.changes.insert_all(layout.pocket(color, role, is));
                }
            }
        }
        if before.checks != after.checks {
            for color in Color::ALL {
                let (was, is) = (before.checks[color], after.checks[color]);
                let color = rules::color(color);
                layout.checks(color, was).for_each(|f| self.changes.remove(f));
                self.changes.insert_all(layout.checks(color, is));
            }
        }
    }
}

/// Removes the features of the squares that are in `was` only, and inserts those of
/// the squares that are in `is` only.
fn toggle(
    changes: &mut impl Changes,
    was: Bitboard,
    is: Bitboard,
    feature: impl Fn(Square) -> Option<Feature>,
) {
    (was & !is).into_iter().filter_map(&feature).for_each(|left| changes.remove(left));
    changes.insert_all((is & !was).into_iter().filter_map(&feature));
}

/// What positions of variants have beyond what those of chess have.
struct VariantFacts {
    promoted: Bitboard,
    pockets: ByColor<ByRole<u8>>,
    checks: ByColor<u8>,
}

impl VariantFacts {
    #[inline(always)]
    fn of(position: &impl HashablePosition) -> VariantFacts {
        VariantFacts {
            promoted: position.promoted(),
            pockets: position.pockets().copied().unwrap_or_default(),
            checks: remaining_checks(position),
        }
    }
}

impl<S: Scheme, P: Debug, C: Debug> Debug for Hashed<S, P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(S::NAME)
            .field("position", &self.position)
            .field("changes", &self.changes)
            .finish_non_exhaustive()
    }
}

/// What [`Hashed::unmake`] needs: a copy of the whole position and its hash before a move.
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
