//! The protocol: questions are sent ahead, and every answer ends with `readyok`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use zobrist_console::engine_process::{MAX_ANSWER, NoLine, Process};

use super::pattern::{self, Pattern};
use crate::rules::Rules;
use crate::word::{Answer, NoKey, Oracle, Question, Word};

/// How an engine is started and asked.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// Runs the command, and ends it with this program; empty for none.
    pub(crate) supervisor: Vec<String>,
    /// Options of UCI: names and values.
    pub(crate) options: Vec<(String, String)>,
    /// The time for an answer.
    pub(crate) timeout: Duration,
    pub(crate) pattern: Pattern,
    /// Further keys by name, each with a pattern of its own.
    pub(crate) secondary: Vec<(String, Pattern)>,
}

/// An engine that has ended or hung, with the question to which it gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breakdown {
    /// True if it gave no answer in time.
    pub(crate) is_hang: bool,
    pub(crate) question: Question,
    /// Exit status or reason, and the end of standard error.
    pub(crate) reason: String,
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Engine {
    settings: Settings,
    process: Option<Process>,
    /// Name by `id name`, or that of the program.
    pub(crate) name: String,
    /// The options that it has, by name: the rest of the line.
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) breakdowns: Vec<Breakdown>,
    asked: u64,
    /// The most bits that the digits of a key have had.
    printed_bits: u32,
    /// The rules of the questions, if they are not those of chess.
    rules: Option<Rules>,
    /// The rules of variants that are asked for, of those that the engine has.
    variants: Vec<Rules>,
    /// The FENs of the answers, if they are asked for.
    fens: Option<Vec<Option<String>>>,
    /// True if nothing was answered since the last start.
    is_fresh: bool,
    /// The last answers of secondary keys, by question.
    pub(crate) secondary: Vec<Vec<Option<Word>>>,
}

/// Questions that are sent ahead, and the bytes that they may have together: a pipe holds 64 KiB
/// on Linux and 16 on others, so that writing does not wait.
const AHEAD: usize = 32;
const AHEAD_BYTES: usize = 12 << 10;
/// Breakdowns after which an engine is not started again.
const MAX_BREAKDOWNS: usize = 3;

impl Engine {
    /// Starts an engine and waits until it is ready.
    pub(crate) fn start(settings: Settings) -> Result<Engine> {
        let name = settings.command.first().cloned().unwrap_or_default();
        let mut engine = Engine {
            settings,
            process: None,
            name,
            options: BTreeMap::new(),
            breakdowns: Vec::new(),
            asked: 0,
            printed_bits: 0,
            rules: None,
            variants: Vec::new(),
            fens: None,
            is_fresh: true,
            secondary: Vec::new(),
        };
        engine.begin()?;
        Ok(engine)
    }

    /// Ends the engine and starts it again.
    pub(crate) fn restart(&mut self) -> Result<()> {
        if let Some(process) = self.process.take() {
            process.quit();
        }
        self.begin()
    }

    /// Asks by another pattern from now on.
    pub(crate) fn ask_by(&mut self, pattern: Pattern) {
        self.settings.pattern = pattern;
    }

    /// Leaves out rules of the engine that are not asked for.
    pub(crate) fn ask_only_for(&mut self, variants: Vec<Rules>) {
        self.variants = variants;
    }

    /// The rules that the engine has by its options.
    pub(crate) fn all_rules(&self) -> Vec<Rules> {
        Rules::of_options(&self.options)
    }

    /// The command that asks for the key.
    pub(crate) fn command(&self) -> &str {
        &self.settings.pattern.ask
    }

    /// True if no more is asked after too many breakdowns.
    pub(crate) fn is_given_up(&self) -> bool {
        self.breakdowns.len() >= MAX_BREAKDOWNS
    }

