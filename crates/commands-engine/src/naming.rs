//! Names for a difference of keys: the facts whose words it is the sum of.

use std::collections::HashMap;

use shakmaty::{Color, Move, Piece, Position, Role, Square};

use crate::fact::{COLORS, EnPassantRule, Fact, RIGHTS, castling_set, color_name, piece_name};
use crate::rules::Game;
use crate::table::Table;
use crate::word::Word;

/// A difference that has a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Piece(Piece, Square),
    /// One king's square in place of another.
    King(Color, Square, Square),
    /// Castling rights that one key has and the other has not.
    Rights(u8),
    EnPassant(Square),
    Turn,
    /// One halfmove clock in place of another.
    Clock(u8, u8),
    /// One number of pieces in a pocket in place of another, in crazyhouse.
    Pocket(Piece, u8, u8),
    /// One number of remaining checks of a player in place of another.
    Checks(Color, u8, u8),
    /// A piece on a square that was promoted, in crazyhouse.
    Promoted(Square),
}

/// A move, and the positions before and after it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) before: Game,
    pub(crate) m: Move,
    pub(crate) after: Game,
}

/// The words of a table, and those that were learned from faults.
#[derive(Debug)]
pub(crate) struct Namer {
    table: Table,
    counts: EnPassantRule,
    rank: u32,
    /// Words of pawns on their last rank, which no position has.
    learned: Vec<(Word, Term)>,
    /// The words of the variant.
    variant: VariantWords,
}

/// The words that a variant has beside those of chess, each the difference to none of its kind or
/// to all checks; empty where there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariantWords {
    /// By the number of pieces of a kind in a pocket.
    pub(crate) pockets: HashMap<Piece, Vec<Option<Word>>>,
    /// By the number of remaining checks.
    pub(crate) checks: HashMap<Color, Vec<Option<Word>>>,
    /// Of promoted pieces on squares.
    pub(crate) promoted: Vec<(Square, Word)>,
}

/// Pieces of a kind in the pocket of a player.
fn pocket(position: &Game, piece: Piece) -> u8 {
    position.pockets().map_or(0, |pockets| pockets[piece.color][piece.role])
}

/// Remaining checks of a player.
fn remaining(position: &Game, color: Color) -> u8 {
    position.remaining_checks().map_or(3, |checks| u32::from(checks[color]) as u8)
}

/// The differences between the word of the number that a position has and those of others.
fn counted<T>(
    words: &[Option<Word>],
    now: u8,
    term: impl Fn(u8, u8) -> T,
) -> impl Iterator<Item = (Word, T)> {
    let right = words.get(usize::from(now)).copied().flatten();
    (0_u8..).zip(words).filter_map(move |(of, word)| Some((right? ^ (*word)?, term(of, now))))
}

/// Largest number of words in a name.
pub(crate) const MAX_TERMS: u32 = 4;

impl Namer {
    pub(crate) fn new(table: &Table, counts: EnPassantRule) -> Namer {
        let words: Vec<Word> = table.known().map(|(_, word)| word).collect();
        let rank = zobrist::gf2::rank(&words);
        Namer {
            table: table.clone(),
            counts,
            rank,
            learned: Vec::new(),
            variant: VariantWords::default(),
        }
    }

    /// Adds the words of a variant.
    pub(crate) fn with_variant(self, variant: VariantWords) -> Namer {
        Namer { variant, ..self }
    }

    /// Adds the word of a pawn on its last rank.
    pub(crate) fn learn(&mut self, word: Word, pawn: Piece, square: Square) {
        self.learned.push((word, Term::Piece(pawn, square)));
    }

    /// The greatest number of terms for which a wrong name is unlikely: below one in a thousand
    /// for a random difference.
    fn most_terms(&self, vocabulary: usize) -> u32 {
        let n = (vocabulary.max(2) as f64).log2();
        let log_choices = |terms: u32| {
            f64::from(terms) * n - (1..=terms).map(|i| f64::from(i).log2()).sum::<f64>()
        };
        let is_sure = |terms: &u32| log_choices(*terms) + 10.0 < f64::from(self.rank);
        (1..=MAX_TERMS).filter(is_sure).max().unwrap_or(1)
    }

