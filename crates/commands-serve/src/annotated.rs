//! The moves of a game with its comments, glyphs, clocks, evaluations and variations, as a tree.

use serde::Serialize;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist_chess::PackedMove;
use zobrist_index::TextEncoding;
use zobrist_shakmaty::pgn::{
    Evaluation, Game, Language, MoveAnnotations, Token, TokenKind, Tokens,
};
use zobrist_shakmaty::{GameOptions, pack_move};

use super::line::WrittenMove;

/// Depth of the variations that become moves; deeper ones stay text.
const MAX_DEPTH: usize = 32;

/// Number of moves of all variations together that are replayed.
const MAX_MOVES: usize = 20_000;

/// A line of moves: the main line of a game, or a variation.
#[derive(Debug, Default, Serialize)]
pub(crate) struct AnnotatedLine {
    /// Comments before the first move.
    comments: Vec<String>,
    moves: Vec<AnnotatedMove>,
    /// Text that is not shown as moves: it has a move that cannot be played, or the line is too
    /// deep.
    rest: Option<String>,
}

/// A move and what stands behind it.
#[derive(Debug, Serialize)]
struct AnnotatedMove {
    #[serde(flatten)]
    played: WrittenMove,
    nags: Vec<u8>,
    comments: Vec<String>,
    /// Seconds.
    clock: Option<f64>,
    elapsed: Option<f64>,
    evaluation: Option<Score>,
    /// Marks on the board: `Ge2e4` is a green arrow, `Rd4` a red square.
    marks: Vec<String>,
    /// Lines in place of this move.
    variations: Vec<AnnotatedLine>,
}

/// An evaluation from White's point of view.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Score {
    Centipawns(i32),
    Mate(i32),
}

/// How the text of a game is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) language: Language,
    pub(crate) encoding: TextEncoding,
}

/// Reads the text of a game whose main line begins with `moves`, and no further. `None` if it is
/// another game.
pub(crate) fn annotated(
    text: &[u8],
    moves: &[PackedMove],
    reading: Reading,
) -> Option<AnnotatedLine> {
    let game = Game::new(text, 0);
    let mut options = GameOptions::default();
    (options.allow_variants, options.language) = (true, reading.language);
    let start = game.start_position(options).ok()?;
    let mut reader = LineReader { reading, main: Some(moves), left: MAX_MOVES, is_other: false };
    let line = reader.line(game.tokens().in_language(reading.language), start, 0, text);
    (!reader.is_other && line.moves.len() == moves.len()).then_some(line)
}

struct LineReader<'a> {
    reading: Reading,
    /// The moves of the main line, until it is read.
    main: Option<&'a [PackedMove]>,
    /// Number of moves of variations that may still be read.
    left: usize,
    is_other: bool,
}

