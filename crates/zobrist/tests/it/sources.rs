//! The sources against published values, and the default source against its
//! theorem.

use zobrist::gf2::rank;
use zobrist::source::{
    GlibcRandom, Jsf64, Kiss64, Mt19937, Mt19937x64, SplitMix64, XorShift64Star, Xoshiro256PlusPlus,
};
use zobrist::{Group, Guarantee, Key, KeyTable, Keys, Kind, Layout, Pair, Source, Sum48};

/// Seed 1234567; the values that Rosetta Code lists for "Pseudo-random numbers/Splitmix64".
#[test]
fn splitmix64_reference() {
    let mut generator = SplitMix64::new(1_234_567);
    for expected in [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ] {
        assert_eq!(generator.next_u64(), expected);
    }
}

/// State 1, 2, 3, 4 through Vigna's C program, as rust-random pins it.
#[test]
fn xoshiro256_plus_plus_reference() {
    let mut generator = Xoshiro256PlusPlus::from_state([1, 2, 3, 4]);
    assert_eq!(generator.state(), [1, 2, 3, 4]);
    for expected in [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ] {
        assert_eq!(generator.next_u64(), expected);
    }
}

/// Seed 1, as several public suites pin it; and Stockfish's seed, 1070372, whose
/// first number is the key of a white pawn on a1. The whole set is compared in
/// zobrist-chess.
#[test]
fn xorshift64_star_reference() {
    let mut generator = XorShift64Star::new(1);
    assert_eq!(generator.next_u64(), 0x47e4_ce4b_896c_dd1d);
    assert_eq!(generator.next_u64(), 0xabcf_a6a8_e079_651d);
    let mut generator = XorShift64Star::new(1_070_372);
    assert_eq!(generator.next_u64(), 0x0836_10fb_1cd7_c6a5);
    assert_eq!(generator.next_u64(), 0xa37f_944b_e9df_c323);
}

/// The C++ standard, [rand.predef]: the 10000th number of the default seed; and
/// the first numbers of the authors' mt19937ar.out.
#[test]
fn mt19937_reference() {
    let mut generator = Mt19937::new(5489);
    let last = (0..10_000).map(|_| generator.next_u32()).last();
    assert_eq!(last, Some(4_123_659_995));

    let mut generator = Mt19937::from_key(&[0x123, 0x234, 0x345, 0x456]);
    for expected in [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476] {
        assert_eq!(generator.next_u32(), expected);
    }
}

/// The C++ standard, [rand.predef], and the authors' mt19937-64.out.
#[test]
fn mt19937_64_reference() {
    let mut generator = Mt19937x64::new(5489);
    let last = (0..10_000).map(|_| generator.next_u64()).last();
    assert_eq!(last, Some(9_981_545_732_273_789_042));

    let mut generator = Mt19937x64::from_key(&[0x12345, 0x23456, 0x34567, 0x45678]);
    for expected in [
        7_266_447_313_870_364_031,
        4_946_485_549_665_804_864,
        16_945_909_448_695_747_420,
        16_394_063_075_524_226_720,
        4_873_882_236_456_199_058,
    ] {
        assert_eq!(generator.next_u64(), expected);
    }
}

/// The check of Marsaglia's post: the hundred millionth number.
#[test]
fn kiss64_reference() {
    let mut generator = Kiss64::published();
    let last = (0..100_000_000).map(|_| generator.next_u64()).last();
    assert_eq!(last, Some(1_666_297_717_051_644_203));
}

/// Seeds 0 and 1 as the Go module 7fffffff/jsf pins them, and a third that Apache
/// Commons RNG pins from Jenkins' program.
#[test]
fn jsf64_reference() {
    for (seed, expected) in [
        (0, [0x4b39_c42d_b38f_cdf5, 0xaee2_c9e9_1983_3f29, 0x3061_1cd7_5d02_54ce]),
        (1, [0xae73_5ca1_0d06_0948, 0x8e16_aa02_6856_3732, 0x8f06_1cf1_eaa2_da64]),
        (
            0x012d_e1ba_bb3c_4104,
            [0xb2eb_2f62_9a28_18c2, 0xe6c4_df3b_d8e4_a0c8, 0x2b3a_b71e_4e88_8b46],
        ),
    ] {
        let mut generator = Jsf64::new(seed);
        assert_eq!([(); 3].map(|()| generator.next_u64()), expected);
    }
}

