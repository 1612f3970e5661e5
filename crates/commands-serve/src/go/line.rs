//! Positions of one line of a game: the stones that each ply puts and takes, and the hashes.

use std::collections::BTreeMap;

use serde::Serialize;
use zobrist_go::sgf::Record;
use zobrist_go::{Board, Color, Game, Move, Point, Rules};

/// Largest number of plies of a line that are served.
const MAX_PLIES: usize = 10_000;

/// The line that leads to the end of a variation.
#[derive(Debug, Serialize)]
pub(super) struct GameLine {
    /// The stones before the first ply.
    setup: Stones,
    /// The hash of that position.
    hash: String,
    plies: Vec<Ply>,
    /// True if more plies follow than are served.
    is_cut: bool,
}

/// Names of points, by the colors of their stones.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Stones {
    black: Vec<String>,
    white: Vec<String>,
}

/// A move, a pass, or stones that are set up during the game.
#[derive(Debug, Serialize)]
struct Ply {
    /// The number of the move; `None` for stones that are set up.
    #[serde(rename = "move")]
    number: Option<u64>,
    player: Option<String>,
    /// The name of a point, or `pass`.
    point: Option<String>,
    /// The stones that this position has and the one before it has not.
    put: Stones,
    /// The stones that the one before it has and this one has not.
    taken: Stones,
    hash: String,
}

impl GameLine {
    /// The line of a variation, as far as it can be played; `None` if there is no such variation.
    pub(super) fn of(record: &Record, variation: u64, rules: Rules) -> Option<GameLine> {
        let mut game = Game::new(record.width, record.height, rules).ok()?;
        let nodes = nodes_of(record, variation)?;
        let mut line = GameLine {
            setup: Stones::default(),
            hash: String::new(),
            plies: Vec::new(),
            is_cut: false,
        };
        let mut moves = 0;
        let mut before = stones(&game);
        let mut begun = false;
        'nodes: for number in nodes {
            let node = record.node(number);
            let ply = game.ply();
            if node.set_up_on(&mut game).is_err() {
                break;
            }
            if number == 0 {
                // The stones of the first node make no ply.
                before = stones(&game);
                line.begin(&game, &before);
                begun = true;
            }
            if game.ply() > ply && !line.push(None, None, None, &game, &mut before) {
                break;
            }
            for (color, played) in node.moves {
                record.begin_with(*color, &mut game);
                if game.force(*color, *played).is_err() {
                    break 'nodes;
                }
                moves += 1;
                if !line.push(Some(moves), Some(*color), Some(*played), &game, &mut before) {
                    break 'nodes;
                }
            }
            if node.fault.is_some() {
                break;
            }
        }
        if !begun {
            line.begin(&game, &before);
        }
        Some(line)
    }

    /// The position at a ply, on a board of this size; `None` if the line has no such ply.
    pub(super) fn board(&self, (width, height): (usize, usize), ply: usize) -> Option<Board> {
        let mut stones: BTreeMap<&str, Color> = self.setup.colored().collect();
        for ply in self.plies.get(..ply)? {
            for (point, _) in ply.taken.colored() {
                stones.remove(point);
            }
            stones.extend(ply.put.colored());
        }
        let mut board = Board::new(width, height).ok()?;
        let stones = stones.into_iter().map(|(point, color)| Some((color, point.parse().ok()?)));
        board.set_up(stones.collect::<Option<Vec<(Color, Point)>>>()?).ok()?;
        Some(board)
    }

    /// The ply of the position after some moves and the stones that are set up after them: that
    /// before the next move, or the last.
    pub(super) fn ply_after(&self, moves: u64) -> usize {
        let next = self.plies.iter().position(|ply| ply.number == Some(moves + 1));
        next.unwrap_or(self.plies.len())
    }

    fn begin(&mut self, game: &Game, before: &[Option<Color>]) {
        self.setup = Stones::named(game, |index| before[index]);
        self.hash = hash(game);
    }

    /// Adds the ply that the game has just made; `false` if there are too many.
    fn push(
        &mut self,
        number: Option<u64>,
        player: Option<Color>,
        played: Option<Move>,
        game: &Game,
        before: &mut Vec<Option<Color>>,
    ) -> bool {
        if self.plies.len() == MAX_PLIES {
            self.is_cut = true;
            return false;
        }
        let after = stones(game);
        let changed = |from: &[Option<Color>], to: &[Option<Color>], index: usize| {
            to[index].filter(|_| from[index] != to[index])
        };
        self.plies.push(Ply {
            number,
            player: player.map(|player| player.to_string()),
            point: played.map(|played| played.to_string()),
            put: Stones::named(game, |index| changed(before, &after, index)),
            taken: Stones::named(game, |index| changed(&after, before, index)),
            hash: hash(game),
        });
        *before = after;
        true
    }
}

