//! The law of lines of FEN: they are read as shakmaty reads them, and a fault is where it is.

use shakmaty::fen::Fen;
use zobrist_shakmaty::fen::{Expected, FenError, read};

/// Holds for all bytes.
pub fn law(line: &[u8]) {
    if let Some(error) = agreement(line) {
        check_place(line, &error);
    }
}

/// Reads a line here and by shakmaty: both accept it, with the same setup, or both refuse it.
pub fn agreement(line: &[u8]) -> Option<FenError> {
    match (read(line), Fen::from_ascii(line)) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(ours, theirs.into_setup(), "{}", line.escape_ascii());
            None
        }
        (Err(ours), Err(_)) => Some(ours),
        (Ok(_), Err(error)) => panic!("accepted, where shakmaty: {error}: {}", line.escape_ascii()),
        (Err(error), Ok(_)) => panic!("{error}, where shakmaty accepts: {}", line.escape_ascii()),
    }
}

/// The line up to its fault can be continued to one that shakmaty accepts, and not with the byte
/// that is wrong.
pub fn check_place(line: &[u8], error: &FenError) {
    let context = || format!("{error}: {}", line.escape_ascii());
    assert!((1..=line.len() + 1).contains(&error.column), "{}", context());
    let (before, rest) = line.split_at(error.column - 1);
    assert!(can_be_continued(before), "{}", context());
    let Some(got) = &error.got else { return assert!(rest.is_empty(), "{}", context()) };
    // A field that looks like another, or of which there is one too many, is wrong as a whole.
    let wrong = match error.expected {
        Expected::Checks | Expected::EndOfLine => {
            let end = rest.iter().position(|byte| b" _".contains(byte)).unwrap_or(rest.len());
            let wrong = [before, &rest[..end]].concat();
            assert!(Fen::from_ascii(&wrong).is_err(), "{}", context());
            end
        }
        _ => {
            assert!(!can_be_continued(&line[..error.column]), "{}", context());
            rest.len().min(4)
        }
    };
    let text = String::from_utf8_lossy(&rest[..wrong]);
    assert!(!got.is_empty() && text.starts_with(&**got), "{}", context());
}

/// Tries the ends that any beginning of a FEN has.
fn can_be_continued(line: &[u8]) -> bool {
    const ENDS: [&str; 15] =
        ["", "1", "2", "3", "4", "5", "6", "7", "8", "8/8/8/8/8/8/8/8", "w", "-", "]", "+0", "0+0"];
    let mut line = line.to_owned();
    ENDS.iter().any(|end| {
        let length = line.len();
        line.extend_from_slice(end.as_bytes());
        let accepted = (0..=7).any(|ranks| {
            let length = line.len();
            line.extend_from_slice("/8".repeat(ranks).as_bytes());
            let accepted = Fen::from_ascii(&line).is_ok();
            line.truncate(length);
            accepted
        });
        line.truncate(length);
        accepted
    })
}
