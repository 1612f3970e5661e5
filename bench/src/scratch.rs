//! The hash of a position from scratch.

use anyhow::Result;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position};
use zobrist_chess::{Fide, Polyglot, Zobrist};
use zobrist_shakmaty::hash;

use crate::games;
use crate::paired::{compare, contestant};

pub(crate) fn run() -> Result<()> {
    let positions = games::positions()?;
    let sum = |hash: &dyn Fn(&shakmaty::Chess) -> u64| {
        positions.iter().map(hash).fold(0_u64, u64::wrapping_add)
    };
    let shakmaty =
        |position: &shakmaty::Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    let expected = sum(&shakmaty);
    macro_rules! each {
        ($hash:expr) => {
            || positions.iter().map($hash).fold(0_u64, u64::wrapping_add)
        };
    }
    compare(
        &format!("scratch: the hash of {} positions (target: 1.0)", positions.len()),
        positions.len() as u64,
        30,
        &mut [
            contestant("shakmaty", each!(shakmaty)),
            contestant("zobrist-shakmaty, fide", each!(|p| hash(&Fide, p))),
            contestant("zobrist-shakmaty, polyglot", each!(|p| hash(&Polyglot, p))),
            contestant("zobrist-shakmaty, zobrist 64", each!(|p| hash(&Zobrist::<u64>::new(), p))),
        ],
        |index, sum| {
            if index < 2 {
                assert_eq!(*sum, expected);
            }
        },
    );
    Ok(())
}
