//! Keys of programs in docs/gallery whose generators the files of schemes do not have, in the order
//! of the layouts there. Each generator is as its program seeds it.

/// The keys of a program; `None` if no generator here makes them.
pub fn keys(program: &str) -> Option<Vec<u64>> {
    Some(match program {
        "fairy-stockfish" => fairy_stockfish(),
        "igel" => igel(),
        "leorik" => leorik(),
        "lynx" => lynx(),
        "viridithas" => viridithas(),
        _ => return None,
    })
}

/// The twelve arrays of the pieces, each of 64 squares.
fn pieces(key: impl Fn(usize, usize) -> u64) -> impl Iterator<Item = u64> {
    (0..12 * 64).map(move |place| key(place / 64, place % 64))
}

/// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
/// 2016), on boards of twelve files and ten ranks with 38 types of pieces, of which the last is the
/// king.
fn fairy_stockfish() -> Vec<u64> {
    let mut state: u64 = 1_070_372;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let board: Vec<u64> = (0..2 * 38 * 120).map(|_| next()).collect();
    let files: Vec<u64> = (0..12).map(|_| next()).collect();
    let key = |piece: usize, square: usize| {
        let kind = if piece % 6 == 5 { 37 } else { piece % 6 };
        board[(piece / 6 * 38 + kind) * 120 + square / 8 * 12 + square % 8]
    };
    let rest = (0..5).map(|_| next()).collect::<Vec<u64>>();
    pieces(key).chain(files[..8].iter().copied()).chain(rest).collect()
}

/// A linear congruential generator: the keys of a square for no piece, for one that does not exist,
/// and for the twelve; of both sides; then, one by one, of 256 numbers for castling and squares.
fn igel() -> Vec<u64> {
    let mut state: u64 = 30147;
    let mut next = || {
        state = state.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(3_037_000_493);
        state
    };
    let board: Vec<u64> = (0..64 * 14).map(|_| next()).collect();
    let sides = [next(), next()];
    let flags: Vec<[u64; 2]> = (0..256).map(|_| [next(), next()]).collect();
    // Black's rights are bits 4 and 5.
    let castling = (0..16).map(|set| flags[set & 3 | (set & 12) << 2][0]);
    // The last is for no capture.
    let squares = (0..65).map(|square| flags[square][1]);
    let key = |piece: usize, square: usize| board[square * 14 + 2 + piece];
    pieces(key).chain(sides).chain(castling).chain(squares).collect()
}

/// The seeded generator of .NET's `Random`: Knuth's subtractive one (The Art of Computer
/// Programming, volume 2, 3.2.2, as in Numerical Recipes' `ran3`).
struct DotNetRandom {
    state: [i32; 56],
    index: usize,
}

impl DotNetRandom {
    fn new(seed: i32) -> DotNetRandom {
        let mut state = [0_i32; 56];
        let (mut last, mut next) = (161_803_398_i32.wrapping_sub(seed), 1_i32);
        state[55] = last;
        for i in 1..55 {
            state[21 * i % 55] = next;
            let before = next;
            next = last.wrapping_sub(next);
            next = if next < 0 { next.wrapping_add(i32::MAX) } else { next };
            last = before;
        }
        for _ in 0..4 {
            for i in 1..56 {
                let other = state[1 + (i + 30) % 55];
                let new = state[i].wrapping_sub(other);
                state[i] = if new < 0 { new.wrapping_add(i32::MAX) } else { new };
            }
        }
        DotNetRandom { state, index: 0 }
    }

    fn sample(&mut self) -> i32 {
        self.index = self.index % 55 + 1;
        let other = (self.index + 20) % 55 + 1;
        let new = self.state[self.index].wrapping_sub(self.state[other]);
        let new = if new == i32::MAX { new - 1 } else { new };
        self.state[self.index] = if new < 0 { new.wrapping_add(i32::MAX) } else { new };
        self.state[self.index]
    }

    /// Eight bytes, the first one lowest.
    fn next_u64(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.sample() as u8))
    }
}

/// The keys of a square for the twelve pieces and for its flag; then that of the side.
fn leorik() -> Vec<u64> {
    let mut random = DotNetRandom::new(228_126);
    let board: Vec<u64> = (0..64 * 13).map(|_| random.next_u64()).collect();
    let flags: Vec<u64> = (0..64).map(|square| board[square * 13 + 12]).collect();
    let key = |piece: usize, square: usize| board[square * 13 + piece];
    pieces(key).chain(flags.clone()).chain(flags).chain([random.next_u64()]).collect()
}

/// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021),
/// seeded by four numbers of .NET's generator. All else is keyed by pawns where none can stand.
fn lynx() -> Vec<u64> {
    let mut seed = DotNetRandom::new(i32::MAX);
    let mut s: [u64; 4] = std::array::from_fn(|_| seed.next_u64());
    let mut next = || {
        let number = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        number
    };
    let board: Vec<u64> = (0..64 * 12).map(|_| next()).collect();
    let key = |piece: usize, square: usize| board[square * 12 + piece];
    let (white_pawn, black_pawn) = (0, 6);
    let files = (0..8).map(|file| key(white_pawn, file));
    let rights = (0..4).map(|square| key(black_pawn, square));
    pieces(key).chain(files).chain(rights).chain([key(black_pawn, 7)]).collect()
}

/// A xorshift of 128 bits whose halves are joined by XOR. The pieces of White are drawn first, and
/// stand in turn with those of Black.
fn viridithas() -> Vec<u64> {
    let mut state: u128 = 0x246c_cb2d_3b40_2853_9918_0a6d_bc3a_f444;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state as u64 ^ (state >> 64) as u64
    };
    let board: Vec<u64> = (0..12 * 64).map(|_| next()).collect();
    let rest: Vec<u64> = (0..64 + 16 + 1).map(|_| next()).collect();
    let key = |piece: usize, square: usize| board[(piece % 2 * 6 + piece / 2) * 64 + square];
    pieces(key).chain(rest).collect()
}
