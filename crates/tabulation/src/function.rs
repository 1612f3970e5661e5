//! Which functions there are batches of, and by what code.

#![allow(unsafe_code)]

use std::fmt::Debug;

use zobrist::tabulation::{HashFunction, HashWord, Mixed, Simple, Tornado, Twisted};

use crate::kernel::Kernel;
use crate::planes::Planes;

/// A function that a [`Batch`](crate::Batch) takes: any of the families of
/// [`zobrist::tabulation`] for integers. It is sealed.
pub trait Function: HashFunction<Self::Key> + Sealed {
    /// The type of a key.
    type Key: Copy;

    /// The vector kernel of the function, if it has one.
    const VECTORS: Option<Kernel> = None;

    #[doc(hidden)]
    type Planes: Clone + Debug;

    #[doc(hidden)]
    fn planes(&self) -> Self::Planes;

    /// Hashes as many whole blocks as there are, and tells how many keys that is.
    ///
    /// # Safety
    /// The processor must have the instructions of [`VECTORS`](Function::VECTORS).
    #[doc(hidden)]
    unsafe fn hash_blocks(_: &Self::Planes, _: &[Self::Key], _: &mut [Self::Hash]) -> usize {
        0
    }
}

pub trait Sealed {}

macro_rules! one_by_one {
    ($($family:ident<$hash:ident, $count:literal $(, $parameter:ident)* $(; $alphabet:literal)?>: $key:ty;)*) => {$(
        impl<$hash: HashWord $(, const $parameter: usize)*> Function
            for $family<$hash, $count $(, $parameter)* $(, $alphabet)?>
        {
            type Key = $key;
            type Planes = ();
            fn planes(&self) {}
        }

        impl<$hash: HashWord $(, const $parameter: usize)*> Sealed
            for $family<$hash, $count $(, $parameter)* $(, $alphabet)?>
        {
        }
    )*};
}

one_by_one! {
    Simple<V, 4>: u32;
    Simple<V, 8>: u64;
    Simple<V, 16>: u128;
    Simple<V, 22; 64>: u128;
    Simple<V, 32; 16>: u128;
    Twisted<V, 4>: u32;
    Twisted<V, 8>: u64;
    Twisted<V, 16>: u128;
    Mixed<V, 4, D>: u32;
    Mixed<V, 8, D>: u64;
    Mixed<V, 16, D>: u128;
    Tornado<V, 4, D>: u32;
    Tornado<V, 8, D>: u64;
    Tornado<V, 16, D>: u128;
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
                // SAFETY: the caller vouches for it.
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
