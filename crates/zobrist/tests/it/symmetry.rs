//! Symmetries: the laws of groups, lanes against images, and the collisions of folded lanes.
#![cfg(feature = "alloc")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use zobrist::gf2::Elimination;
use zobrist::{
    Canonical, Feature, Grid, Group, Hasher, KeyTable, Keys, Kind, Lanes, Layout, Source, Sum48,
    Symmetries, SymmetryError, stabilizer,
};

const STONE: Kind = Kind::first("stone", 2 * 25);
const TURN: Kind = STONE.then("turn", 1);
const LAYOUT: Layout = TURN.layout();
const N: usize = LAYOUT.len();
static KEYS: KeyTable<u64, N> = Source::bch(3, 64).table_u64(LAYOUT);

/// A state: the slots of its features.
type State = BTreeSet<usize>;

fn image<const M: usize>(group: &Symmetries<M>, element: usize, state: &State) -> State {
    state.iter().map(|slot| group.image(element, Feature::from_slot(*slot)).slot()).collect()
}

fn hash<K: Keys>(keys: K, state: &State) -> K::Key {
    Hasher::of(keys, state.iter().copied().map(Feature::from_slot)).hash()
}

fn swap(slot: usize) -> usize {
    if slot < 50 { (slot + 25) % 50 } else { slot }
}

/// The laws of groups, tested on every feature.
fn laws<const M: usize>(group: &Symmetries<M>) {
    let same = |a: usize, b: usize| {
        (0..group.slots()).map(Feature::from_slot).all(|f| group.image(a, f) == group.image(b, f))
    };
    for a in 0..M {
        assert!(same(group.product(a, 0), a) && same(group.product(0, a), a));
        assert_eq!(group.product(a, group.inverse(a)), 0);
        assert_eq!(group.product(group.inverse(a), a), 0);
        for b in 0..M {
            for slot in 0..group.slots() {
                let feature = Feature::from_slot(slot);
                let both = group.image(a, group.image(b, feature));
                assert_eq!(group.image(group.product(a, b), feature), both);
            }
            for c in 0..M {
                let left = group.product(group.product(a, b), c);
                assert_eq!(left, group.product(a, group.product(b, c)));
            }
        }
    }
}

#[test]
#[should_panic = "divisor of zero"]
fn a_grid_without_points_has_no_images() {
    let _ = Grid::new(0, 0).image(0, 0);
}

/// Only two of its three colors have slots that could move.
#[test]
#[should_panic = "a kind on a grid belongs to the layout"]
fn a_kind_on_a_grid_is_of_the_layout() {
    const TWO: Kind = Kind::first("stone", 2 * 9);
    const THREE: Kind = Kind::first("stone", 3 * 9);
    let _ = Grid::new(3, 3).symmetries::<8>(TWO.layout(), &[THREE]);
}

#[test]
fn the_groups_of_rectangles() {
    for (width, height) in [(5, 5), (4, 4), (2, 2), (3, 5), (5, 1), (1, 4), (1, 1)] {
        let grid = Grid::new(width, height).within(5, 5);
        laws(&grid.symmetries::<1>(LAYOUT, &[STONE]));
        laws(&grid.symmetries::<2>(LAYOUT, &[STONE]));
        let four = grid.symmetries::<4>(LAYOUT, &[STONE]);
        laws(&four);
        laws(&four.with_involution::<8>(swap).unwrap());
        if grid.is_square() {
            let eight = grid.symmetries::<8>(LAYOUT, &[STONE]);
            laws(&eight);
            laws(&eight.with_involution::<16>(swap).unwrap());
        }
    }
}

/// The elements have the effects that the table in the documentation lists.
#[test]
fn the_elements_by_name() {
    let grid = Grid::new(3, 3);
    let [a, b, c, d, e, f, g, h, i] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (element, board) in [
        [a, b, c, d, e, f, g, h, i],
        [c, b, a, f, e, d, i, h, g],
        [g, h, i, d, e, f, a, b, c],
        [i, h, g, f, e, d, c, b, a],
        [a, d, g, b, e, h, c, f, i],
        [g, d, a, h, e, b, i, f, c],
        [c, f, i, b, e, h, a, d, g],
        [i, f, c, h, e, b, g, d, a],
    ]
    .into_iter()
    .enumerate()
    {
        // The board after the move has at the image of a point the stone of the point.
        let mut shown = [9; 9];
        (0..9).for_each(|point| shown[grid.image(element, point)] = point);
        assert_eq!(shown, board, "element {element}");
    }
}

