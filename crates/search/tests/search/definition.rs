//! The slow definition: negamax over all moves, without table or pruning.

use zobrist_search::{DECIDED, Game};

/// The value of a position as the same player sees it a ply earlier.
pub(crate) fn earlier(value: i32) -> i32 {
    match value {
        v if v > DECIDED => v - 1,
        v if v < -DECIDED => v + 1,
        v => v,
    }
}

/// The value of a position searched `depth` plies deep. Repetitions are those of the path.
pub(crate) fn negamax<G: Game>(game: &mut G, depth: u32) -> i32 {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() || depth == 0 {
        return game.score();
    }
    let mut best = i32::MIN;
    for m in moves {
        let undo = game.make(m);
        let value = match game.repeated() {
            Some(repeated) => repeated.value.clamp(1 - DECIDED, DECIDED - 1),
            None => negamax(game, depth - 1),
        };
        best = best.max(earlier(-value));
        game.unmake(m, undo);
    }
    best
}

/// The number of paths of `depth` plies.
pub(crate) fn paths<G: Game>(game: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut sum = 0;
    for m in moves {
        let undo = game.make(m);
        sum += paths(game, depth - 1);
        game.unmake(m, undo);
    }
    sum
}
