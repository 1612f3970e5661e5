//! Keys that a hasher owns.

use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use zobrist::{Feature, Hasher, KeyTable, KeyVec, Keys, Layout, Source};

use super::{LAYOUT, N, STONE};

proptest! {
    /// Keys that a hasher owns, alone or with others, are the keys.
    #[test]
    fn owned_keys_are_the_keys(slots in prop::collection::vec(0..N, 0..50)) {
        static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
        fn hash(keys: impl Keys<Key = u64>, slots: &[usize]) -> (Layout, u64) {
            let features = slots.iter().copied().map(Feature::from_slot);
            (keys.layout(), Hasher::of(keys, features).hash())
        }
        let keys = Source::bch(4, 128).keys::<u64>(LAYOUT);
        prop_assert_eq!(keys.layout(), LAYOUT);
        let expected = hash(&KEYS, &slots);
        prop_assert_eq!(hash(Arc::new(keys.clone()), &slots), expected);
        prop_assert_eq!(hash(Rc::new(keys.clone()), &slots), expected);
        prop_assert_eq!(hash(Box::new(keys.clone()), &slots), expected);
        let any: Arc<dyn Keys<Key = u64>> = Arc::new(keys);
        prop_assert_eq!(hash(any, &slots), expected);
    }
}

/// A board that threads can share, cloned without its keys.
#[test]
fn a_board_owns_keys_made_at_run_time() {
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Board {
        hasher: Hasher<Arc<KeyVec<u64>>>,
    }
    fn is_sent<T: Send + Sync + 'static>(_: &T) {}
    let keys = Arc::new(Source::bch(4, 128).keys::<u64>(LAYOUT));
    let mut board = Board { hasher: Hasher::new(keys.clone()) };
    is_sent(&board);
    let other = board.clone();
    assert_eq!(Arc::strong_count(&keys), 3);
    let change = board.hasher.delta().with(STONE.at(1));
    board.hasher.apply(&change);
    assert_ne!(board, other);
    board.hasher.undo(&change);
    assert_eq!(board, other);
}
