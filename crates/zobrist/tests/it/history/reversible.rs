//! Tables of reversible moves: what is refused, and where a difference is found.

use zobrist::source::SplitMix64;
use zobrist::{Key, Pair, ReversibleMoves, ReversibleMovesError, Sum48};

fn random<K: Key>(count: usize) -> Vec<(K, usize)> {
    let mut random = SplitMix64::new(3);
    let mut word = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    (0..count).map(|at| (K::from_word(word() >> (128 - K::BITS.min(128))), at)).collect()
}

/// Each difference is found, in one of the two places that the documentation names, and no other.
fn finds_its_moves<K: Key>() {
    for count in [0, 1, 2, 3, 100, 3668] {
        let moves = random::<K>(count);
        let table = ReversibleMoves::new(moves.iter().copied()).unwrap();
        assert_eq!((table.len(), table.is_empty()), (count, count == 0));
        let size = table.differences().len();
        assert!(size.is_power_of_two() && size >= 2 * count && table.moves().len() == size);
        for (difference, only) in &moves {
            assert_eq!(table.get(*difference), Some(only));
            let word = difference.to_word();
            let places = [word, word >> 16.max(size.trailing_zeros())];
            let is_there = |place: &u128| {
                let place = *place as usize & (size - 1);
                table.differences()[place] == *difference && table.moves()[place] == Some(*only)
            };
            assert!(places.iter().any(is_there), "{difference:?}");
        }
        let filled = table.moves().iter().filter(|only| only.is_some()).count();
        let nonzero = table.differences().iter().filter(|it| **it != K::ZERO).count();
        assert_eq!((filled, nonzero), (count, count));
        for (difference, _) in random::<K>(5000).into_iter().skip(count) {
            assert_eq!(table.get(difference), None);
        }
        assert_eq!(table.get(K::ZERO), None);
    }
}

#[test]
fn each_difference_is_in_one_of_its_places() {
    finds_its_moves::<u32>();
    finds_its_moves::<u64>();
    finds_its_moves::<u128>();
    finds_its_moves::<Pair>();
    finds_its_moves::<Sum48>();
}

#[test]
fn what_cannot_be_told_apart_is_refused() {
    let error = ReversibleMoves::new([(7_u64, "a"), (5, "b"), (9, "c"), (5, "d")]).unwrap_err();
    let ReversibleMovesError::SameDifference(one, other) = error else { panic!("{error:?}") };
    let mut names = [one, other];
    names.sort_unstable();
    assert_eq!(names, ["b", "d"]);
    assert!(error.to_string().ends_with("of a move and the move back, give one"), "{error}");
    let error = ReversibleMoves::new([(7_u64, "a"), (0, "b")]).unwrap_err();
    assert_eq!(error, ReversibleMovesError::NoDifference("b"));
    // All in the same two places.
    let error = ReversibleMoves::new((1..100).map(|high| (high << 40, high))).unwrap_err();
    assert_eq!(error, ReversibleMovesError::<u64>::NoRoom);
}
