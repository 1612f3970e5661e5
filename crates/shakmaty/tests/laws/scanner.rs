//! The law of the game scanner: its pieces make up the text, in whatever parts the text arrives.

use std::iter;

use zobrist_shakmaty::pgn::GameScanner;

/// Content for all bytes.
pub(crate) fn law(text: &[u8]) {
    let at_once = pieces(text, iter::repeat(text.len()));
    assert_eq!(at_once.concat(), text);
    // Byte by byte, the scanner is called with every prefix.
    assert_eq!(pieces(text, iter::repeat(1)), at_once);
    // In parts of sizes taken from the text.
    let sizes = text.iter().cycle().map(|byte| usize::from(*byte) + 1);
    assert_eq!(pieces(text, sizes), at_once);
    // No state of one game affects the next.
    for piece in at_once {
        assert_eq!(pieces(piece, iter::repeat(piece.len())), [piece]);
    }
}

/// Cuts a text that arrives in parts of these sizes, and then signals its end.
pub(crate) fn pieces(text: &[u8], mut sizes: impl Iterator<Item = usize>) -> Vec<&[u8]> {
    let mut scanner = GameScanner::new();
    let mut pieces = Vec::new();
    let (mut start, mut arrived, mut last) = (0, 0, false);
    loop {
        match scanner.end_of_game(&text[start..arrived], last) {
            Some(length) => {
                assert!(length > 0, "no piece is empty");
                pieces.push(&text[start..start + length]);
                start += length;
            }
            None if last => return pieces,
            None => {
                last = arrived == text.len();
                arrived = text.len().min(arrived + sizes.next().unwrap_or(1));
            }
        }
    }
}
