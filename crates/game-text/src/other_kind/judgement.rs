//! Judges whether a text can hold games.

use std::iter;

use zobrist_input::without_mark;
use zobrist_shakmaty::pgn::{Game, GameScanner};

use super::begin::{SIGNATURE_BYTES, is_binary};
use super::game::has_game;
use super::kind::OtherKind;

/// Number of first bytes to [judge] a file by: one that is no longer is judged as a whole.
pub const JUDGED_BYTES: usize = 128 << 10;

/// Returns the kind of a file without games of chess, from its name and its first bytes,
/// decompressed. `None` if there may be games, and for a file that is empty but for white space.
/// `is_whole` is true if there are no more bytes.
///
/// A whole text holds no game if nothing in it [is like one](has_game): the cost is that of
/// dividing the text into games up to the first. A longer text is judged by its first 4096 bytes,
/// by the signature of a format that cannot have games behind it.
///
/// ```
/// use zobrist_game_text::{OtherKind, judge};
///
/// assert_eq!(judge("a.pgn", b"{\"message\": \"Not found\"}", true), Some(OtherKind::Json));
/// assert_eq!(judge("a.pgn", b"Games of the club\n", true), Some(OtherKind::Text));
/// assert_eq!(judge("a.pgn", b"Games of the club\n", false), None);
/// assert_eq!(judge("a.pgn", b"{a comment} 1. e4 *\n", true), None);
/// assert_eq!(judge("a.pgn", b"\n", true), None);
/// ```
pub fn judge(name: &str, begin: &[u8], is_whole: bool) -> Option<OtherKind> {
    match OtherKind::of_begin(name, begin, is_whole) {
        Some(kind) if !kind.may_precede_games() => return Some(kind),
        _ if !is_whole || is_blank(begin) => return None,
        _ => {}
    }
    let mut text = begin;
    let mut scanner = GameScanner::new();
    let mut pieces = iter::from_fn(|| {
        let end = scanner.end_of_game(text, true)?;
        let (piece, rest) = text.split_at(end);
        text = rest;
        Some(piece)
    });
    let has_games = pieces.any(has_game);
    (!has_games).then(|| kind_without_games(name, begin, true))
}

/// The kind of a file in which no game was found, by its first bytes.
pub(crate) fn kind_without_games(name: &str, begin: &[u8], is_whole: bool) -> OtherKind {
    if let Some(kind) = OtherKind::of_begin(name, begin, is_whole) {
        return kind;
    }
    if begin.iter().all(|byte| *byte == 0) {
        return OtherKind::Zeros;
    }
    if is_binary(&begin[..begin.len().min(SIGNATURE_BYTES)]) {
        return OtherKind::Binary;
    }
    match Game::new(begin, 0).is_empty() {
        true => OtherKind::Comments,
        false => OtherKind::Text,
    }
}

/// True for a text of white space and control characters that end a text, after a byte order mark.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    without_mark(text, 0)
        .iter()
        .all(|byte| byte.is_ascii_whitespace() || matches!(byte, 0x0b | 0x1a))
}