    /// The words that a move can have to do with, in the order in which they are preferred.
    fn vocabulary(&self, played: &Played) -> Vec<(Word, Term)> {
        let table = &self.table;
        let mut all = Vec::new();
        let touched = touched(played);
        for square in &touched {
            for color in COLORS {
                for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
                    let piece = Piece { color, role };
                    let word = table.word(Fact::Piece(piece, *square));
                    all.extend(word.map(|word| (word, Term::Piece(piece, *square))));
                }
            }
        }
        all.extend(&self.learned);
        let set = castling_set(&played.after);
        let sets = [set, castling_set(&played.before)].into_iter().chain(0..16);
        let sets: Vec<u8> = sets.collect();
        let castling = |set: u8| table.word(Fact::Castling(set));
        for one in &sets {
            for other in sets.iter().filter(|other| *other != one) {
                let word = castling(*one).zip(castling(*other)).map(|(one, other)| one ^ other);
                all.extend(word.map(|word| (word, Term::Rights(one ^ other))));
            }
        }
        for fact in Fact::all() {
            if let Fact::EnPassant(square) = fact {
                all.extend(table.word(fact).map(|word| (word, Term::EnPassant(square))));
            }
        }
        all.extend(table.word(Fact::Black).map(|word| (word, Term::Turn)));
        for color in COLORS {
            let king = |at| table.word(Fact::Piece(Piece { color, role: Role::King }, at));
            for (index, one) in touched.iter().enumerate() {
                for other in &touched[index + 1..] {
                    let word = king(*one).zip(king(*other)).map(|(one, other)| one ^ other);
                    all.extend(word.map(|word| (word, Term::King(color, *one, *other))));
                }
            }
        }
        for (fact, word) in &table.by_moves {
            let term = match fact {
                Fact::Castling(set) => Term::Rights(*set),
                Fact::EnPassant(square) => Term::EnPassant(*square),
                _ => Term::Turn,
            };
            all.push((*word, term));
        }
        for (piece, words) in &self.variant.pockets {
            let now = pocket(&played.after, *piece);
            all.extend(counted(words, now, |of, now| Term::Pocket(*piece, of, now)));
        }
        for (color, words) in &self.variant.checks {
            let now = remaining(&played.after, *color);
            all.extend(counted(words, now, |of, now| Term::Checks(*color, of, now)));
        }
        let promoted = self.variant.promoted.iter();
        all.extend(promoted.map(|(square, word)| (*word, Term::Promoted(*square))));
        let clock = played.after.halfmoves().min(150) as u8;
        for of in 0..=150 {
            let by_fen = table.clock[usize::from(clock)] ^ table.clock[usize::from(of)];
            all.push((by_fen, Term::Clock(of, clock)));
            let by_moves = table.clock_by_moves[usize::from(of)];
            all.extend(by_moves.map(|word| (word, Term::Clock(of, 0))));
        }
        all
    }

    /// The least terms near a move, up to a number, whose words sum to a difference; of several
    /// sums of as many terms, the first in the order of the vocabulary.
    pub(crate) fn explain(
        &self,
        difference: Word,
        played: &Played,
        most: u32,
    ) -> Option<Vec<Term>> {
        let mut words: Vec<(Word, Term)> = Vec::new();
        let mut first: HashMap<Word, usize> = HashMap::new();
        for (word, term) in self.vocabulary(played) {
            if word != 0 && !first.contains_key(&word) {
                first.insert(word, words.len());
                words.push((word, term));
            }
        }
        let most = self.most_terms(words.len()).min(most);
        sum_of(difference, &words, &first, most)
    }

    /// As [`explain`](Self::explain), by up to three words of the whole table.
    pub(crate) fn explain_anywhere(&self, difference: Word, most: u32) -> Option<Vec<Term>> {
        let mut words: Vec<(Word, Term)> = Vec::new();
        let mut first = HashMap::new();
        for (fact, word) in self.table.known() {
            let term = match fact {
                Fact::Piece(piece, square) if piece.role != Role::King => {
                    Term::Piece(piece, square)
                }
                Fact::Piece(piece, square) => {
                    let from = crate::calibration::reference(piece.color);
                    Term::King(piece.color, from, square)
                }
                Fact::Castling(set) => Term::Rights(set),
                Fact::EnPassant(square) => Term::EnPassant(square),
                Fact::Black => Term::Turn,
            };
            if word != 0 && !first.contains_key(&word) {
                first.insert(word, words.len());
                words.push((word, term));
            }
        }
        sum_of(difference, &words, &first, self.most_terms(words.len()).min(most).min(3))
    }

    /// The word of a promoted piece, by which the word of a pawn on its last rank is found.
    pub(crate) fn piece(&self, piece: Piece, square: Square) -> Option<Word> {
        self.table.word(Fact::Piece(piece, square))
    }

    /// Terms in words: `surplus castling right black O-O`.
    pub(crate) fn describe(&self, terms: &[Term], after: &Game) -> Vec<String> {
        terms.iter().flat_map(|term| describe(*term, after, self.counts)).collect()
    }

    /// The castling rights that a move made wrong, as bits, where the differences before and after
    /// it are those of two sets. `None` for any other difference, and for words of single rights,
    /// whose change tells the same.
    ///
    /// An engine with a word for each set that has kept a right shows another difference at every
    /// later change of the set, though nothing goes wrong then.
    pub(crate) fn wrong_rights(&self, earlier: Word, now: Word, played: &Played) -> Option<u8> {
        if self.table.is_castling_additive() {
            return None;
        }
        let wrong = |difference: Word, position: &Game| {
            let set = castling_set(position);
            let word = |set| self.table.word(Fact::Castling(set));
            let of = (0..16)
                .find(|of| word(*of).zip(word(set)).is_some_and(|(a, b)| a ^ b == difference));
            of.map(|of| of ^ set)
        };
        let earlier = wrong(earlier, &played.before)?;
        Some(wrong(now, &played.after)? & !earlier)
    }
}

