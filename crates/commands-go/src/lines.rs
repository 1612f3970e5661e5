//! Positions along the lines of recorded games.

use zobrist::Changes;
use zobrist_go::sgf::Record;
use zobrist_go::{Board, Color, Game, GoKey, Move, Rule, Rules, Suicide, Trust};
use zobrist_go_games::read::unread_move;
use zobrist_go_games::refusal::Refusal;
use zobrist_go_games::walk::Walk;

/// A position of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    /// The number of its line: 0 is the main line, the others are numbered as they stand in the
    /// file.
    pub(crate) variation: u64,
    /// The number of moves before it on its line.
    pub(crate) moves: u64,
    /// True for stones that were set up after that move. They have no row of their own in lists of
    /// positions.
    pub(crate) set_up: bool,
}

/// Hands every position of the main line to `visit`, in order: that before the first move, after
/// the nodes that set up stones, that after each move, and those after stones that are set up
/// later. Moves are made as they stand in the record.
///
/// `changes` hears of every stone that comes or goes, and `restart` makes it anew for stones that
/// were set up.
///
/// # Errors
/// When a node cannot be read or played. The positions before it have been visited.
pub(crate) fn main_line<K: GoKey, C: Changes>(
    record: &Record,
    restart: impl Fn(&Board<K>) -> C,
    mut visit: impl FnMut(At, &Board<K>, &C),
) -> Result<(), Refusal> {
    let mut board =
        Board::<K>::with_keys(record.width, record.height).map_err(|error| error.to_string())?;
    let mut changes = restart(&board);
    let mut at = At { variation: 0, moves: 0, set_up: false };
    let mut begun = false;
    let mut line = record.main_line().peekable();
    while let Some(number) = line.next() {
        let node = record.node(number);
        // The position before a move is known even if the move cannot be read.
        let unread = node.fault.and_then(unread_move);
        if let Some(fault) = node.fault
            && unread.is_none()
        {
            return Err(fault.into());
        }
        if !node.set_up.is_empty() {
            let stones = node.stones_after(&board);
            board.set_up(stones).map_err(|error| format!("node {number}: {error}"))?;
            changes = restart(&board);
            if begun {
                visit(At { set_up: true, ..at }, &board, &changes);
            }
        }
        let is_last = line.peek().is_none();
        if !begun && (is_last || unread.is_some() || !node.moves.is_empty()) {
            visit(at, &board, &changes);
            begun = true;
        }
        if let Some(fault) = node.fault {
            return Err(fault.into());
        }
        for (color, played) in node.moves {
            at.moves += 1;
            if let Move::Play(point) = played {
                board
                    .place_recording(*color, *point, &mut changes)
                    .map_err(|error| format!("move {}: {error}", at.moves))?;
            }
            visit(at, &board, &changes);
        }
    }
    Ok(())
}

/// Hands every position of all lines to `visit`, in the order of the file. One that several lines
/// have in common is visited once, in the first of them. Otherwise as [`main_line`]; a fault ends
/// its line, and the others go on.
///
/// # Errors
/// The first fault, after all positions that can be reached have been visited.
pub(crate) fn all_lines<K: GoKey>(
    record: &Record,
    mut visit: impl FnMut(At, &Board<K>),
) -> Result<(), Refusal> {
    let board =
        Board::<K>::with_keys(record.width, record.height).map_err(|error| error.to_string())?;
    let rules = Rules::new(Rule::SimpleKo, Suicide::Allowed);
    let mut game = Game::with_proof(board, Color::Black, rules, Trust);
    let mut refused = Ok(());
    let mut walk = Walk::<Variation>::default();
    for (number, node) in record.nodes().enumerate() {
        if !walk.enter(number, &node, &mut game) {
            continue;
        }
        let variation = walk.variation;
        let Variation { mut moves, mut begun } = *walk.state();
        let entered = (|| -> Result<(), Refusal> {
            let unread = node.fault.and_then(unread_move);
            if let Some(fault) = node.fault
                && unread.is_none()
            {
                return Err(fault.into());
            }
            node.set_up_on(&mut game).map_err(|error| format!("node {number}: {error}"))?;
            let at = |moves: u64| At { variation, moves, set_up: false };
            let has_next = number + 1 < record.nodes().len();
            // A sibling may have shown the position before its own set-up.
            begun &= moves > 0 || node.set_up.is_empty();
            if begun && !node.set_up.is_empty() {
                visit(At { set_up: true, ..at(moves) }, game.board());
            }
            let is_last = !has_next || record.node(number + 1).parent != Some(number);
            if !begun && (is_last || unread.is_some() || !node.moves.is_empty()) {
                visit(at(moves), game.board());
                begun = true;
                // It is also that of the nodes before, as long as nothing is set up after them.
                let mut child = node;
                for before in walk.path.iter_mut().rev().skip(1) {
                    if !child.set_up.is_empty() {
                        break;
                    }
                    before.state.begun = true;
                    child = record.node(before.node);
                }
            }
            if let Some(fault) = node.fault {
                return Err(fault.into());
            }
            for (color, played) in node.moves {
                moves += 1;
                game.force(*color, *played).map_err(|error| format!("move {moves}: {error}"))?;
                visit(at(moves), game.board());
            }
            Ok(())
        })();
        *walk.state() = Variation { moves, begun };
        if let Err(refusal) = entered {
            walk.lose();
            refused = refused.and(Err(refusal));
        }
    }
    refused
}

/// A line up to the end of a node.
#[derive(Clone, Copy, Default)]
struct Variation {
    moves: u64,
    /// True if the position before the first move has been visited.
    begun: bool,
}
