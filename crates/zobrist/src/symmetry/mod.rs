//! Symmetries: groups of permutations of the features, those of rectangles of points, and a hash
//! for each element.

mod lanes;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display};

use crate::layout::{Feature, Kind, Layout};

pub use lanes::{Canonical, Lanes, stabilizer};

/// A group of `N` symmetries, as permutations of the features of a layout: the
/// rotations and reflections of a board, the exchange of two colors, the
/// translations of a lattice.
///
/// Elements have numbers below `N`; element 0 is the identity. A [`Grid`] makes
/// those of a board; [`new`](Symmetries::new) takes any permutations and checks
/// that they are a group. [`Lanes`] keeps a hash for each.
///
/// ```
/// use zobrist::{Grid, Kind, Layout, Symmetries};
///
/// const STONE: Kind = Kind::first("stone", 2 * 9); // X on nine squares, then O
/// const LAYOUT: Layout = STONE.layout();
///
/// let square: Symmetries<8> = Grid::new(3, 3).symmetries(LAYOUT, &[STONE]);
/// assert_eq!(square.image(1, STONE.at(0)), STONE.at(2)); // left and right change places
///
/// // And the colors exchanged on top.
/// let both: Symmetries<16> = square.with_involution(|slot| (slot + 9) % 18).unwrap();
/// assert_eq!(both.image(8 + 1, STONE.at(0)), STONE.at(9 + 2));
/// assert_eq!(both.product(8, 1), 8 + 1);
/// assert_eq!(both.inverse(5), 6); // a quarter turn to the right, to the left
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries<const N: usize> {
    /// The slot that each element takes each slot to.
    images: [Box<[u32]>; N],
    /// The number of the element that does b, then a: `[a][b]`.
    products: Box<[[u16; N]]>,
}

impl<const N: usize> Symmetries<N> {
    /// Creates the group whose element `e` takes the feature of slot `s` to that of slot
    /// `image(e, s)`, for all slots below `slots`. Costs up to N³ `slots`.
    ///
    /// Several elements may be the same permutation, if each permutation occurs equally
    /// often (the reflections of a board of one row do nothing along it). Their numbers
    /// are then interchangeable, and products and inverses are given by the first.
    ///
    /// # Errors
    /// When an element is not a permutation of the slots, element 0 is not the identity,
    /// the product of two is not among them, or one occurs more often than another.
    pub fn new(
        slots: usize,
        image: impl Fn(usize, usize) -> usize,
    ) -> Result<Symmetries<N>, SymmetryError> {
        let mut images: [Box<[u32]>; N] = core::array::from_fn(|_| Box::default());
        for (element, row) in images.iter_mut().enumerate() {
            *row = permutation(element, slots, |slot| image(element, slot))?;
        }
        let find = |wanted: &dyn Fn(usize) -> u32| {
            images.iter().position(|row| (0..slots).all(|slot| row[slot] == wanted(slot)))
        };
        if find(&|slot| slot as u32) != Some(0) {
            return Err(SymmetryError::NoIdentity);
        }
        let times = |row: &[u32]| images.iter().filter(|other| ***other == *row).count();
        if let Some(odd) = (1..N).find(|element| times(&images[*element]) != times(&images[0])) {
            return Err(SymmetryError::Uneven(odd));
        }
        let mut products = vec![[0; N]; N].into_boxed_slice();
        for (second, row) in products.iter_mut().enumerate() {
            for (first, product) in row.iter_mut().enumerate() {
                let found = find(&|slot| images[second][images[first][slot] as usize]);
                *product = found.ok_or(SymmetryError::NotClosed { first, second })? as u16;
            }
        }
        Ok(Symmetries { images, products })
    }

    /// Returns this group and, as elements `N` to 2`N` − 1, each of its elements followed
    /// by `image`: colors exchanged on top of rotations. `M` is 2`N`.
    ///
    /// # Errors
    /// As [`new`](Symmetries::new): `image` must be its own inverse and take the
    /// group to itself.
    ///
    /// # Panics
    /// When `M` is not 2`N`.
    pub fn with_involution<const M: usize>(
        &self,
        image: impl Fn(usize) -> usize,
    ) -> Result<Symmetries<M>, SymmetryError> {
        assert!(M == 2 * N, "an involution makes a group twice as large");
        Symmetries::new(self.slots(), |element, slot| {
            let to = self.images[element % N][slot] as usize;
            if element < N { to } else { image(to) }
        })
    }

    /// Returns the number of slots that are permuted.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.images[0].len()
    }

    /// Returns the feature that an element takes a feature to.
    ///
    /// # Panics
    /// When there is no such element, or no such feature.
    #[must_use]
    pub fn image(&self, element: usize, feature: Feature) -> Feature {
        Feature::from_slot(self.images[element][feature.slot()] as usize)
    }

    /// Returns the product of two elements: `second` applied after `first`.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn product(&self, second: usize, first: usize) -> usize {
        usize::from(self.products[second][first])
    }

    /// Returns the inverse of an element.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn inverse(&self, element: usize) -> usize {
        let row = &self.products[element];
        row.iter()
            .position(|product| *product == 0)
            .expect("every element of a group has an inverse")
    }
}

fn permutation(
    element: usize,
    slots: usize,
    image: impl Fn(usize) -> usize,
) -> Result<Box<[u32]>, SymmetryError> {
    let mut taken = vec![false; slots];
    let mut row = Vec::with_capacity(slots);
    for slot in 0..slots {
        let image = image(slot);
        if image >= slots || core::mem::replace(&mut taken[image], true) {
            return Err(SymmetryError::NoPermutation { element, slot, image });
        }
        row.push(image as u32);
    }
    Ok(row.into())
}