/// Seeds through `srandom` and `random` of the GNU C library 2.36 on x86-64 Linux: a C program
/// printed the first five numbers and the 10,000th, and for seed 1970 the first numbers of 64 bits,
/// each of them `u |= (random() & 0xffff) << 16 * i` for i from 0 to 3.
#[test]
fn glibc_random_reference() {
    for (seed, first, last) in [
        (0, [1804289383, 846930886, 1681692777, 1714636915, 1957747793], 1908609430),
        (1, [1804289383, 846930886, 1681692777, 1714636915, 1957747793], 1908609430),
        (2, [1505335290, 1738766719, 190686788, 260874575, 747983061], 404926418),
        (1970, [2131603080, 1595645150, 1502504701, 1277051621, 1111296127], 223417476),
        // The seeds at which a signed number changes its sign.
        (2147483647, [1065668062, 2142264300, 1066566375, 1064012770, 2141034222], 1070115311),
        (2147483648, [1336741213, 1210407648, 1447044896, 337392383, 82502902], 30485069),
        (4294967295, [254925627, 1205188300, 366127624, 1401405153, 76053476], 1100600380),
    ] {
        let mut generator = GlibcRandom::new(seed);
        let numbers: Vec<u32> = (0..10_000).map(|_| generator.next_u31()).collect();
        assert_eq!((&numbers[..5], numbers[9_999]), (&first[..], last), "seed {seed}");
    }
    let keys = [0x42e5_66fd_9cde_ae88, 0x5c99_804f_be5d_087f, 0xe656_374e_93e2_2a5b];
    let mut generator = GlibcRandom::new(1970);
    assert_eq!([(); 3].map(|()| generator.next_u64()), keys);
    let table = Source::glibc_random(1970).sequential().table_u64::<N>(LAYOUT);
    assert_eq!(table.as_slice()[..3], keys);
}

/// A tutorial's 8 × 8 × 12 table: row by row, square by square, piece by piece in
/// the order PNBRQKpnbrqk, from MT19937 seeded with octal 01234567.
#[test]
fn the_worked_example_comes_out_to_the_digit() {
    const CELL: Kind = Kind::first("cell", 8 * 8 * 12);
    let source = Source::mt19937(0o1234567).sequential();
    let keys = source.table_u64::<{ CELL.size() }>(CELL.layout());
    let hash = |rows: [&str; 8]| {
        let mut hash = 0;
        for (row, line) in rows.into_iter().enumerate() {
            for (column, piece) in line.chars().enumerate() {
                if let Some(piece) = "PNBRQKpnbrqk".find(piece) {
                    hash ^= keys.key(CELL.at((8 * row + column) * 12 + piece));
                }
            }
        }
        hash
    };
    let rest = ["-R----Q-", "--------", "-P----p-", "-----p--", "--------", "p---b--q", "----n--k"];
    let board = |first| {
        let mut rows = [first; 8];
        rows[1..].copy_from_slice(&rest);
        rows
    };
    assert_eq!(hash(board("---K----")), 14_226_429_382_419_125_366);
    assert_eq!(hash(board("--K-----")), 15_124_945_578_233_295_113);
}

const FIRST: Kind = Kind::first("first", 300);
const SECOND: Kind = FIRST.then("second", 4);
const LAYOUT: Layout = SECOND.layout();
const N: usize = LAYOUT.len();

