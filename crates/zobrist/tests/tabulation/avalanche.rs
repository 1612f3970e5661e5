//! Avalanche: a change of one bit of a key changes each bit of the hash half of the time.

use zobrist::source::SplitMix64;
use zobrist::tabulation::{HashFunction, Mixed, Simple, Tornado, Twisted};

/// The largest deviation from one half of any bit of the hash, by any bit of the key, over 256
/// functions and 16 keys each.
fn worst_bias<F: Fn(u64) -> u64>(function: impl Fn(u64) -> F) -> f64 {
    let mut flips = vec![[0_u32; 64]; 64];
    let mut random = SplitMix64::new(1);
    for seed in 0..256 {
        let hash = function(seed);
        for _ in 0..16 {
            let key = random.next_u64();
            let before = hash(key);
            for (bit, flips) in flips.iter_mut().enumerate() {
                let change = before ^ hash(key ^ 1 << bit);
                flips
                    .iter_mut()
                    .enumerate()
                    .for_each(|(i, flips)| *flips += (change >> i & 1) as u32);
            }
        }
    }
    let bias = |flips: &u32| (f64::from(*flips) / 4096.0 - 0.5).abs();
    flips.as_flattened().iter().map(bias).fold(0.0, f64::max)
}

fn of<F: HashFunction<u64, Hash = u64>>(seeded: fn(u64) -> F) -> f64 {
    worst_bias(|seed| {
        let function = seeded(seed);
        move |key| function.hash(key)
    })
}

#[test]
fn every_bit_depends_on_every_bit() {
    // The last of eleven characters has four bits, so that a bit of it throws 8 · 256 coins,
    // which stray by 0.011; the farthest of 4,096 bits strays by four times as much.
    let biases = [
        of(Simple::<u64, 8>::seeded),
        of(Simple::<u64, 11, 64>::seeded),
        of(Twisted::<u64, 8>::seeded),
        of(Mixed::<u64, 8>::seeded),
        of(Tornado::<u64, 8>::seeded),
    ];
    assert!(biases.iter().all(|bias| *bias < 0.06), "{biases:?}");
}

/// The control: a product depends on no higher bit than its own.
#[test]
fn a_multiplication_fails() {
    let multiply = worst_bias(|seed| {
        let factor = SplitMix64::new(seed).next_u64() | 1;
        move |key: u64| key.wrapping_mul(factor)
    });
    assert!(multiply > 0.4, "{multiply}");
}
