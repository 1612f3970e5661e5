//! Kernels, the code that hashes a slice: one file per instruction set, all equal to the
//! definition.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

use std::fmt::{self, Display};

/// The code by which a [`Batch`](crate::Batch) hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kernel {
    /// One key after another; on every machine.
    Scalar,
    /// 32 keys at a time, tables of 16 bytes looked up by AVX2: characters of four bits.
    Avx2,
    /// 64 keys at a time, tables of 64 bytes looked up by AVX-512 VBMI: characters of six bits.
    Avx512,
}

impl Kernel {
    /// All kernels, from the slowest to the fastest.
    pub const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// Returns true if this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Kernel::Scalar => true,
            Kernel::Avx2 => is_x86_feature_detected!("avx2"),
            Kernel::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi")
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Kernel::Scalar
        }
    }
}

impl Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "AVX2",
            Kernel::Avx512 => "AVX-512 VBMI",
        })
    }
}
