//! Games are read as by `pgn-reader` and shakmaty, up to the first fault.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use proptest::prelude::*;
use shakmaty::{Chess, Move, Outcome, Position};
use zobrist_chess::Fide;
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::pgn::{self, TokenKind};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

use crate::pgn_text;

/// Tags, moves and results of the main line of a game of chess.
#[derive(Clone, Debug, Default, PartialEq)]
struct Read {
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    moves: Vec<Move>,
    results: Vec<Outcome>,
    /// True if an illegal move ended the game.
    is_cut: bool,
}

/// Reads with `pgn-reader`, and plays by shakmaty's `San::to_move`.
struct Reference;

impl Visitor for Reference {
    type Tags = Read;
    type Movetext = (Read, Chess);
    type Output = Read;

    fn begin_tags(&mut self) -> ControlFlow<Read, Read> {
        ControlFlow::Continue(Read::default())
    }

    fn tag(&mut self, read: &mut Read, name: &[u8], value: RawTag<'_>) -> ControlFlow<Read> {
        // A value that is not closed ends before the line end.
        let value = value.decode();
        let value = value.strip_suffix(b"\r").unwrap_or(&value);
        read.tags.push((name.to_owned(), value.to_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, read: Read) -> ControlFlow<Read, (Read, Chess)> {
        ControlFlow::Continue((read, Chess::default()))
    }

    fn san(&mut self, (read, position): &mut (Read, Chess), san: SanPlus) -> ControlFlow<Read> {
        match san.san.to_move(position) {
            Ok(m) => {
                read.moves.push(m);
                position.play_unchecked(m);
                ControlFlow::Continue(())
            }
            Err(_) => {
                read.is_cut = true;
                ControlFlow::Break(read.clone())
            }
        }
    }

    fn outcome(&mut self, (read, _): &mut (Read, Chess), result: Outcome) -> ControlFlow<Read> {
        read.results.push(result);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut (Read, Chess)) -> ControlFlow<Read, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (read, _): (Read, Chess)) -> Read {
        read
    }
}

impl GameVisitor<Fide, ()> for Read {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.tags.push((name.to_owned(), value.to_owned()));
    }

    fn position<P: HashablePosition>(
        &mut self,
        _: usize,
        played: Option<Move>,
        _: &Hashed<Fide, P, ()>,
    ) {
        self.moves.extend(played);
    }

    fn result(&mut self, result: Outcome) {
        self.results.push(result);
    }
}

/// Compares the results of both readers. Returns the number of games that were read to their end.
fn compare(text: &[u8]) -> usize {
    let mut whole = 0;
    for game in pgn::games(text) {
        // `pgn-reader` reads a comment before the tags as a game of its own, and a bracket, a stray
        // brace or a form feed as part of an adjacent word.
        let is_mark = |byte| matches!(byte, b'[' | b']' | b'}' | b'\x0c');
        let touches = |pair: &[u8]| {
            let [a, b] = [pair[0], pair[1]];
            a.is_ascii_graphic() && matches!(b, b'[' | b'\x0c')
                || is_mark(a) && a != b'[' && b > b' '
        };
        if matches!(game.text(), [b'{' | b';', ..]) || game.text().windows(2).any(touches) {
            continue;
        }
        // It skips moves in spellings that it does not know.
        let is_known = |word: &[u8]| SanPlus::from_ascii(word).is_ok();
        let mut tokens = game.tokens().map_while(Result::ok);
        if tokens.any(|token| token.kind == TokenKind::Move && !is_known(token.text)) {
            continue;
        }
        let mut reader = Reader::new(game.text());
        let Ok(Some(expected)) = reader.read_game(&mut Reference) else { continue };
        // An empty line among the moves ends a game there.
        if !matches!(reader.read_game(&mut Reference), Ok(None)) {
            continue;
        }
        let mut read = Read::default();
        match replay_game(&Fide, game.text(), GameOptions::default(), (), &mut read) {
            Ok(_) if expected.is_cut => assert!(read.moves.starts_with(&expected.moves)),
            Ok(_) => {
                whole += 1;
                assert_eq!(read, expected, "{:?}", String::from_utf8_lossy(game.text()));
            }
            // `pgn-reader` continues after words that it cannot read, and shakmaty knows no capture
            // by its sign.
            Err(fault) => {
                let is_longer = expected.is_cut && read.moves.starts_with(&expected.moves);
                assert!(
                    (expected.moves.starts_with(&read.moves) || is_longer)
                        && expected.results.starts_with(&read.results),
                    "{fault}: {:?}",
                    String::from_utf8_lossy(game.text())
                );
                assert_eq!(read.tags, expected.tags);
            }
        }
        compare_tokens(&game, &read);
    }
    whole
}

/// Asserts that the tokens and tags are those that were replayed.
fn compare_tokens(game: &pgn::Game<'_>, read: &Read) {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for token in game.tokens().map_while(Result::ok) {
        let start = token.offset;
        assert_eq!(&game.text()[start..start + token.text.len()], token.text);
        if token.kind == TokenKind::Move {
            let Ok(m) = token.to_move(&position) else { break };
            position.play_unchecked(m);
            moves.push(m);
        }
    }
    assert!(moves.starts_with(&read.moves));
    let tags = game.tags().map_while(Result::ok);
    let tags: Vec<_> = tags.map(|tag| (tag.name.to_vec(), tag.value().into_owned())).collect();
    assert_eq!(tags, read.tags);
}

proptest! {
    #[test]
    fn fragments(text in pgn_text::text()) {
        compare(&text);
    }
}

#[test]
fn engine_games() {
    let text = crate::engine_games();
    assert_eq!(compare(&text), 2000);
}

/// Replaces each byte of some games, in turn, by a byte of the syntax.
#[test]
fn damaged_games() {
    let text = crate::engine_games();
    let games: Vec<_> = pgn::games(&text).take(20).collect();
    let bytes = b" \n.{(;$*!1-0+=#xNOe8\0\xff";
    let mut whole = 0;
    for (number, game) in games.iter().enumerate() {
        let moves = game.tokens().next().unwrap().unwrap().offset;
        for at in moves..game.text().len() {
            let mut damaged = game.text().to_vec();
            damaged[at] = bytes[(at + number) % bytes.len()];
            whole += compare(&damaged);
        }
    }
    assert!(whole > 500, "{whole}");
}