impl LineReader<'_> {
    /// Reads the tokens of a line; `text` is the text that their offsets count in.
    fn line(
        &mut self,
        tokens: Tokens,
        mut position: VariantPosition,
        depth: usize,
        text: &[u8],
    ) -> AnnotatedLine {
        let mut line = AnnotatedLine::default();
        let mut before = position.clone();
        let mut behind = MoveAnnotations::default();
        for token in tokens {
            // Only a text without an end, which the reader of the index refused.
            let Ok(token) = token else { break };
            match token.kind {
                TokenKind::Move => {
                    let limit = self.main.filter(|_| depth == 0).map(<[PackedMove]>::len);
                    if limit == Some(line.moves.len()) {
                        break;
                    }
                    let played = self.read(&token, &position).filter(|_| self.may_read(depth));
                    let Some(m) = played else {
                        if depth > 0 {
                            line.rest = Some(self.decoded(&text[token.offset..]));
                        }
                        break;
                    };
                    if let Some(main) = self.main.filter(|_| depth == 0) {
                        self.is_other |= main[line.moves.len()] != pack_move(m);
                    }
                    line.end_move(&mut behind);
                    line.moves.push(AnnotatedMove::of(WrittenMove::of(&position, m)));
                    before.clone_from(&position);
                    position.play_unchecked(m);
                }
                TokenKind::Comment => {
                    behind.add_comment(token.text);
                    let (words, marks) = without_commands(&self.decoded(token.text));
                    let comments = line.moves.last_mut().map(|last| {
                        last.marks.extend(marks);
                        &mut last.comments
                    });
                    let comments = comments.unwrap_or(&mut line.comments);
                    comments.extend((!words.is_empty()).then_some(words));
                }
                TokenKind::Annotation => behind.add_annotation(token.text),
                TokenKind::Variation => {
                    let inner = match depth < MAX_DEPTH && !line.moves.is_empty() {
                        true => {
                            let tokens = Tokens::new(token.text).in_language(self.reading.language);
                            self.line(tokens, before.clone(), depth + 1, token.text)
                        }
                        false => {
                            let rest = Some(self.decoded(token.text));
                            AnnotatedLine { rest, ..AnnotatedLine::default() }
                        }
                    };
                    match line.moves.last_mut() {
                        Some(last) => last.variations.push(inner),
                        None => line.comments.extend(inner.rest),
                    }
                }
                TokenKind::Result(_) if depth == 0 => break,
                TokenKind::Result(_) => {}
            }
        }
        line.end_move(&mut behind);
        line
    }

    /// True if one more move of a variation may be read.
    fn may_read(&mut self, depth: usize) -> bool {
        let may = depth == 0 || self.left > 0;
        self.left -= usize::from(depth > 0 && may);
        may
    }

    fn read(&self, token: &Token, position: &VariantPosition) -> Option<Move> {
        let own = token.to_move_in(self.reading.language, position);
        own.or_else(|_| token.to_move(position)).ok()
    }

    fn decoded(&self, text: &[u8]) -> String {
        let text = self.reading.encoding.decode(text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl AnnotatedLine {
    /// Gives the last move what was collected behind it.
    fn end_move(&mut self, behind: &mut MoveAnnotations) {
        let seconds = |milliseconds: i64| milliseconds as f64 / 1000.0;
        if let Some(last) = self.moves.last_mut() {
            last.nags.clone_from(&behind.nags);
            last.clock = behind.clock.map(seconds);
            last.elapsed = behind.elapsed.map(seconds);
            last.evaluation = behind.evaluation.map(|evaluation| match evaluation {
                Evaluation::Centipawns(score) => Score::Centipawns(score),
                Evaluation::Mate(moves) => Score::Mate(moves),
            });
        }
        behind.clear();
    }
}

impl AnnotatedMove {
    fn of(played: WrittenMove) -> AnnotatedMove {
        AnnotatedMove {
            played,
            nags: Vec::new(),
            comments: Vec::new(),
            clock: None,
            elapsed: None,
            evaluation: None,
            marks: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// The words of a comment without commands such as `[%clk 0:10:00]`, and the marks of its `csl` and
/// `cal`.
fn without_commands(comment: &str) -> (String, Vec<String>) {
    let (mut words, mut marks) = (String::new(), Vec::new());
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        words += before;
        let Some((command, after)) = command.split_once(']') else {
            words += "[%";
            rest = command;
            continue;
        };
        let (name, value) = command.split_once(' ').unwrap_or((command, ""));
        if matches!(name, "csl" | "cal") {
            let is_mark = |mark: &&str| {
                let squares = mark.get(1..).unwrap_or_default().as_bytes();
                let is_square = |at: &[u8]| matches!(at, [b'a'..=b'h', b'1'..=b'8']);
                matches!(mark.as_bytes().first(), Some(b'G' | b'R' | b'Y' | b'B'))
                    && squares.len() == if name == "csl" { 2 } else { 4 }
                    && squares.chunks(2).all(is_square)
            };
            marks.extend(value.split(',').map(str::trim).filter(is_mark).map(str::to_owned));
        }
        rest = after;
    }
    words += rest;
    (words.split_whitespace().collect::<Vec<_>>().join(" "), marks)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use zobrist_shakmaty::pgn::replay_game;
    use zobrist_shakmaty::{Fide, GameVisitor, HashablePosition, Hashed};

    use super::*;

    /// The moves of the main line, as an index stores them.
    #[derive(Default)]
    struct Packed(Vec<PackedMove>);

    impl GameVisitor<Fide, ()> for Packed {
        fn position<P: HashablePosition>(
            &mut self,
            _: usize,
            played: Option<Move>,
            _: &Hashed<Fide, P, ()>,
        ) {
            self.0.extend(played.map(pack_move));
        }
    }

    fn read(text: &str) -> Value {
        let mut packed = Packed::default();
        let mut options = GameOptions::default();
        options.allow_variants = true;
        replay_game(&Fide, text.as_bytes(), options, (), &mut packed).unwrap();
        let line = annotated(text.as_bytes(), &packed.0, Reading::default()).unwrap();
        serde_json::to_value(&line).unwrap()
    }

    /// The moves of a line in SAN, with variations in parentheses.
    fn sans(line: &Value) -> String {
        let moves = line["moves"].as_array().unwrap().iter().map(|m| {
            let variations = m["variations"].as_array().unwrap();
            let variations = variations.iter().map(|line| format!(" ({})", sans(line)));
            format!("{}{}", m["san"].as_str().unwrap(), variations.collect::<String>())
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_clocks_glyphs_and_marks_stand_behind_their_moves() {
        let line = read(
            "{begin} 1. e4! {[%clk 0:10:00] [%eval 0.3] [%cal Ge2e4,Rd8h4,Xa1a2] King's  pawn} \
             {more} e5 $1 $14 {[%eval #-3] [%emt 0:00:05.5] [%csl Yd4,Bz9]} 2. Nf3 *",
        );
        assert_eq!(line["comments"], json!(["begin"]));
        assert_eq!(
            line["moves"][0],
            json!({
                "uci": "e2e4", "san": "e4", "nags": [1], "comments": ["King's pawn", "more"],
                "clock": 600.0, "elapsed": null, "evaluation": {"centipawns": 30},
                "marks": ["Ge2e4", "Rd8h4"], "variations": []
            })
        );
        let second = &line["moves"][1];
        assert_eq!((&second["nags"], &second["comments"]), (&json!([1, 14]), &json!([])));
        assert_eq!((&second["elapsed"], &second["marks"]), (&json!(5.5), &json!(["Yd4"])));
        assert_eq!(second["evaluation"], json!({"mate": -3}));
        assert_eq!(line["moves"][2]["nags"], json!([]));
    }

    #[test]
    fn variations_are_trees() {
        let line = read("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 (2. f4 exf4) *");
        assert_eq!(sans(&line), "e4 e5 (c5 Nf3 (c3 d5) d6) (e6) Nf3 (f4 exf4)");
        let deep = (1..40).rev().fold(String::new(), |inner, level| {
            format!("({} {{level {level}}} {inner})", if level % 2 == 1 { "Nc3" } else { "Nf3" })
        });
        let line = read(&format!("1. Nf3 {deep} *"));
        let mut inner = &line["moves"][0];
        for level in 1..=32 {
            inner = &inner["variations"][0]["moves"][0];
            assert_eq!(inner["comments"], json!([format!("level {level}")]));
        }
        let rest = inner["variations"][0]["rest"].as_str().unwrap();
        assert!(rest.starts_with("Nc3 {level 33} ("), "{rest}");
    }

    #[test]
    fn a_variation_that_cannot_be_played_keeps_its_text() {
        let line = read("1. e4 (1. d4 d5 2. Ke5 {what} e6) (1. -- e5) 1... e5 *");
        assert_eq!(sans(&line), "e4 (d4 d5) () e5");
        let variations = &line["moves"][0]["variations"];
        assert_eq!(variations[0]["rest"], "Ke5 {what} e6");
        assert_eq!(variations[1]["rest"], "-- e5");
        let many = "(1. d4 d5 2. c4) ".repeat(10_000);
        let line = read(&format!("1. e4 {many} *"));
        let variations = line["moves"][0]["variations"].as_array().unwrap();
        assert_eq!(variations.len(), 10_000);
        assert_eq!(sans(&variations[6_665]), "d4 d5 c4");
        assert_eq!(variations[9_999]["rest"], "d4 d5 2. c4");
    }

    #[test]
    fn another_game_is_none() {
        let packed = |text: &str| {
            let mut packed = Packed::default();
            let options = GameOptions::default();
            replay_game(&Fide, text.as_bytes(), options, (), &mut packed).unwrap();
            packed.0
        };
        let moves = packed("1. e4 e5 *");
        let is_it = |text: &str| annotated(text.as_bytes(), &moves, Reading::default()).is_some();
        assert!(
            is_it("1. e4 {x} e5 *") && is_it("1. e4 e5 2. Nf3 *"),
            "or the index has its first"
        );
        assert!(!is_it("1. e4 *") && !is_it("1. d4 d5 *") && !is_it("\x1f\0 e4 e5"));
        assert!(!is_it("[FEN \"8/8\"]\n\n1. e4 e5 *"));
    }
}
