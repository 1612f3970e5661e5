//! Taking back, to the bit, at every size.

use zobrist::source::SplitMix64;

use super::placed::Placed;
use super::state::Board;
use crate::color::Color;
use crate::point::Point;
use crate::scheme::GoKey;

/// Compares all that a board has, except leftovers.
fn assert_same<K: GoKey>(board: &Board<K>, expected: &Board<K>) {
    let sizes = |board: &Board<K>| (board.width, board.height, board.empties, board.unused);
    assert_eq!(sizes(board), sizes(expected));
    assert_eq!(board.hash, expected.hash);
    assert_eq!(board.cells, expected.cells);
    let empties = usize::from(board.empties);
    assert_eq!(board.empty[..empties], expected.empty[..empties]);
    let unused = usize::from(board.unused);
    assert_eq!(board.numbers[..unused], expected.numbers[..unused]);
    for (_, point) in board.stones() {
        let number = usize::from(board.cell(point).chain);
        assert_eq!(board.chains[number], expected.chains[number], "{point}\n{board}");
    }
}

/// Compares what a board keeps of its chains with the stones.
fn assert_consistent<K: GoKey>(board: &Board<K>) {
    let mut set_up = Board::<K>::with_keys(board.width(), board.height()).unwrap();
    set_up.set_up(board.stones()).unwrap();
    assert_eq!(board.hash, set_up.hash);
    for (_, point) in board.stones() {
        let data = |board: &Board<K>| board.chains[usize::from(board.cell(point).chain)];
        assert_eq!(data(board), data(&set_up), "{point}\n{board}");
        assert_eq!(board.cell(point).around, set_up.cell(point).around);
    }
}

/// A random game with suicide and without a rule of ko, each move of which is made, taken back and
/// made again; then all are taken back. Returns the numbers of moves that captured, that captured
/// several chains, that joined several, and that were suicide.
fn play_and_take_back<K: GoKey>(width: usize, height: usize, moves: usize) -> [usize; 4] {
    let mut random = SplitMix64::new((32 * width + height) as u64);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let mut board = Board::<K>::with_keys(width, height).unwrap();
    let mut line: Vec<(Placed, Board<K>)> = Vec::new();
    let mut seen = [0; 4];
    for _ in 0..moves {
        // Colors in runs, so that one surrounds the other.
        let color = Color::ALL[usize::from(line.len() / 7 % 2 != below(4) / 3)];
        let point = board.empty_point(below(board.empty_count()));
        let before = board.clone();
        let (removed, placed) = board.place_recorded(color, point).unwrap();
        let after = board.clone();
        board.take_back(placed);
        assert_same(&board, &before);
        assert_eq!(board.place_recorded(color, point).unwrap(), (removed, placed));
        assert_same(&board, &after);

        let count =
            |contact| (0..4).filter(|direction| contact == placed.contact(*direction)).count();
        use super::placed::Contact::{Captured, OtherJoined, StoneJoined};
        seen[0] += usize::from(removed.captured > 0);
        seen[1] += usize::from(count(Captured) > 1);
        seen[2] += usize::from(count(OtherJoined) + count(StoneJoined) > 1);
        seen[3] += usize::from(removed.suicide > 0);
        let taken = usize::from(removed.captured + removed.suicide);
        assert_eq!(board.removed_by(placed), board.last_removed(removed));
        assert_eq!(board.removed_by(placed).len(), taken);
        line.push((placed, before));
    }
    while let Some((placed, before)) = line.pop() {
        board.take_back(placed);
        assert_same(&board, &before);
        if line.len().is_multiple_of(16) {
            assert_consistent(&board);
        }
    }
    assert_same(&board, &Board::with_keys(width, height).unwrap());
    seen
}

#[test]
fn a_move_taken_back_leaves_no_trace() {
    let mut seen = [0; 4];
    for (width, height) in (1..=25).flat_map(|width| (1..=25).map(move |height| (width, height))) {
        let points = width * height;
        if points <= 60 || width == height && width % 6 == 1 {
            let more = play_and_take_back::<u64>(width, height, (4 * points).max(60));
            seen = core::array::from_fn(|what| seen[what] + more[what]);
        }
    }
    play_and_take_back::<u128>(9, 9, 400);
    assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
}

/// The control: a record that does not fit leaves a trace.
#[test]
fn a_wrong_record_is_seen() {
    let mut board = Board::new(5, 5).unwrap();
    let [a, b] = [Point::new(0, 0), Point::new(3, 2)].map(Option::unwrap);
    let (_, first) = board.place_recorded(Color::Black, a).unwrap();
    let before = board.clone();
    board.place_recorded(Color::White, b).unwrap();
    board.take_back(first);
    assert!(std::panic::catch_unwind(|| assert_same(&board, &before)).is_err());
}

/// The memory that a board takes, itself included.
#[cfg(target_pointer_width = "64")]
fn bytes<K: GoKey>(side: usize) -> usize {
    let board = &Board::<K>::with_keys(side, side).unwrap();
    size_of_val(board)
        + size_of_val(&board.cells[..])
        + size_of_val(&board.chains[..])
        + size_of_val(&board.empty[..])
        + size_of_val(&board.numbers[..])
}

/// The figures in the docs of `Board`, where a pointer has 64 bits.
#[test]
#[cfg(target_pointer_width = "64")]
fn bytes_by_size() {
    let sides = [9, 13, 19, 25];
    assert_eq!(sides.map(bytes::<u64>), [3916, 6540, 11_676, 18_252]);
    assert_eq!(sides.map(bytes::<u128>), [5244, 9276, 17_484, 28_284]);
}
