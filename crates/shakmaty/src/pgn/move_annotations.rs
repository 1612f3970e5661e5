//! Clocks, evaluations and glyphs that stand behind a move.

use memchr::{memchr, memchr2};

use super::word::is_dash;

/// Annotations behind a move: the time on the clock, the time taken, an evaluation, and glyphs.
///
/// A [visitor](crate::GameVisitor) collects it from the comments and annotations between two
/// positions. Of several clocks, times or evaluations behind a move, the first that can be read
/// counts.
///
/// ```
/// use zobrist_shakmaty::pgn::{AnnotationKind, Evaluation, MoveAnnotations};
///
/// let mut annotations = MoveAnnotations::default();
/// annotations.add_annotation(b"?!");
/// annotations.add_comment(b" a slip [%eval -0.31,18] [%clk 0:05:03.7] [%emt soon] ");
/// assert_eq!(annotations.nags, [6]);
/// assert_eq!(annotations.evaluation, Some(Evaluation::Centipawns(-31)));
/// assert_eq!(annotations.clock, Some(303_700));
/// assert!(annotations.is_malformed(AnnotationKind::Elapsed));
/// ```
///
/// # Syntax
/// A command of a comment is `[%name value]`, with blanks or line ends after the name; other
/// commands and all other text are passed over.
///
/// - `clk` and `emt` are hours, minutes and seconds, `1:30:05`, or seconds alone, `5.25`; the
///   seconds may have a fraction. Two numbers with a colon are malformed, since programs disagree
///   about their units.
/// - `eval` is in pawns, `0.31` or `-2`, or a number of moves to mate, `#3` or `#-3`; a comma and
///   the depth of the search may follow. An integer before a depth, `31,18`, is in centipawns, as
///   ChessBase writes it.
/// - A glyph is one of `!`, `?`, `!!`, `??`, `!?` and `?!`, which are the numbers 1 to 6, or `$`
///   and a number up to 255.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveAnnotations {
    /// Time left to the player who moved, in milliseconds, from `clk`.
    pub clock: Option<i64>,
    /// Time taken for the move, in milliseconds, from `emt`.
    pub elapsed: Option<i64>,
    /// Evaluation of the position after the move, from `eval`.
    pub evaluation: Option<Evaluation>,
    /// Numeric annotation glyphs, each once, in the order in which they first stand.
    pub nags: Vec<u8>,
    /// A bit for each kind of which something could not be read.
    malformed: u8,
}

/// An evaluation from White's point of view.
///
/// Closed: the command `eval` has these two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate, negative if Black mates.
    Mate(i32),
}

/// The kinds of annotations of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnnotationKind {
    /// The command `clk`.
    Clock,
    /// The command `emt`.
    Elapsed,
    /// The command `eval`.
    Evaluation,
    /// A glyph, or the number of one.
    Nag,
}

impl AnnotationKind {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl MoveAnnotations {
    /// Reads the commands of a comment, as [`GameVisitor::comment`](crate::GameVisitor::comment)
    /// receives it.
    pub fn add_comment(&mut self, comment: &[u8]) {
        let mut rest = comment;
        while let Some(at) = memchr(b'[', rest) {
            rest = &rest[at + 1..];
            let Some(command) = rest.strip_prefix(b"%") else { continue };
            let end = memchr2(b']', b'[', command).unwrap_or(command.len());
            let is_closed = command.get(end) == Some(&b']');
            self.add_command(&command[..end], is_closed);
            rest = &command[end..];
        }
    }

    /// Reads an annotation, as [`GameVisitor::annotation`](crate::GameVisitor::annotation) receives
    /// it. Words, such as `N` for a novelty, have no number.
    pub fn add_annotation(&mut self, annotation: &[u8]) {
        let nag = match annotation {
            b"!" => Some(1),
            b"?" => Some(2),
            b"!!" => Some(3),
            b"??" => Some(4),
            b"!?" => Some(5),
            b"?!" => Some(6),
            [b'!' | b'?', ..] | [] => None,
            [b'0'..=b'9', ..] => str::from_utf8(annotation).ok().and_then(|nag| nag.parse().ok()),
            _ => return,
        };
        match nag {
            Some(nag) if self.nags.contains(&nag) => {}
            Some(nag) => self.nags.push(nag),
            None => self.note_malformed(AnnotationKind::Nag),
        }
    }

