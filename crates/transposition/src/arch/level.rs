//! Detection of the instructions that the processor has.

/// The instructions that a processor has for slots. A processor that has those of a level has those of the
/// lower ones of its architecture.
///
/// Unsafe code relies on this processor having the instructions of any level other than `Portable` that
/// is passed to it. The compiler does not enforce it: only [`detect`](Level::detect) returns such
/// levels, and, for tests, `available`, none of which is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Atomic accesses of a word.
    Portable,
    /// x86-64 with AVX, where aligned loads and stores of 16 bytes are single accesses.
    #[cfg(vectors)]
    Avx,
    /// x86-64 with AVX-512. Never with `--cfg no_avx512`, for tests of the code for AVX.
    #[cfg(vectors)]
    Avx512,
    /// Arm with LSE2, where aligned loads and stores of two registers are single accesses.
    #[cfg(all(double_words, target_arch = "aarch64"))]
    Lse2,
}

impl Level {
    /// The level of this processor.
    pub(crate) fn detect() -> Level {
        #[cfg(vectors)]
        {
            // Nothing here needs VBMI2, but processors from Intel that lack it lower their clock for vectors
            // of 64 bytes.
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi2");
            if has_avx512 && !cfg!(no_avx512) {
                return Level::Avx512;
            }
            if is_x86_feature_detected!("avx") {
                return Level::Avx;
            }
        }
        #[cfg(all(double_words, target_arch = "aarch64"))]
        if std::arch::is_aarch64_feature_detected!("lse2") {
            return Level::Lse2;
        }
        Level::Portable
    }

    /// True if an access of 16 bytes is a single one.
    #[cfg(double_words)]
    #[inline(always)]
    pub(crate) fn has_double_words(self) -> bool {
        self > Level::Portable
    }

    /// The level of this processor and those below it, each of which it has too. Says on standard error
    /// which of the others are not tested.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn available() -> impl Iterator<Item = Level> {
        let levels = [
            Level::Portable,
            #[cfg(vectors)]
            Level::Avx,
            #[cfg(vectors)]
            Level::Avx512,
            #[cfg(all(double_words, target_arch = "aarch64"))]
            Level::Lse2,
        ];
        levels.into_iter().filter(|level| {
            let is_available = *level <= Level::detect();
            if !is_available {
                eprintln!("not tested: {level:?}, which this processor does not have");
            }
            is_available
        })
    }
}
