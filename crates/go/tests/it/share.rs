//! Histories that the branches of a search tree share, proven by the moves.

use zobrist::{PersistentHistory, Step};
use zobrist_go::{Board, ByMoves, Color, Game, GoKey, Move, Rule, Rules, Suicide, Trust};

/// Walks every line of a game to a depth, with suicide and repetitions, and compares each
/// repetition in the shared history with that in the game's own.
fn walk(
    game: &mut Game,
    shared: &PersistentHistory<u64, ByMoves>,
    depth: usize,
    compared: &mut [usize; 2],
) {
    if depth == 0 {
        return;
    }
    let color = game.to_move();
    let points: Vec<_> = game.board().points().map(Move::Play).collect();
    for played in points.into_iter().chain([Move::Pass]) {
        let step = match played {
            Move::Play(_) => Step::Play(color.index() as u8),
            Move::Pass => Step::Pass(color.index() as u8),
        };
        let state = match played {
            Move::Play(point) => game.state_after(color, point),
            Move::Pass => Some(game.state()),
        };
        let Some(state) = state else { continue };
        let before = shared.repetition(step, state);
        let (_, expected) = game.force(color, played).unwrap();
        let (child, repetition) = shared.push(step, game.state());
        assert_eq!(repetition, expected, "{color} {played}\n{}", game.board());
        assert_eq!(before, expected);
        assert_eq!(child.count(), game.history().count());
        compared[usize::from(repetition.is_some())] += 1;
        // Every other level becomes part of the trunk.
        let child = if depth % 2 == 0 { child.settle() } else { child };
        walk(game, &child, depth - 1, compared);
        game.undo();
    }
}

#[test]
fn a_shared_history_finds_the_repetitions_of_the_game() {
    for ko in [Rule::Positional, Rule::Situational, Rule::Natural, Rule::SimpleKo, Rule::Fold(2)] {
        let rules = Rules::new(ko, Suicide::Allowed);
        let mut compared = [0; 2];
        // The first begins with a ko.
        for (width, height, first) in [(4, 1, ["B1", "C1"]), (2, 2, ["A1", "pass"])] {
            let mut game = Game::new(width, height, rules).unwrap();
            for first in first {
                game.play(first.parse().unwrap()).unwrap();
            }
            let root = game.history().clone().share();
            walk(&mut game, &root, 6, &mut compared);
        }
        assert!(compared.iter().all(|cases| *cases > 20), "{ko:?}: {compared:?}");
    }
}

/// Asked as if hashes were equal: the moves tell positions apart, and trust does not.
#[test]
fn the_moves_prove_and_not_the_hash() {
    use zobrist::{Keep, Verify};

    let mut game = Game::new(3, 3, Rules::default()).unwrap();
    game.play("A1".parse().unwrap()).unwrap();
    let kept = Keep::<u64>::keep(&ByMoves, game.state());
    assert!(<ByMoves as Keep<u64>>::same_as_kept(&kept, game.state()));
    game.play("B1".parse().unwrap()).unwrap();
    assert!(!<ByMoves as Keep<u64>>::same_as_kept(&kept, game.state()));
    assert!(!ByMoves.same(0, game.state()));
    game.play(Move::Pass).unwrap();
    assert!(ByMoves.same(2, game.state()));
    // Moves that do not go so far back, or not so far on, prove nothing.
    assert!(!ByMoves.same(4, game.state()));
    let other = Game::new(3, 3, Rules::default()).unwrap();
    assert!(!<ByMoves as Keep<u64>>::same_as_kept(&kept, other.state()));
    assert!(Trust.same(0, game.board().hash()));
}

fn shares<K: GoKey>() {
    let game = Game::of(Board::<K>::with_keys(2, 1).unwrap(), Color::Black, Rules::default());
    let root = game.history().clone().share();
    let point = "A1".parse().unwrap();
    let (child, _) = root.push(Step::Play(0), game.state_after(Color::Black, point).unwrap());
    assert_eq!((root.len(), child.len()), (1, 2));
    assert!(game.state_after(Color::Black, "C1".parse().unwrap()).is_none());
}

#[test]
fn keys_of_both_widths_are_shared() {
    shares::<u64>();
    shares::<u128>();
}
