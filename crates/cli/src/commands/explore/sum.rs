//! The answers of several indexes in one.

use anyhow::{Error, Result, bail};
use shakmaty::variant::VariantPosition;
use zobrist_index::{Answer, Filter, FoundGame, IndexError, MoveCount, Question, SeenGames};

use super::args::Args;
use super::sources::OpenSource;

/// What was played in a position, in all sources together.
pub struct Sum {
    pub moves: Vec<MoveCount>,
    pub games: Vec<FoundGame>,
    pub counts: Counts,
}

/// The numbers of games of an answer with a filter.
pub struct Counts {
    pub reached: u64,
    pub kept: u64,
    pub duplicates: u64,
    pub by_condition: Vec<(String, u64)>,
}

impl Sum {
    pub fn of(
        sources: &[OpenSource],
        position: &VariantPosition,
        filter: &Filter,
        args: &Args,
    ) -> Result<Sum> {
        refuse_mixed_schemes(sources)?;
        let mut seen = args.dedup.by().map(SeenGames::new);
        let is_plain = *filter == Filter::default() && seen.is_none();
        let threads = args.resources.threads();
        let mut sum = Answer::default();
        for source in sources {
            let index = &source.opened.index;
            let left = args.games.saturating_sub(sum.games.len());
            let answer = if is_plain {
                let mut answer = Answer::default();
                answer.moves = index.moves(position)?;
                answer.games = index.games_with(position, left)?;
                answer
            } else {
                let question = Question::new(position).filter(filter).games(left).threads(threads);
                match &mut seen {
                    Some(seen) => index.answer_unseen(&question, seen)?,
                    None => index.answer(&question)?,
                }
            };
            sum.add(answer);
        }
        let counts = Counts {
            reached: sum.reached,
            kept: sum.kept,
            duplicates: sum.duplicates,
            by_condition: sum.by_condition,
        };
        Ok(Sum { moves: sum.moves, games: sum.games, counts })
    }
}

/// Positions by different schemes are not the same positions.
fn refuse_mixed_schemes(sources: &[OpenSource]) -> Result<()> {
    let label = |source: &OpenSource| {
        let scheme = source.opened.index.scheme();
        (scheme.name().to_owned(), scheme.fingerprint().to_string())
    };
    let Some(first) = sources.first() else { return Ok(()) };
    let expected = label(first);
    for source in sources {
        let got = label(source);
        if got != expected {
            bail!(
                "expected sources of one scheme, got {} by {} ({}) and {} by {} ({}): ask them one \
                 by one, or name the scheme of files with --scheme",
                first.name,
                expected.0,
                expected.1,
                source.name,
                got.0,
                got.1
            );
        }
    }
    Ok(())
}

/// True if the same question may be answered by indexes that are opened or built again.
pub fn may_be_mended(error: &Error) -> bool {
    let error = error.chain().find_map(|cause| cause.downcast_ref::<IndexError>());
    error.is_some_and(|error| !matches!(error, IndexError::OldVersion(_) | IndexError::Filter(_)))
}
