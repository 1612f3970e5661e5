//! Repetitions and illegal moves of a recorded game.

use zobrist_go::sgf::{Fault as SgfFault, Node, Record};
use zobrist_go::{Board, Color, Game, Move, PlaceError, PlayError, Point, Rules};

use super::read;

/// A repetition or an illegal move.
pub(crate) struct Fault {
    /// The number of its line: 0 is the main line, the others are numbered as they stand in the
    /// file.
    pub variation: u64,
    /// The number of the move, from 1.
    pub number: u64,
    /// The ply of the position that it made, or of the last one before it if it made none.
    /// Set-ups after the first node are plies, too.
    pub ply: usize,
    /// False if the rest of its line is skipped, since it cannot be played.
    pub is_played: bool,
    pub player: Option<Color>,
    pub point: Option<Point>,
    /// The fault in words.
    pub what: String,
    pub repetition: Option<Repeated>,
}

/// The position that a repetition repeats.
#[derive(Clone, Copy)]
pub(crate) struct Repeated {
    /// The number of the earlier move.
    pub earlier: u64,
    /// Its ply.
    pub earlier_ply: usize,
    /// The plies since.
    pub cycle: u64,
}

/// Replays the main line of a game and all variations, and hands every fault to `report`, in the
/// order of the file.
///
/// # Errors
/// When no board has the size of the game.
pub(crate) fn for_each_fault(
    record: &Record,
    rules: Rules,
    report: impl FnMut(Fault),
) -> Result<(), String> {
    Replay::check(record, rules, report)
}

/// The line from the beginning of a game to where the replay is.
struct Replay<'a, F> {
    record: &'a Record,
    game: Game,
    /// The nodes on the line, with the number of plies before each of them.
    path: Vec<(u32, u32)>,
    /// The plies that are no moves.
    set_ups: Vec<usize>,
    variation: u64,
    report: &'a mut F,
}

impl<F: FnMut(Fault)> Replay<'_, F> {
    fn check(record: &Record, rules: Rules, mut report: F) -> Result<(), String> {
        let board = Board::new(record.width, record.height).map_err(|error| error.to_string())?;
        let mut replay = Replay {
            record,
            game: Game::of(board, Color::Black, rules),
            path: Vec::new(),
            set_ups: Vec::new(),
            variation: 0,
            report: &mut report,
        };
        // Nodes below a stone placed on another are skipped. They come right after their node.
        let mut lost: Option<usize> = None;
        for (number, node) in record.nodes().enumerate() {
            // The first child of a node goes on with its line.
            let is_first = node.parent.is_none_or(|parent| parent + 1 == number);
            replay.variation += u64::from(!is_first);
            lost = lost.filter(|lost| node.parent.is_some_and(|parent| parent >= *lost));
            if lost.is_none() {
                replay.back_to(node.parent);
                lost = (!replay.enter(number, node)).then_some(number);
            }
        }
        Ok(())
    }

    /// Takes back all moves that do not lead to a node.
    fn back_to(&mut self, parent: Option<usize>) {
        let is_beside = |node: u32| Some(node as usize) != parent;
        while let Some((_, plies)) = self.path.pop_if(|(node, _)| is_beside(*node)) {
            while self.game.ply() > plies as usize {
                self.game.undo();
            }
        }
        let ply = self.game.ply();
        while self.set_ups.pop_if(|set_up| *set_up > ply).is_some() {}
    }

    /// Returns the number of moves up to a ply.
    fn moves(&self, ply: usize) -> u64 {
        (ply - self.set_ups.partition_point(|set_up| *set_up <= ply)) as u64
    }

    /// Sets up and plays what a node says; `false` when that cannot be done.
    fn enter(&mut self, number: usize, node: Node) -> bool {
        let plies = self.game.ply();
        self.path.push((number as u32, plies as u32));
        if let Err(error) = node.set_up_on(&mut self.game) {
            return self.fault(None, None, error.to_string(), None, false);
        }
        // The stones of the first node are on the board when the game begins.
        if self.game.ply() > plies {
            self.set_ups.push(self.game.ply());
        }
        if !node.moves.iter().all(|(color, played)| self.play(*color, *played)) {
            return false;
        }
        let Some(fault) = node.fault else { return true };
        let what = match &fault.fault {
            SgfFault::OffBoard(got) => format!("off board: {got}"),
            fault => format!("node {number}: {fault}"),
        };
        self.fault(read::unread_move(fault), None, what, None, false)
    }

    fn play(&mut self, color: Color, played: Move) -> bool {
        self.record.begin_with(color, &mut self.game);
        if let Move::Play(point) = played {
            let faulty = self.game.check(color, point).err();
            let repetition = match faulty {
                Some(PlayError::Repeats { repetition, .. }) => Some(Repeated {
                    earlier: self.moves(repetition.earlier),
                    earlier_ply: repetition.earlier,
                    cycle: repetition.cycle as u64,
                }),
                _ => None,
            };
            let what = match faulty {
                None => None,
                Some(PlayError::Repeats { .. }) => Some("repetition".to_owned()),
                Some(PlayError::Suicide { .. }) => Some("suicide".to_owned()),
                Some(PlayError::Place(PlaceError::Occupied { .. })) => Some("occupied".to_owned()),
                Some(error) => Some(error.to_string()),
            };
            if let Some(what) = what {
                let is_played = !matches!(faulty, Some(PlayError::Place(_)));
                self.fault(Some(color), Some(point), what, repetition, is_played);
            }
        }
        self.game.force(color, played).is_ok()
    }

    fn fault(
        &mut self,
        player: Option<Color>,
        point: Option<Point>,
        what: String,
        repetition: Option<Repeated>,
        is_played: bool,
    ) -> bool {
        let before = self.moves(self.game.ply());
        let (variation, number) = (self.variation, before + u64::from(player.is_some()));
        let ply = self.game.ply() + usize::from(is_played);
        let fault = Fault { variation, number, ply, is_played, player, point, what, repetition };
        (self.report)(fault);
        false
    }
}
