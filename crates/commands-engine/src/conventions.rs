//! The conventions of an engine, learned by asking: when en passant counts, and if the key is the
//! same after a restart.

use anyhow::Result;
use shakmaty::{EnPassantMode, Position, Square};

use crate::fact::{EnPassantRule, fen};
use crate::rules::{Game, Rules};
use crate::table::parsed;
use crate::word::{Oracle, Question, Word};

/// The conventions that single questions decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conventions {
    /// When en passant counts after moves; `None` if no rule fits.
    pub(crate) by_moves: Option<EnPassantRule>,
    /// The same in a FEN with an en passant square.
    pub(crate) by_fen: Option<EnPassantRule>,
    /// True if the move number changes the key.
    pub(crate) has_move_number: bool,
    /// True if two equal questions have equal answers.
    pub(crate) is_repeatable: bool,
    /// Questions with other answers after a restart; `None` if the engine was not started again.
    pub(crate) after_restart: Option<bool>,
}

/// Positions before a double step of White's e-pawn, in which a capture is impossible, would leave
/// the king in check, or is legal.
const PROBES: [&str; 3] = [
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
];

/// The positions of a probe: before a double step, before a step from e3 to the same position,
/// and after them.
struct Probe {
    before: String,
    one_step_before: String,
    with_square: String,
    without: String,
}

fn probe(before: &str) -> Probe {
    let (double, single) = ("e2e4", "e3e4");
    let start = parsed(before);
    let after = played(&start, double);
    let mut setup = start.to_setup(EnPassantMode::Legal);
    let pawn = setup.board.remove_piece_at(Square::E2).expect("a pawn");
    setup.board.set_piece_at(Square::E3, pawn);
    let one = Rules::STANDARD.position(setup).expect("legal");
    debug_assert_eq!(played(&one, single).board(), after.board());
    Probe {
        before: before.to_owned(),
        one_step_before: fen(&one, EnPassantRule::NEVER),
        with_square: fen(&after, EnPassantRule::ALWAYS),
        without: fen(&after, EnPassantRule::NEVER),
    }
}

fn played(position: &Game, text: &str) -> Game {
    let uci: shakmaty::uci::UciMove = text.parse().expect("a move");
    let m = uci.to_move(position).expect("a legal move");
    position.clone().play(m).expect("a legal move")
}

/// Questions about a double step by moves, by a FEN with the square and by one without it, that tell
/// two rules apart.
pub(crate) fn differing(one: Option<EnPassantRule>, other: Option<EnPassantRule>) -> [Question; 3] {
    let least =
        one.unwrap_or(EnPassantRule::NEVER).strictest(other.unwrap_or(EnPassantRule::NEVER));
    let before = match least {
        EnPassantRule::NEVER => PROBES[2],
        EnPassantRule::LEGAL => PROBES[1],
        _ => PROBES[0],
    };
    let Probe { before, with_square, without, .. } = probe(before);
    let by_moves = Question::moves(before, "e2e4".to_owned());
    [by_moves, Question::fen(with_square), Question::fen(without)]
}

/// The questions that [`learn`] asks.
pub(crate) fn questions() -> Vec<Question> {
    let mut questions = Vec::new();
    for probe in PROBES.map(probe) {
        questions.push(Question::moves(probe.before, "e2e4".to_owned()));
        questions.push(Question::moves(probe.one_step_before, "e3e4".to_owned()));
        questions.push(Question::fen(probe.with_square));
        questions.push(Question::fen(probe.without));
    }
    let base = |number: u32| Question::fen(format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 {number}"));
    questions.extend([1, 2, 50, 200].map(base));
    questions.push(base(1));
    questions
}

/// Asks for the conventions.
///
/// # Errors
/// When nothing can be asked.
pub(crate) fn learn(oracle: &mut dyn Oracle) -> Result<Conventions> {
    let answers = oracle.ask(&questions())?;
    let keys: Vec<Option<Word>> = answers.into_iter().map(Result::ok).collect();
    let differ = |one: usize, other: usize| Some(keys[one]? != keys[other]?);
    let counts = |first: usize| {
        let row = [0, 4, 8].map(|probe| differ(probe + first, probe + first + 1));
        match row {
            [Some(false), Some(false), Some(false)] => Some(EnPassantRule::NEVER),
            [Some(false), Some(false), Some(true)] => Some(EnPassantRule::LEGAL),
            [Some(false), Some(true), Some(true)] => Some(EnPassantRule::BESIDE),
            [Some(true), Some(true), Some(true)] => Some(EnPassantRule::ALWAYS),
            _ => None,
        }
    };
    Ok(Conventions {
        by_moves: counts(0),
        by_fen: counts(2),
        has_move_number: keys[12..16].iter().any(|key| *key != keys[12]),
        is_repeatable: keys[12] == keys[16],
        after_restart: None,
    })
}

impl Conventions {
    /// Conventions with a rule of en passant, before anything is known.
    pub(crate) fn of(counts: EnPassantRule) -> Conventions {
        Conventions {
            by_moves: Some(counts),
            by_fen: Some(counts),
            has_move_number: false,
            is_repeatable: true,
            after_restart: None,
        }
    }

    /// The rule by which positions are compared. Where moves never insert a word, a FEN has the
    /// square all the same, without which a capture would be illegal.
    pub(crate) fn counts(&self) -> EnPassantRule {
        let rules = [self.by_moves, self.by_fen]
            .into_iter()
            .map(|rule| rule.unwrap_or(EnPassantRule::ALWAYS));
        rules.into_iter().find(|rule| *rule != EnPassantRule::NEVER).unwrap_or(EnPassantRule::LEGAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each probe tells one rule from the next.
    #[test]
    fn probes_tell_the_rules_apart() {
        let of = |before: &str| {
            let after = played(&parsed(before), "e2e4");
            [EnPassantRule::ALWAYS, EnPassantRule::BESIDE, EnPassantRule::LEGAL]
                .map(|counts| counts.square(&after).is_some())
        };
        assert_eq!(of(PROBES[0]), [true, false, false]);
        assert_eq!(of(PROBES[1]), [true, true, false]);
        assert_eq!(of(PROBES[2]), [true, true, true]);
        let of = |one, other| differing(Some(one), Some(other))[0].fen.clone();
        assert_eq!(of(EnPassantRule::ALWAYS, EnPassantRule::BESIDE), PROBES[0]);
        assert_eq!(of(EnPassantRule::LEGAL, EnPassantRule::BESIDE), PROBES[1]);
        assert_eq!(of(EnPassantRule::ALWAYS, EnPassantRule::NEVER), PROBES[2]);
    }
}
