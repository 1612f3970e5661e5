//! The Seven Tag Roster, section 8.1.1 of the PGN standard.

use super::tag_lines::{TagLine, excerpt};

/// The tags that every game should have, in their order, before all others.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Returns the tags that are missing, and the first that comes too late.
pub(super) fn check(tags: &[TagLine<'_>]) -> Option<String> {
    let rank = |name: &[u8]| ROSTER.iter().position(|known| known.as_bytes() == name);
    let has = |name: &&&str| tags.iter().any(|line| line.name == name.as_bytes());
    let missing: Vec<&str> = ROSTER.iter().filter(|name| !has(name)).copied().collect();
    let mut details = Vec::new();
    if !missing.is_empty() {
        details.push(format!("missing {}", missing.join(", ")));
    }
    // The tag of the highest rank so far; all others than the seven come last.
    let mut before: Option<(usize, &[u8])> = None;
    let mut seen = [false; ROSTER.len()];
    for line in tags {
        let rank = rank(line.name);
        if rank.is_some_and(|rank| std::mem::replace(&mut seen[rank], true)) {
            continue;
        }
        let rank = rank.unwrap_or(ROSTER.len());
        if let Some((_, name)) = before.filter(|(highest, _)| rank < *highest) {
            details.push(format!("{} comes after {}", ROSTER[rank], excerpt(name)));
            break;
        }
        before = Some((rank, line.name));
    }
    (!details.is_empty()).then(|| details.join("; "))
}
