//! An error prints its own text or returns its cause, never both.

use std::error::Error;
use std::num::NonZeroUsize;

use zobrist_go::Board;
use zobrist_go::count::{games, positions};

#[test]
fn no_cause_is_printed_twice() {
    let errors: [(Box<dyn Error>, &str); 4] = [
        ("X X\nX X".parse::<Board>().unwrap_err().into(), "has no liberty"),
        ("".parse::<Board>().unwrap_err().into(), "expected sides from 1 to 25"),
        (positions(26, 1).unwrap_err().into(), "expected sides from 1 to 25"),
        (games(26, 1, NonZeroUsize::MIN).unwrap_err().into(), "expected sides from 1 to 25"),
    ];
    for (error, cause) in errors {
        let text = error.to_string();
        assert!(text.contains(cause), "{text}");
        assert!(error.source().is_none(), "{text}");
    }
}
