//! Why the hash of a line is wrong: the mistake of one move in a log of every move, else all that is
//! wrong with the position.

use shakmaty::Position;
use shakmaty::variant::VariantPosition;
use zobrist::Group;
use zobrist_chess::{ComposedScheme, Scheme};

use super::cause::{self, Cause, Causes, FailedSearches};
use super::en_passant::right_by_rule;
use super::follow::move_between;
use super::line::{self, Checked};
use super::wrong_move::guilty_moves;
use crate::job::{FaultCause, Job};

/// Explains wrong hashes by a scheme.
pub struct Explainer<'a, S: Scheme> {
    scheme: &'a S,
    /// The same scheme, for what is done for wrong lines alone.
    composed: ComposedScheme,
    causes: Causes<S>,
}

/// Why the hash of a line is wrong.
pub struct Explanation {
    pub cause: FaultCause,
    /// The cause in words, as a row has it.
    pub words: String,
    /// The moves of which one made the mistake.
    pub moves: Vec<String>,
    /// As in a [`Fault`](crate::job::Fault).
    pub right_by_rule: Option<[bool; 3]>,
}

impl Explanation {
    /// The cause in words, with the moves of which one made the mistake.
    pub fn with_moves(&self) -> String {
        let words = &self.words;
        match &self.moves[..] {
            [] => words.clone(),
            [only] => format!("{words}, by the move {only}"),
            [first @ .., last] => format!("{words}, by the move {} or {last}", first.join(", ")),
        }
    }
}

impl<'a, S: Scheme> Explainer<'a, S> {
    pub fn new(scheme: &'a S, composed: ComposedScheme) -> Explainer<'a, S> {
        Explainer { scheme, composed, causes: Causes::default() }
    }

    /// Explains a wrong line, given the one before it, if that can be read.
    ///
    /// If a legal move leads from the position of the line before to that of the line, the move's
    /// mistake is the difference between the errors of both, an error being the difference between
    /// the hash that was read and the right one. It is zero if the line has the error of the line
    /// before and the move is right. A hash that is right by another rule of en passant is
    /// explained by itself: such an error begins and ends with its position.
    pub fn explain(
        &self,
        job: &Job,
        line: &Checked<S::Key>,
        before: Option<&Checked<S::Key>>,
        left: &mut FailedSearches,
    ) -> Explanation {
        let position = line::position(job, line.text).expect("the line was read");
        let right_by_rule = right_by_rule(self.scheme, &position, line.got);
        let followed = before.and_then(|before| {
            let position_before = line::position(job, before.text).ok()?;
            let m = move_between(&position_before, &position)?;
            Some((before, m.to_uci(position.castles().mode()).to_string()))
        });
        let mut by_move = None;
        match followed {
            Some((before, m)) if before.is_right() => by_move = Some(m),
            Some((before, m)) if right_by_rule.is_none() => {
                let mistake = line.got.minus(before.got).plus(before.expected);
                if mistake == line.expected {
                    return Explanation {
                        cause: FaultCause::Carried,
                        words: "as in the line before".to_owned(),
                        moves: Vec::new(),
                        right_by_rule,
                    };
                }
                let cause = self.causes.find(self.scheme, mistake, line.expected, left);
                if let Cause::Features(_) = cause {
                    return self.explanation(&cause, &position, right_by_rule, |_| vec![m]);
                }
            }
            _ => {}
        }
        let cause = self.causes.find(self.scheme, line.got, line.expected, left);
        self.explanation(&cause, &position, right_by_rule, |features| match by_move {
            Some(m) => vec![m],
            None => guilty_moves(&self.composed, job, line.text, features),
        })
    }

    fn explanation(
        &self,
        cause: &Cause,
        position: &VariantPosition,
        right_by_rule: Option<[bool; 3]>,
        moves: impl FnOnce(&[zobrist::Feature]) -> Vec<String>,
    ) -> Explanation {
        match cause {
            Cause::Features(features) => {
                let words = cause::words(&self.composed, features, position);
                let moves = moves(features);
                let cause = FaultCause::Features(words.clone());
                Explanation { cause, words, moves, right_by_rule }
            }
            Cause::None(most) => Explanation {
                cause: FaultCause::Unexplained(if *most == 0 {
                    cause::TOO_MANY
                } else {
                    "no sum of few features explains it"
                }),
                words: cause::failure(*most),
                moves: Vec::new(),
                right_by_rule,
            },
        }
    }
}