    fn begin(&mut self) -> Result<()> {
        let process = Process::start(&self.settings.command, &self.settings.supervisor)?;
        self.process = Some(process);
        self.is_fresh = true;
        let (mut name, mut options) = (None, BTreeMap::new());
        let mut begin = || -> Result<(), NoLine> {
            self.send("uci\n")?;
            self.until(b"uciok", |line| {
                let line = String::from_utf8_lossy(line);
                if let Some(found) = line.strip_prefix("id name ") {
                    name = Some(found.chars().filter(|c| !c.is_control()).take(80).collect());
                }
                let option = line.strip_prefix("option name ");
                if let Some((option, rest)) = option.and_then(|line| line.split_once(" type ")) {
                    options.insert(option.to_owned(), rest.to_owned());
                }
            })?;
            let set =
                |(name, value): &(String, String)| format!("setoption name {name} value {value}\n");
            let mut set: String = self.settings.options.iter().map(set).collect();
            if let Some((name, value, _)) = self.rules.map(Rules::option) {
                set += &format!("setoption name {name} value {value}\n");
            }
            self.send(&(set + "ucinewgame\nisready\n"))?;
            self.until(b"readyok", |_| ())
        };
        if let Err(reason) = begin() {
            let reason = self.end(&reason);
            bail!("expected a UCI engine that answers `uci` with `uciok`, got none: {reason}");
        }
        self.name = name.unwrap_or_else(|| self.name.clone());
        self.options = options;
        Ok(())
    }

    fn send(&mut self, text: &str) -> Result<(), NoLine> {
        let process = self.process.as_mut().ok_or(NoLine::Ended)?;
        process.send(text).map_err(|_| NoLine::Ended)
    }

    /// Reads lines until one begins with a word.
    fn until(&mut self, word: &[u8], mut each: impl FnMut(&[u8])) -> Result<(), NoLine> {
        let deadline = Instant::now() + self.settings.timeout;
        let process = self.process.as_mut().ok_or(NoLine::Ended)?;
        let mut bytes = 0;
        loop {
            let is_last = process.line(deadline, |line| {
                bytes += line.len() + 1;
                let is_last = line.split(|byte| *byte == b' ').next() == Some(word);
                if !is_last {
                    each(line);
                }
                is_last
            })?;
            if is_last {
                return Ok(());
            }
            if bytes > MAX_ANSWER {
                return Err(NoLine::TooLong);
            }
        }
    }

    /// The key of the next answer. The first line with one counts.
    fn answer(&mut self) -> Result<(Answer, Vec<Option<Word>>), NoLine> {
        let pattern = self.settings.pattern.clone();
        let patterns = self.settings.secondary.clone();
        let mut found = None;
        let mut secondary = vec![None; patterns.len()];
        let (wants_fen, mut fen) = (self.fens.is_some(), None);
        self.until(b"readyok", |line| {
            found = found.or_else(|| pattern.key(line));
            if wants_fen {
                fen = fen.take().or_else(|| pattern::fen(line));
            }
            for (found, (_, pattern)) in secondary.iter_mut().zip(&patterns) {
                *found = found.or_else(|| Some(pattern.key(line)?.0));
            }
        })?;
        self.is_fresh = false;
        self.fens.iter_mut().for_each(|fens| fens.push(fen.take()));
        if let Some((_, bits)) = found {
            self.printed_bits = self.printed_bits.max(bits);
        }
        Ok((found.map(|(key, _)| key).ok_or(NoKey::NotPrinted), secondary))
    }

    /// Asks for a position before and after a search from it.
    fn ask_after_search(&mut self, question: &Question) -> Result<Answer, NoLine> {
        let (position, ask) = (question.command(), self.settings.pattern.ask.clone());
        self.send(&format!("{position}\ngo depth {}\n", question.search))?;
        self.until(b"bestmove", |_| ())?;
        self.send(&format!("{ask}\nisready\n"))?;
        Ok(self.answer()?.0)
    }

    /// Sends questions ahead and reads the answers, until one is missing.
    fn ask_ahead(
        &mut self,
        questions: &[Question],
        answers: &mut Vec<Answer>,
    ) -> Result<(), NoLine> {
        let ask = self.settings.pattern.ask.clone();
        let (mut sent, mut ahead) = (answers.len(), Vec::new());
        while answers.len() < questions.len() {
            let bytes: usize = ahead.iter().sum();
            let mut text = String::new();
            // Refilled when half of it is answered, so that several go in one write.
            let may_send = ahead.len() <= AHEAD / 2 && bytes <= AHEAD_BYTES / 2;
            while may_send && sent < questions.len() && ahead.len() < AHEAD {
                let more = format!("{}\n{ask}\nisready\n", questions[sent].command());
                if !ahead.is_empty() && bytes + text.len() + more.len() > AHEAD_BYTES {
                    break;
                }
                ahead.push(more.len());
                text += &more;
                sent += 1;
            }
            if !text.is_empty() {
                self.send(&text)?;
            }
            let (answer, secondary) = self.answer()?;
            answers.push(answer);
            self.secondary.push(secondary);
            ahead.remove(0);
        }
        Ok(())
    }

