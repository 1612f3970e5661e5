//! The law of the scanner: its pieces are the text, however the text arrives.

use std::iter;

use zobrist_shakmaty::GameScanner;

/// Holds for all bytes.
pub fn law(text: &[u8]) {
    let at_once = pieces(text, iter::repeat(text.len()));
    assert_eq!(at_once.concat(), text);
    // One byte at a time, every question is asked that any other arrival asks.
    assert_eq!(pieces(text, iter::repeat(1)), at_once);
    // By the way, the text itself says how much of it arrives.
    let sizes = text.iter().cycle().map(|byte| usize::from(*byte) + 1);
    assert_eq!(pieces(text, sizes), at_once);
    // Nothing is left of one game when the next begins.
    for piece in at_once {
        assert_eq!(pieces(piece, iter::repeat(piece.len())), [piece]);
    }
}

/// Cuts a text that arrives in parts of these sizes. That nothing comes behind it is
/// known only after it has been asked for.
pub fn pieces(text: &[u8], mut sizes: impl Iterator<Item = usize>) -> Vec<&[u8]> {
    let mut scanner = GameScanner::new();
    let mut pieces = Vec::new();
    let (mut start, mut arrived, mut last) = (0, 0, false);
    loop {
        match scanner.end_of_game(&text[start..arrived], last) {
            Some(length) => {
                assert!(length > 0, "a scanner that answers so would never end");
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
