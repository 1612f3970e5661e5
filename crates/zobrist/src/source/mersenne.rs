//! The Mersenne Twisters (Matsumoto and Nishimura, "Mersenne Twister", ACM
//! Transactions on Modeling and Computer Simulation 8(1), 1998; Nishimura,
//! "Tables of 64-bit Mersenne twisters", ibid. 10(4), 2000), seeded as the
//! reference programs of 2002 and 2004 seed them.

macro_rules! mersenne_twister {
    (
        $(#[$doc:meta])*
        $name:ident, $word:ty, $next:ident, length $n:literal, middle $m:literal,
        matrix $matrix:literal, upper $upper:literal, seeding $multiplier:literal >> $shift:literal,
        key $first:literal $second:literal $start:literal,
        temper >> $u:literal & $d:literal << $s:literal & $b:literal << $t:literal & $c:literal >> $l:literal
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            state: [$word; $n],
            used: usize,
        }

        impl $name {
            /// Creates a generator seeded as by the reference program's `init_genrand`.
            pub const fn new(seed: $word) -> $name {
                let mut state: [$word; $n] = [0; $n];
                state[0] = seed;
                let mut i = 1;
                while i < $n {
                    let before = state[i - 1];
                    state[i] =
                        (before ^ before >> $shift).wrapping_mul($multiplier).wrapping_add(i as $word);
                    i += 1;
                }
                $name { state, used: $n }
            }

            /// Creates a generator seeded by a key of several words, as by `init_by_array`.
            ///
            /// # Panics
            /// When the key is empty.
            pub const fn from_key(key: &[$word]) -> $name {
                assert!(!key.is_empty(), "the key has at least one word");
                let mut state = $name::new($start).state;
                let mut i = 1;
                let mut j = 0;
                let mut round = if key.len() > $n { key.len() } else { $n };
                while round > 0 {
                    let before = state[i - 1];
                    state[i] = (state[i] ^ (before ^ before >> $shift).wrapping_mul($first))
                        .wrapping_add(key[j])
                        .wrapping_add(j as $word);
                    i += 1;
                    if i == $n {
                        state[0] = state[$n - 1];
                        i = 1;
                    }
                    j += 1;
                    if j == key.len() {
                        j = 0;
                    }
                    round -= 1;
                }
                round = $n - 1;
                while round > 0 {
                    let before = state[i - 1];
                    state[i] = (state[i] ^ (before ^ before >> $shift).wrapping_mul($second))
                        .wrapping_sub(i as $word);
                    i += 1;
                    if i == $n {
                        state[0] = state[$n - 1];
                        i = 1;
                    }
                    round -= 1;
                }
                state[0] = 1 << (<$word>::BITS - 1);
                $name { state, used: $n }
            }

            /// Draws the next number.
            pub const fn $next(&mut self) -> $word {
                if self.used == $n {
                    self.twist();
                }
                let mut y = self.state[self.used];
                self.used += 1;
                y ^= y >> $u & $d;
                y ^= y << $s & $b;
                y ^= y << $t & $c;
                y ^ y >> $l
            }

            const fn twist(&mut self) {
                let mut i = 0;
                while i < $n {
                    let y = self.state[i] & $upper | self.state[(i + 1) % $n] & !$upper;
                    let odd = if y & 1 == 1 { $matrix } else { 0 };
                    self.state[i] = self.state[(i + $m) % $n] ^ y >> 1 ^ odd;
                    i += 1;
                }
                self.used = 0;
            }
        }
    };
}

mersenne_twister! {
    /// MT19937 with 32-bit words.
    Mt19937, u32, next_u32, length 624, middle 397,
    matrix 0x9908_b0df, upper 0x8000_0000, seeding 1_812_433_253 >> 30,
    key 1_664_525 1_566_083_941 19_650_218,
    temper >> 11 & 0xffff_ffff << 7 & 0x9d2c_5680 << 15 & 0xefc6_0000 >> 18
}

mersenne_twister! {
    /// MT19937-64, with 64-bit words.
    Mt19937x64, u64, next_u64, length 312, middle 156,
    matrix 0xb502_6f5a_a966_19e9, upper 0xffff_ffff_8000_0000,
    seeding 6_364_136_223_846_793_005 >> 62,
    key 3_935_559_000_370_003_845 2_862_933_555_777_941_757 19_650_218,
    temper >> 29 & 0x5555_5555_5555_5555 << 17 & 0x71d6_7fff_eda6_0000
        << 37 & 0xfff7_eee0_0000_0000 >> 43
}

impl Mt19937 {
    /// Draws two numbers as one, the first as the upper half.
    pub const fn next_u64(&mut self) -> u64 {
        let high = self.next_u32() as u64;
        high << 32 | self.next_u32() as u64
    }
}
