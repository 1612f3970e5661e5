//! Replays the lines of a game, and reports what is wrong where it is.

use zobrist_go::sgf::{Fault as SgfFault, Node, Record};
use zobrist_go::{Board, Color, Game, Move, PlaceError, PlayError, Point, Repetition, Step};

use super::fault::{Comparison, Fault, FaultKind, Repeated, Standard, Uncompared};
use super::handicap;
use super::header::Header;
use super::score::{Judgment, judge};
use crate::read;
use crate::walk::Walk;

/// The line from the beginning of a game to where the replay is.
pub(crate) struct Replay<'a, F> {
    record: &'a Record,
    header: &'a Header,
    game: Game,
    walk: Walk<()>,
    /// The plies that are no moves.
    set_ups: Vec<usize>,
    report: &'a mut F,
}

impl<F: FnMut(Fault)> Replay<'_, F> {
    /// Checks all lines of a game. Returns if its result was compared.
    ///
    /// # Errors
    /// When no board has its size.
    pub(crate) fn check(
        record: &Record,
        header: &Header,
        standard: Standard,
        mut report: F,
    ) -> Result<Comparison, String> {
        let board = Board::new(record.width, record.height).map_err(|error| error.to_string())?;
        let mut replay = Replay {
            record,
            header,
            game: Game::of(board, Color::Black, standard.rules),
            walk: Walk::default(),
            set_ups: Vec::new(),
            report: &mut report,
        };
        if let Some(what) = handicap::missing(record, header.named_handicap) {
            replay.report(true, Finding::of(FaultKind::Handicap, what));
        }
        let last = record.main_line().last();
        let mut comparison = Comparison::NotAsked;
        for (number, node) in record.nodes().enumerate() {
            if replay.walk.enter(number, &node, &mut replay.game) {
                let ply = replay.game.ply();
                while replay.set_ups.pop_if(|set_up| *set_up > ply).is_some() {}
                if !replay.play_node(number, node) {
                    replay.walk.lose();
                }
            }
            if standard.results && Some(number) == last {
                comparison = replay.check_result();
            }
        }
        Ok(comparison)
    }

    /// Returns the number of moves up to a ply.
    fn moves(&self, ply: usize) -> u64 {
        (ply - self.set_ups.partition_point(|set_up| *set_up <= ply)) as u64
    }

    /// Sets up and plays what a node says; `false` when that cannot be done.
    fn play_node(&mut self, number: usize, node: Node) -> bool {
        let plies = self.game.ply();
        if let Err(error) = node.set_up_on(&mut self.game) {
            self.report(false, Finding::of(FaultKind::Node, error.to_string()));
            return false;
        }
        // The stones of the first node are on the board when the game begins.
        if self.game.ply() > plies {
            self.set_ups.push(self.game.ply());
        }
        if !node.moves.iter().all(|(color, played)| self.play(&node, *color, *played)) {
            return false;
        }
        let Some(fault) = node.fault else { return true };
        let (kind, what) = match &fault.fault {
            SgfFault::OffBoard(got) => (FaultKind::OffBoard, format!("off board: {got}")),
            fault => (FaultKind::Node, format!("node {number}: {fault}")),
        };
        let player = read::unread_move(fault);
        self.report(false, Finding { player, ..Finding::of(kind, what) });
        false
    }

    fn play(&mut self, node: &Node, color: Color, played: Move) -> bool {
        self.record.begin_with(color, &mut self.game);
        let point = match played {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        };
        let finding = |kind, what: &str| {
            let found = Finding::of(kind, what.to_owned());
            Finding { player: Some(color), point, ..found }
        };
        if !node.is_forced() && self.is_out_of_turn(node, color) {
            self.report(true, finding(FaultKind::OutOfTurn, "out of turn"));
        }
        match point.map(|point| self.game.check(color, point)) {
            None | Some(Ok(_)) => {}
            Some(Err(PlayError::Place(error))) => {
                let (kind, what) = match error {
                    PlaceError::Occupied { .. } => (FaultKind::Occupied, "occupied".to_owned()),
                    error => (FaultKind::OffBoard, error.to_string()),
                };
                self.report(false, finding(kind, &what));
            }
            Some(Err(_)) if node.is_forced() => {}
            Some(Err(PlayError::Repeats { repetition, .. })) if self.voids(repetition) => {}
            Some(Err(PlayError::Repeats { repetition, .. })) => {
                let repeated = Repeated {
                    earlier: self.moves(repetition.earlier),
                    earlier_ply: repetition.earlier,
                    cycle: repetition.cycle as u64,
                };
                let found = finding(FaultKind::Repetition, "repetition");
                self.report(true, Finding { repetition: Some(repeated), ..found });
            }
            Some(Err(PlayError::Suicide { .. })) => {
                self.report(true, finding(FaultKind::Suicide, "suicide"))
            }
            Some(Err(error)) => self.report(true, finding(FaultKind::Node, &error.to_string())),
        }
        self.game.force(color, played).is_ok()
    }

    /// True if the last move was made by the same player, and nothing says that it is this player's
    /// turn again. Black may put down handicap stones one after the other: as many as `HA` names,
    /// or, without it and on an empty board, those that count as a handicap.
    fn is_out_of_turn(&self, node: &Node, color: Color) -> bool {
        let game = &self.game;
        let last = game.history().get(game.ply()).map(|(step, _)| step);
        let moved_last = matches!(last, Some(Step::Play(player) | Step::Pass(player)) if usize::from(player) == color.index());
        let before = node.parent.map(|parent| self.record.node(parent));
        let is_named =
            [Some(*node), before].into_iter().flatten().any(|node| node.to_move == Some(color));
        let points = self.record.width * self.record.height;
        let handicap = || match self.record.named_handicap() {
            Some(named) => named,
            None if game.board().stones().count() <= game.ply() => self.header.handicap.min(points),
            None => 0,
        };
        let is_handicap =
            || game.ply() < handicap() && game.moves().all(|(player, _)| player == Color::Black);
        moved_last && !is_named && !is_handicap()
    }

    /// True if the record says that this repetition left the game without result. To take back a ko
    /// at once is a fault all the same.
    fn voids(&self, repetition: Repetition) -> bool {
        self.header.is_void && self.walk.variation == 0 && repetition.cycle > 2
    }

    /// Compares the result with the board after two passes, if there is no doubt about the score.
    fn check_result(&mut self) -> Comparison {
        let Some(result) = self.header.result else {
            return Comparison::Impossible(Uncompared::NoMargin);
        };
        let judgment = if self.walk.is_lost() {
            Judgment::Impossible(Uncompared::Unplayable)
        } else if !self.game.is_over() {
            Judgment::Impossible(Uncompared::NotOver)
        } else {
            judge(self.record, self.game.rules().suicide, self.header, result)
        };
        match judgment {
            Judgment::Agrees => {}
            Judgment::Contradicts(score) => {
                let what = format!("result {result}, but the board says {score}");
                self.report(true, Finding::of(FaultKind::Result, what));
            }
            Judgment::Impossible(reason) => return Comparison::Impossible(reason),
        }
        Comparison::Done
    }

    /// Hands on a finding at the next move, if it is one of a player, or else after the last one.
    fn report(&mut self, is_played: bool, finding: Finding) {
        let Finding { kind, player, point, what, repetition } = finding;
        let is_move = player.is_some();
        let number = self.moves(self.game.ply()) + u64::from(is_move);
        let ply = self.game.ply() + usize::from(is_move && is_played);
        let variation = self.walk.variation;
        let fault =
            Fault { kind, variation, number, ply, is_played, player, point, what, repetition };
        (self.report)(fault);
    }
}

/// A fault of a move or a node.
struct Finding {
    kind: FaultKind,
    player: Option<Color>,
    point: Option<Point>,
    what: String,
    repetition: Option<Repeated>,
}

impl Finding {
    /// A finding that belongs to no move.
    fn of(kind: FaultKind, what: String) -> Finding {
        Finding { kind, player: None, point: None, what, repetition: None }
    }
}