#[test]
fn permutations_that_are_no_group_are_refused() {
    let of = |rows: [[usize; 3]; 2]| Symmetries::<2>::new(3, |element, slot| rows[element][slot]);
    assert!(of([[0, 1, 2], [1, 0, 2]]).is_ok());
    let taken = SymmetryError::NoPermutation { element: 1, slot: 1, image: 1 };
    assert_eq!(of([[0, 1, 2], [1, 1, 2]]), Err(taken));
    let outside = SymmetryError::NoPermutation { element: 1, slot: 2, image: 3 };
    assert_eq!(of([[0, 1, 2], [1, 0, 3]]), Err(outside));
    assert_eq!(of([[1, 0, 2], [0, 1, 2]]), Err(SymmetryError::NoIdentity));
    assert_eq!(of([[0, 1, 2], [1, 2, 0]]), Err(SymmetryError::NotClosed { first: 1, second: 1 }));
    let uneven = Symmetries::<3>::new(2, |element, slot| if element < 2 { slot } else { 1 - slot });
    assert_eq!(uneven, Err(SymmetryError::Uneven(2)));
    assert_eq!(Symmetries::<0>::new(2, |_, slot| slot), Err(SymmetryError::NoIdentity));
    let message = SymmetryError::NoIdentity.to_string();
    assert!(message.starts_with("element 0 is missing or moves a slot"), "{message}");
    let message = of([[0, 1, 2], [1, 1, 2]]).unwrap_err().to_string();
    assert!(
        message.starts_with("element 1 takes slot 1 to 1, which is already taken"),
        "{message}"
    );
    // A cycle of three is a group of its own, and not only boards have symmetries.
    laws(
        &Symmetries::<3>::new(7, |turn, slot| if slot < 6 { (slot + 2 * turn) % 6 } else { slot })
            .unwrap(),
    );
}

fn states() -> impl Strategy<Value = State> {
    prop::collection::btree_set(0..N, 0..30)
}

fn lanes_are_images<const M: usize>(group: &Symmetries<M>, state: &State, other: &State) {
    let lanes = Lanes::new(&KEYS, group);
    let mut hasher = Hasher::new(&lanes);
    for slot in state.iter().chain(other) {
        hasher.insert(Feature::from_slot(*slot));
    }
    other.iter().for_each(|slot| hasher.remove(Feature::from_slot(*slot)));
    let found = hasher.hash();
    assert_eq!(found, hash(&lanes, state));

    let images: Vec<State> = (0..M).map(|element| image(group, element, state)).collect();
    let hashes: Vec<u64> = images.iter().map(|image| hash(&KEYS, image)).collect();
    assert_eq!(found.to_vec(), hashes);
    let canonical = Canonical::of(&found);
    assert_eq!(Some(&canonical.hash), hashes.iter().min());
    assert_eq!(hashes.iter().position(|hash| *hash == canonical.hash), Some(canonical.element));

    let fixing: Vec<usize> = stabilizer(&found).collect();
    let defined: Vec<usize> = (0..M).filter(|element| images[*element] == *state).collect();
    assert_eq!(fixing, defined);
    let class: BTreeSet<&State> = images.iter().collect();
    assert_eq!(class.len() * fixing.len(), M);

    // All members of a class have one name, and their elements meet in one state.
    for (element, member) in images.iter().enumerate() {
        let of_member = Canonical::of(&hash(&lanes, member));
        assert_eq!(of_member.hash, canonical.hash);
        assert_eq!(
            image(group, of_member.element, member),
            image(group, canonical.element, state),
            "{element}"
        );
    }
}

