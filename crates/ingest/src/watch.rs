//! The trait that follows the progress of building an index.

use zobrist_game_text::Rejection;

/// Hears how the building of an index goes on, and can stop it.
///
/// It is called by one thread at a time, but that may be any of those that read.
pub trait Watch: Send {
    /// A part of a file was read. `read` is its number of games, rejected ones included, and
    /// `plies` the number of plies in the others. `rejections` are the reasons for games that were
    /// rejected or shortened, in the order of the file.
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]);

    /// Returns true if the work is to stop. Asked after each part of a file, about 128 KiB of
    /// games, and for the last time after [`reading_ended`](Watch::reading_ended).
    fn wants_stop(&mut self) -> bool {
        false
    }

    /// A file failed while it was read, and is not accepted in part: what was read is kept now, for
    /// the same run once the file is mended.
    fn source_failed(&mut self, _failure: &Rejection) {}

    /// All files were read, or the work was stopped: the index is written now or, if this now wants
    /// to stop, what was read is kept.
    fn reading_ended(&mut self) {}
}
