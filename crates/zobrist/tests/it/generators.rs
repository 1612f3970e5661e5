//! The generators of other libraries against what those libraries drew.

use zobrist::source::{
    CSharpRandom, Drand48, GlibcRandom, GoRandom, JavaRandom, Join, MinStd, MsvcRand, Mt19937,
    Pcg32, Pcg64, PythonRandom, XorShift32, Xoroshiro128StarStar, Xoshiro256StarStar,
};
use zobrist::{KeyTable, Kind, Layout, Source};

const LAYOUT: Layout = Kind::first("first", 40).then("second", 30).layout();
const N: usize = LAYOUT.len();

/// The numbers at the given places, from 1.
fn numbers<T>(places: &[usize], mut next: impl FnMut() -> T) -> Vec<T> {
    let last = *places.last().unwrap();
    let all = (1..=last).map(|place| (place, next()));
    all.filter(|(place, _)| places.contains(place)).map(|(_, number)| number).collect()
}

/// The crate rand_xoshiro 0.6.0: states 1, 2, 3, 4 and 1, 2, then the seed 42 by `seed_from_u64`.
#[test]
fn starstar_reference() {
    const PLACES: [usize; 6] = [1, 2, 3, 4, 5, 10_000];
    let mut generator = Xoshiro256StarStar::from_state([1, 2, 3, 4]);
    let expected = [
        11_520,
        0,
        1_509_978_240,
        1_215_971_899_390_074_240,
        1_216_172_134_540_287_360,
        6_527_023_023_684_067_541,
    ];
    assert_eq!(numbers(&PLACES, || generator.next_u64()), expected);
    let mut generator = Xoshiro256StarStar::new(42);
    let expected = [1_546_998_764_402_558_742, 17_210_000_535_395_598_761];
    assert_eq!(numbers(&[1, 10_000], || generator.next_u64()), expected);

    let mut generator = Xoroshiro128StarStar::from_state([1, 2]);
    let expected = [
        5_760,
        97_769_243_520,
        9_706_862_127_477_703_552,
        9_223_447_511_460_779_954,
        8_358_291_023_205_304_566,
        2_973_627_510_327_728_934,
    ];
    assert_eq!(numbers(&PLACES, || generator.next_u64()), expected);
    let mut generator = Xoroshiro128StarStar::new(42);
    let expected = [7_631_449_856_891_427_754, 12_258_104_233_768_690_607];
    assert_eq!(numbers(&[1, 10_000], || generator.next_u64()), expected);
}

/// The C++ library of its author, 0.98 (Debian 0.98.1-2): `pcg32 rng(42, 54)`, `pcg32
/// rng(1070372)`, and `pcg64` likewise. The numbers of 42 and 54 are also those of its demo.
#[test]
fn pcg_reference() {
    const PLACES: [usize; 4] = [1, 2, 3, 10_000];
    for (mut generator, expected) in [
        (Pcg32::new(42, 54), [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x9ec5_946d]),
        (
            Pcg32::new(1_070_372, Pcg32::DEFAULT_STREAM),
            [0x9dc9_ea07, 0xb324_41af, 0x3912_05ca, 0x9a79_d954],
        ),
    ] {
        assert_eq!(numbers(&PLACES, || generator.next_u32()), expected);
    }
    for (mut generator, expected) in [
        (
            Pcg64::new(42, 54),
            [
                0x86b1_da1d_7206_2b68,
                0x1304_aa46_c985_3d39,
                0xa367_0e9e_0dd5_0358,
                0x6964_7787_e440_788a,
            ],
        ),
        (
            Pcg64::new(1_070_372, Pcg64::DEFAULT_STREAM),
            [
                0x54a3_a97d_dc6b_d964,
                0x9337_ad62_8edd_56c3,
                0x03d9_16dc_18e0_aad9,
                0xd18e_7aa4_b5b6_683e,
            ],
        ),
    ] {
        assert_eq!(numbers(&PLACES, || generator.next_u64()), expected);
    }
    let table = Source::pcg32(42).stream(54).sequential().table_u64::<N>(LAYOUT);
    assert_eq!(table.as_slice()[0], 0xa15c_02b7_7b47_f409);
}

