//! Replays the games of files on all cores, and hands them over in their order.

use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use zobrist_game_text::{Chunk, Chunks, Rejection, in_order};
use zobrist_index::{
    GamesText, IndexError, RejectedGame, Replayed, Replayer, ResumePoint, SourceHasher,
};
use zobrist_storage::ByteDigest;

use crate::resume::resume_point;
use crate::watch::Watch;

/// A step of the reading. They come in the order of the sources, and of the games in them.
#[expect(clippy::large_enum_variant, reason = "one at a time, for many games each")]
pub(crate) enum Step {
    /// A source was read to its end; all of its bytes have gone through the hasher.
    SourceRead { source: usize, read: SourceHasher },
    /// Of a source, only a part can be read.
    Part { source: usize },
    /// Games of a source were replayed; `unread` could not even be read. `reached` is the point
    /// after them.
    Games { source: usize, replayed: Replayed, unread: u64, reached: ResumePoint },
}

/// Takes a step.
pub(crate) type TakeStep<'a> = dyn FnMut(Step) -> Result<(), IndexError> + Send + 'a;

/// Options for reading files.
pub(crate) struct Reading<'a> {
    /// The names of the files, for the table of games.
    pub(crate) names: &'a [String],
    pub(crate) replayer: &'a Replayer,
    /// True if a file that fails is accepted in part.
    pub(crate) partial: bool,
    /// The digests of the bytes that were read of each file.
    pub(crate) digests: &'a [ByteDigest],
}

impl Reading<'_> {
    /// Reads all chunks, and hands each step to `take`. `reached` is the number of sources that
    /// were read to their end.
    pub(crate) fn read(
        &self,
        chunks: &mut Chunks,
        threads: NonZeroUsize,
        take: &mut TakeStep,
        reached: &mut usize,
        watch: &mut dyn Watch,
    ) -> Option<Halt> {
        let Reading { names, replayer, .. } = *self;
        in_order(
            threads,
            || chunks.next(),
            |chunk| Replay::new(chunk, names, replayer),
            |replay| match self.hand_over(replay, take, reached, watch) {
                Ok(()) => ControlFlow::Continue(()),
                Err(halt) => ControlFlow::Break(halt),
            },
        )
    }

    /// Hands over what was replayed, after the ends of the sources before it.
    fn hand_over(
        &self,
        replay: Replay,
        take: &mut TakeStep,
        reached: &mut usize,
        watch: &mut dyn Watch,
    ) -> Result<(), Halt> {
        let Replay { source, replayed, resume_point, failure, rejections, unread } = replay;
        for (before, digest) in self.digests.iter().enumerate().take(source).skip(*reached) {
            take(Step::SourceRead { source: before, read: digest.so_far() })?;
        }
        *reached = (*reached).max(source);
        match failure {
            Some(failure) if !self.partial => return Err(Halt::Failed(source, failure)),
            Some(_) => {
                take(Step::Part { source })?;
                *reached = source + 1;
            }
            None => {}
        }
        watch.games(replayed.read + unread, replayed.plies(), &rejections);
        take(Step::Games { source, replayed, unread, reached: resume_point })?;
        if watch.wants_stop() { Err(Halt::Asked) } else { Ok(()) }
    }
}

/// Reason to stop before the end of the files.
pub(crate) enum Halt {
    /// The source of this number cannot be read further.
    Failed(usize, Rejection),
    Error(IndexError),
    /// By the watch.
    Asked,
}

impl From<IndexError> for Halt {
    fn from(error: IndexError) -> Halt {
        Halt::Error(error)
    }
}

/// Result of replaying a chunk.
struct Replay {
    source: usize,
    replayed: Replayed,
    resume_point: ResumePoint,
    failure: Option<Rejection>,
    /// Games that could not be replayed, and input that could not be read.
    rejections: Vec<Rejection>,
    /// Number of rejections of input that could not be read.
    unread: u64,
}

impl Replay {
    /// Replays the games of a chunk, which come from the source of these names that it has the
    /// number of.
    fn new(mut chunk: Chunk, names: &[String], replayer: &Replayer) -> Replay {
        let resume_point = resume_point(chunk.end());
        let unread = mem::take(&mut chunk.rejections);
        let failure = chunk.failure.take();
        // Games from standard input carry its name for people.
        let name = names.get(chunk.input).filter(|name| *name != "-");
        let file = name.map_or(&*chunk.file, |name| name);
        let mut games = GamesText::new(file, &chunk.text, &chunk.ends);
        (games.offset, games.first) = (chunk.offset, chunk.game_in_file);
        games.encoding = chunk.encoding;
        let replayed = replayer.replay(games);
        for number in &replayed.repaired_starts {
            chunk.notes.repaired_start(chunk.game_in_file + *number as u64);
        }
        for number in &replayed.decoded {
            chunk.notes.decoded(chunk.game_in_file + *number as u64);
        }
        let report = |game: &RejectedGame| {
            let number = chunk.game_in_file + game.number as u64;
            let reason = format!("game {number}: {}", game.error);
            chunk.reject(game.at, reason).by_fault(&game.error)
        };
        let rejected = replayed.rejected.iter().map(report);
        let shortened = replayed.shortened.iter().map(|game| report(game).shortening());
        let mut rejections: Vec<Rejection> = rejected.chain(shortened).collect();
        rejections.sort_by_key(|rejection| rejection.offset);
        let unread_count = unread.len() as u64;
        rejections.extend(unread);
        Replay {
            source: chunk.input,
            replayed,
            resume_point,
            failure,
            rejections,
            unread: unread_count,
        }
    }
}