impl Stones {
    fn colored(&self) -> impl Iterator<Item = (&str, Color)> {
        let black = self.black.iter().map(|name| (&**name, Color::Black));
        black.chain(self.white.iter().map(|name| (&**name, Color::White)))
    }

    /// Names the points that have a color.
    fn named(game: &Game, color: impl Fn(usize) -> Option<Color>) -> Stones {
        let mut stones = Stones::default();
        for (index, point) in game.board().points().enumerate() {
            match color(index) {
                Some(Color::Black) => stones.black.push(point.to_string()),
                Some(Color::White) => stones.white.push(point.to_string()),
                None => {}
            }
        }
        stones
    }
}

/// The stones of a board, row by row from A1.
fn stones(game: &Game) -> Vec<Option<Color>> {
    game.board().points().map(|point: Point| game.board().stone(point)).collect()
}

fn hash(game: &Game) -> String {
    format!("{:016x}", game.board().hash())
}

/// The number of variations of a game, without its main line.
pub(super) fn variations(record: &Record) -> u64 {
    starts(record).count() as u64 - 1
}

/// The nodes at which lines begin to be their own: the first node, and every later child.
fn starts(record: &Record) -> impl Iterator<Item = usize> {
    record
        .nodes()
        .enumerate()
        .filter(|(number, node)| node.parent.is_none_or(|parent| parent + 1 != *number))
        .map(|(number, _)| number)
}

