//! The names of tags, whose case does not matter.

/// Returns a name in the spelling of the standard if it is one of these in whatever case: the names that say who
/// played, when and where, with which result and from which position. They are those of the Seven Tag Roster, and
/// more of the standard (PGN 1994, section 9) and of today's servers.
pub(super) fn canonical(name: &[u8]) -> &[u8] {
    let known: &[&[u8]] = match name.len() {
        3 => &[b"ECO", b"FEN"],
        4 => &[b"Date", b"Site"],
        5 => &[b"Event", b"White", b"Black", b"Round", b"SetUp"],
        6 => &[b"Result"],
        7 => &[b"UTCDate", b"UTCTime", b"Variant"],
        8 => &[b"WhiteElo", b"BlackElo"],
        11 => &[b"TimeControl", b"Termination"],
        _ => return name,
    };
    if known.contains(&name) { name } else { spelled(known, name) }
}

#[cold]
fn spelled<'a>(known: &[&'a [u8]], name: &'a [u8]) -> &'a [u8] {
    known.iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_known_names_does_not_matter() {
        for (name, expected) in [
            ("White", "White"),
            ("white", "White"),
            ("WHITEELO", "WhiteElo"),
            ("fen", "FEN"),
            ("Setup", "SetUp"),
            ("whiteteam", "whiteteam"),
            ("", ""),
        ] {
            assert_eq!(canonical(name.as_bytes()), expected.as_bytes());
        }
    }
}