    /// Ends an engine that gave no line, and returns the reason.
    fn end(&mut self, reason: &NoLine) -> String {
        let Some(process) = self.process.take() else { return "it is not running".to_owned() };
        let (status, errors) = process.last_words();
        let seconds = humantime::format_duration(self.settings.timeout);
        let reason = match (reason, status) {
            (NoLine::Ended, Some(status)) => format!("it ended, {status}"),
            (NoLine::Ended, None) => "it ended".to_owned(),
            (NoLine::TimedOut, _) => format!("no answer in {seconds}"),
            (NoLine::TooLong, _) => format!("an answer of more than {MAX_ANSWER} bytes"),
        };
        let last = errors.lines().next_back().unwrap_or_default();
        let last: String = last.chars().filter(|c| !c.is_control()).take(200).collect();
        if last.is_empty() { reason } else { format!("{reason}; its last error: {last}") }
    }

    /// Notes that an engine broke down at a question, and starts it again.
    fn note_breakdown(&mut self, reason: &NoLine, question: &Question) -> Result<()> {
        let was_fresh = self.is_fresh;
        let is_hang = *reason != NoLine::Ended;
        let reason = self.end(reason);
        let breakdown = Breakdown { is_hang, question: question.clone(), reason };
        if was_fresh && !self.breakdowns.is_empty() {
            bail!(
                "the engine broke down twice in a row: {}, at `{}`",
                breakdown.reason,
                question.command()
            );
        }
        self.breakdowns.push(breakdown);
        if self.is_given_up() {
            return Ok(());
        }
        self.begin().context("the engine broke down, and does not start again")
    }
}

impl Oracle for Engine {
    fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>> {
        let mut answers = Vec::with_capacity(questions.len());
        self.secondary.clear();
        while answers.len() < questions.len() {
            if self.is_given_up() {
                answers.push(Err(NoKey::Broken));
                self.secondary.push(vec![None; self.settings.secondary.len()]);
                continue;
            }
            let rest = &questions[answers.len()..];
            let asked = if rest[0].search > 0 {
                self.ask_after_search(&rest[0]).map(|answer| answers.push(answer))
            } else {
                let count = rest.iter().take_while(|question| question.search == 0).count();
                let upto = &questions[..answers.len() + count];
                self.ask_ahead(upto, &mut answers)
            };
            if let Err(reason) = asked {
                self.note_breakdown(&reason, &questions[answers.len()])?;
                self.fens.iter_mut().for_each(|fens| fens.push(None));
                answers.push(Err(NoKey::Broken));
                self.secondary.push(vec![None; self.settings.secondary.len()]);
            }
        }
        self.asked += questions.len() as u64;
        Ok(answers)
    }

    fn asked(&self) -> u64 {
        self.asked
    }

    fn printed_bits(&self) -> u32 {
        self.printed_bits
    }

    fn shown(&mut self, questions: &[Question]) -> Result<Vec<Option<String>>> {
        self.fens = Some(Vec::new());
        self.ask(questions)?;
        let mut shown = self.fens.take().unwrap_or_default();
        // One that broke down is told from its other faults.
        shown.resize(questions.len(), None);
        Ok(shown)
    }

    fn rules(&self) -> Vec<Rules> {
        self.variants.clone()
    }

    fn set_rules(&mut self, rules: Option<Rules>) -> Result<()> {
        let back = self.rules.map(Rules::option).map(|(name, _, value)| (name, value));
        let set = rules.map(Rules::option).map(|(name, value, _)| (name, value));
        self.rules = rules;
        if self.is_given_up() {
            return Ok(());
        }
        let lines = back.into_iter().chain(set);
        let lines = lines.map(|(name, value)| format!("setoption name {name} value {value}\n"));
        let text = lines.collect::<String>() + "ucinewgame\nisready\n";
        let ready = self.send(&text).and_then(|()| self.until(b"readyok", |_| ()));
        if let Err(reason) = ready {
            let (reason, name) = (self.end(&reason), rules.map_or("chess", Rules::name));
            bail!("the engine broke down when its options were set for {name}: {reason}");
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}