proptest! {
    #[test]
    fn lanes(state in states(), other in states()) {
        for (width, height) in [(5, 5), (4, 4), (3, 5), (5, 1), (1, 1)] {
            let grid = Grid::new(width, height).within(5, 5);
            lanes_are_images(&grid.symmetries::<2>(LAYOUT, &[STONE]), &state, &other);
            let four = grid.symmetries::<4>(LAYOUT, &[STONE]);
            lanes_are_images(&four, &state, &other);
            lanes_are_images(&four.with_involution::<8>(swap).unwrap(), &state, &other);
            if grid.is_square() {
                let eight = grid.symmetries::<8>(LAYOUT, &[STONE]);
                lanes_are_images(&eight, &state, &other);
                lanes_are_images(&eight.with_involution::<16>(swap).unwrap(), &state, &other);
            }
        }
    }
}

/// The number of legal boards of Go, by their hashes, and of their classes under rotation and
/// reflection and with the colors exchanged on top.
fn legal_boards(size: usize) -> [usize; 3] {
    let points = size * size;
    let neighbors = |point: usize| {
        let (x, y) = (point % size, point / size);
        [
            (x > 0).then(|| point - 1),
            (x + 1 < size).then_some(point + 1),
            (y > 0).then(|| point - size),
            (y + 1 < size).then_some(point + size),
        ]
        .into_iter()
        .flatten()
    };
    // Every stone must reach an empty point over stones of its color.
    let is_legal = |board: &[usize]| {
        let mut free: Vec<bool> = board.iter().map(|color| *color == 2).collect();
        for _ in 0..points {
            for point in 0..points {
                let reaches =
                    |other: usize| free[other] && [2, board[point]].contains(&board[other]);
                free[point] |= neighbors(point).any(reaches);
            }
        }
        free.iter().all(|free| *free)
    };
    let grid = Grid::new(size, size).within(5, 5);
    let eight = grid.symmetries::<8>(LAYOUT, &[STONE]);
    let lanes = Lanes::new(&KEYS, &eight);
    let wide = Lanes::new(&KEYS, &eight.with_involution::<16>(swap).unwrap());
    let [mut names, mut classes, mut with_colors] = [(); 3].map(|()| BTreeSet::new());
    // Each board adds one part in as many as its class has members.
    let mut sums = [0, 0];
    for number in 0..3_usize.pow(points as u32) {
        let board: Vec<usize> =
            (0..points).map(|point| number / 3_usize.pow(point as u32) % 3).collect();
        if !is_legal(&board) {
            continue;
        }
        let stones = (0..points).filter(|point| board[*point] < 2);
        let state =
            stones.map(|point| 25 * board[point] + 5 * (point / size) + point % size).collect();
        let (narrow, both) = (hash(&lanes, &state), hash(&wide, &state));
        assert!(names.insert(narrow[0]));
        classes.insert(Canonical::of(&narrow).hash);
        with_colors.insert(Canonical::of(&both).hash);
        sums[0] += stabilizer(&narrow).count();
        sums[1] += stabilizer(&both).count();
    }
    assert_eq!(sums, [8 * classes.len(), 16 * with_colors.len()], "Burnside's lemma");
    [names.len(), classes.len(), with_colors.len()]
}

#[test]
fn classes_of_legal_boards() {
    assert_eq!(legal_boards(1), [1, 1, 1]);
    assert_eq!(legal_boards(2), [57, 13, 8]);
    assert_eq!(legal_boards(3), [12675, 1824, 924]);
}

const CORNERS: [usize; 4] = [0, 4, 20, 24];

fn square() -> Symmetries<8> {
    Grid::new(5, 5).symmetries(LAYOUT, &[STONE])
}

