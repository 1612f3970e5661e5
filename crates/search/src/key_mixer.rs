//! Bits of a key of any type, cheaper than those of the standard library's hasher.

use std::hash::Hasher;

/// Mixes the words of a key by multiplication with 2^64 divided by the golden ratio. The high bits
/// of the result are the best.
pub(crate) struct KeyMixer(u64);

impl KeyMixer {
    /// Starts from a seed; keys have other bits for each.
    pub(crate) fn new(seed: u64) -> KeyMixer {
        KeyMixer(seed)
    }
}

impl Hasher for KeyMixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::hash::Hash;

    use super::*;

    /// A quarter of the keys 0, 1, 2 and so on has each pair of high bits, whatever the type.
    #[test]
    fn every_part_of_a_key_counts() {
        fn counts<K: Hash>(key: impl Fn(u64) -> K) -> [u32; 4] {
            let mut counts = [0; 4];
            for number in 0..4096 {
                let mut mixer = KeyMixer::new(3);
                key(number).hash(&mut mixer);
                counts[(mixer.finish() >> 62) as usize] += 1;
            }
            counts
        }
        let all = [
            counts(|number| number),
            counts(|number| number as u32),
            counts(|number| u128::from(number) << 64),
            counts(|number| (number, 7_u8)),
            counts(|number| [7, number]),
        ];
        for counts in all {
            assert!(counts.iter().all(|count| (900..1150).contains(count)), "{counts:?}");
        }
        // The control: a key without the number.
        assert_eq!(counts(|_| 7_u64).iter().filter(|count| **count > 0).count(), 1);
    }
}