/// The reason why permutations are not a group, by the numbers of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryError {
    /// An element takes a slot out of the layout, or to where it takes another.
    NoPermutation {
        /// The element.
        element: usize,
        /// The slot.
        slot: usize,
        /// The slot that it is taken to.
        image: usize,
    },
    /// Element 0 moves something, or there is no element.
    NoIdentity,
    /// This element occurs more often, or less often, than the identity.
    Uneven(usize),
    /// One element after the other is a permutation that is not among them.
    NotClosed {
        /// The element that comes first.
        first: usize,
        /// The element that comes after.
        second: usize,
    },
}

impl Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryError::NoPermutation { element, slot, image } => write!(
                f,
                "element {element} takes slot {slot} to {image}, which is already taken or outside \
                 the layout; a symmetry is a permutation of the slots"
            ),
            SymmetryError::NoIdentity => f.write_str(
                "element 0 is missing or moves a slot; element 0 of a group leaves every slot in \
                 place",
            ),
            SymmetryError::Uneven(element) => write!(
                f,
                "element {element} occurs more or less often than the identity; give every \
                 permutation equally often"
            ),
            SymmetryError::NotClosed { first, second } => write!(
                f,
                "element {second} after element {first} is a permutation that is missing; a group \
                 contains the products of all its elements"
            ),
        }
    }
}

impl Error for SymmetryError {}

/// A rectangle of points, numbered row by row from the top left.
///
/// It has up to eight symmetries, numbered so that the first two, four and eight are groups:
///
/// | element | effect |
/// |---|---|
/// | 0 | nothing |
/// | 1 | left and right change places |
/// | 2 | top and bottom change places |
/// | 3 | a half turn |
/// | 4 | reflection at the diagonal through the top left |
/// | 5 | a quarter turn to the right |
/// | 6 | a quarter turn to the left |
/// | 7 | reflection at the other diagonal |
///
/// The last four need a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    /// The size of the grid by which points are numbered.
    columns: usize,
    rows: usize,
}

impl Grid {
    /// Creates a rectangle of `width` times `height` points.
    #[must_use]
    pub const fn new(width: usize, height: usize) -> Grid {
        Grid { width, height, columns: width, rows: height }
    }

    /// Returns this rectangle at the top left of a larger one, by whose rows the points
    /// are numbered. Points outside the smaller one stay where they are.
    ///
    /// ```
    /// use zobrist::Grid;
    ///
    /// let board = Grid::new(9, 9).within(25, 25);
    /// assert_eq!(board.image(1, 0), 8);
    /// assert_eq!(board.image(4, 8), 8 * 25);
    /// assert_eq!(board.image(3, 624), 624);
    /// ```
    ///
    /// # Panics
    /// When the other one is not at least as large.
    #[must_use]
    pub const fn within(self, columns: usize, rows: usize) -> Grid {
        assert!(
            columns >= self.width && rows >= self.height,
            "the smaller grid lies within the larger"
        );
        Grid { columns, rows, ..self }
    }

    /// Returns true if width and height are equal, so that there are eight symmetries.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns the point that a symmetry takes a point to. A point below the last row stays
    /// where it is, like all that are outside.
    ///
    /// # Panics
    /// When there is no such symmetry, or the grid by which points are numbered has no column.
    #[must_use]
    pub const fn image(self, element: usize, point: usize) -> usize {
        assert!(element < if self.is_square() { 8 } else { 4 }, "a rectangle has four symmetries");
        let (mut x, mut y) = (point % self.columns, point / self.columns);
        if x >= self.width || y >= self.height {
            return point;
        }
        if element & 4 != 0 {
            (x, y) = (y, x);
        }
        if element & 1 != 0 {
            x = self.width - 1 - x;
        }
        if element & 2 != 0 {
            y = self.height - 1 - y;
        }
        y * self.columns + x
    }

    /// Makes the first `N` symmetries: eight of a square, four of a rectangle, two of a
    /// mirror. They move the features of `kinds`, which have one index for every
    /// point, or several times as many, one color after the other; the features
    /// of other kinds stay in place.
    ///
    /// # Panics
    /// When `N` is not 1, 2, 4 or, for a square, 8; when the size of a kind is not a
    /// multiple of the number of points, or a kind does not lie within the layout; or when there
    /// is no point.
    #[must_use]
    pub fn symmetries<const N: usize>(self, layout: Layout, kinds: &[Kind]) -> Symmetries<N> {
        assert!(
            matches!(N, 1 | 2 | 4) || N == 8 && self.is_square(),
            "a grid has 1, 2 or 4 symmetries, or 8 if it is a square"
        );
        let points = self.columns * self.rows;
        assert!(
            points > 0 && kinds.iter().all(|kind| kind.size() % points == 0),
            "a kind on a grid has the same number of features for each point"
        );
        assert!(
            kinds.iter().all(|kind| kind.end() <= layout.len()),
            "a kind on a grid belongs to the layout"
        );
        let image = |element, slot: usize| {
            let inside = kinds.iter().find(|kind| (kind.start()..kind.end()).contains(&slot));
            let Some(kind) = inside else { return slot };
            let point = (slot - kind.start()) % points;
            slot - point + self.image(element, point)
        };
        Symmetries::new(layout.len(), image).expect("the symmetries of a rectangle are a group")
    }
}
