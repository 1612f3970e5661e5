//! Games and boards that are used again are like new ones, whatever their size was.

use zobrist::source::SplitMix64;
use zobrist_go::{Board, Color, Game, Move, Point, Rule, Rules, Suicide};

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }
}

fn random_size(random: &mut Random) -> (usize, usize) {
    let sizes = [(1, 1), (2, 1), (1, 25), (2, 2), (3, 3), (25, 2), (2, 25), (7, 5), (25, 25)];
    sizes[random.below(sizes.len())]
}

/// A board of random plays, suicide included.
fn random_board(random: &mut Random) -> Board {
    let (width, height) = random_size(random);
    let mut board = Board::new(width, height).unwrap();
    for _ in 0..random.below(width * height + 1) {
        let point = board.empty_point(random.below(board.empty_count()));
        board.place(Color::ALL[random.below(2)], point).unwrap();
    }
    board
}

/// Compares what the board of a game says of each play, and what the game does.
fn assert_alike(game: &Game, new: &Game) {
    assert_eq!(game.board(), new.board());
    assert_eq!(game.board().hash(), new.board().hash());
    assert_eq!((game.to_move(), game.ko_point()), (new.to_move(), new.ko_point()));
    assert!(game.history().iter().eq(new.history().iter()));
    for (color, point) in
        Color::ALL.into_iter().flat_map(|c| new.board().points().map(move |p| (c, p)))
    {
        assert_eq!(game.board().outcome(color, point), new.board().outcome(color, point));
        assert_eq!(game.check(color, point), new.check(color, point));
    }
}

#[test]
fn a_game_that_starts_again_is_a_new_one() {
    let mut random = Random(SplitMix64::new(42));
    let rules = Rules::new(Rule::Positional, Suicide::MultiStone);
    let mut game = Game::new(3, 3, rules).unwrap();
    let (mut captures, mut repetitions) = (0, 0);
    for _ in 0..150 {
        let (board, color) = (random_board(&mut random), Color::ALL[random.below(2)]);
        game.restart(&board, color);
        let mut new = Game::of(board.clone(), color, rules);
        assert_alike(&game, &new);
        assert!(!game.undo());
        for _ in 0..60 {
            let points: Vec<Point> = new.board().points().collect();
            let (color, point) = (new.to_move(), points[random.below(points.len())]);
            let played = if random.below(20) == 0 { Move::Pass } else { Move::Play(point) };
            let (done, expected) = (game.play(played), new.play(played));
            assert_eq!(done, expected, "{color} {played}\n{}", new.board());
            captures += usize::from(expected.is_ok_and(|removed| removed.captured > 0));
            let repeats = |error| matches!(error, zobrist_go::PlayError::Repeats { .. });
            repetitions += usize::from(expected.is_err_and(repeats));
        }
        assert_alike(&game, &new);
        while game.undo() {}
        new.restart(&board, color);
        assert_alike(&game, &new);
    }
    assert!(captures > 200 && repetitions > 50, "{captures} captures, {repetitions} repetitions");
}

#[test]
fn a_board_that_is_copied_into_is_the_other() {
    let mut random = Random(SplitMix64::new(1970));
    let mut board = Board::new(9, 9).unwrap();
    for _ in 0..300 {
        let other = random_board(&mut random);
        board.clone_from(&other);
        let rules = Rules::default();
        let [copy, other] =
            [board.clone(), other].map(|board| Game::of(board, Color::Black, rules));
        assert_alike(&copy, &other);
        for (_, point) in other.board().stones() {
            let [copy, other] = [&copy, &other].map(|game| game.board().chain(point).unwrap());
            assert!(copy.stones().eq(other.stones()) && copy.liberties().eq(other.liberties()));
        }
        let empty_points = |board: &Board| -> Vec<Point> {
            (0..board.empty_count()).map(|number| board.empty_point(number)).collect()
        };
        assert_eq!(empty_points(&board), empty_points(other.board()));
        // Leftovers of it must not matter to the next.
        let point = board.empty_point(0);
        board.place(Color::White, point).unwrap();
    }
}