/// A `static` made by the compiler, the same function at run time, and the
/// run-time table agree, for every source and key type.
macro_rules! same_at_compile_time_and_at_run_time {
    ($($name:ident: $source:expr;)*) => {$(
        #[test]
        fn $name() {
            macro_rules! each {
                ($key:ty, $table:ident) => {{
                    static KEYS: KeyTable<$key, N> = $source.$table(LAYOUT);
                    assert_eq!(KEYS, std::hint::black_box($source).$table(LAYOUT));
                    #[cfg(feature = "alloc")]
                    {
                        let run_time = std::hint::black_box($source).keys::<$key>(LAYOUT);
                        assert_eq!(KEYS.as_slice(), run_time.as_slice());
                        assert_eq!(KEYS.guarantee(), run_time.guarantee());
                    }
                    assert!(KEYS.as_slice().iter().all(|key| *key != <$key>::ZERO));
                }};
            }
            each!(u32, table_u32);
            each!(u64, table_u64);
            each!(u128, table_u128);
            each!(Pair, table_pair);
            each!(Sum48, table_sum48);
        }
    )*};
}

same_at_compile_time_and_at_run_time! {
    bch: Source::bch(7, 512);
    splitmix64: Source::splitmix64(7);
    xoshiro256_plus_plus: Source::xoshiro256_plus_plus(7);
    xorshift64_star: Source::xorshift64_star(7);
    mt19937: Source::mt19937(7);
    mt19937_64: Source::mt19937_64(7).sequential();
    kiss64: Source::kiss64(7).by_kind();
    jsf64: Source::jsf64(7);
    glibc_random: Source::glibc_random(7);
    overlapping: Source::splitmix64(7).overlapping();
    overlapping_sequential: Source::splitmix64(7).sequential().overlapping();
    rotated: Source::jsf64(7).rotated(32);
    skipped: Source::jsf64(7).sequential().skip(53);
    skipped_by_kind: Source::mt19937(7).skip(3).overlapping();
}

/// Skipping is drawing, in each stream, and in any order of the calls.
#[test]
fn skipped_draws_are_the_first_ones() {
    const LONG: Kind = Kind::first("first", 60);
    const SECOND_LONG: Kind = LONG.then("second", 40);
    for source in [Source::jsf64(7), Source::glibc_random(7), Source::xorshift64_star(7)] {
        let all = source.sequential().table_u64::<100>(SECOND_LONG.layout());
        let of_kinds = source.table_u64::<100>(SECOND_LONG.layout());
        for skip in [0, 1, 20] {
            let later = source.skip(skip).sequential();
            assert_eq!(later, source.sequential().skip(skip));
            assert_eq!(later.skipped(), Some(skip));
            let later = later.table_u64::<100>(SECOND_LONG.layout());
            let by_kind = source.skip(skip).table_u64::<100>(SECOND_LONG.layout());
            let skip = skip as usize;
            assert_eq!(later.as_slice()[..100 - skip], all.as_slice()[skip..]);
            assert_eq!(by_kind.as_slice()[..60 - skip], of_kinds.as_slice()[skip..60]);
            assert_eq!(by_kind.as_slice()[60..100 - skip], of_kinds.as_slice()[60 + skip..]);
        }
    }
    assert_eq!(Source::bch(7, 64).skipped(), None);
    let source = Source::jsf64(7).sequential();
    assert_eq!(source.skip(53).to_string(), "jsf64(seed 7, sequential, skip 53)");
    assert!(std::panic::catch_unwind(|| source.skip(Source::MAX_SKIP + 1)).is_err());
    assert!(std::panic::catch_unwind(|| Source::bch(7, 64).skip(1)).is_err());
}

/// The compiler denies a constant that takes it two million loops and calls, as this one did when
/// they were 190 for each key.
#[test]
fn a_table_of_20_000_features_can_be_a_constant() {
    const MANY: Kind = Kind::first("many", 20_000);
    static KEYS: KeyTable<u64, { MANY.size() }> = Source::bch(7, 32_768).table_u64(MANY.layout());

    let distinct: std::collections::HashSet<u64> = KEYS.as_slice().iter().copied().collect();
    assert_eq!(distinct.len(), 20_000);
    #[cfg(feature = "alloc")]
    assert_eq!(KEYS.as_slice(), Source::bch(7, 32_768).keys::<u64>(MANY.layout()).as_slice());
}

