//! The positions that can be hashed: all of shakmaty's.

use shakmaty::variant::{
    Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck, Variant,
    VariantPosition,
};
use shakmaty::{Chess, Position, PositionError};

/// A position of shakmaty that can be hashed: its variant is known.
///
/// Implemented for all of shakmaty's positions, [`VariantPosition`] included, and for nothing else.
pub trait HashablePosition: Position + Clone + Sealed {
    /// True if a capture may take more pieces off the board than the captured one, as in Atomic.
    /// [`Hashed`](crate::Hashed) then copies the board before each capture.
    const EXPLODES: bool;

    /// Returns the variant. Chess960 is [`Variant::Chess`].
    fn variant(&self) -> Variant;
}

/// Returns the position after a null move, by which the other side is to move and a capture en
/// passant is given up; `None` if the side to move is in check, and in some variants if the game is
/// over.
///
/// ```
/// use shakmaty::{Chess, Position};
/// use zobrist_shakmaty::null_move;
///
/// assert!(null_move(&Chess::default()).unwrap().turn().is_black());
/// ```
#[must_use]
pub fn null_move<P: HashablePosition>(position: &P) -> Option<P> {
    position.clone().pass_turn()
}

mod sealed {
    pub trait Sealed: Sized {
        /// Passes the turn; `None` if the result is illegal. Too much material is accepted: passing
        /// adds none.
        fn pass_turn(self) -> Option<Self>;
    }
}

use sealed::Sealed;

macro_rules! hashable {
    ($position:ident, $explodes:literal, $self:ident => $variant:expr) => {
        impl Sealed for $position {
            fn pass_turn(self) -> Option<Self> {
                self.swap_turn().or_else(PositionError::ignore_too_much_material).ok()
            }
        }

        impl HashablePosition for $position {
            const EXPLODES: bool = $explodes;
            #[inline(always)]
            fn variant(&$self) -> Variant {
                $variant
            }
        }
    };
    ($($position:ident $explodes:literal),* $(,)?) => {
        $(hashable! { $position, $explodes, self => Variant::$position })*
    };
}

hashable! {
    Chess false,
    Atomic true,
    Antichess false,
    KingOfTheHill false,
    ThreeCheck false,
    Crazyhouse false,
    RacingKings false,
    Horde false,
}

hashable! { VariantPosition, true, self => VariantPosition::variant(self) }
