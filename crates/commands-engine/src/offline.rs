//! Questions and answers in files, for programs that are no UCI engines.

use std::collections::{HashMap, HashSet};

use anyhow::Result;

use crate::compare::Comparison;
use crate::conventions::{Conventions, learn};
use crate::fact::EnPassantRule;
use crate::lines::{Line, Walks, pairs, suite};
use crate::table::{self, Table, learn_by_moves};
use crate::word::{Answer, NoKey, Oracle, Question, Word};

/// Notes the questions, and answers none.
#[derive(Debug, Default)]
struct Recorder {
    questions: Vec<Question>,
    seen: HashSet<Question>,
}

impl Recorder {
    fn note(&mut self, question: &Question) {
        if self.seen.insert(question.clone()) {
            self.questions.push(question.clone());
        }
    }
}

impl Oracle for Recorder {
    fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>> {
        questions.iter().for_each(|question| self.note(question));
        Ok(vec![Err(NoKey::Unknown); questions.len()])
    }

    fn asked(&self) -> u64 {
        self.questions.len() as u64
    }

    fn printed_bits(&self) -> u32 {
        0
    }

    fn searches(&self) -> bool {
        false
    }
}

/// Random walks among the questions.
const WALKS: usize = 60;

/// All questions of the first round. The rule of en passant is not known yet, so that positions
/// are asked for by each.
///
/// # Errors
/// Never: nothing is asked.
pub(crate) fn questions(seed: u64) -> Result<Vec<Question>> {
    let mut recorder = Recorder::default();
    recorder.ask(&table::questions())?;
    learn(&mut recorder)?;
    let mut table = Table::unknown();
    learn_by_moves(&mut recorder, &mut table)?;
    let starts = suite(&[]);
    let mut lines: Vec<Line> = pairs(&starts).0;
    lines.extend(Walks::new(starts, seed).take(WALKS));
    for counts in [EnPassantRule::BESIDE, EnPassantRule::LEGAL, EnPassantRule::ALWAYS] {
        let conventions = Conventions::of(counts);
        let comparison = Comparison::new(&table, &conventions);
        for question in comparison.questions(&lines) {
            recorder.note(&question);
        }
    }
    Ok(recorder.questions)
}

/// The text of a question: number, FEN, moves.
pub(crate) fn line(number: usize, question: &Question) -> String {
    format!("{number}\t{}\t{}\n", question.fen, question.moves)
}

/// Answers from files.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    keys: HashMap<Question, Word>,
    bits: u32,
    asked: u64,
    unknown: Recorder,
}

impl Answers {
    /// Reads a line: number, FEN, moves, key in hex. Returns false for a question without a key.
    ///
    /// # Errors
    /// The expected form.
    pub(crate) fn read(&mut self, line: &str) -> Result<bool, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, fen, moves, key] = *fields else {
            let got = fields.len();
            return Err(format!(
                "expected a number, a FEN, moves and a key with tabs between, got {got} fields"
            ));
        };
        let digits = key.trim().trim_start_matches("0x");
        if digits.is_empty() {
            return Ok(false);
        }
        let word = Word::from_str_radix(digits, 16)
            .map_err(|_| format!("expected a key in up to 32 hex digits, got {key:?}"))?;
        self.bits = self.bits.max(4 * digits.len() as u32);
        let question = Question::moves(fen.to_owned(), moves.to_owned());
        if self.keys.get(&question).is_some_and(|known| *known != word) {
            return Err("expected the key of an earlier line for the same question".to_owned());
        }
        self.keys.insert(question, word);
        Ok(true)
    }

    /// The number of answers.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Questions whose answers would shorten the lines of faults.
    pub(crate) fn unknown(&self) -> &[Question] {
        &self.unknown.questions
    }

    /// Forgets the questions that had no answer so far.
    pub(crate) fn forget_unknown(&mut self) {
        self.unknown = Recorder::default();
    }
}

impl Oracle for Answers {
    fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>> {
        self.asked += questions.len() as u64;
        let answers = questions.iter().map(|question| match self.keys.get(question) {
            Some(key) => Ok(*key),
            None => {
                self.unknown.note(question);
                Err(NoKey::Unknown)
            }
        });
        Ok(answers.collect())
    }

    fn asked(&self) -> u64 {
        self.asked
    }

    fn printed_bits(&self) -> u32 {
        self.bits
    }

    fn searches(&self) -> bool {
        false
    }
}
