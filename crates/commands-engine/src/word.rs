//! Words of keys, and the positions by which an engine is asked for them.

use anyhow::Result;

use crate::rules::Rules;

/// The number that an engine prints for a position, or the XOR of some.
pub(crate) type Word = u128;

/// The word of UCI for the start of a game.
const STARTPOS: &str = "startpos";

/// A position, as it is asked for: the FEN of a start and moves from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Question {
    pub(crate) fen: String,
    /// Moves in UCI notation, with spaces between them.
    pub(crate) moves: String,
    /// Depth of a search after which the question is asked again; 0 for none.
    pub(crate) search: u8,
}

impl Question {
    pub(crate) fn fen(fen: String) -> Question {
        Question { fen, moves: String::new(), search: 0 }
    }

    pub(crate) fn moves(fen: String, moves: String) -> Question {
        Question { fen, moves, search: 0 }
    }

    /// The start of a game, as UCI names it.
    pub(crate) fn start() -> Question {
        Question::fen(STARTPOS.to_owned())
    }

    /// The command of UCI.
    pub(crate) fn command(&self) -> String {
        let Question { fen, moves, .. } = self;
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        if fen == STARTPOS {
            return format!("position {fen}{moves}");
        }
        format!("position fen {fen}{moves}")
    }
}

/// An answer that is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoKey {
    /// No line of the answer has a key.
    NotPrinted,
    /// The engine ended, or gave no answer in time.
    Broken,
    /// Nobody has asked: the answer is in the next file.
    Unknown,
}

/// The answer to a question.
pub(crate) type Answer = Result<Word, NoKey>;

/// Something that knows the keys of positions: a running engine, or the answers of one in a file.
pub(crate) trait Oracle {
    /// The answers to questions, in order.
    ///
    /// # Errors
    /// When nothing more can be asked.
    fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>>;

    /// The number of questions so far.
    fn asked(&self) -> u64;

    /// The bits of the digits that are printed for a key, as far as they are known.
    fn printed_bits(&self) -> u32;

    /// True if a question can be asked again after a search.
    fn searches(&self) -> bool {
        true
    }

    /// The rules, other than those of chess, by which questions can be asked.
    fn rules(&self) -> Vec<Rules> {
        Vec::new()
    }

    /// Asks by other rules from now on, or by those of chess again.
    ///
    /// # Errors
    /// When nothing more can be asked.
    fn set_rules(&mut self, _: Option<Rules>) -> Result<()> {
        Ok(())
    }

    /// The FENs that are printed with the answers, where some are.
    ///
    /// # Errors
    /// When nothing more can be asked.
    fn shown(&mut self, questions: &[Question]) -> Result<Vec<Option<String>>> {
        Ok(vec![None; questions.len()])
    }

    /// The answer to one question.
    fn ask_one(&mut self, question: Question) -> Result<Answer> {
        Ok(self.ask(&[question])?.swap_remove(0))
    }
}
