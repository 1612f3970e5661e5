//! Ladders: chases in which every move of the chaser is an atari.

use crate::board::{Board, Chain};
use crate::color::Color;
use crate::game::{Game, Move};
use crate::point::Point;
use crate::rules::{Rules, Suicide};
use crate::scheme::GoKey;

/// The most moves that are tried for one ladder. The ladders of games need some hundreds.
const MAX_TRIED: usize = 1 << 20;

/// A move with its player.
type Played = (Color, Point);

impl<K: GoKey> Board<K> {
    /// Returns true if the player who does not own the chain at `target` moves first and captures
    /// it by ataris alone: a ladder, with its breakers, and with chasers that are captured on the
    /// way.
    ///
    /// Suicide and repetitions of the positions on the way are forbidden, so that every ladder
    /// ends; earlier positions of a game do not matter. False for a chain with more than two
    /// liberties, and for an empty point or one off the board.
    ///
    /// The chase is followed move by move, on a copy of the board. A chain whose ladder is not read
    /// after 2^20 moves is said to escape.
    ///
    /// ```
    /// use zobrist_go::{Board, Color};
    ///
    /// let mut board = Board::new(19, 19)?;
    /// for (color, point) in [
    ///     (Color::Black, "C4"),
    ///     (Color::Black, "D3"),
    ///     (Color::Black, "E3"),
    ///     (Color::White, "D4"),
    /// ] {
    ///     board.place(color, point.parse()?)?;
    /// }
    /// assert!(board.is_ladder_captured("D4".parse()?));
    /// let moves = board.ladder_moves("D4".parse()?).unwrap();
    /// assert_eq!(moves[0].0, Color::Black);
    ///
    /// board.place(Color::White, "Q16".parse()?)?; // a breaker
    /// assert!(!board.is_ladder_captured("D4".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_ladder_captured(&self, target: Point) -> bool {
        self.ladder_moves(target).is_some()
    }

    /// Returns the moves of a ladder that captures the chain at `target`, from the first atari to
    /// the capture; `None` if [`is_ladder_captured`](Board::is_ladder_captured) is false. Each move
    /// of the chaser is the first that works, and each of the runner the one that holds out
    /// longest against these. A runner that has no legal move passes, which is left out.
    #[must_use]
    pub fn ladder_moves(&self, target: Point) -> Option<Vec<(Color, Point)>> {
        let runner = self.stone(target)?;
        let rules = Rules::new(Rules::default().ko, Suicide::Forbidden);
        let mut reader = Reader { game: Game::of(self.clone(), !runner, rules), target, tried: 0 };
        let mut line = reader.capture()?;
        line.reverse();
        Some(line)
    }
}

/// A ladder that is read.
struct Reader<K: GoKey> {
    game: Game<K>,
    target: Point,
    tried: usize,
}

impl<K: GoKey> Reader<K> {
    fn chain(&self) -> Chain<'_, K> {
        self.game.board().chain(self.target).expect("the target has a stone")
    }

    /// Makes a move, and takes it back after `read`. Without a result if it is not legal, or too
    /// many moves were tried.
    fn after<T>(&mut self, (color, point): Played, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.tried += 1;
        if self.tried > MAX_TRIED {
            return None;
        }
        self.game.try_play(color, point)?;
        let result = read(self);
        self.game.undo();
        Some(result)
    }

    /// The moves by which the chaser, who is to move, captures, the last one first.
    fn capture(&mut self) -> Option<Vec<Played>> {
        let chain = self.chain();
        let chaser = !chain.color();
        if chain.has_more_liberties_than(2) {
            return None;
        }
        if let Some(last) = chain.last_liberty() {
            let is_legal = self.game.is_legal(chaser, Move::Play(last));
            return is_legal.then(|| vec![(chaser, last)]);
        }
        let ataris: Vec<Point> = chain.liberties().collect();
        ataris.into_iter().find_map(|atari| {
            let mut line = self.after((chaser, atari), Reader::resist)??;
            line.push((chaser, atari));
            Some(line)
        })
    }

    /// The longest line of the runner, whose chain is in atari, the last move first; `None` if it
    /// escapes: by its last liberty, or by a capture of chasers beside it.
    fn resist(&mut self) -> Option<Vec<Played>> {
        let chain = self.chain();
        let runner = chain.color();
        let last = chain.last_liberty()?;
        let board = self.game.board();
        let beside = chain.stones().flat_map(|stone| board.neighbors(stone));
        let chasers = beside.filter_map(|point| board.chain(point));
        let chasers = chasers.filter(|chaser| chaser.color() != runner);
        let mut moves: Vec<Point> = chasers.filter_map(Chain::last_liberty).chain([last]).collect();
        moves.sort_unstable();
        moves.dedup();
        // A runner that does nothing is captured at once.
        let mut longest = vec![(!runner, last)];
        for point in moves {
            let line = self.after((runner, point), Reader::capture);
            if self.tried > MAX_TRIED {
                return None;
            }
            // A move that is not legal saves nothing.
            let Some(line) = line else { continue };
            let mut line = line?;
            line.push((runner, point));
            if line.len() > longest.len() {
                longest = line;
            }
        }
        Some(longest)
    }
}
