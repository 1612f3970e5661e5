//! Why the hash of a line is wrong: the mistake of one move in a log of every move, else all that
//! is wrong with the position.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist::{Feature, Group};
use zobrist_chess::{ChessFeature, ComposedScheme, Scheme};
use zobrist_shakmaty::for_each_feature;

use super::cause::{Cause, Causes, FailedSearches, MOST};
use super::cause_words::{CauseWords, confusion_words, zero_words};
use super::doubt::PositionDoubts;
use super::en_passant::right_by_rule;
use super::line::{self, Checked};
use super::mistake::Mistake;
use super::term::{Side, Term};
use super::wrong_move::{guilty_moves, positions_of};
use crate::hash::position_lines::PositionReader;
use crate::line_job::FaultCause;

/// Explains wrong hashes by a scheme.
pub(crate) struct Explainer<'a, S: Scheme> {
    scheme: &'a S,
    /// The scheme in composed form, for work on wrong lines alone.
    composed: ComposedScheme,
    causes: Causes<'a, S::Key>,
}

/// Why the hash of a line is wrong.
pub(crate) struct Explanation {
    pub(crate) cause: FaultCause,
    /// The cause in words, as a row has it.
    pub(crate) words: String,
    /// The moves of which one made the mistake.
    pub(crate) moves: Vec<String>,
    /// As in a [`Fault`](crate::line_job::Fault).
    pub(crate) right_by_rule: Option<[bool; 3]>,
    /// The features of the cause that no hash tells from others, in words.
    pub(crate) confusions: Vec<String>,
}

/// The line before in a log of every move, and the move from there.
pub(crate) struct Followed<'a, 'b, K> {
    pub(crate) line: &'b Checked<'a, K>,
    pub(crate) m: Move,
    /// False if the two are an exception among lines that do not follow from each other, as in a
    /// list of positions, whose hashes are computed one by one.
    pub(crate) is_in_succession: bool,
}

impl Explanation {
    /// The cause in words, with the moves of which one made the mistake.
    pub(crate) fn with_moves(&self) -> String {
        let words = &self.words;
        match &self.moves[..] {
            [] => words.clone(),
            [only] => format!("{words}, by the move {only}"),
            [first @ .., last] => format!("{words}, by the move {} or {last}", first.join(", ")),
        }
    }
}

