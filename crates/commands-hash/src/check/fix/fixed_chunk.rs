//! The games of a chunk, mended.

use std::ops::Range;
use std::sync::Arc;

use zobrist_game_text::{Chunk, Rejection};
use zobrist_shakmaty::check::{FixOptions, GameFixer, Mend};

use super::reading::Reading;

/// The end of the report of a game that is copied.
const COPIED: &str = "; copied as it is";
/// The end of the report of a fault that is left in a game.
pub(super) const LEFT: &str = "; left as it is";

/// The text of a chunk after its games were mended, and how.
#[derive(Default)]
pub(super) struct FixedChunk {
    /// The index of its input, and its name.
    pub(super) input: usize,
    pub(super) file: Arc<str>,
    pub(super) text: Vec<u8>,
    /// The first game in the text, and the last one with all that follows.
    pub(super) first_game: Range<usize>,
    pub(super) last_game: usize,
    /// True if the chunk begins its input.
    pub(super) is_first: bool,
    /// False if games cannot even be copied.
    pub(super) is_whole: bool,
    /// Number of games read, and of their plies.
    pub(super) read: u64,
    pub(super) plies: u64,
    /// The mends, and the number of games with some.
    pub(super) mends: Vec<Mend>,
    pub(super) mended: u64,
    /// Games that are copied as they are.
    pub(super) rejections: Vec<Rejection>,
    /// Faults that are left, and the number of games with some.
    pub(super) left: Vec<Rejection>,
    pub(super) with_faults: u64,
}

/// Mends the games of a chunk. `--strict` ends with the first that is rejected.
pub(super) fn fix_chunk(reading: &Reading, mut chunk: Chunk) -> FixedChunk {
    let mut fixed = FixedChunk {
        input: chunk.input,
        file: chunk.file.clone(),
        text: Vec::with_capacity(chunk.text.len() + chunk.text.len() / 8),
        is_first: chunk.offset == 0,
        is_whole: chunk.rejections.is_empty(),
        ..FixedChunk::default()
    };
    let encoding = chunk.encoding;
    let decode = |text: &[u8]| encoding.decode(text).into_owned();
    let mut fixer = GameFixer::new().in_language(reading.language);
    if reading.strict {
        fixer = fixer.strict();
    }
    for game in chunk.games() {
        let start = fixed.text.len();
        let mut options = FixOptions::default();
        options.shares_line = !(game.begins_line && game.ends_line);
        options.decode = Some(&decode);
        let mended = fixer.fix_with(game.text, options);
        if fixer.has_repaired_start() {
            chunk.notes.repaired_start(game.number_in_file);
        }
        match mended {
            Ok(mended) => {
                fixed.text.extend_from_slice(mended.text(game.text));
                fixed.mended += u64::from(!mended.mends().is_empty());
                fixed.mends.extend(mended.mends());
                if mended.mends().contains(&Mend::Encoding) {
                    chunk.notes.decoded(game.number_in_file);
                }
                fixed.with_faults += u64::from(!mended.unmended().is_empty());
                fixed.left.extend(mended.unmended().iter().map(|fault| {
                    chunk.reject_game(&game, fault.offset, format!("{}{LEFT}", fault.detail))
                }));
            }
            Err(fault) => {
                fixed.text.extend_from_slice(game.text);
                let reason = format!("{fault}{COPIED}");
                fixed.rejections.push(chunk.reject_game(&game, fault.offset, reason));
            }
        }
        if fixed.first_game.is_empty() {
            fixed.first_game = start..fixed.text.len();
        }
        fixed.last_game = start;
        fixed.read += 1;
        fixed.plies += fixer.plies();
        if reading.strict && !fixed.rejections.is_empty() {
            break;
        }
    }
    let games = chunk.ends.last().copied().unwrap_or(0);
    fixed.text.extend_from_slice(&chunk.text[games..]);
    chunk.append_unread(reading.strict, &mut fixed.read, &mut fixed.rejections);
    chunk.buffers.give_back(chunk.text);
    fixed
}
