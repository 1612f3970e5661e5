//! Structs of named bit fields, without a derive.

/// Defines a struct whose fields are packed one after another, the first in the
/// lowest bits. A field takes the bits of its type, or as many as are written after `=`.
///
/// ```
/// use zobrist_transposition::{Pack, payload};
///
/// payload! {
///     /// The result of searching a position.
///     #[derive(PartialEq, Debug)]
///     pub struct Node {
///         /// In hundredths of a pawn.
///         pub score: i16 = 12,
///         pub depth: u8 = 7,
///         pub exact: bool,
///         pub best: u16,
///     }
/// }
///
/// assert_eq!(Node::BITS, 36);
/// let node = Node { score: -2000, depth: 99, exact: true, best: 0xe2e4 };
/// assert_eq!(Node::unpack(node.pack()), node);
/// ```
///
/// A value that does not fit the width of its field is a mistake: debug builds
/// panic, others keep its low bits. The struct implements `Clone`, `Copy` and
/// [`Pack`](crate::Pack).
#[macro_export]
macro_rules! payload {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty $(= $bits:expr)?),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        $visibility struct $name {
            $($(#[$field_meta])* $field_visibility $field: $type),+
        }

        impl $crate::Pack for $name {
            const BITS: u32 = 0 $(+ $crate::payload!(@bits $type $(= $bits)?))+;

            #[inline(always)]
            fn pack(self) -> u128 {
                let (mut bits, mut at) = (0_u128, 0_u32);
                $(
                    const { assert!($crate::payload!(@bits $type $(= $bits)?) <= <$type as $crate::Pack>::BITS,
                        concat!("the field ", stringify!($field), " is wider than its type")) };
                    let width = $crate::payload!(@bits $type $(= $bits)?);
                    let field = <$type as $crate::Pack>::pack_in(self.$field, width);
                    let field = field & $crate::low_bits(width);
                    debug_assert!(
                        <$type as $crate::Pack>::pack(<$type as $crate::Pack>::unpack_from(field, width))
                            == <$type as $crate::Pack>::pack(self.$field),
                        concat!("the field ", stringify!($field), " has a value that its bits cannot hold"),
                    );
                    bits |= $crate::shift_left(field, at);
                    at += width;
                )+
                let _ = at;
                bits
            }

            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                let mut at = 0_u32;
                $(
                    let width = $crate::payload!(@bits $type $(= $bits)?);
                    let field = $crate::shift_right(bits, at) & $crate::low_bits(width);
                    let $field = <$type as $crate::Pack>::unpack_from(field, width);
                    at += width;
                )+
                let _ = at;
                $name { $($field),+ }
            }
        }
    };
    (@bits $type:ty) => { <$type as $crate::Pack>::BITS };
    (@bits $type:ty = $bits:expr) => { $bits };
}
