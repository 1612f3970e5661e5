//! LtHash against its definition, and the forgery that it does not fall to.

use proptest::prelude::*;
use zobrist::gf2::Elimination;
use zobrist::tabulation::{Mixed, Multiset, Set, SetHash};
use zobrist_tabulation::LtHash;

/// The definition: the sum, place by place, of 1,024 little-endian numbers of 16 bits from the
/// output of BLAKE3.
fn defined(elements: &[Vec<u8>]) -> [u16; 1024] {
    elements.iter().fold([0; 1024], |sum, element| {
        let mut output = [0; 2048];
        blake3::Hasher::new().update(element).finalize_xof().fill(&mut output);
        let (numbers, _) = output.as_chunks();
        std::array::from_fn(|place| sum[place].wrapping_add(u16::from_le_bytes(numbers[place])))
    })
}

proptest! {
    #[test]
    fn of_what_is_there(here: Vec<Vec<u8>>, gone: Vec<Vec<u8>>) {
        let mut hash = LtHash::new();
        hash.insert_all(gone.iter().chain(&here));
        gone.iter().for_each(|element| hash.remove(element));
        prop_assert_eq!(hash.sums(), &defined(&here));
        let sums = hash.sums().map(u16::to_le_bytes);
        prop_assert_eq!(hash.hash(), *blake3::hash(sums.as_flattened()).as_bytes());
        let mut other = LtHash::new();
        other.insert_all(here.iter().rev());
        prop_assert_eq!(hash.hash(), other.hash());
        prop_assert_eq!(hash, other);
    }

    /// Cut anywhere, stored and taken up again, or in two parts that are merged: all one.
    #[test]
    fn resumed_and_merged_are_the_whole(elements: Vec<Vec<u8>>, cut: prop::sample::Index) {
        let of = |elements: &[Vec<u8>]| {
            let mut hash = LtHash::new();
            hash.insert_all(elements);
            hash
        };
        let (first, rest) = elements.split_at(cut.index(elements.len() + 1));
        let mut resumed = LtHash::from_sums(*of(first).sums());
        resumed.insert_all(rest);
        prop_assert_eq!(&resumed, &of(&elements));
        let mut merged = of(first);
        merged.merge(&of(rest));
        prop_assert_eq!(&merged, &of(&elements));
    }
}

fn hash_of<S: SetHash<[u8; 8]>>(mut set: S, elements: &[u64]) -> S::Hash {
    set.insert_all(elements.iter().map(|element| element.to_le_bytes()));
    set.hash()
}

/// Elements that vanish from the XOR of public hashes do not vanish from LtHash, nor from a sum.
#[test]
fn what_linear_algebra_forges_is_seen() {
    let function = Mixed::<u64, 8>::seeded(5);
    let mut elimination = Elimination::new();
    let (last, mut forged) = (0..)
        .find_map(|element| Some((element, elimination.insert(function.hash(element).into())?)))
        .expect("65 hashes of 64 bits are dependent");
    forged.push(last as usize);
    let forged: Vec<u64> = forged.iter().map(|element| *element as u64).collect();

    assert_eq!(hash_of(Set::new(&function), &forged), hash_of(Set::new(&function), &[]));
    assert_ne!(hash_of(Multiset::new(&function), &forged), 0);
    assert_ne!(hash_of(LtHash::new(), &forged), hash_of(LtHash::new(), &[]));
}