#[test]
fn widths_are_cut_from_draws_as_documented() {
    let source = Source::splitmix64(7).sequential();
    let wide = source.table_u128::<N>(LAYOUT);
    let long = source.table_u64::<N>(LAYOUT);
    let short = source.table_u32::<N>(LAYOUT);
    let pair = source.table_pair::<N>(LAYOUT);
    let sum = source.table_sum48::<N>(LAYOUT);
    for slot in 0..N {
        let draw = long.as_slice()[slot];
        assert_eq!(short.as_slice()[slot], (draw >> 32) as u32);
        assert_eq!(pair.as_slice()[slot], Pair { high: (draw >> 32) as u32, low: draw as u32 });
        assert_eq!(sum.as_slice()[slot].get(), draw >> 16);
        if 2 * slot + 1 < N {
            let low = u128::from(long.as_slice()[2 * slot + 1]);
            let high = u128::from(long.as_slice()[2 * slot]);
            assert_eq!(wide.as_slice()[slot], high << 64 | low);
        }
    }
}

#[test]
fn a_new_kind_leaves_by_kind_keys_as_they_were() {
    const NEW: Kind = Kind::first("new", 9);
    const AFTER: Kind = NEW.then("second", 4);
    let before = Source::kiss64(5).table_u64::<N>(LAYOUT);
    let after = Source::kiss64(5).table_u64::<{ AFTER.end() }>(AFTER.layout());
    for index in 0..4 {
        assert_eq!(before.key(SECOND.at(index)), after.key(AFTER.at(index)));
    }
    let sequential = Source::kiss64(5).sequential().table_u64::<N>(LAYOUT);
    assert_ne!(before.key(SECOND.at(0)), sequential.key(SECOND.at(0)));
}

#[test]
fn overlapping_keys_are_windows_of_one_array() {
    let mut generator = SplitMix64::new(3);
    let array: Vec<u8> = (0..N / 8 + 3).flat_map(|_| generator.next_u64().to_le_bytes()).collect();
    let source = Source::splitmix64(3).sequential().overlapping();
    let short = source.table_u32::<N>(LAYOUT);
    let long = source.table_u64::<N>(LAYOUT);
    let wide = source.table_u128::<N>(LAYOUT);
    for slot in 0..N {
        let at = |len: usize| {
            let mut bytes = [0; 16];
            bytes[..len].copy_from_slice(&array[slot..slot + len]);
            u128::from_le_bytes(bytes)
        };
        assert_eq!(short.as_slice()[slot].to_word(), at(4));
        assert_eq!(long.as_slice()[slot].to_word(), at(8));
        assert_eq!(wide.as_slice()[slot].to_word(), at(16));
    }
}

#[test]
fn rotated_keys_are_rotations_of_one_number() {
    let mut generator = SplitMix64::new(3);
    let numbers: Vec<u64> = (0..N.div_ceil(64)).map(|_| generator.next_u64()).collect();
    let keys = Source::splitmix64(3).sequential().rotated(64).table_u64::<N>(LAYOUT);
    for slot in 0..N {
        assert_eq!(keys.as_slice()[slot], numbers[slot / 64].rotate_left(slot as u32 % 64));
    }
}

#[test]
fn guarantees_follow_bits_and_capacity() {
    let independent = |capacity, bits| match Source::bch(1, capacity).guarantee(bits) {
        Guarantee::Independent(count) => count,
        other => panic!("{other}"),
    };
    assert_eq!(independent(1024, 64), 13);
    assert_eq!(independent(512, 64), 15);
    assert_eq!(independent(1024, 128), 25);
    assert_eq!(independent(1024, 32), 7);
    assert_eq!(Source::splitmix64(1).guarantee(64), Guarantee::None);
    assert_eq!(Source::bch(1, 1024).table_sum48::<N>(LAYOUT).guarantee(), Guarantee::None);
    assert_eq!(Guarantee::Independent(1).to_string(), "any 1 key is independent");
    assert_eq!(Guarantee::Independent(2).to_string(), "any 2 keys are independent");
}