/// `new Random(seed).nextLong()` of OpenJDK 17.0.15, and `nextInt()`.
#[test]
fn java_reference() {
    for (seed, expected) in [
        (0, [0xbb20_b45f_d4d9_5138, 0x3d93_cb79_9b39_70be, 0xfe36_21de_9e1e_ff03]),
        (42, [0xba41_9d35_0dfe_8af7, 0xaee7_bbe1_0c45_c028, 0x1ee9_31f1_f10c_5572]),
        (-1_i64 as u64, [0x44d9_6cb3_7087_22c3, 0x0324_2016_8c4b_ff9e, 0x036f_c1ca_6cdd_63ee]),
        (
            0x0123_4567_89ab_cdef,
            [0xec29_f23c_7886_e0d1, 0xd519_3402_b0ee_90fb, 0xcf41_178b_5393_15d4],
        ),
    ] {
        let mut generator = JavaRandom::new(seed);
        assert_eq!(numbers(&[1, 2, 10_001], || generator.next_u64()), expected, "{seed}");
    }
    let mut generator = JavaRandom::new(42);
    assert_eq!(numbers(&[1, 2], || generator.next_u32() as i32), [-1_170_105_035, 234_785_527]);
}

/// `rand.New(rand.NewSource(seed)).Uint64()` of Go 1.19.8, and the first `Int63()`.
#[test]
fn go_reference() {
    for (seed, expected, signed) in [
        (0_i64, [0x78fc_2ffa_c2fd_9401, 0x9524_474e_90ad_d5d6], 8_717_895_732_742_165_505),
        (1, [0x4d65_8221_07fc_fd52, 0xd3d1_7130_d1d1_ddd3], 5_577_006_791_947_779_410),
        (42, [0xafbf_64b1_967f_8c53, 0xe981_5b31_2749_ecae], 3_440_579_354_231_278_675),
        (-7, [0x8a5e_41e1_4552_000b, 0x6ea5_25f2_379e_af51], 747_107_023_976_529_931),
        // The modulus of the seeds, and a seed above it.
        (0x7fff_ffff, [0x78fc_2ffa_c2fd_9401, 0x9524_474e_90ad_d5d6], 8_717_895_732_742_165_505),
        ((1 << 40) + 5, [0x2879_5531_8335_10be, 0x1b03_3ba0_9955_5ba3], 2_916_455_904_842_158_270),
    ] {
        let mut generator = GoRandom::new(seed as u64);
        assert_eq!(numbers(&[1, 10_001], || generator.next_u64()), expected, "{seed}");
        let signed_one = GoRandom::new(seed as u64).next_u64() & (u64::MAX >> 1);
        assert_eq!(signed_one, signed, "{seed}");
    }
}

/// `new Random(seed)` of Mono 6.8.0.105, whose class library has .NET's code: `Next()`, the
/// 10,000th, and `BitConverter.ToUInt64` of `NextBytes`.
#[test]
fn csharp_reference() {
    for (seed, expected, bytes) in [
        (0, [1_559_595_546, 1_755_192_844, 2_008_696_079], 0xd8e4_755d_6f46_0c1a),
        (1, [534_011_718, 237_820_880, 1_421_522_476], 0xa3e4_9740_8286_d046),
        (42, [1_434_747_710, 302_596_119, 969_724_870], 0x3bcd_04ae_96ba_173e),
        (-42, [1_434_747_710, 302_596_119, 969_724_870], 0x3bcd_04ae_96ba_173e),
        (i32::MIN, [1_559_595_546, 1_755_192_844, 516_019_139], 0xd8e4_735d_6f4c_0c1a_u64),
        (i32::MAX, [1_559_595_546, 1_755_192_844, 516_019_139], 0xd8e4_735d_6f4c_0c1a),
    ] {
        let mut generator = CSharpRandom::new(seed as u32);
        assert_eq!(numbers(&[1, 2, 10_000], || generator.next_u31()), expected, "{seed}");
        assert_eq!(CSharpRandom::new(seed as u32).next_u64(), bytes, "{seed}");
    }
}

/// `random.seed(seed); random.getrandbits(64)` of CPython 3.11.7.
#[test]
fn python_reference() {
    for (seed, expected) in [
        (0, [0x629f_6fbe_d82c_07cd, 0xe3e7_0682_c209_4cac, 0x7bb5_0502_9698_bdcf]),
        (1, [0x91b7_584a_2265_b1f5, 0xcd61_3e30_d8f1_6adf, 0xb349_4e1b_fccb_5569]),
        (42, [0x1c80_317f_a3b1_799d, 0xbdd6_40fb_0667_1ad1, 0xce3f_de9a_12aa_5ab4]),
        (0xffff_ffff, [0x9e9c_04f4_a2a6_c909, 0x3720_bfa9_3404_e941, 0x9e30_f372_17e0_a74a]),
        (1 << 32, [0x59ef_8bbc_1ced_31d7, 0xef49_e4d2_6af6_d506, 0x7eb8_04a0_1858_7ecf]),
        (u64::MAX, [0x3faf_f328_0596_5e7e, 0x9e66_7b13_568d_6a40, 0x3e88_cb04_1376_093f]),
    ] {
        let mut generator = PythonRandom::new(seed);
        assert_eq!(numbers(&[1, 2, 10_000], || generator.next_u64()), expected, "{seed}");
    }
}