impl<'a, S: Scheme> Explainer<'a, S> {
    pub(crate) fn new(scheme: &'a S, composed: ComposedScheme) -> Explainer<'a, S> {
        let causes = Causes::new(scheme.keys(), scheme.is_linear());
        Explainer { scheme, composed, causes }
    }

    /// Explains a wrong line, given the one before it in a log of every move.
    ///
    /// The move's mistake is the difference between the errors of both lines, an error being the
    /// difference between the hash that was read and the right one. It is zero if the line has the
    /// error of the line before and the move is right. Some errors are explained by themselves, as
    /// they begin and end with the state of their position: a hash that is right by another rule of
    /// en passant, and one that has another set of castling rights.
    pub(crate) fn explain(
        &self,
        reader: &PositionReader,
        line: &Checked<S::Key>,
        before: Option<Followed<S::Key>>,
        left: &mut FailedSearches,
    ) -> Explanation {
        let position = line::position(reader, line.text).expect("the line was read");
        let right_by_rule = right_by_rule(self.scheme, &position, line.got);
        let before = before.and_then(|made| {
            let position_before = line::position(reader, made.line.text).ok()?;
            Some((made, position_before))
        });
        let name = |m: Move| m.to_uci(position.castles().mode()).to_string();
        let mut by_move = None;
        match &before {
            Some((made, _)) if made.line.is_right() => by_move = Some(name(made.m)),
            Some((made, position_before))
                if made.is_in_succession
                    && right_by_rule.is_none()
                    && !self.has_other_rights(&position, line) =>
            {
                let mistake = line.got.minus(made.line.got).plus(made.line.expected);
                if mistake == line.expected {
                    return Explanation {
                        cause: FaultCause::Carried,
                        words: "as in the line before".to_owned(),
                        moves: Vec::new(),
                        right_by_rule,
                        confusions: Vec::new(),
                    };
                }
                let earlier = || vec![position_before.clone()];
                let doubts = PositionDoubts::new(&self.composed, &position, &earlier);
                let mut find =
                    |got, most| self.causes.find(got, line.expected, &doubts, most, left);
                let by_move = find(mistake, MOST);
                if let Some(size) = by_move.size() {
                    // Hashes that are computed from scratch make no mistakes at moves: the
                    // difference of their errors has the features of both, and few are those of
                    // the move. A hash may also lack what it always lacks: if it is explained by
                    // no more features than the move's mistake, and the line before lacks what its
                    // position has, too, no error was carried.
                    let is_by_move =
                        match self.could_be_made(&by_move, made.m, position_before, &position) {
                            true => {
                                // A search for four features takes long, and fails where an error
                                // was carried.
                                let alone = find(line.got, size.min(MOST - 1));
                                let is_fewer = alone.size() < Some(size);
                                let is_alone = is_missing(&alone)
                                    && (is_fewer
                                        || self.only_lacks(made.line, position_before, left));
                                !is_alone
                            }
                            false => {
                                find(line.got, MOST).size().is_none()
                                    && self.is_explained(made.line, position_before, left)
                            }
                        };
                    if is_by_move {
                        let moves = |_: &[Term]| vec![name(made.m)];
                        return self.explanation(&by_move, right_by_rule, moves);
                    }
                }
            }
            _ => {}
        }
        let earlier = || match &before {
            Some((_, position_before)) => vec![position_before.clone()],
            None => positions_of(reader, line.text),
        };
        let doubts = PositionDoubts::new(&self.composed, &position, &earlier);
        let cause = self.causes.find(line.got, line.expected, &doubts, MOST, left);
        self.explanation(&cause, right_by_rule, |terms| match by_move {
            Some(m) => vec![m],
            None => {
                let features: Vec<_> = terms.iter().map(|term| term.feature).collect();
                guilty_moves(&self.composed, reader, line.text, &features)
            }
        })
    }

    /// True if a move could have made a mistake.
    fn could_be_made(
        &self,
        cause: &Cause,
        m: Move,
        before: &VariantPosition,
        after: &VariantPosition,
    ) -> bool {
        let Cause::Features(causes) = cause else { return false };
        causes.iter().any(|terms| {
            let features: Vec<Feature> = terms.iter().map(|term| term.feature).collect();
            let mistake = Mistake::new(&self.composed, before, after, &features);
            mistake.is_some_and(|mistake| mistake.could_be_made_by(m, before, after))
        })
    }

    /// True if few features explain the error of a line.
    fn is_explained(
        &self,
        line: &Checked<S::Key>,
        position: &VariantPosition,
        left: &mut FailedSearches,
    ) -> bool {
        self.find_alone(line, position, left).size().is_some()
    }

    /// True if the hash of a line only lacks few features of its position.
    fn only_lacks(
        &self,
        line: &Checked<S::Key>,
        position: &VariantPosition,
        left: &mut FailedSearches,
    ) -> bool {
        is_missing(&self.find_alone(line, position, left))
    }

    /// The few features by which a line is wrong, whatever came before it.
    fn find_alone(
        &self,
        line: &Checked<S::Key>,
        position: &VariantPosition,
        left: &mut FailedSearches,
    ) -> Cause {
        let doubts = PositionDoubts::new(&self.composed, position, &Vec::new);
        self.causes.find(line.got, line.expected, &doubts, MOST - 1, left)
    }

    /// True if the hash has the key of another set of castling rights than the position, and all
    /// else is right: the program has not updated its rights, and has them wrong in every line from
    /// there on.
    fn has_other_rights(&self, position: &VariantPosition, line: &Checked<S::Key>) -> bool {
        let is_set = |feature| {
            let decoded = self.composed.chess_layout().decode(feature);
            matches!(decoded, Some(ChessFeature::CastlingRights(_)))
        };
        let mut own = None;
        for_each_feature(self.scheme, position, |feature| {
            own = own.or(is_set(feature).then_some(feature));
        });
        let Some(own) = own else { return false };
        let without = line.expected.minus(self.scheme.key(own));
        let mut sets = self.scheme.layout().features().filter(|feature| is_set(*feature));
        sets.any(|set| set != own && without.plus(self.scheme.key(set)) == line.got)
    }

    fn explanation(
        &self,
        cause: &Cause,
        right_by_rule: Option<[bool; 3]>,
        moves: impl FnOnce(&[Term]) -> Vec<String>,
    ) -> Explanation {
        let describe = |feature: Feature| self.composed.describe(feature);
        let (moves, confusions) = match cause {
            Cause::Features(causes) => {
                let moves = match &causes[..] {
                    [only] => moves(only),
                    _ => Vec::new(),
                };
                (moves, confusion_words(&self.causes, causes, &describe))
            }
            _ => (Vec::new(), Vec::new()),
        };
        let CauseWords { cause, words } = CauseWords::of(cause, &describe, "position");
        Explanation { cause, words, moves, right_by_rule, confusions }
    }

    /// Says which features have the key zero, if a position can have one; `None` if there are none.
    pub(crate) fn zeros(&self) -> Option<String> {
        if self.composed.is_secondary() {
            return None;
        }
        let rules = zobrist_chess::Compatibility::of(&self.composed);
        let is_told = |feature: &&Feature| {
            let decoded = self.composed.chess_layout().decode(**feature);
            // No rights often have no key.
            rules.can_stand(**feature) && decoded != Some(ChessFeature::CastlingRights(0))
        };
        let zeros: Vec<_> = self.causes.zeros().iter().filter(is_told).copied().collect();
        zero_words(&zeros, &|feature| self.composed.describe(feature))
    }
}

/// True if the hash only lacks features of its position.
fn is_missing(cause: &Cause) -> bool {
    match cause {
        Cause::Features(causes) => causes.iter().flatten().all(|term| term.side == Side::Missing),
        _ => false,
    }
}
