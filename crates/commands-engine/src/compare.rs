//! Compares the key by moves with the key by FEN at every ply of lines, and collects the faults.

use std::collections::HashMap;

use anyhow::Result;
use shakmaty::{Move, Piece, Position, Role};

use crate::asking::{difference, questions_at};
use crate::conventions::Conventions;
use crate::event::{Coverage, Event, sentence};
use crate::fact::{EnPassantRule, fen};
use crate::fault::{Fault, FaultKind};
use crate::form::{self, Form};
use crate::lines::Line;
use crate::naming::{MAX_TERMS, Namer, Played, Term, VariantWords};
use crate::rules::Game;
use crate::shrink::{Naming, Terms, shrink};
use crate::table::Table;
use crate::word::{Oracle, Question, Word};

/// Most faults that are collected; more lines are counted with the faults that they resemble.
const MAX_FAULTS: usize = 40;

/// The tag of faults whose difference has no name.
pub(crate) const UNLISTED: &str = "unlisted";

/// A ply of a line.
#[derive(Clone, Copy)]
struct Place<'a> {
    line: &'a Line,
    ply: usize,
    played: &'a Played,
}

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
    /// Differences without names, and the faults that have them: of lines, and of FENs from which
    /// lines inherit them.
    unlisted: HashMap<Word, usize>,
    /// Moves that ended castling rights, and took them out of the key.
    pub(crate) ended_rightly: u64,
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
            ended_rightly: 0,
        }
    }

    /// Compares by the rules of a variant with these words.
    pub(crate) fn of_variant(self, words: VariantWords) -> Comparison<'a> {
        Comparison { namer: self.namer.with_variant(words), predicts: false, ..self }
    }

    pub(crate) fn counts(&self) -> EnPassantRule {
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
                    let mut wrong = 0;
                    if now_differs != difference && now_differs != 0 {
                        let place = Place { line, ply, played: &played };
                        wrong = self.blame(oracle, &place, difference, now_differs)?;
                    }
                    self.ended_rightly += u64::from(event.ended & !wrong != 0);
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
        let counts = by_fen.strictest(self.counts());
        let difference = key ^ self.table.predict(at, counts);
        if difference == 0 {
            return Ok(true);
        }
        if counts.square(at).is_some()
            && let Some(index) = self.wrong_words_of_en_passant()
        {
            self.faults[index].count += 1;
            return Ok(false);
        }
        let terms = self.namer.explain_anywhere(difference, MAX_TERMS);
        let kinds: Vec<String> = terms.iter().flatten().map(|term| kind_of(*term)).collect();
        let tag = format!("fen: {}", kinds.join(", "));
        if let Some(fault) = self.faults.iter_mut().find(|fault| fault.tag == tag) {
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
        if terms.is_empty() {
            self.unlisted.insert(difference, self.faults.len());
        }
        (fault.terms, fault.tag) = (terms, tag);
        self.faults.push(fault);
        Ok(false)
    }

    /// Notes that a difference began or changed with a move. Returns the castling rights that the
    /// move made wrong.
    fn blame(
        &mut self,
        oracle: &mut dyn Oracle,
        place: &Place<'_>,
        earlier: Word,
        now: Word,
    ) -> Result<u8> {
        let played = place.played;
        let event = Event::of(&played.before, played.m, &played.after).name();
        let difference = earlier ^ now;
        if let Some(index) = self.of_wrong_fen(oracle, place)? {
            self.faults[index].add_line(event);
            return Ok(0);
        }
        if let Some(index) = self.unlisted.get(&difference) {
            self.faults[*index].add_line(event);
            return Ok(0);
        }
        let mut terms = self.explained(earlier, now, played);
        let is_promotion = played.m.is_promotion() && self.most_terms("promotes") > 1;
        if terms.is_none() && is_promotion {
            self.learn_last_rank(oracle, place)?;
            terms = self.explained(earlier, now, played);
        }
        let Some(terms) = terms else {
            self.note_unlisted(oracle, place, difference, event)?;
            return Ok(0);
        };
        for part in form::parts(&terms, played) {
            self.note(oracle, place, &part, event.clone())?;
        }
        Ok(form::rights(&terms).unwrap_or(0))
    }

    /// The fault that a FEN has other words of en passant than moves.
    fn wrong_words_of_en_passant(&self) -> Option<usize> {
        self.faults.iter().position(|fault| fault.tag.starts_with("words en passant"))
    }

    /// That fault, if a FEN of a line has an en passant square and is not the sum of its words: the
    /// one after the move, or the start, which all positions by moves inherit.
    fn of_wrong_fen(&self, oracle: &mut dyn Oracle, place: &Place<'_>) -> Result<Option<usize>> {
        let Some(index) = self.wrong_words_of_en_passant().filter(|_| self.predicts) else {
            return Ok(None);
        };
        let counts = self.conventions.by_fen.unwrap_or(self.counts()).strictest(self.counts());
        for position in [&place.played.after, &place.line.start] {
            if counts.square(position).is_some() {
                let key = oracle.ask_one(Question::fen(fen(position, self.counts())))?;
                if key.is_ok_and(|key| key != self.table.predict(position, counts)) {
                    return Ok(Some(index));
                }
            }
        }
        Ok(None)
    }

    /// The terms of a change of the difference; none where nothing went wrong.
    fn explained(&self, earlier: Word, now: Word, played: &Played) -> Terms {
        if let Some(wrong) = self.namer.wrong_rights(earlier, now, played) {
            return Some(if wrong == 0 { Vec::new() } else { vec![Term::Rights(wrong)] });
        }
        let event = Event::of(&played.before, played.m, &played.after).name();
        let most = self.most_terms(&class(&event));
        let terms = self.namer.explain(earlier ^ now, played, most);
        terms.or_else(|| self.namer.explain_anywhere(earlier ^ now, most))
    }

    /// The most terms of a name: few for a kind of moves after which several differences had none,
    /// since the search for one takes long.
    fn most_terms(&self, class: &str) -> u32 {
        const MANY: u64 = 6;
        let unlisted = self.faults.iter().filter(|fault| fault.tag == UNLISTED);
        let moves = unlisted.flat_map(|fault| &fault.moves);
        let counts = moves.filter(|(name, _)| self::class(name) == class).map(|(_, count)| count);
        if counts.sum::<u64>() >= MANY { 1 } else { MAX_TERMS }
    }

    /// Notes a line with terms, which are a fault that is known or a new one.
    fn note(
        &mut self,
        oracle: &mut dyn Oracle,
        place: &Place<'_>,
        terms: &[Term],
        event: String,
    ) -> Result<()> {
        let played = place.played;
        let own = form::form(terms, played, self.counts());
        let known = self
            .of_convention(terms, played)
            .or_else(|| self.faults.iter().position(|fault| !fault.form.is_disjoint(&own)));
        let is_off_home =
            form::rights(terms).is_some_and(|bits| form::is_off_home(bits, &played.before));
        let index = match known.or_else(|| self.last_of_many()) {
            Some(index) => index,
            None => {
                let name = |earlier, now, last: &Played| {
                    let terms = self.explained(earlier, now, last)?;
                    let is_own = |part: &Vec<Term>| {
                        let form = form::form(part, last, self.counts());
                        self.of_convention(part, last).is_none() && !form.is_disjoint(&own)
                    };
                    form::parts(&terms, last).iter().any(is_own).then_some(Some(terms))
                };
                let mut fault = self.shrunk(oracle, place, &name)?;
                (fault.form, fault.is_off_home, fault.count) = (own.clone(), is_off_home, 0);
                self.faults.push(fault);
                self.faults.len() - 1
            }
        };
        let fault = &mut self.faults[index];
        let common: Form = fault.form.intersection(&own).cloned().collect();
        if !common.is_empty() {
            fault.form = common;
        }
        fault.is_off_home &= is_off_home;
        fault.add_line(event);
        Ok(())
    }

    /// Notes a line whose difference is no sum of known words.
    fn note_unlisted(
        &mut self,
        oracle: &mut dyn Oracle,
        place: &Place<'_>,
        difference: Word,
        event: String,
    ) -> Result<()> {
        let class = class(&event);
        let is_like = |fault: &Fault| {
            fault.tag == UNLISTED && fault.moves.keys().any(|name| self::class(name) == class)
        };
        let known = self.faults.iter().position(is_like);
        if let Some(index) = known.or_else(|| self.last_of_many()) {
            let fault = &mut self.faults[index];
            fault.add_line(event);
            if fault.notes.is_empty() {
                fault.notes.push("note        the difference is another in other lines".to_owned());
            }
            return Ok(());
        }
        let name = |earlier: Word, now: Word, last: &Played| {
            // Looking for a name again would take long.
            let is_it = earlier ^ now == difference || self.explained(earlier, now, last).is_none();
            is_it.then_some(None)
        };
        let mut fault = self.shrunk(oracle, place, &name)?;
        (fault.tag, fault.count) = (UNLISTED.to_owned(), 0);
        fault.add_line(event);
        self.unlisted.insert(difference, self.faults.len());
        self.faults.push(fault);
        Ok(())
    }

    /// The fault with which further lines are counted when there are too many.
    fn last_of_many(&self) -> Option<usize> {
        (self.faults.len() >= MAX_FAULTS).then(|| self.faults.len() - 1)
    }

    /// The disagreement of moves and FENs that explains terms.
    fn of_convention(&self, terms: &[Term], played: &Played) -> Option<usize> {
        let find = |is: &dyn Fn(&Fault) -> bool| self.faults.iter().position(is);
        let is_en_passant = |term: &Term| matches!(term, Term::EnPassant(_));
        if terms.iter().all(is_en_passant) {
            let by_moves = self.counts().square(&played.after);
            let by_fen = self.conventions.by_fen.map(|counts| counts.square(&played.after));
            if by_moves.is_some() && by_fen == Some(None) {
                let found = find(&|fault| fault.tag == "convention en passant");
                if found.is_some() {
                    return found;
                }
            }
        }
        let named = |term: &Term| match term {
            Term::EnPassant(square) => find(&|fault| {
                let files = fault.tag.strip_prefix("words en passant: ");
                files.is_some_and(|files| files.contains(square.file().char()))
            }),
            Term::Rights(_) => find(&|fault| fault.tag == "words castling"),
            Term::Turn => find(&|fault| fault.tag == "words turn"),
            Term::Clock(..) => find(&|fault| fault.tag == "words clock"),
            _ => None,
        };
        let (first, rest) = terms.split_first()?;
        named(first).filter(|_| rest.iter().all(|term| named(term).is_some()))
    }

    /// The fault of the shortest line that shows it.
    fn shrunk(
        &self,
        oracle: &mut dyn Oracle,
        place: &Place<'_>,
        name: &dyn Fn(Word, Word, &Played) -> Option<Terms>,
    ) -> Result<Fault> {
        let naming = Naming { name, counts: self.counts() };
        let Some(found) = shrink(oracle, &naming, place.line, place.ply)? else {
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
    fn learn_last_rank(&mut self, oracle: &mut dyn Oracle, place: &Place<'_>) -> Result<()> {
        let Place { line, ply, played } = *place;
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

/// The class of a kind of moves, within which differences without a name are one fault: the word of
/// one color is another than that of the other, and a spoiled key is another each time.
fn class(event: &str) -> String {
    if event.contains("promotes") {
        return "promotes".to_owned();
    }
    let words = event.split(' ').filter(|word| !matches!(*word, "white" | "black"));
    let class = words.collect::<Vec<_>>().join(" ");
    class.split_once(" takes a ").map_or(class.clone(), |(piece, _)| format!("{piece} takes"))
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
