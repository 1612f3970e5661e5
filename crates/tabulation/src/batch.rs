//! Hashing of slices of keys: the functions that batches take, and the vector code of each.

#![allow(unsafe_code)]

use std::fmt::Debug;

use zobrist::tabulation::{HashFunction, HashWord, Mixed, Simple, Tornado, Twisted};

use crate::kernel::Kernel;
use crate::planes::Planes;

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
/// There is vector code for [`Simple`] tabulation of keys of 32 and 64 bits to hashes of 32 and 64
/// bits, in characters of six bits ([`Kernel::Avx512`]) and of four ([`Kernel::Avx2`]). All other
/// functions, those of keys of 8, 16 and 128 bits among them, are computed key by key.
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

/// A function that a [`Batch`](crate::Batch) takes: any of the families of
/// [`zobrist::tabulation`] for integers of 8 to 128 bits. It is sealed.
pub trait Function: HashFunction<Self::Key> + Sealed {
    /// The type of a key.
    type Key: Copy;

    /// The vector kernel of the function, if it has one.
    const VECTORS: Option<Kernel> = None;

    #[doc(hidden)]
    type Planes: Clone + Debug;

    #[doc(hidden)]
    fn planes(&self) -> Self::Planes;

    /// Hashes all whole blocks, and returns the number of keys in them.
    ///
    /// # Safety
    /// The processor must have the instructions of [`VECTORS`](Function::VECTORS).
    #[doc(hidden)]
    #[must_use]
    unsafe fn hash_blocks(_: &Self::Planes, _: &[Self::Key], _: &mut [Self::Hash]) -> usize {
        0
    }
}

pub trait Sealed {}

macro_rules! one_by_one {
    ($([$($generics:tt)*] $function:ty: $key:ty;)*) => {$(
        impl<$($generics)*> Function for $function {
            type Key = $key;
            type Planes = ();
            fn planes(&self) {}
        }

        impl<$($generics)*> Sealed for $function {}
    )*};
}

one_by_one! {
    [V: HashWord] Simple<V, 1>: u8;
    [V: HashWord] Simple<V, 2>: u16;
    [V: HashWord] Simple<V, 4>: u32;
    [V: HashWord] Simple<V, 8>: u64;
    [V: HashWord] Simple<V, 16>: u128;
    [V: HashWord] Simple<V, 2, 64>: u8;
    [V: HashWord] Simple<V, 3, 64>: u16;
    [] Simple<u128, 6, 64>: u32;
    [] Simple<u128, 11, 64>: u64;
    [V: HashWord] Simple<V, 22, 64>: u128;
    [V: HashWord] Simple<V, 2, 16>: u8;
    [V: HashWord] Simple<V, 4, 16>: u16;
    [] Simple<u128, 8, 16>: u32;
    [] Simple<u128, 16, 16>: u64;
    [V: HashWord] Simple<V, 32, 16>: u128;
}

macro_rules! derived {
    ($($alphabet:literal: $u8:literal $u16:literal $u32:literal $u64:literal $u128:literal;)*) => {
        one_by_one! {$(
            [V: HashWord] Twisted<V, $u8, $alphabet>: u8;
            [V: HashWord] Twisted<V, $u16, $alphabet>: u16;
            [V: HashWord] Twisted<V, $u32, $alphabet>: u32;
            [V: HashWord] Twisted<V, $u64, $alphabet>: u64;
            [V: HashWord] Twisted<V, $u128, $alphabet>: u128;
            [V: HashWord, const D: usize] Mixed<V, $u8, D, $alphabet>: u8;
            [V: HashWord, const D: usize] Mixed<V, $u16, D, $alphabet>: u16;
            [V: HashWord, const D: usize] Mixed<V, $u32, D, $alphabet>: u32;
            [V: HashWord, const D: usize] Mixed<V, $u64, D, $alphabet>: u64;
            [V: HashWord, const D: usize] Mixed<V, $u128, D, $alphabet>: u128;
            [V: HashWord, const D: usize] Tornado<V, $u8, D, $alphabet>: u8;
            [V: HashWord, const D: usize] Tornado<V, $u16, D, $alphabet>: u16;
            [V: HashWord, const D: usize] Tornado<V, $u32, D, $alphabet>: u32;
            [V: HashWord, const D: usize] Tornado<V, $u64, D, $alphabet>: u64;
            [V: HashWord, const D: usize] Tornado<V, $u128, D, $alphabet>: u128;
        )*}
    };
}

// The size of the alphabet, and the number of characters of a `u8`, `u16`, `u32`, `u64` and `u128`.
derived! {
    256: 1 2 4 8 16;
    64: 2 3 6 11 22;
    16: 2 4 8 16 32;
}

macro_rules! in_vectors {
    ($($hash:ty, $count:literal, $alphabet:literal, $key:ty: $kernel:ident by $module:ident;)*) => {$(
        impl Function for Simple<$hash, $count, $alphabet> {
            type Key = $key;
            const VECTORS: Option<Kernel> = Some(Kernel::$kernel);
            type Planes = Planes<$alphabet, $count, { <$hash>::BITS as usize / 8 }>;

            fn planes(&self) -> Self::Planes {
                Planes::new(self, <$key>::BITS)
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn hash_blocks(
                planes: &Self::Planes,
                keys: &[$key],
                hashes: &mut [$hash],
            ) -> usize {
                // SAFETY: The caller ensures that the processor has the instructions.
                unsafe { crate::kernel::$module::hash_blocks(planes, keys, hashes) }
            }
        }

        impl Sealed for Simple<$hash, $count, $alphabet> {}
    )*};
}

in_vectors! {
    u32, 6, 64, u32: Avx512 by avx512;
    u64, 6, 64, u32: Avx512 by avx512;
    u32, 11, 64, u64: Avx512 by avx512;
    u64, 11, 64, u64: Avx512 by avx512;
    u32, 8, 16, u32: Avx2 by avx2;
    u64, 8, 16, u32: Avx2 by avx2;
    u32, 16, 16, u64: Avx2 by avx2;
    u64, 16, 16, u64: Avx2 by avx2;
}
