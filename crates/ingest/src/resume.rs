//! Points at which a stopped build resumes, as boundaries between chunks.

use zobrist_game_text::ChunkBoundary;
use zobrist_index::ResumePoint;

/// The stored form of a boundary.
pub(crate) fn resume_point(boundary: ChunkBoundary) -> ResumePoint {
    let ChunkBoundary { input, offset, line, game, game_in_file } = boundary;
    ResumePoint { source: input, offset, line, game, game_in_source: game_in_file }
}

/// The boundary from which reading resumes.
pub(crate) fn boundary(point: ResumePoint) -> ChunkBoundary {
    let ResumePoint { source, offset, line, game, game_in_source } = point;
    ChunkBoundary { input: source, offset, line, game, game_in_file: game_in_source }
}