/// The trap. Keys whose eight lanes are added up into one are the same for all
/// images; so different classes of positions share a hash under every seed, and in
/// every group.
#[test]
fn folded_lanes_collide_for_all_keys() {
    fn fold<K: Group>(lanes: [K; 8]) -> K {
        lanes.into_iter().fold(K::ZERO, K::plus)
    }
    fn check<K: zobrist::Key>(keys: impl Keys<Key = K>) {
        let lanes = Lanes::new(keys, &square());
        let at = |points: &[usize]| hash(&lanes, &points.iter().copied().collect());
        let adjacent = at(&CORNERS[..2]);
        let opposite = at(&[CORNERS[0], CORNERS[3]]);
        assert_eq!(fold(adjacent), fold(opposite), "two classes, one hash, for all keys");
        assert_ne!(Canonical::of(&adjacent).hash, Canonical::of(&opposite).hash, "the control");
        if K::LINEAR {
            // Under XOR, pairs within an orbit vanish, and so do stones that some
            // reflection leaves in place.
            assert_eq!(fold(adjacent), K::ZERO, "as if the board were empty");
            assert_eq!(fold(at(&[12])), K::ZERO, "a stone in the center");
            assert_eq!(fold(at(&[0])), K::ZERO, "a stone on a diagonal");
            assert_ne!(Canonical::of(&at(&[12])).hash, K::ZERO, "the control");
        }
    }
    for seed in 0..200 {
        check(Source::bch(seed, 64).keys::<u64>(LAYOUT));
        check(Source::bch(seed, 64).keys::<u128>(LAYOUT));
        check(Source::splitmix64(seed).keys::<u64>(LAYOUT));
        check(Source::splitmix64(seed).keys::<Sum48>(LAYOUT));
    }
}

/// The other trap: keys of which a rotation by 16 bits is a quarter turn of the
/// board. Every symmetric position then repeats after 16 bits, so that 17 orbits
/// have a sum of zero among them, for every seed.
#[test]
fn keys_that_turn_by_bits_collide_for_all_keys() {
    const BOARD: usize = 9;
    const STONES: Kind = Kind::first("stone", BOARD * BOARD);
    let grid = Grid::new(BOARD, BOARD);
    let turn = |point| grid.image(5, point);
    let square: Symmetries<8> = grid.symmetries(STONES.layout(), &[STONES]);
    for seed in 0..200 {
        // One free key for an orbit of four, and the others by rotation.
        let drawn = Source::splitmix64(seed).keys::<u64>(STONES.layout());
        let mut keys = vec![0_u64; BOARD * BOARD];
        let mut orbits: Vec<[usize; 4]> = Vec::new();
        for point in 0..BOARD * BOARD {
            let orbit = [point, turn(point), turn(turn(point)), turn(turn(turn(point)))];
            if orbit.iter().all(|other| point <= *other) && turn(point) != point {
                for (quarter, at) in orbit.into_iter().enumerate() {
                    keys[at] = drawn.as_slice()[point].rotate_left(16 * quarter as u32);
                }
                orbits.push(orbit);
            }
        }
        let of = |points: &[usize]| points.iter().fold(0, |hash, point| hash ^ keys[*point]);
        let (some, turned) = ([3, 30], [turn(3), turn(30)]);
        assert_eq!(of(&turned), of(&some).rotate_left(16), "it does what it promises");

        // Folding the four rotations of a word is a sum again.
        let fold = |hash: u64| (0..4).fold(0, |sum, quarter| sum ^ hash.rotate_left(16 * quarter));
        let (beside, across) = ([3, turn(3)], [3, turn(turn(3))]);
        assert_ne!(of(&beside), of(&across));
        assert_eq!(fold(of(&beside)), fold(of(&across)), "two classes, one hash");

        let sums: Vec<u64> = orbits[..17].iter().map(|orbit| of(orbit)).collect();
        assert!(sums.iter().all(|sum| sum.rotate_left(16) == *sum));
        let mut elimination = Elimination::new();
        let mut dependent = (0..).zip(&sums).filter_map(|(number, sum)| {
            let others = elimination.insert((*sum).into())?;
            Some([others, vec![number]].concat())
        });
        let relation = dependent.next().expect("17 words of 16 bits");
        let position: Vec<usize> = relation.iter().flat_map(|number| orbits[*number]).collect();
        assert!(!position.is_empty());
        assert_eq!(of(&position), 0, "a board with stones and the empty one, one hash");

        let lanes = Lanes::new(&drawn, &square);
        let control = hash(&lanes, &position.into_iter().collect());
        assert_ne!(Canonical::of(&control).hash, 0);
    }
}
