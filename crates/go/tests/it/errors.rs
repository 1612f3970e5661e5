//! An error prints its own text or returns its cause, never both.

use std::error::Error;
use std::num::NonZeroUsize;

use zobrist_go::count::{games, positions};
use zobrist_go::{Board, Color, Game, Move, Rules};

#[test]
fn no_cause_is_printed_twice() {
    let mut game = Game::new(3, 3, Rules::default()).unwrap();
    game.play(Move::Play("B2".parse().unwrap())).unwrap();
    let errors: [(Box<dyn Error>, &str); 5] = [
        ("X X\nX X".parse::<Board>().unwrap_err().into(), "has no liberty"),
        ("".parse::<Board>().unwrap_err().into(), "expected sides from 1 to 25"),
        (positions(26, 1).unwrap_err().into(), "expected sides from 1 to 25"),
        (games(26, 1, NonZeroUsize::MIN).unwrap_err().into(), "expected sides from 1 to 25"),
        (
            game.check(Color::White, "B2".parse().unwrap()).unwrap_err().into(),
            "already has a Black stone",
        ),
    ];
    assert_causes(errors);
}

#[test]
#[cfg(feature = "sgf")]
fn no_cause_of_a_record_is_printed_twice() {
    use zobrist_go::sgf::read;

    let replayed = |text: &str| read(text.as_bytes()).unwrap().game(Rules::default()).unwrap_err();
    assert_causes([
        (read(b"(;SZ[9]").unwrap_err().into(), "line 1"),
        (read(b"(;SZ[26])").unwrap_err().into(), "expected sides from 1 to 25"),
        (replayed("(;SZ[9];B[zz])").into(), "zz"),
        (replayed("(;SZ[2]AB[aa][ab]AW[ba][bb])").into(), "has no liberty"),
        (replayed("(;SZ[9];B[aa];W[aa])").into(), "node 2"),
    ]);
}

fn assert_causes<const N: usize>(errors: [(Box<dyn Error>, &str); N]) {
    for (error, cause) in errors {
        let text = error.to_string();
        assert!(text.contains(cause), "{text}");
        assert!(error.source().is_none(), "{text}");
    }
}
