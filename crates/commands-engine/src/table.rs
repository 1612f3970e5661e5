//! The words of an engine's facts, recovered from its keys.

use anyhow::{Result, bail};
use shakmaty::{Move, Piece, Position, Role, Square};

use crate::calibration::{Step, double_step, kings_and_rooks, reference, steps};
use crate::fact::{COLORS, EnPassantRule, FACTS, Fact, RIGHTS, facts, fen};
use crate::rules::{Game, Rules};
use crate::word::{Answer, NoKey, Oracle, Question, Word};

/// The last halfmove clock whose word is asked for.
pub(crate) const LAST_CLOCK: usize = 150;

/// The words of all facts that legal positions tell apart.
///
/// Every legal position has one king of each color and one set of castling rights, so that a
/// constant can be moved between their words and the key of every position. The choice here: the
/// word of a white king on a1, of a black king on h8, and of no castling rights are 0.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The key of the base: a white king on a1, a black one on h8, White to move.
    pub(crate) base: Word,
    words: Vec<Option<Word>>,
    /// The difference to clock 0, by halfmove clock.
    pub(crate) clock: Vec<Word>,
    /// The words of the clock by moves, where one is known.
    pub(crate) clock_by_moves: Vec<Option<Word>>,
    /// The words that moves show for facts that a FEN can hide.
    pub(crate) by_moves: Vec<(Fact, Word)>,
}

impl Table {
    /// A table without words.
    pub(crate) fn unknown() -> Table {
        Table {
            base: 0,
            words: vec![None; FACTS],
            clock: vec![0; LAST_CLOCK + 1],
            clock_by_moves: vec![None; LAST_CLOCK + 1],
            by_moves: Vec::new(),
        }
    }

    /// The word of a fact; `None` for a pawn on the first or the last rank.
    pub(crate) fn word(&self, fact: Fact) -> Option<Word> {
        self.words[fact.index()]
    }

    /// The facts that have a word, with it.
    pub(crate) fn known(&self) -> impl Iterator<Item = (Fact, Word)> {
        Fact::all().filter_map(|fact| Some((fact, self.word(fact)?)))
    }

    /// The key of a position by the words.
    pub(crate) fn predict(&self, position: &Game, counts: EnPassantRule) -> Word {
        let words = facts(position, counts).into_iter().filter_map(|fact| self.word(fact));
        let clock = self.clock[(position.halfmoves() as usize).min(LAST_CLOCK)];
        words.fold(self.base ^ clock, |sum, word| sum ^ word)
    }

    /// True if every set of castling rights is the sum of its rights.
    pub(crate) fn is_castling_additive(&self) -> bool {
        let of = |set| self.word(Fact::Castling(set)).unwrap_or(0);
        (0..16).all(|set| {
            let rights = (0..4).filter(|bit| set >> bit & 1 == 1);
            of(set) == rights.fold(0, |sum, bit| sum ^ of(1 << bit))
        })
    }

    /// True if both squares of every file have one word of en passant.
    pub(crate) fn is_en_passant_by_file(&self) -> bool {
        let of = |square| self.word(Fact::EnPassant(square));
        Square::ALL[16..24].iter().all(|third| of(*third) == of(third.flip_vertical()))
    }

    /// The number of bits that the words need: 32, 64 or 128.
    pub(crate) fn bits(&self) -> u32 {
        let all = self.known().fold(self.base, |all, (_, word)| all | word);
        let all = self.clock.iter().fold(all, |all, word| all | word);
        [32, 64].into_iter().find(|bits| all >> bits == 0).unwrap_or(128)
    }

    /// The first clock with a word, and the step at which words change.
    pub(crate) fn clock_steps(&self) -> Option<(usize, usize)> {
        let from = self.clock.iter().position(|word| *word != 0)?;
        let first = self.clock[from];
        let step = self.clock[from..].iter().position(|word| *word != first)?;
        Some((from, step))
    }

    /// True if the halfmove clock has words.
    pub(crate) fn has_clock(&self) -> bool {
        self.clock.iter().any(|word| *word != 0)
    }
}

/// A table, and the keys that it was made of.
#[derive(Debug)]
pub(crate) struct Recovered {
    pub(crate) table: Table,
    pub(crate) steps: Vec<(Step, Word)>,
    /// The positions for which nothing was printed or the engine broke down.
    pub(crate) missing: Vec<String>,
}