/// `srand48(seed); mrand48()` of the GNU C library 2.36 on x86-64 Linux; and its `lrand48()`, which
/// are the high 31 bits.
#[test]
fn drand48_reference() {
    for (seed, expected, long) in [
        (0, [733_700_828, 3_220_804_481, 413_913_109, 3_738_716_982], 366_850_414),
        (1, [178_800_969, 1_952_030_186, 3_585_512_650, 3_987_032_439], 89_400_484),
        (42, [3_197_710_526, 1_471_891_643, 477_107_655, 1_283_064_288], 1_598_855_263),
        (u32::MAX, [1_288_600_687, 194_611_480, 1_537_280_864, 3_490_401_525], 644_300_343),
    ] {
        let mut generator = Drand48::new(seed);
        assert_eq!(numbers(&[1, 2, 3, 10_000], || generator.next_u32()), expected, "{seed}");
        assert_eq!(Drand48::new(seed).next_u32() >> 1, long, "{seed}");
    }
}

/// The C++ standard, \[rand.predef\]: the 10,000th number of the default seed 1; and the first
/// numbers of libstdc++ of GCC 12.2.
#[test]
fn minstd_reference() {
    for (seed, first, last) in [
        (1, [48_271, 182_605_794, 1_291_394_886], Some(399_268_537)),
        (0, [48_271, 182_605_794, 1_291_394_886], None),
        (42, [2_027_382, 1_226_992_407, 551_494_037], None),
        (0x7fff_ffff, [48_271, 182_605_794, 1_291_394_886], None),
        (u32::MAX, [48_271, 182_605_794, 1_291_394_886], None),
    ] {
        let mut generator = MinStd::new(seed);
        let drawn = numbers(&[1, 2, 3, 10_000], || generator.next_u31());
        assert_eq!(drawn[..3], first, "{seed}");
        assert!(last.is_none_or(|last| drawn[3] == last), "{seed}");
    }
    let mut generator = MinStd::first(1);
    let expected = [16_807, 282_475_249, 1_622_650_073, 1_043_618_065];
    assert_eq!(numbers(&[1, 2, 3, 10_000], || generator.next_u31()), expected);
}

/// Seed 0 as OEIS A096558 lists it for Microsoft's Visual C++ (from its second term on), and the
/// first numbers of a program that does not call `srand`, which is seed 1.
#[test]
fn msvc_reference() {
    let mut generator = MsvcRand::new(0);
    let expected = [38, 7_719, 21_238, 2_437, 8_855, 11_797, 8_365, 32_285, 10_450, 30_612];
    assert_eq!(numbers(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], || generator.next_u15()), expected);
    let mut generator = MsvcRand::new(1);
    let expected = [41, 18_467, 6_334, 26_500, 19_169];
    assert_eq!(numbers(&[1, 2, 3, 4, 5], || generator.next_u15()), expected);
}

/// Marsaglia's generator in C, for the seed of his paper, 1 and the seed of the engine BBC; and the
/// first, the second and the last key that version 1.2 of BBC prints, of a white pawn on a8 and b8
/// and of Black to move.
#[test]
fn xorshift32_reference() {
    for (seed, expected) in [
        (2_463_534_242, [723_471_715, 2_497_366_906, 2_064_144_800, 2_008_045_182, 1_232_120_722]),
        (1, [270_369, 67_634_689, 2_647_435_461, 307_599_695, 1_799_336_688]),
        (1_804_289_383, [1_741_896_308, 321_584_506, 3_694_591_032, 1_972_257_248, 891_090_035]),
    ] {
        let mut generator = XorShift32::new(seed);
        assert_eq!(numbers(&[1, 2, 3, 4, 10_000], || generator.next_u32()), expected, "{seed}");
    }
    let mut generator = XorShift32::new(1_804_289_383);
    assert_eq!(
        numbers(&[1, 2, 12 * 64 + 64 + 16 + 1], || generator.next_u64()),
        [0x41e0_fc38_fd7a_3a74, 0xf474_89b3_8e60_f819, 0x1897_8258_a558_3e6b]
    );
    assert!(std::panic::catch_unwind(|| XorShift32::new(0)).is_err());
    assert!(std::panic::catch_unwind(|| Source::xorshift32(0)).is_err());
}

#[test]
fn draws_of_64_bits_are_made_of_numbers_as_documented() {
    let [a, b] = {
        let mut generator = Drand48::new(7);
        [(); 2].map(|()| u64::from(generator.next_u32()))
    };
    assert_eq!(Drand48::new(7).next_u64(), a << 32 | b);
    let mut generator = MinStd::new(7);
    let words = [0, 16, 32, 48].map(|shift| u64::from(generator.next_u31() & 0xffff) << shift);
    assert_eq!(MinStd::new(7).next_u64(), words.iter().sum());
    let mut generator = MsvcRand::new(7);
    let words = [0, 15, 30, 45, 60].map(|shift| u64::from(generator.next_u15()) << shift);
    assert_eq!(MsvcRand::new(7).next_u64(), words.iter().fold(0, |draw, word| draw | word));
}

