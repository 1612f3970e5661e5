//! What is to be said of the komi of a record.

use zobrist_go::sgf::{KomiUnit, Record};

/// Something to be said of komi.
pub(crate) enum KomiNote {
    /// It is not written in points.
    Converted(String),
    /// It is more than the board has points.
    Beyond(String),
}

/// What there is to say of a record's komi.
pub(crate) fn komi_note(record: &Record) -> Option<KomiNote> {
    let komi = record.komi_points()?;
    let written = record.komi.as_deref()?;
    if is_beyond(record, komi.points) {
        let (board, points) = (record.width * record.height, komi.points);
        let what =
            format!("KM[{written}], {points} points: expected at most {board}, those of the board");
        return Some(KomiNote::Beyond(what));
    }
    let is_converted = komi.unit != KomiUnit::Points;
    let what = || format!("KM[{written}] is read as {}, in {}", komi.points, komi.unit);
    is_converted.then(|| KomiNote::Converted(what()))
}

/// True if komi is more than the board has points.
pub(crate) fn is_beyond(record: &Record, points: f64) -> bool {
    points.abs() > (record.width * record.height) as f64
}
