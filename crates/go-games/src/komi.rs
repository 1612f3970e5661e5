//! Notes on the komi of a record.

use zobrist_go::sgf::{KomiUnit, Record};

/// Something to be said of komi.
#[derive(Debug)]
pub enum KomiNote {
    /// It is not written in points.
    Converted(String),
    /// It is more than the board has points.
    Beyond(String),
    /// It is no number.
    Unread(String),
}

/// Returns a note on a record's komi, if there is one.
pub fn komi_note(record: &Record) -> Option<KomiNote> {
    let written = record.komi.as_deref()?;
    let Some(komi) = record.komi_points() else {
        // Programs write it empty if there is none.
        let written: String = written.trim().chars().filter(|c| !c.is_control()).take(60).collect();
        let what = || format!("KM[{written}] is no decimal number, such as KM[6.5]");
        return (!written.is_empty()).then(|| KomiNote::Unread(what()));
    };
    let points = record.width * record.height;
    if is_beyond(points, komi.points) {
        let note = beyond(&format!("KM[{written}], {}", komi.points), points);
        return Some(KomiNote::Beyond(note));
    }
    let is_converted = komi.unit != KomiUnit::Points;
    let what = || format!("KM[{written}] is read as {}, in {}", komi.points, komi.unit);
    is_converted.then(|| KomiNote::Converted(what()))
}

/// A note on komi beyond a board of `points` points.
pub fn beyond(komi: &str, points: usize) -> String {
    format!("{komi} points: expected at most {points}, those of the board")
}

/// True if the komi is larger than the number of points of the board.
pub fn is_beyond(points: usize, komi: f64) -> bool {
    komi.abs() > points as f64
}