/// Numbers are joined as their documentation says, in every stream, for every width.
#[test]
fn joined_numbers_are_keys() {
    let join = Join::shifted(&[32, 0]);
    assert_eq!(
        Source::mt19937(7).sequential().joined(join).table_u64::<N>(LAYOUT).as_slice(),
        Source::mt19937(7).sequential().table_u64::<N>(LAYOUT).as_slice()
    );
    // lrand48() ^ lrand48() << 16 of the high 31 bits, in 32 bits.
    let join = Join::shifted(&[0, 16]).without(1).low(31);
    let source = Source::drand48(7).sequential().joined(join);
    let mut generator = Drand48::new(7);
    for key in source.table_u32::<N>(LAYOUT).as_slice() {
        let [low, high] = [(); 2].map(|()| generator.next_u32() >> 1);
        assert_eq!(*key, low ^ high << 16);
    }
    // By OR, and in 128 bits.
    let join = Join::shifted(&[0, 31, 62, 93, 124]).by_or();
    let source = Source::glibc_random(7).sequential().joined(join).skip(2);
    let mut generator = GlibcRandom::new(7);
    numbers(&[10], || generator.next_u31());
    for key in source.table_u128::<N>(LAYOUT).as_slice() {
        let numbers = [0, 31, 62, 93, 124].map(|at| u128::from(generator.next_u31()) << at);
        assert_eq!(*key, numbers.iter().fold(0, |key, number| key | number));
    }
    let by_kind = Source::mt19937(7).joined(Join::shifted(&[0])).table_u64::<N>(LAYOUT);
    assert_ne!(by_kind.as_slice()[0], u64::from(Mt19937::new(7).next_u32()));
    assert_eq!(
        source.to_string(),
        "glibc-random(seed 7, sequential, skip 2, joined at [0, 31, 62, 93, 124] by or)"
    );
    for shifts in [&[][..], &[128], &[0; 17]] {
        assert!(std::panic::catch_unwind(|| Join::shifted(shifts)).is_err());
    }
}

/// The seeds of the reference programs, whose numbers `mt19937_reference` has.
#[test]
fn seeds_of_several_words() {
    let source = Source::mt19937(0).sequential().seeded_by(&[0x123, 0x234, 0x345, 0x456]);
    let mut generator = Mt19937::from_key(&[0x123, 0x234, 0x345, 0x456]);
    let table = source.table_u64::<N>(LAYOUT);
    assert!(table.as_slice().iter().all(|key| *key == generator.next_u64()));
    assert_eq!(table.as_slice()[0], 1_067_595_299 << 32 | 955_945_823);
    assert_eq!((source.seed(), source.seed_words().map(<[u64]>::len)), (None, Some(4)));
    assert_eq!(source.to_string(), "mt19937(seed [291, 564, 837, 1110], sequential)");
    let wide = Source::mt19937_64(0).seeded_by(&[0x12345, 0x23456, 0x34567, 0x45678]);
    assert_eq!(wide.sequential().table_u64::<N>(LAYOUT).as_slice()[0], 7_266_447_313_870_364_031);
    assert_ne!(wide.table_u64::<N>(LAYOUT).as_slice()[0], 7_266_447_313_870_364_031);
    for words in [&[][..], &[1 << 32], &[0; 9]] {
        assert!(std::panic::catch_unwind(|| source.seeded_by(words)).is_err());
    }
    assert!(std::panic::catch_unwind(|| Source::kiss64(1).seeded_by(&[1])).is_err());
}

/// Tables of the compiler and of the run time agree.
#[test]
fn constants_are_those_of_the_run_time() {
    macro_rules! each {
        ($($source:expr),*) => {$({
            static KEYS: KeyTable<u64, N> = $source.table_u64(LAYOUT);
            assert_eq!(KEYS, std::hint::black_box($source).table_u64(LAYOUT));
        })*};
    }
    each!(
        Source::xoshiro256_star_star(7),
        Source::xoroshiro128_star_star(7),
        Source::pcg32(7),
        Source::pcg64(7).stream(3),
        Source::xorshift32(7),
        Source::minstd(7),
        Source::minstd0(7),
        Source::drand48(7),
        Source::msvc_rand(7),
        Source::java_random(7),
        Source::csharp_random(7),
        Source::go_random(7),
        Source::python_random(7),
        Source::go_random(7).sequential().joined(Join::shifted(&[0]).low(63))
    );
    assert!(std::panic::catch_unwind(|| Source::jsf64(7).stream(1)).is_err());
}
