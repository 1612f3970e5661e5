//! Compares the key by moves with the key by FEN at every ply of lines, and collects the faults.

use std::collections::HashMap;

use anyhow::Result;
use shakmaty::{Move, Piece, Position, Role};

use crate::asking::{difference, questions_at};
use crate::conventions::Conventions;
use crate::event::{Coverage, Event, sentence};
use crate::fact::{Counts, fen};
use crate::fault::{Fault, FaultKind};
use crate::lines::Line;
use crate::naming::{Namer, Played, Term, VariantWords};
use crate::rules::Game;
use crate::shrink::{Naming, shrink};
use crate::table::Table;
use crate::word::{Oracle, Question, Word};

/// Most faults that are collected; more lines are counted with the faults that they resemble.
const MAX_FAULTS: usize = 40;

/// A comparison of an engine with itself.
#[derive(Debug)]
pub(crate) struct Comparison<'a> {
    pub(crate) table: &'a Table,
    conventions: &'a Conventions,
    pub(crate) namer: Namer,
    pub(crate) faults: Vec<Fault>,
    pub(crate) coverage: Coverage,
    /// Positions that were compared.
    pub(crate) compared: u64,
    /// Positions whose key by FEN was the sum of its words.
    pub(crate) predicted: u64,
    /// True if positions by FEN are compared with the sum of their words: variants have others.
    predicts: bool,
    /// Differences without names, and the faults that have them.
    unlisted: HashMap<Word, usize>,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(table: &'a Table, conventions: &'a Conventions) -> Comparison<'a> {
        Comparison {
            table,
            conventions,
            namer: Namer::new(table, conventions.counts()),
            faults: Vec::new(),
            coverage: Coverage::default(),
            compared: 0,
            predicted: 0,
            predicts: true,
            unlisted: HashMap::new(),
        }
    }

    /// Compares by the rules of a variant with these words.
    pub(crate) fn of_variant(self, words: VariantWords) -> Comparison<'a> {
        Comparison { namer: self.namer.with_variant(words), predicts: false, ..self }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.conventions.counts()
    }

    /// The questions about lines, in order: two for each ply.
    pub(crate) fn questions(&self, lines: &[Line]) -> Vec<Question> {
        let mut questions = Vec::new();
        for line in lines {
            let mut now = line.start.clone();
            for (ply, m) in line.moves.iter().enumerate() {
                now = now.play(*m).expect("legal");
                let asked = questions_at(&line.start, &line.moves[..=ply], &now, self.counts());
                questions.extend(asked);
            }
        }
        questions
    }

    /// Compares the keys along lines.
    pub(crate) fn compare(&mut self, oracle: &mut dyn Oracle, lines: &[Line]) -> Result<()> {
        let questions = self.questions(lines);
        let answers = oracle.ask(&questions)?;
        let mut rest = answers.chunks_exact(2);
        for line in lines {
            let (mut now, mut earlier, mut difference) = (line.start.clone(), None, 0);
            for (ply, m) in line.moves.iter().enumerate() {
                let after = now.clone().play(*m).expect("legal");
                let played = Played { before: now, m: *m, after };
                let event = Event::of(&played.before, *m, &played.after);
                let pair = rest.next().expect("two answers for each ply");
                if let [Ok(by_moves), Ok(by_fen)] = pair {
                    self.compared += 1;
                    self.coverage.note(earlier, event);
                    let is_sum = self.check_fen(oracle, &played.after, *by_fen)?;
                    self.predicted += u64::from(is_sum);
                    let now_differs = by_moves ^ by_fen;
                    if now_differs != difference && now_differs != 0 {
                        self.blame(oracle, line, ply, &played, difference ^ now_differs)?;
                    }
                    difference = now_differs;
                }
                earlier = Some(event);
                now = played.after;
            }
        }
        Ok(())
    }

    /// Notes a key by FEN that is not the sum of its words. Returns true if it is, as far as that is
    /// known.
    pub(crate) fn check_fen(
        &mut self,
        oracle: &mut dyn Oracle,
        at: &Game,
        key: Word,
    ) -> Result<bool> {
        let Some(by_fen) = self.conventions.by_fen.filter(|_| self.predicts) else {
            return Ok(false);
        };
        let counts = by_fen.min(self.counts());
        let difference = key ^ self.table.predict(at, counts);
        if difference == 0 {
            return Ok(true);
        }
        let terms = self.namer.explain_anywhere(difference);
        let kinds: Vec<String> = terms.iter().flatten().map(|term| kind_of(*term)).collect();
        let form = format!("fen: {}", kinds.join(", "));
        if let Some(fault) = self.faults.iter_mut().find(|fault| fault.form == form) {
            fault.count += 1;
            return Ok(false);
        }
        let terms = terms.map(|terms| self.namer.describe(&terms, at)).unwrap_or_default();
        let what = if terms.is_empty() { "no sum of known words".into() } else { terms.join(", ") };
        let title = format!("the key of a FEN is not the sum of its words: {what}");
        let mut fault = Fault::new(FaultKind::Fen, title);
        let question = Question::fen(fen(at, self.counts()));
        let again = oracle.ask_one(question.clone())?;
        let predicted = self.table.predict(at, counts);
        if again.is_ok_and(|again| again != key) {
            fault.notes.push("another key when it was asked again".to_owned());
        }
        fault.notes.push(format!("predicted   {predicted:016x}, got {key:016x}"));
        fault.notes.push(format!("reproduce   {}", question.command()));
        (fault.terms, fault.form) = (terms, form);
        self.faults.push(fault);
        Ok(false)
    }

    /// Notes that a difference began with a move.
    fn blame(
        &mut self,
        oracle: &mut dyn Oracle,
        line: &Line,
        ply: usize,
        played: &Played,
        difference: Word,
    ) -> Result<()> {
        let event = Event::of(&played.before, played.m, &played.after).name();
        if let Some(index) = self.unlisted.get(&difference) {
            let fault = &mut self.faults[*index];
            fault.count += 1;
            *fault.moves.entry(event).or_default() += 1;
            return Ok(());
        }
        let mut terms = self.namer.explain(difference, played);
        if terms.is_none() && played.m.is_promotion() {
            self.learn_last_rank(oracle, line, ply, played)?;
            terms = self.namer.explain(difference, played);
        }
        let terms = terms.or_else(|| self.namer.explain_anywhere(difference));
        let form = terms.as_ref().map(|terms| self.form(terms, played));
        let known = match &form {
            Some(form) => self.faults.iter().position(|fault| fault.form == *form),
            None => {
                let no_name = |fault: &Fault| {
                    fault.form.starts_with("unlisted") && fault.moves.contains_key(&event)
                };
                self.faults.iter().position(no_name)
            }
        };
        let known = known.or((self.faults.len() >= MAX_FAULTS).then(|| self.faults.len() - 1));
        if let Some(index) = known {
            let fault = &mut self.faults[index];
            fault.count += 1;
            *fault.moves.entry(event).or_default() += 1;
            if form.is_none() && fault.notes.is_empty() {
                fault.notes.push("note        the difference is another in other lines".to_owned());
            }
            return Ok(());
        }
        let mut fault = self.shrunk(oracle, line, ply, difference, form.as_deref())?;
        match form {
            Some(form) => fault.form = form,
            None => {
                fault.form = format!("unlisted {difference:x}");
                self.unlisted.insert(difference, self.faults.len());
            }
        }
        (fault.count, fault.moves) = (1, [(event, 1)].into());
        self.faults.push(fault);
        Ok(())
    }

    /// The form of terms. Those that a convention explains are that fault.
    pub(crate) fn form(&self, terms: &[Term], played: &Played) -> String {
        let is_en_passant = |term: &Term| matches!(term, Term::EnPassant(_));
        if terms.iter().all(is_en_passant) {
            let by_moves = self.counts().square(&played.after);
            let by_fen = self.conventions.by_fen.map(|counts| counts.square(&played.after));
            if by_moves.is_some() && by_fen == Some(None) {
                let of_fault = |fault: &&Fault| fault.form.starts_with("convention en passant");
                if let Some(fault) = self.faults.iter().find(of_fault) {
                    return fault.form.clone();
                }
            }
        }
        let named = |term: &Term| match term {
            Term::EnPassant(square) => self.faults.iter().find(|fault| {
                let files = fault.form.strip_prefix("words en passant: ");
                files.is_some_and(|files| files.contains(square.file().char()))
            }),
            Term::Rights(_) => self.faults.iter().find(|fault| fault.form == "words castling"),
            Term::Turn => self.faults.iter().find(|fault| fault.form == "words turn"),
            Term::Clock(..) => self.faults.iter().find(|fault| fault.form == "words clock"),
            _ => None,
        };
        if let [first, rest @ ..] = terms
            && let Some(fault) = named(first)
            && rest.iter().all(|term| named(term).is_some())
        {
            return fault.form.clone();
        }
        self.namer.form(terms, played)
    }

    /// The fault of the shortest line that shows it.
    fn shrunk(
        &self,
        oracle: &mut dyn Oracle,
        line: &Line,
        ply: usize,
        difference: Word,
        form: Option<&str>,
    ) -> Result<Fault> {
        let name = |change, last: &Played| {
            // Looking for a name again would take long.
            if form.is_none() && change == difference {
                return (None, None);
            }
            let named = self.namer.explain(change, last);
            let terms = named.or_else(|| self.namer.explain_anywhere(change));
            let form = terms.as_ref().map(|terms| self.form(terms, last));
            (terms, form)
        };
        let naming = Naming { name: &name, counts: self.counts(), form };
        let Some(found) = shrink(oracle, &naming, line, ply)? else {
            let title = "keys by moves that differ, and did not when they were asked again";
            return Ok(Fault::new(FaultKind::Update, title.to_owned()));
        };
        let what = sentence(&found.last.before, found.last.m);
        let terms = found.terms.as_deref();
        let terms = terms.map(|terms| self.namer.describe(terms, &found.last.after));
        let title = match &terms {
            Some(terms) => format!("{}, after {what}", terms.join(", ")),
            None => format!(
                "an unlisted word {:016x}, no sum of a few known ones, after {what}",
                found.change
            ),
        };
        let mut fault = Fault::new(FaultKind::Update, title);
        fault.terms = terms.unwrap_or_default();
        fault.example = Some(found.example);
        Ok(fault)
    }

    /// Finds the word of a pawn on its last rank: four promotions share it, and lack the word of
    /// the piece.
    fn learn_last_rank(
        &mut self,
        oracle: &mut dyn Oracle,
        line: &Line,
        ply: usize,
        played: &Played,
    ) -> Result<()> {
        let (color, to) = (played.before.turn(), played.m.to());
        let is_sibling =
            |m: &&Move| m.is_promotion() && m.from() == played.m.from() && m.to() == to;
        let legal = played.before.legal_moves();
        let siblings: Vec<Move> = legal.iter().filter(is_sibling).copied().collect();
        let mut questions = Vec::new();
        let before = &line.moves[..ply];
        questions.extend(questions_at(&line.start, before, &played.before, self.counts()));
        for m in &siblings {
            let end = played.before.clone().play(*m).expect("legal");
            let moves: Vec<Move> = before.iter().copied().chain([*m]).collect();
            questions.extend(questions_at(&line.start, &moves, &end, self.counts()));
        }
        let answers = oracle.ask(&questions)?;
        let differences: Vec<Word> = answers.chunks_exact(2).filter_map(difference).collect();
        let [earlier, rest @ ..] = &*differences else { return Ok(()) };
        let word = |(m, difference): (&Move, &Word)| {
            let piece = Piece { color, role: m.promotion()? };
            Some(difference ^ earlier ^ self.namer.piece(piece, to)?)
        };
        let words: Vec<Option<Word>> = siblings.iter().zip(rest).map(word).collect();
        if let [Some(first), others @ ..] = &*words
            && words.len() == 4
            && others.iter().all(|word| *word == Some(*first))
            && *first != 0
        {
            let pawn = Piece { color, role: Role::Pawn };
            self.namer.learn(*first, pawn, to);
        }
        Ok(())
    }
}

/// The kind of a term, without its square.
pub(crate) fn kind_of(term: Term) -> String {
    match term {
        Term::Piece(piece, _) => crate::fact::piece_name(piece),
        Term::King(color, ..) => format!("{} king", crate::fact::color_name(color)),
        Term::Rights(_) => "castling".to_owned(),
        Term::EnPassant(_) => "en passant".to_owned(),
        Term::Turn => "turn".to_owned(),
        Term::Clock(..) => "clock".to_owned(),
        Term::Pocket(..) => "pocket".to_owned(),
        Term::Checks(..) => "checks".to_owned(),
        Term::Promoted(_) => "promoted".to_owned(),
    }
}