    /// True if something of a kind stood behind the move and could not be read.
    #[must_use]
    pub fn is_malformed(&self, kind: AnnotationKind) -> bool {
        self.malformed & kind.bit() != 0
    }

    /// Forgets everything. The next move begins without annotations.
    pub fn clear(&mut self) {
        let mut nags = std::mem::take(&mut self.nags);
        nags.clear();
        *self = MoveAnnotations { nags, ..MoveAnnotations::default() };
    }

    /// Reads a command without its brackets and its `%`.
    fn add_command(&mut self, command: &[u8], is_closed: bool) {
        let length = command.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (name, value) = command.split_at(length);
        let kind = match &*name.to_ascii_lowercase() {
            b"clk" => AnnotationKind::Clock,
            b"emt" => AnnotationKind::Elapsed,
            b"eval" => AnnotationKind::Evaluation,
            _ => return,
        };
        let is_apart = value.first().is_some_and(u8::is_ascii_whitespace);
        let value = str::from_utf8(value).ok().filter(|_| is_closed && is_apart).map(str::trim);
        let is_read = match kind {
            AnnotationKind::Clock => keep_first(&mut self.clock, value.and_then(time)),
            AnnotationKind::Elapsed => keep_first(&mut self.elapsed, value.and_then(time)),
            _ => keep_first(&mut self.evaluation, value.and_then(evaluation)),
        };
        if !is_read {
            self.note_malformed(kind);
        }
    }

    fn note_malformed(&mut self, kind: AnnotationKind) {
        self.malformed |= kind.bit();
    }
}

/// Keeps the value that is there, or else a new one. Returns true if there is a new one.
fn keep_first<T: Copy>(kept: &mut Option<T>, new: Option<T>) -> bool {
    *kept = kept.or(new);
    new.is_some()
}

/// Milliseconds of `h:mm:ss` or of seconds alone.
fn time(value: &str) -> Option<i64> {
    let (whole, seconds) = match value.rsplit_once(':') {
        None => (0, value),
        Some((before, seconds)) => {
            let (hours, minutes) = before.split_once(':')?;
            (digits(hours)? * 60 + digits(minutes)?, seconds)
        }
    };
    let (seconds, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, ""));
    Some((whole * 60 + digits(seconds)?) * 1000 + rounded(fraction, 3)?)
}

fn evaluation(value: &str) -> Option<Evaluation> {
    let value = value.replace(is_dash, "-");
    let (score, depth) = match value.split_once(',') {
        Some((score, depth)) => (score.trim_end(), Some(digits(depth.trim_start())?)),
        None => (&*value, None),
    };
    if let Some(mate) = score.strip_prefix('#') {
        return mate.parse().ok().map(Evaluation::Mate);
    }
    let number = score.strip_prefix(['+', '-']).unwrap_or(score);
    let centipawns = match number.split_once('.') {
        Some((whole, fraction)) if !whole.is_empty() || !fraction.is_empty() => {
            let whole = if whole.is_empty() { 0 } else { digits(whole)? };
            whole * 100 + rounded(fraction, 2)?
        }
        None if depth.is_some() => digits(number)?,
        None => digits(number)? * 100,
        Some(_) => return None,
    };
    let centipawns = i32::try_from(centipawns).ok()?;
    Some(Evaluation::Centipawns(if score.starts_with('-') { -centipawns } else { centipawns }))
}

/// A number of up to nine digits.
fn digits(text: &str) -> Option<i64> {
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Returns the digits after a decimal point, rounded to `places` places. There may be none.
fn rounded(fraction: &str, places: usize) -> Option<i64> {
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |at: usize| fraction.as_bytes().get(at).map_or(0, |byte| i64::from(byte - b'0'));
    let kept = (0..places).fold(0, |number, at| 10 * number + digit(at));
    Some(kept + i64::from(digit(places) >= 5))
}
