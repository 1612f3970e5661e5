//! Segments: games become sorted rows of tables, and the tables of several segments become those of
//! one.

mod aggregate;
mod batch;
mod games_writer;
mod merge;
mod slices;
mod sorted;
mod table_files;

pub(crate) use batch::Batch;
pub(crate) use games_writer::GamesWriter;
pub use merge::merge;
pub(crate) use merge::{FILES_OF_SLICE, MEMORY_PER_INPUT, SegmentMerge, merge_all, open_parts};
pub(crate) use sorted::{BATCH, Merge, Sorted};
