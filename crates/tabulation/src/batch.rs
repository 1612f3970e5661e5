//! Hashing of slices of keys.

#![allow(unsafe_code)]

use crate::function::Function;
use crate::kernel::Kernel;

/// A hash function for slices of keys, by the fastest code that this processor has.
///
/// ```
/// use zobrist::tabulation::Simple;
/// use zobrist_tabulation::Batch;
///
/// let function = Simple::<u64, 11, 64>::seeded(2026); // characters of six bits
/// let batch = Batch::new(&function);
///
/// let keys: Vec<u64> = (0..1000).collect();
/// let mut hashes = vec![0; keys.len()];
/// batch.hash_all(&keys, &mut hashes);
/// assert_eq!(hashes[7], function.hash(7_u64));
/// ```
///
/// There is vector code for [`Simple`](zobrist::tabulation::Simple) tabulation of keys of 32 and 64
/// bits to hashes of 32 and 64 bits, in characters of six bits ([`Kernel::Avx512`]) and of four
/// ([`Kernel::Avx2`]). All other functions are computed key by key.
#[derive(Clone, Debug)]
pub struct Batch<'f, F: Function> {
    function: &'f F,
    planes: F::Planes,
    kernel: Kernel,
}

impl<'f, F: Function> Batch<'f, F> {
    /// Creates a batch with the fastest code that this processor has. This makes tables for
    /// vectors, which takes some microseconds.
    pub fn new(function: &'f F) -> Self {
        let fastest = Kernel::ALL.into_iter().rev().find_map(|it| Self::with(function, it));
        fastest.expect("scalar code is on every machine")
    }

    /// Creates a batch with a given kernel, or returns `None` if there is none for this function or
    /// this processor.
    pub fn with(function: &'f F, kernel: Kernel) -> Option<Self> {
        let has_code = kernel == Kernel::Scalar || F::VECTORS == Some(kernel);
        let is_usable = has_code && kernel.is_available();
        is_usable.then(|| Batch { function, planes: function.planes(), kernel })
    }

    /// Returns the kernel that is used.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Writes the hashes of keys, in their order.
    ///
    /// # Panics
    /// When `hashes` is not as long as `keys`.
    pub fn hash_all(&self, keys: &[F::Key], hashes: &mut [F::Hash]) {
        assert_eq!(keys.len(), hashes.len(), "one hash per key");
        let done = match self.kernel {
            Kernel::Scalar => 0,
            // SAFETY: `with` has checked that this function has vector code, and the processor its
            // instructions.
            Kernel::Avx2 | Kernel::Avx512 => unsafe { F::hash_blocks(&self.planes, keys, hashes) },
        };
        self.function.hash_all(&keys[done..], &mut hashes[done..]);
    }
}
