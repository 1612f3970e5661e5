//! The names of tags, whose case does not matter.

/// The names that say who played, when and where, with which result and from which position: those of the Seven
/// Tag Roster, and more of the standard (PGN 1994, section 9) and of today's servers.
const NAMES: [&[u8]; 17] = [
    b"Event",
    b"Site",
    b"Date",
    b"Round",
    b"White",
    b"Black",
    b"Result",
    b"WhiteElo",
    b"BlackElo",
    b"UTCDate",
    b"UTCTime",
    b"TimeControl",
    b"Termination",
    b"ECO",
    b"FEN",
    b"SetUp",
    b"Variant",
];

/// Returns a name in the spelling of the standard if it is one of its names in whatever case.
#[inline]
pub(super) fn canonical(name: &[u8]) -> &[u8] {
    if NAMES.contains(&name) { name } else { spelled(name) }
}

#[cold]
fn spelled(name: &[u8]) -> &[u8] {
    NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
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
