//! The shortest line from the barest position that shows a fault.

use anyhow::Result;
use shakmaty::{ByColor, Color, EnPassantMode, Move, Position, Role, Setup, Square};

use crate::asking::{difference, example, questions_at};
use crate::fact::EnPassantRule;
use crate::fault::Example;
use crate::lines::Line;
use crate::naming::{Played, Term};
use crate::rules::Rules;
use crate::word::{Oracle, Question, Word};

/// A fault on a line that could not be made shorter.
#[derive(Debug)]
pub(crate) struct Shrunk {
    pub(crate) example: Example,
    /// The last move.
    pub(crate) last: Played,
    /// The difference that the last move made.
    pub(crate) change: Word,
    pub(crate) terms: Terms,
}

/// The terms of a fault; `None` for a difference without a name.
pub(crate) type Terms = Option<Vec<Term>>;

/// How the fault is told from others.
pub(crate) struct Naming<'a> {
    /// The terms, if the differences before and after the last move show the fault.
    pub(crate) name: &'a dyn Fn(Word, Word, &Played) -> Option<Terms>,
    pub(crate) counts: EnPassantRule,
}

/// Shrinks the line to a ply, at which the fault was seen. Returns `None` if it is
/// not seen again.
pub(crate) fn shrink(
    oracle: &mut dyn Oracle,
    naming: &Naming<'_>,
    line: &Line,
    ply: usize,
) -> Result<Option<Shrunk>> {
    let mut positions = vec![line.start.clone()];
    for m in &line.moves[..=ply] {
        let next = positions[positions.len() - 1].clone().play(*m).expect("legal");
        positions.push(next);
    }
    // The latest start first.
    let mut best = None;
    for first in (0..=ply).rev() {
        let line =
            Line { start: positions[first].clone(), moves: line.moves[first..=ply].to_vec() };
        let mut found = attempts(oracle, naming, vec![line.clone()])?;
        if let Some(found) = found.pop().flatten() {
            best = Some((line, found));
            break;
        }
    }
    let Some((mut line, mut found)) = best else { return Ok(None) };
    loop {
        let smaller = smaller(&line);
        let results = attempts(oracle, naming, smaller.clone())?;
        let next = smaller.into_iter().zip(results).find_map(|(line, found)| Some((line, found?)));
        match next {
            Some(next) => (line, found) = next,
            None => return Ok(Some(found)),
        }
    }
}

/// Asks for lines, and returns those that still show the fault.
fn attempts(
    oracle: &mut dyn Oracle,
    naming: &Naming<'_>,
    lines: Vec<Line>,
) -> Result<Vec<Option<Shrunk>>> {
    let counts = naming.counts;
    let (mut questions, mut last): (Vec<Question>, Vec<Played>) = (Vec::new(), Vec::new());
    for Line { start, moves } in &lines {
        let (m, earlier) = moves.split_last().expect("a line has a move");
        let mut before = start.clone();
        for m in earlier {
            before = before.play(*m).expect("legal");
        }
        let after = before.clone().play(*m).expect("legal");
        questions.extend(questions_at(start, earlier, &before, counts));
        questions.extend(questions_at(start, moves, &after, counts));
        last.push(Played { before, m: *m, after });
    }
    let answers = oracle.ask(&questions)?;
    let rows = answers.chunks_exact(4).zip(questions.chunks_exact(4)).zip(last);
    let result = rows.map(|((answers, questions), last)| {
        let (earlier, now) = (difference(&answers[..2])?, difference(&answers[2..])?);
        let change = earlier ^ now;
        if change == 0 || now == 0 {
            return None;
        }
        let terms = (naming.name)(earlier, now, &last)?;
        let of = [questions[2].clone(), questions[3].clone()];
        let example = example(of, &answers[2..])?;
        Some(Shrunk { example, last, change, terms })
    });
    Ok(result.collect())
}

/// Lines with one piece or right less, or a clock of 0, most of them at a time first.
fn smaller(line: &Line) -> Vec<Line> {
    let setup = line.start.to_setup(EnPassantMode::Always);
    let used: Vec<Square> = line.moves.iter().filter_map(|m| m.from()).collect();
    let mut setups = Vec::new();
    let removable: Vec<Square> = setup
        .board
        .clone()
        .into_iter()
        .filter(|(square, piece)| piece.role != Role::King && !used.contains(square))
        .map(|(square, _)| square)
        .collect();
    let mut groups = Vec::new();
    let mut size = removable.len();
    while size > 1 {
        groups.extend(removable.chunks(size).map(<[Square]>::to_vec));
        size = size.div_ceil(2);
    }
    groups.extend(removable.iter().map(|square| vec![*square]));
    for group in groups {
        let mut next = setup.clone();
        for square in group {
            next.board.discard_piece_at(square);
            next.castling_rights.discard(square);
            next.promoted.discard(square);
        }
        setups.push(next);
    }
    for rook in setup.castling_rights {
        let mut next = setup.clone();
        next.castling_rights.discard(rook);
        setups.push(next);
    }
    if setup.halfmoves > 0 || setup.fullmoves.get() > 1 {
        let mut next = setup.clone();
        (next.halfmoves, next.fullmoves) = (0, std::num::NonZeroU32::MIN);
        setups.push(next);
    }
    if let Some(pockets) = setup.pockets {
        for (color, role) in Color::ALL.into_iter().flat_map(|of| Role::ALL.map(|role| (of, role)))
        {
            if pockets[color][role] > 0 {
                let mut next = setup.clone();
                next.pockets.as_mut().expect("it has pockets")[color][role] -= 1;
                setups.push(next);
            }
        }
    }
    if setup.remaining_checks.is_some_and(|checks| checks != ByColor::default()) {
        let mut next = setup.clone();
        next.remaining_checks = Some(ByColor::default());
        setups.push(next);
    }
    if setup.ep_square.is_some() {
        let mut next = setup.clone();
        next.ep_square = None;
        setups.push(next);
    }
    let rules = Rules::of(&line.start);
    setups.into_iter().filter_map(|setup| line_from(rules, setup, &line.moves)).collect()
}

/// The line from another position, if its moves are legal there.
fn line_from(rules: Rules, setup: Setup, moves: &[Move]) -> Option<Line> {
    let start = rules.position(setup)?;
    let (mut now, mut played) = (start.clone(), Vec::new());
    for m in moves {
        let uci = shakmaty::uci::UciMove::from_move(*m, start.castles().mode());
        let m = uci.to_move(&now).ok()?;
        now = now.play(m).ok()?;
        played.push(m);
    }
    Some(Line { start, moves: played })
}
