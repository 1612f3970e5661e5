//! Follows a game, and collects what it finds in it.

use shakmaty::{Move, Outcome};
use zobrist::Hasher;
use zobrist_chess::Zobrist;

use super::finding::{Finding, FindingType, Wanted};
use super::rules::{
    End, FIFTY_MOVES, FIVEFOLD, Repetitions, SEVENTY_FIVE_MOVES, THREEFOLD, plies_without_progress,
};
use crate::game_error::GameError;
use crate::game_visitor::GameVisitor;
use crate::hashable::HashablePosition;
use crate::hashed::Hashed;
use crate::pgn::PgnError;
use crate::result_tag::GameResultTag;

/// The scheme whose hashes tell positions apart: it distinguishes castling rooks and all that
/// variants add, and an en passant square counts if the capture is legal. (In Atomic, python-chess
/// counts a capture en passant that explodes the own king, which is illegal.)
pub(super) type Scheme = Zobrist<u128>;

/// The game that is being checked.
#[derive(Debug)]
pub(super) struct CheckedGame {
    repetitions: Repetitions,
    findings: Vec<Finding>,
    /// The types that findings may have.
    wanted: Wanted,
    result: GameResultTag,
    has_repaired_start: bool,
    /// Number of plies so far.
    plies: usize,
    /// Number of times that the last position has occurred.
    count: usize,
    /// The first position in which the game was over.
    end: Option<(usize, End)>,
    /// The end in the last position.
    last: Option<(usize, End)>,
}

impl CheckedGame {
    pub(super) fn new() -> CheckedGame {
        CheckedGame {
            repetitions: Repetitions::new(),
            findings: Vec::new(),
            wanted: Wanted::of(&FindingType::BY_DEFAULT),
            result: GameResultTag::default(),
            has_repaired_start: false,
            plies: 0,
            count: 0,
            end: None,
            last: None,
        }
    }

    /// Finds only these types from now on.
    pub(super) fn look_for(&mut self, wanted: Wanted) {
        self.wanted = wanted;
    }

    /// Forgets the game before.
    pub(super) fn clear(&mut self) {
        self.repetitions.clear();
        self.findings.clear();
        self.plies = 0;
        self.has_repaired_start = false;
        (self.result, self.end, self.last) = (GameResultTag::default(), None, None);
    }

    /// The findings so far.
    pub(super) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// True if something was left out of the `FEN`.
    pub(super) fn has_repaired_start(&self) -> bool {
        self.has_repaired_start
    }

    /// The result that the game gives.
    pub(super) fn result(&self) -> GameResultTag {
        self.result
    }

    /// Number of plies so far.
    pub(super) fn plies(&self) -> usize {
        self.plies
    }

    /// Adds a finding, unless the game has one of its type already.
    fn find(
        &mut self,
        finding_type: FindingType,
        ply: usize,
        detail: impl FnOnce(&Repetitions) -> String,
    ) {
        if self.wanted.has(finding_type)
            && self.findings.iter().all(|finding| finding.finding_type != finding_type)
        {
            let detail = detail(&self.repetitions);
            self.findings.push(Finding { finding_type, ply, detail });
        }
    }

    /// Takes a move, good or bad, that leads to a ply.
    #[inline]
    fn moved(&mut self, ply: usize) {
        if let Some((end_ply, end)) = self.end {
            self.find(FindingType::AfterTheEnd, ply, |_| format!("{end} at ply {end_ply}"));
        }
    }

    /// Takes a bad move. A word that is not a move is no move after the end.
    pub(super) fn bad_move(&mut self, fault: &PgnError) {
        let ply = fault.plies + 1;
        if matches!(fault.error, GameError::Move { .. }) {
            self.moved(ply);
        }
        self.find(FindingType::IllegalMove, ply, |_| fault.to_string());
    }

    /// Adds findings of other types, in the order of their plies.
    pub(super) fn add(&mut self, findings: Vec<Finding>) {
        self.findings.extend(findings);
        self.findings.sort_by_key(|finding| finding.ply);
    }

    /// Compares the result with the last position.
    pub(super) fn compare_result(&mut self) {
        if let (Some((ply, end)), Outcome::Known(result)) = (self.last, self.result.result())
            && end.outcome() != result
        {
            let expected = end.outcome();
            let detail = |_: &Repetitions| format!("expected {expected} ({end}), got {result}");
            self.find(FindingType::WrongResult, ply, detail);
        }
    }

    /// Adds the findings about the plies without a capture or a pawn move.
    #[cold]
    fn find_long_without_progress(
        &mut self,
        ply: usize,
        plies: u32,
        position: &impl HashablePosition,
    ) {
        if position.legal_moves().is_empty() {
            return;
        }
        let detail = |_: &Repetitions| format!("{plies} plies without a capture or a pawn move");
        self.find(FindingType::FiftyMoves, ply, detail);
        if plies >= SEVENTY_FIVE_MOVES {
            self.find(FindingType::SeventyFiveMoves, ply, detail);
        }
    }
}

impl GameVisitor<Scheme, Hasher<Scheme>> for CheckedGame {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"Result" {
            self.result.tag(value);
        }
    }

    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        hashed: &Hashed<Scheme, P>,
    ) {
        self.moved(ply);
        self.plies = ply;
        let position = hashed.position();
        let clock = plies_without_progress(position);
        // No position before a capture or a pawn move recurs, but in Crazyhouse, where pieces
        // return.
        let first = clock.map_or(0, |plies| ply.saturating_sub(plies as usize));
        self.count = self.repetitions.push(first, hashed.hash());
        if self.count >= THREEFOLD {
            self.find(FindingType::Threefold, ply, Repetitions::plies);
        }
        if self.count >= FIVEFOLD {
            self.find(FindingType::Fivefold, ply, Repetitions::plies);
        }
        if let Some(plies) = clock.filter(|plies| *plies >= FIFTY_MOVES) {
            self.find_long_without_progress(ply, plies, position);
        }
        if self.end.is_none() {
            // If there are no legal moves, this is the last position, which is judged again.
            self.end = End::with_legal_moves(position, self.count).map(|end| (ply, end));
        }
    }

    fn last_position<P: HashablePosition>(&mut self, ply: usize, hashed: &Hashed<Scheme, P>) {
        self.last = End::of(hashed.position(), self.count).map(|end| (ply, end));
        if self.end.is_none_or(|(end_ply, _)| end_ply == ply) {
            self.end = self.last;
        }
    }

    fn repaired_start(&mut self) {
        self.has_repaired_start = true;
    }

    fn result(&mut self, result: Outcome) {
        self.result.end(result);
    }
}