/// The questions of the table by FEN.
pub(crate) fn questions() -> Vec<Question> {
    let of = |step: &Step| Question::fen(fen(&step.position, EnPassantRule::LEGAL));
    steps().iter().map(of).chain((0..=LAST_CLOCK).map(clock_question)).collect()
}

fn clock_question(clock: usize) -> Question {
    Question::fen(format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80"))
}

/// Asks for the table.
///
/// # Errors
/// When nothing can be asked, or the base has no key.
pub(crate) fn recover(oracle: &mut dyn Oracle) -> Result<Recovered> {
    let steps = steps();
    let answers = oracle.ask(&questions())?;
    let (of_steps, of_clock) = answers.split_at(steps.len());
    let mut words = vec![None; FACTS];
    for color in COLORS {
        let king = Piece { color, role: Role::King };
        words[Fact::Piece(king, reference(color)).index()] = Some(0);
    }
    words[Fact::Castling(0).index()] = Some(0);
    let Ok(base) = of_steps[0] else {
        bail!(
            "expected a key for `{}`, got none; give the command and the pattern by --ask and \
             --key-regex",
            fen(&steps[0].position, EnPassantRule::LEGAL)
        )
    };
    let (mut known, mut missing) = (Vec::new(), Vec::new());
    for (step, answer) in steps.into_iter().zip(of_steps) {
        let Ok(key) = answer else {
            if *answer != Err(NoKey::Unknown) {
                missing.push(fen(&step.position, EnPassantRule::LEGAL));
            }
            continue;
        };
        if let Some(new) = step.new {
            let rest = facts(&step.position, EnPassantRule::LEGAL);
            let mut rest = rest.iter().filter(|fact| **fact != new);
            let sum = rest.try_fold(base ^ key, |sum, fact| Some(sum ^ words[fact.index()]?));
            words[new.index()] = sum;
        }
        known.push((step, *key));
    }
    let zero = of_clock[0].clone().unwrap_or(0);
    let clock = of_clock.iter().map(|key| key.clone().map_or(0, |key| key ^ zero)).collect();
    let clock_by_moves = vec![None; LAST_CLOCK + 1];
    let table = Table { base, words, clock, clock_by_moves, by_moves: Vec::new() };
    Ok(Recovered { table, steps: known, missing })
}

/// A line and the position that it leads to.
fn played(start: &Game, moves: &[&str]) -> (Question, Game) {
    let mut end = start.clone();
    for text in moves {
        let found = text.parse().ok().and_then(|uci: shakmaty::uci::UciMove| {
            let m: Move = uci.to_move(&end).ok()?;
            end.clone().play(m).ok()
        });
        end = found.expect("the moves of a table are legal");
    }
    (Question::moves(fen(start, EnPassantRule::LEGAL), moves.join(" ")), end)
}

/// A position from a FEN of this program.
pub(crate) fn parsed(fen: &str) -> Game {
    Rules::STANDARD.parse(fen).expect("a legal position of this program")
}

/// Asks for the words that moves show: the side to move, castling rights, en passant, the clock.
///
/// # Errors
/// When nothing can be asked.
pub(crate) fn learn_by_moves(oracle: &mut dyn Oracle, table: &mut Table) -> Result<()> {
    let (facts, mut questions, mut ends) = (facts_by_moves(), Vec::new(), Vec::new());
    for (_, lines) in &facts {
        for (question, end) in lines {
            questions.push(question.clone());
            ends.push(end.clone());
        }
    }
    let answers = oracle.ask(&questions)?;
    let differ = |index: usize| {
        let key = answers[index].clone().ok()?;
        Some((key, table.predict(&ends[index], EnPassantRule::NEVER)))
    };
    let mut index = 0;
    let mut by_moves: Vec<(Fact, Word)> = Vec::new();
    // The turn comes first: where a FEN hides it, a move shows it.
    let mut hidden = 0;
    for (fact, lines) in &facts {
        // By moves against moves where there are two lines to one position.
        let word = match lines.len() {
            2 => differ(index).zip(differ(index + 1)).map(|(one, other)| one.0 ^ other.0),
            _ => differ(index).map(|(key, predicted)| {
                // The word is in the key by moves, or it was taken out of it.
                let hidden = if *fact == Fact::Black { 0 } else { hidden };
                key ^ predicted ^ table.word(*fact).unwrap_or(0) ^ hidden
            }),
        };
        if let (Fact::Black, Some(word)) = (fact, word) {
            hidden = word ^ table.word(*fact).unwrap_or(0);
        }
        index += lines.len();
        by_moves.extend(word.map(|word| (*fact, word)));
    }
    // A move that inserts nothing, or the word of another fact, is a fault of the move, which a
    // line shows.
    let words: Vec<Word> = table.known().map(|(_, word)| word).collect();
    let all = by_moves.clone();
    by_moves.retain(|(fact, word)| {
        // Two pieces that differ have one mistake about the fact, or each its own.
        let is_of_fact = |(of, other): &(Fact, Word)| of != fact || other == word;
        table.word(*fact) == Some(*word)
            || *word != 0 && !words.contains(word) && all.iter().all(is_of_fact)
    });
    by_moves.dedup();
    table.by_moves = by_moves;
    learn_clock(oracle, table, hidden)
}

/// The facts, each with a line that inserts or removes it, twice by different pieces, or with two
/// lines to one position of which the first alone has it.
fn facts_by_moves() -> Vec<(Fact, Vec<(Question, Game)>)> {
    let quiet = parsed("7k/8/8/8/8/8/8/KN6 w - - 0 1");
    let mut all = vec![
        (Fact::Black, vec![played(&quiet, &["b1c3"])]),
        (Fact::Black, vec![played(&quiet, &["a1a2"])]),
    ];
    let moves = [["h1h2", "e1e2"], ["a1a2", "e1e2"], ["h8h7", "e8e7"], ["a8a7", "e8e7"]];
    for (bit, moves) in moves.into_iter().enumerate() {
        let start = kings_and_rooks(1 << bit, RIGHTS[bit].0);
        for m in moves {
            all.push((Fact::Castling(1 << bit), vec![played(&start, &[m])]));
        }
    }
    for fact in Fact::all() {
        let Fact::EnPassant(passed) = fact else { continue };
        let after = double_step(passed);
        let mover = after.turn().other();
        let step = |from: Square| {
            let at = passed.offset(mover.fold_wb(8, -8)).expect("on the board");
            let mut setup = after.to_setup(shakmaty::EnPassantMode::Legal);
            let pawn = setup.board.remove_piece_at(at).expect("the pawn that has moved");
            setup.board.set_piece_at(from, pawn);
            (setup.turn, setup.ep_square) = (mover, None);
            let start = Rules::STANDARD.position(setup).expect("a legal position");
            played(&start, &[&format!("{from}{at}")])
        };
        let home = passed.offset(mover.fold_wb(-8, 8)).expect("on the board");
        all.push((fact, vec![step(home), step(passed)]));
    }
    all
}

/// The words of the clock, by knights that go to and fro, and by kings. Where they differ, the
/// words are not those of the clock. `hidden` is the word of the turn that a FEN hides.
fn learn_clock(oracle: &mut dyn Oracle, table: &mut Table, hidden: Word) -> Result<()> {
    const KNIGHTS: [&str; 4] = ["b1c3", "b8c6", "c3b1", "c6b8"];
    const KINGS: [&str; 4] = ["e1e2", "e8e7", "e2e1", "e7e8"];
    let start = parsed("1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1");
    let clocks: Vec<usize> = (1..=LAST_CLOCK).collect();
    let mut learned = Vec::new();
    for cycle in [KNIGHTS, KINGS] {
        let lines = clocks.iter().map(|clock| {
            let moves: Vec<&str> = cycle.into_iter().cycle().take(*clock).collect();
            played(&start, &moves)
        });
        let (questions, ends): (Vec<_>, Vec<_>) = lines.unzip();
        let answers = oracle.ask(&questions)?;
        let word = |((clock, end), answer): ((&usize, Game), Answer)| {
            let hidden = if end.turn().is_black() { hidden } else { 0 };
            let predicted = table.predict(&end, EnPassantRule::NEVER) ^ table.clock[*clock];
            answer.ok().map(|key| key ^ predicted ^ hidden)
        };
        let words: Vec<Option<Word>> = clocks.iter().zip(ends).zip(answers).map(word).collect();
        learned.push(words);
    }
    for (clock, (one, other)) in (1..).zip(learned[0].iter().zip(&learned[1])) {
        table.clock_by_moves[clock] = one.filter(|_| one == other);
    }
    Ok(())
}
