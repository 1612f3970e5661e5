//! Replay of records.

use core::fmt::{self, Display};
use std::collections::BTreeMap;

use super::error::SgfError;
use super::record::{Node, Record};
use crate::board::{Board, BoardSizeError, PlaceError, SetUpError};
use crate::color::Color;
use crate::game::Game;
use crate::point::Point;
use crate::proof::Proof;
use crate::rules::Rules;
use crate::scheme::GoKey;

impl Record {
    /// Returns the numbers of the nodes of the main line: the first node, its first child, the
    /// first child of that, to the end. A record without nodes has none.
    ///
    /// ```
    /// use zobrist_go::sgf::read;
    ///
    /// let record = read(b"(;SZ[9];B[ee](;W[ec](;B[gc])(;B[cg]))(;W[ce]))")?;
    /// assert!(record.main_line().eq([0, 1, 2, 3]));
    /// # Ok::<(), zobrist_go::sgf::SgfError>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        let mut last = None;
        // Children come after their parents, so that one pass finds the first of each.
        self.nodes().enumerate().filter_map(move |(number, node)| {
            let follows = number == 0 || node.parent == last;
            follows.then(|| *last.insert(number))
        })
    }

    /// Replays the main line, and returns the game as it then stands.
    ///
    /// Stones set up in the first node are there when the game begins; those set up later make a
    /// ply. If the first node does not say whose turn it is, it is that of the player who makes the
    /// first move; if there is none, and the stones are all black, it is White's: they are a
    /// handicap. Moves are made as they are in the record, in turn or not, including suicide and
    /// repetitions that the rules forbid; [`Game::check`], [`Node::set_up_on`] and
    /// [`begin_with`](Record::begin_with) are for callers that judge each move.
    ///
    /// ```
    /// use zobrist_go::sgf::read;
    /// use zobrist_go::{Color, Game, PlayError, Rules};
    ///
    /// let record = read(b"(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc])")?;
    /// let game = record.game(Rules::default())?;
    /// assert_eq!((game.ply(), game.to_move()), (2, Color::Black));
    /// let back = game.check(Color::Black, "D3".parse()?);
    /// assert!(matches!(back, Err(PlayError::Repeats { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When no board has the size of the record, or a node on the line has a fault, sets up stones
    /// that cannot stand, or has a move to a point that is occupied or off the board.
    pub fn game(&self, rules: Rules) -> Result<Game, ReplayError> {
        self.replay(self.main_line(), rules)
    }

    /// Replays the line that leads to a node, and returns the game as it stands after it: like
    /// [`game`](Record::game), which replays the main line.
    ///
    /// ```
    /// use zobrist_go::Rules;
    /// use zobrist_go::sgf::read;
    ///
    /// let record = read(b"(;SZ[9];B[ee](;W[ec])(;W[ce];B[gc]))")?;
    /// let game = record.game_at(4, Rules::default())?;
    /// assert!(game.board().stones().map(|(_, point)| point.to_string()).eq(["C5", "E5", "G7"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`game`](Record::game).
    ///
    /// # Panics
    /// When there is no such node.
    pub fn game_at(&self, node: usize, rules: Rules) -> Result<Game, ReplayError> {
        let parent = |number: &usize| self.node(*number).parent;
        let mut line: Vec<usize> = core::iter::successors(Some(node), parent).collect();
        line.reverse();
        self.replay(line.into_iter(), rules)
    }

    /// Sets the player who makes the first move of a game that has only begun, if the first node
    /// does not name one; later, nothing happens.
    ///
    /// The position at the start counts as left by the other player, which matters to situational
    /// superko. For callers that replay records move by move.
    ///
    /// ```
    /// use zobrist_go::sgf::read;
    /// use zobrist_go::{Color, Game, Rules};
    ///
    /// let record = read(b"(;SZ[9]AB[ee]AW[ec];W[gc])")?;
    /// let mut game = Game::new(9, 9, Rules::default())?;
    /// record.node(0).set_up_on(&mut game)?;
    /// assert_eq!(game.to_move(), Color::Black);
    /// record.begin_with(Color::White, &mut game);
    /// assert_eq!((game.to_move(), game.ply(), game.board().stone_count()), (Color::White, 0, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_with<K: GoKey, P: Proof<K>>(&self, color: Color, game: &mut Game<K, P>) {
        let is_named = self.nodes().next().is_some_and(|root| root.to_move.is_some());
        if game.ply() == 0 && !is_named && game.to_move() != color {
            let board = game.board().clone();
            game.restart(&board, color);
        }
    }

    fn replay(&self, line: impl Iterator<Item = usize>, rules: Rules) -> Result<Game, ReplayError> {
        let mut game = Game::new(self.width, self.height, rules).map_err(ReplayError::Size)?;
        for number in line {
            let node = self.node(number);
            if let Some(fault) = node.fault {
                return Err(ReplayError::Fault(fault.clone()));
            }
            let set_up = node.set_up_on(&mut game);
            set_up.map_err(|error| ReplayError::SetUp { node: number, error })?;
            for (color, played) in node.moves {
                self.begin_with(*color, &mut game);
                let done = game.force(*color, *played);
                done.map_err(|error| ReplayError::Place { node: number, error })?;
            }
        }
        Ok(game)
    }
}

