//! The law of hashers: after any changes, the hash is the sum of the keys of the present features.

use zobrist::{Delta, Feature, Group, Hasher, KeyTable, Keys, Kind, Pair, Source, Sum48};

const N: usize = 24;
const FACT: Kind = Kind::first("fact", N);

static U32: KeyTable<u32, N> = Source::bch(4, 128).table_u32(FACT.layout());
static U64: KeyTable<u64, N> = Source::bch(4, 128).table_u64(FACT.layout());
static U128: KeyTable<u128, N> = Source::bch(4, 128).table_u128(FACT.layout());
static PAIR: KeyTable<Pair, N> = Source::bch(4, 128).table_pair(FACT.layout());
static SUM48: KeyTable<Sum48, N> = Source::bch(4, 128).table_sum48(FACT.layout());

/// Content for all bytes: three of them are an action and two features.
pub(crate) fn law(changes: &[u8]) {
    of_keys(&U32, changes);
    of_keys(&U64, changes);
    of_keys(&U128, changes);
    of_keys(&PAIR, changes);
    of_keys(&SUM48, changes);
}

fn of_keys<T: Keys + Copy>(keys: T, changes: &[u8]) {
    let mut counts = [0_i32; N];
    let mut hasher = Hasher::new(keys);
    let mut made: Vec<(Delta<T>, Steps)> = Vec::new();
    for change in changes.as_chunks::<3>().0 {
        let [action, a, b] = change.map(usize::from);
        let (a, b) = (a % N, b % N);
        let [old, new] = [a, b].map(|index| FACT.at(index));
        let before = hasher;
        let steps: Steps = match action % 8 {
            0 => [Some((a, 1)), None],
            1 => [Some((a, -1)), None],
            2 | 3 => [Some((a, -1)), Some((b, 1))],
            // Optional features, before and after.
            4 => [(action & 8 != 0).then_some((a, -1)), (action & 16 != 0).then_some((b, 1))],
            5 => [Some((a, 1)), Some((b, 1))],
            // Undoes the last change.
            _ => {
                if let Some((delta, steps)) = made.pop() {
                    hasher.undo(&delta);
                    count(&mut counts, steps, -1);
                    assert_eq!(hasher.hash(), defined(keys, &counts));
                }
                continue;
            }
        };
        match action % 8 {
            0 => hasher.insert(old),
            1 => hasher.remove(old),
            2 => hasher.replace(old, new),
            3 => {
                hasher.insert(new);
                hasher.remove(old);
            }
            4 => hasher.update(steps[0].map(|_| old), steps[1].map(|_| new)),
            _ => hasher.insert_all([old, new]),
        }
        count(&mut counts, steps, 1);
        assert_eq!(hasher.hash(), defined(keys, &counts));

        let delta = steps.into_iter().flatten().fold(before.delta(), |delta, (slot, sign)| {
            let feature = FACT.at(slot);
            if sign > 0 { delta.with(feature) } else { delta.without(feature) }
        });
        assert_eq!(before.after(&delta), hasher.hash());
        let mut other = before;
        other.apply(&delta);
        assert_eq!(other.hash(), hasher.hash());
        other.undo(&delta);
        assert_eq!(other.hash(), before.hash());
        made.push((delta, steps));
    }
}

/// Features that are inserted (1) and removed (-1).
type Steps = [Option<(usize, i32)>; 2];

fn count(counts: &mut [i32; N], steps: Steps, sign: i32) {
    for (slot, step) in steps.into_iter().flatten() {
        counts[slot] += sign * step;
    }
}

/// The definition. A feature that was removed more often than inserted counts negatively.
fn defined<T: Keys>(keys: T, counts: &[i32; N]) -> T::Key {
    let mut sum = T::Key::ZERO;
    for (slot, count) in counts.iter().enumerate() {
        let key = keys.key(Feature::from_slot(slot));
        for _ in 0..count.abs() {
            sum = if *count > 0 { sum.plus(key) } else { sum.minus(key) };
        }
    }
    sum
}