/// The least words that sum to a difference.
fn sum_of(
    difference: Word,
    words: &[(Word, Term)],
    first: &HashMap<Word, usize>,
    most: u32,
) -> Option<Vec<Term>> {
    let term = |index: usize| words[index].1;
    let one = |sum: Word, below: usize| first.get(&sum).copied().filter(|index| *index < below);
    let all = words.len();
    if let Some(index) = one(difference, all) {
        return Some(vec![term(index)]);
    }
    let two = |sum: Word, below: usize| {
        (1..below).find_map(|index| Some([index, one(sum ^ words[index].0, index)?]))
    };
    if let Some(found) = (most >= 2).then(|| two(difference, all)).flatten() {
        return Some(found.into_iter().rev().map(term).collect());
    }
    if most >= 3 {
        let three = (2..all)
            .find_map(|index| two(difference ^ words[index].0, index).map(|[b, a]| [a, b, index]));
        if let Some(found) = three {
            return Some(found.into_iter().map(term).collect());
        }
    }
    if most < 4 || all > 400 {
        return None;
    }
    let mut pairs = HashMap::with_capacity(all * all / 2);
    for b in 1..all {
        for a in 0..b {
            pairs.entry(words[a].0 ^ words[b].0).or_insert([a, b]);
        }
    }
    for b in 1..all {
        for a in 0..b {
            let found = pairs.get(&(difference ^ words[a].0 ^ words[b].0));
            if let Some([c, d]) = found.filter(|other| !other.contains(&a) && !other.contains(&b)) {
                return Some([a, b, *c, *d].map(term).to_vec());
            }
        }
    }
    None
}

/// Squares that a move can have to do with.
fn touched(played: &Played) -> Vec<Square> {
    let Played { before, m, after } = played;
    let from = m.from().unwrap_or(m.to());
    let mut squares = vec![m.to(), from, Square::from_coords(m.to().file(), from.rank())];
    if m.is_castle() {
        let rank = from.rank();
        squares.extend(Square::ALL.into_iter().filter(|square| square.rank() == rank));
    }
    let passed = [before, after].into_iter().filter_map(|position| position.maybe_ep_square());
    squares.extend(passed.flat_map(|at| [Some(at), at.offset(8), at.offset(-8)]).flatten());
    // All that an explosion takes away.
    let (old, new) = (before.board(), after.board());
    squares.extend(Square::ALL.into_iter().filter(|at| old.piece_at(*at) != new.piece_at(*at)));
    let mut seen = Vec::new();
    squares.retain(|square| {
        let is_new = !seen.contains(square);
        seen.push(*square);
        is_new
    });
    squares
}

/// Surplus or missing beside the position that is right.
fn excess(is_there: bool) -> &'static str {
    if is_there { "missing" } else { "surplus" }
}

fn describe(term: Term, after: &Game, counts: EnPassantRule) -> Vec<String> {
    let board = after.board();
    match term {
        Term::Piece(piece, square) => {
            let is_there = board.piece_at(square) == Some(piece);
            vec![format!("{} {} {square}", excess(is_there), piece_name(piece))]
        }
        Term::King(color, one, other) => {
            let king = board.king_of(color);
            let of = |square| {
                format!("{} {} king {square}", excess(king == Some(square)), color_name(color))
            };
            vec![of(one), of(other)]
        }
        Term::Rights(delta) => {
            let set = castling_set(after);
            let rights = RIGHTS.iter().enumerate().filter(|(bit, _)| delta >> bit & 1 == 1);
            let of = |(bit, right): (usize, &(_, _, &str))| {
                format!("{} castling right {}", excess(set >> bit & 1 == 1), right.2)
            };
            rights.map(of).collect()
        }
        Term::EnPassant(square) => {
            let counted = counts.square(after);
            // With one word for both squares of a file, the term names either.
            let is_there = counted.is_some_and(|at| at.file() == square.file());
            let square = counted.filter(|_| is_there).unwrap_or(square);
            let file = square.file().char();
            vec![format!("{} en passant on the {file}-file", excess(is_there))]
        }
        Term::Turn => vec!["wrong side to move".to_owned()],
        Term::Clock(of, now) => vec![format!("halfmove clock {of} in place of {now}")],
        Term::Pocket(piece, of, now) => {
            vec![format!("pocket with {of} {} in place of {now}", piece_name(piece))]
        }
        Term::Checks(color, of, now) => {
            vec![format!("{of} checks left for {} in place of {now}", color_name(color))]
        }
        Term::Promoted(square) => {
            let is_there = after.promoted().contains(square);
            vec![format!("{} mark of a promoted piece {square}", excess(is_there))]
        }
    }
}
