//! The law of the FEN reader: it accepts what shakmaty accepts, and reports the right column
//! otherwise.

use shakmaty::fen::Fen;
use zobrist_shakmaty::fen::{Expected, FenError, read};

/// Content for all bytes.
pub(crate) fn law(line: &[u8]) {
    if let Some(error) = agreement(line) {
        check_place(line, &error);
    }
}

/// Asserts that this crate and shakmaty both accept a line, with the same setup, or both refuse it.
/// Returns the error.
pub(crate) fn agreement(line: &[u8]) -> Option<FenError> {
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

/// Asserts that shakmaty accepts a continuation of the line up to the reported column, but none
/// with the wrong byte.
pub(crate) fn check_place(line: &[u8], error: &FenError) {
    let context = || format!("{error}: {}", line.escape_ascii());
    assert!((1..=line.len() + 1).contains(&error.column), "{}", context());
    let (before, rest) = line.split_at(error.column - 1);
    assert!(can_be_continued(before), "{}", context());
    let Some(got) = &error.got else { return assert!(rest.is_empty(), "{}", context()) };
    // A malformed field of checks, or an extra field, is wrong as a whole.
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

/// True if a beginning of FEN can be completed: tries all kinds of endings.
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
