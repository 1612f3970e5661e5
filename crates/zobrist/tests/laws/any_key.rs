//! Keys that are chosen at run time obey the laws of a group, and agree with the types.

use proptest::prelude::*;
use zobrist::{AnyKey, Combine, Group, Key, Sum48};

fn combine() -> impl Strategy<Value = Combine> {
    prop_oneof![Just(Combine::Xor), (1..=64_u32).prop_map(Combine::Sum)]
}

proptest! {
    #[test]
    fn group(combine in combine(), [a, b, c] in any::<[u128; 3]>()) {
        let [a, b, c] = [a, b, c].map(|word| AnyKey::new(word, combine));
        let zero = AnyKey::ZERO;
        prop_assert_eq!(a.plus(b).plus(c), a.plus(b.plus(c)));
        prop_assert_eq!(a.plus(b), b.plus(a));
        prop_assert_eq!(a.plus(zero), a);
        prop_assert_eq!(zero.plus(a), a);
        prop_assert_eq!(a.plus(b).minus(b), a);
        prop_assert_eq!(a.minus(a), zero);
        prop_assert_eq!(zero.minus(a).plus(a), zero);
    }

    #[test]
    fn sums_and_differences_are_those_of_the_types([a, b] in any::<[u64; 2]>()) {
        fn both<K: Key>(combine: Combine, a: u64, b: u64) -> [[u128; 2]; 2] {
            let any = [a, b].map(|word| AnyKey::new(word.into(), combine));
            let own = [a, b].map(|word| K::from_word(word.into()));
            [
                [any[0].plus(any[1]).word(), any[0].minus(any[1]).word()],
                [own[0].plus(own[1]).to_word(), own[0].minus(own[1]).to_word()],
            ]
        }
        let [any, own] = both::<u64>(Combine::Xor, a, b);
        prop_assert_eq!(any, own);
        let [any, own] = both::<Sum48>(Combine::Sum(48), a, b);
        prop_assert_eq!(any, own);
        let sum = [a, b].map(|word| AnyKey::new(word.into(), Combine::Sum(64)));
        prop_assert_eq!(sum[0].plus(sum[1]).word(), a.wrapping_add(b).into());
        prop_assert_eq!(sum[0].minus(sum[1]).word(), a.wrapping_sub(b).into());
    }
}