/// The nodes of the line of a variation, from the first one.
fn nodes_of(record: &Record, variation: u64) -> Option<Vec<usize>> {
    let start = starts(record).nth(usize::try_from(variation).ok()?)?;
    let parent = |number: &usize| record.node(*number).parent;
    let mut nodes: Vec<usize> = std::iter::successors(Some(start), parent).collect();
    nodes.reverse();
    // The first child of a node comes right after it.
    let follows = |number: &usize| {
        let next = *number + 1;
        (next < record.nodes().len() && record.node(next).parent == Some(*number)).then_some(next)
    };
    nodes.extend(std::iter::successors(follows(&start), follows));
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use zobrist_go::sgf;
    use zobrist_go_games::faults::{Standard, for_each_fault};
    use zobrist_go_games::read::Game;

    use super::*;

    /// Checks that the stones put and taken lead from each position to the next, by its hash, and
    /// returns the plies.
    fn followed(game: &str, variation: u64) -> Vec<Ply> {
        let record = sgf::read(game.as_bytes()).unwrap();
        let line = GameLine::of(&record, variation, Rules::default()).unwrap();
        let mut stones: BTreeMap<String, Color> = BTreeMap::new();
        let colored = |stones: &Stones| {
            let named = |color| move |name: &String| (name.clone(), color);
            let black = stones.black.iter().map(named(Color::Black)).collect::<Vec<_>>();
            black
                .into_iter()
                .chain(stones.white.iter().map(named(Color::White)).collect::<Vec<_>>())
        };
        let check = |stones: &BTreeMap<String, Color>, hash: &str| {
            let mut board = Board::new(record.width, record.height).unwrap();
            let points = stones.iter().map(|(name, color)| (*color, name.parse().unwrap()));
            board.set_up(points).unwrap();
            assert_eq!(format!("{:016x}", board.hash()), hash);
        };
        stones.extend(colored(&line.setup));
        check(&stones, &line.hash);
        for ply in &line.plies {
            for (name, color) in colored(&ply.taken) {
                assert_eq!(stones.remove(&name), Some(color), "{name}");
            }
            for (name, color) in colored(&ply.put) {
                assert_eq!(stones.insert(name.clone(), color), None, "{name}");
            }
            check(&stones, &ply.hash);
        }
        for (at, ply) in line.plies.iter().enumerate() {
            let board = line.board((record.width, record.height), at + 1).unwrap();
            assert_eq!(format!("{:016x}", board.hash()), ply.hash);
        }
        assert!(line.board((record.width, record.height), line.plies.len() + 1).is_none());
        line.plies
    }

    /// Handicap, a capture, a pass, stones set up during the game, suicide, and variations.
    const GAME: &str = "(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec];B[dc];W[cc];B[];AW[aa]AE[ec]\
        (;W[ae];B[be](;W[ad];B[bd])(;W[ee];B[ed]))(;B[ba];W[ea]))";

    #[test]
    fn stones_put_and_taken_lead_from_ply_to_ply() {
        let plies = followed(GAME, 0);
        let numbers: Vec<Option<u64>> = plies.iter().map(|ply| ply.number).collect();
        assert_eq!(numbers, [1, 2, 3, 0, 4, 5, 6, 7].map(|number| Some(number).filter(|n| *n > 0)));
        assert_eq!(plies[1].taken, Stones { black: vec!["D3".into()], white: vec![] });
        assert_eq!(plies[2].point.as_deref(), Some("pass"));
        assert_eq!((plies[3].player.as_deref(), plies[3].put.white.len()), (None, 1));
        assert_eq!(followed(GAME, 1).len(), 8);
        assert_eq!(followed(GAME, 2).len(), 6);
        assert_eq!(variations(&sgf::read(GAME.as_bytes()).unwrap()), 2);
        assert!(GameLine::of(&sgf::read(GAME.as_bytes()).unwrap(), 3, Rules::default()).is_none());
        followed("(;SZ[4]AW[ca][ab][bb]AB[aa];B[ba])", 0);
        followed("(;SZ[3]AW[ba][ab];B[aa])", 0);
    }

    /// Stones that are set up after a move belong to its position.
    #[test]
    fn positions_have_the_ply_before_the_next_move() {
        let game = "(;SZ[9];AB[aa];W[bb];AW[cc];B[dd];AB[ee])";
        let record = sgf::read(game.as_bytes()).unwrap();
        let line = GameLine::of(&record, 0, Rules::default()).unwrap();
        assert_eq!([0, 1, 2].map(|moves| line.ply_after(moves)), [1, 3, 5]);
    }

    /// Faults before the first move, and after the last.
    #[test]
    fn faults_of_no_move_are_at_the_ply_that_is_there() {
        let found = |text: &'static str| {
            let entry = sgf::games(text.as_bytes()).next().unwrap().unwrap();
            let game = Game { file: "a.sgf", number: 1, encoding: encoding_rs::UTF_8, entry };
            let standard = Standard { rules: Rules::default(), results: true };
            let mut found = Vec::new();
            for_each_fault(&game, standard, |fault| found.push((fault.number, fault.ply))).unwrap();
            found
        };
        assert_eq!(found("(;SZ[9]HA[2];W[aa])"), [(0, 0)]);
        let settled = "(;SZ[6:4]KM[0.5]RE[B+9]AB[ab][ba:bd][ca:cd]AW[da:ed][fb];W[];B[])";
        assert_eq!(found(settled), [(2, 2)]);
    }

    /// The ply of a fault has its move, and the ply that it repeats has its hash.
    #[test]
    fn faults_are_at_their_plies() {
        let game = "(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];AE[aa];W[cc];B[dc](;W[aa];B[ab])\
            (;W[cc];B[cc]))";
        let entry = sgf::games(game.as_bytes()).next().unwrap().unwrap();
        let game = Game { file: "a.sgf", number: 1, encoding: encoding_rs::UTF_8, entry };
        let mut found = Vec::new();
        for_each_fault(&game, Rules::default().into(), |fault| {
            let line = GameLine::of(&game.entry.record, fault.variation, Rules::default()).unwrap();
            if let Some(repeated) = fault.repetition {
                let ply = &line.plies[fault.ply - 1];
                assert_eq!(ply.number, Some(fault.number));
                assert_eq!(ply.point, fault.point.map(|point| point.to_string()));
                assert_eq!(line.plies[repeated.earlier_ply - 1].hash, ply.hash);
                assert_eq!(fault.ply - repeated.earlier_ply, repeated.cycle as usize);
            } else {
                assert_eq!((fault.is_played, fault.ply), (false, line.plies.len()));
            }
            found.push((fault.variation, fault.number, fault.what));
        })
        .unwrap();
        let found: Vec<_> = found.iter().map(|(line, at, what)| (*line, *at, &**what)).collect();
        assert_eq!(found, [(0, 3, "repetition"), (1, 4, "repetition"), (1, 5, "occupied")]);
    }
}