#[cfg(feature = "alloc")]
#[test]
fn the_default_source_has_full_rank() {
    for size in [150, 304, 512, 768, 781, 794, 896, 1024] {
        let kind: &'static Kind = Box::leak(Box::new(Kind::first("all", size)));
        for seed in 0..20 {
            let source = Source::bch(seed, 1024);
            assert_eq!(rank(source.keys::<u32>(kind.layout()).as_slice()), 32);
            assert_eq!(rank(source.keys::<u64>(kind.layout()).as_slice()), 64);
            assert_eq!(rank(source.keys::<u128>(kind.layout()).as_slice()), 128);
        }
    }
}

/// Of as many keys as there are checks of the code, 57, all are independent; for a few more it
/// depends on the bits that were filled up.
#[cfg(feature = "alloc")]
#[test]
fn as_many_keys_as_bits_may_fall_short_of_full_rank() {
    let rank_of = |size, seed| {
        let kind: &'static Kind = Box::leak(Box::new(Kind::first("all", size)));
        rank(Source::bch(seed, 64).keys::<u64>(kind.layout()).as_slice())
    };
    let short = (0..100).filter(|seed| {
        assert_eq!([57, 84].map(|size| rank_of(size, *seed)), [57, 64]);
        let rank = rank_of(64, *seed);
        assert!((60..=64).contains(&rank), "seed {seed}: {rank}");
        rank < 64
    });
    assert!((40..90).contains(&short.count()));
}

/// Random sets of thirteen keys are independent; 65 keys of 64 bits cannot be.
#[test]
fn random_small_sets_are_independent() {
    const ALL: Kind = Kind::first("all", 781);
    let keys = Source::bch(9, 1024).table_u64::<{ ALL.size() }>(ALL.layout());
    let mut random = SplitMix64::new(1);
    for _ in 0..20_000 {
        let set: Vec<u64> = (0..13)
            .map(|_| (random.next_u64() % 781) as usize)
            .map(|s| keys.as_slice()[s])
            .collect();
        let mut distinct = set.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(rank(&distinct), distinct.len() as u32);
    }
    assert!(rank(&keys.as_slice()[..65]) < 65);
}

/// Every set of up to four keys of 64 bits, exhaustively: no two sums of two
/// agree, and none is zero.
#[test]
fn no_four_keys_sum_to_zero() {
    const ALL: Kind = Kind::first("all", 1024);
    let keys = Source::bch(0, 1024).table_u64::<{ ALL.size() }>(ALL.layout());
    let mut sums: Vec<u64> = Vec::new();
    for (slot, a) in keys.as_slice().iter().enumerate() {
        sums.push(*a);
        sums.extend(keys.as_slice()[..slot].iter().map(|b| a ^ b));
    }
    let count = sums.len();
    sums.sort_unstable();
    sums.dedup();
    assert_eq!(sums.len(), count);
    assert_ne!(sums[0], 0);
}

/// Sources that do not fit a layout are refused by tables and by keys of run time alike.
macro_rules! refused {
    ($($test:ident, $panic:literal: $source:expr, $table:ident::<$key:ty>, $kind:expr;)*) => {$(
        mod $test {
            use super::*;

            const KIND: Kind = $kind;

            #[test]
            #[should_panic(expected = $panic)]
            fn by_a_table() {
                let _ = $source.$table::<{ KIND.size() }>(KIND.layout());
            }

            #[cfg(feature = "alloc")]
            #[test]
            #[should_panic(expected = $panic)]
            fn by_keys() {
                let _ = $source.keys::<$key>(KIND.layout());
            }
        }
    )*};
}

refused! {
    a_layout_beyond_the_capacity, "304 features and the source room for 256":
        Source::bch(0, 64), table_u64::<u64>, Kind::first("first", 304);
    a_published_table_of_another_size, "304 features, and 3 words were published":
        Source::published(&[1, 2, 3]), table_u64::<u64>, Kind::first("first", 304);
    a_published_table_of_wide_keys, "words of 64 bits":
        Source::published(&[1]), table_u128::<u128>, Kind::first("one", 1);
}

#[test]
#[should_panic(expected = "only a seeded generator has a stream")]
fn a_code_has_no_order() {
    let _ = Source::bch(0, 64).sequential();
}