impl Node<'_> {
    /// Returns the stones on a board after this node has set up its points, row by row from A1. If
    /// it sets up a point twice, the last counts.
    ///
    /// ```
    /// use zobrist_go::sgf::read;
    /// use zobrist_go::Board;
    ///
    /// let board: Board = "
    ///     X . O
    ///     X O .
    /// ".parse()?;
    /// let record = read(b"(;SZ[3:2];AE[aa]AW[ca]AB[cb])")?;
    /// let stones = record.node(1).stones_after(&board);
    /// let names: Vec<_> = stones.iter().map(|(color, at)| format!("{color} {at}")).collect();
    /// assert_eq!(names, ["Black A1", "White B1", "Black C1", "White C2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stones_after<K: GoKey>(&self, board: &Board<K>) -> Vec<(Color, Point)> {
        let stones = board.stones().map(|(color, point)| (point, color));
        let mut stones: BTreeMap<Point, Color> = stones.collect();
        for (point, stone) in self.set_up {
            match stone {
                Some(color) => drop(stones.insert(*point, *color)),
                None => drop(stones.remove(point)),
            }
        }
        stones.into_iter().map(|(point, color)| (color, point)).collect()
    }

    /// Applies to a game what this node says before its moves: sets up stones, and says whose turn
    /// it is. If it says neither, nothing happens.
    ///
    /// With the first node, one without a parent, the game starts again with these stones. If they
    /// are all black and the node does not say whose turn it is, it is White's. With any other node
    /// this is a ply, like that of [`Game::set_up`]; but if the node has moves and no stones to set
    /// up, nothing happens: a move itself says whose turn it is, and some programs write there
    /// whose turn it is after it. Nor does anything happen if the stones are there already and the
    /// turn is as the node says: a ko that must not be retaken still must not be retaken after
    /// that.
    ///
    /// # Errors
    /// As [`Game::set_up`]; then nothing happens.
    pub fn set_up_on<K: GoKey, P: Proof<K>>(
        &self,
        game: &mut Game<K, P>,
    ) -> Result<(), SetUpError> {
        let moves_decide = self.parent.is_some() && !self.moves.is_empty();
        if self.set_up.is_empty() && (self.to_move.is_none() || moves_decide) {
            return Ok(());
        }
        let stones = self.stones_after(game.board());
        if self.parent.is_some() {
            let to_move = self.to_move.unwrap_or(game.to_move());
            if to_move == game.to_move() && stones.iter().copied().eq(game.board().stones()) {
                return Ok(());
            }
            return game.set_up(stones, to_move);
        }
        let handicap = self.set_up.iter().all(|(_, stone)| *stone == Some(Color::Black));
        let next = if handicap { Color::White } else { game.to_move() };
        let mut board = game.board().clone();
        board.set_up(stones)?;
        game.restart(&board, self.to_move.unwrap_or(next));
        Ok(())
    }
}

/// The error of a record that cannot be replayed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplayError {
    /// No board has its size.
    Size(BoardSizeError),
    /// A property of a node could not be read.
    Fault(SgfError),
    /// The stones of a node cannot be set up.
    SetUp {
        /// The number of the node, from 0.
        node: usize,
        /// The error of the stones.
        error: SetUpError,
    },
    /// A stone cannot be put where a move says.
    Place {
        /// The number of the node, from 0.
        node: usize,
        /// The error of the stone.
        error: PlaceError,
    },
}

impl Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Size(error) => error.fmt(f),
            ReplayError::Fault(error) => error.fmt(f),
            ReplayError::SetUp { node, error } => write!(f, "node {node}: {error}"),
            ReplayError::Place { node, error } => write!(f, "node {node}: {error}"),
        }
    }
}

impl core::error::Error for ReplayError {}
