//! The names of tags, whose case does not matter.

/// Defines [`canonical`] for these names.
macro_rules! known_names {
    ($($known:literal)*) => {
        /// Returns a name in the spelling of the standard if it is one of these in whatever case: the names that
        /// say who played, when and where, with which result and from which position. They are those of the Seven
        /// Tag Roster, and more of the standard (PGN 1994, section 9) and of today's servers.
        pub(crate) fn canonical(name: &[u8]) -> &[u8] {
            match name {
                $($known)|* => name,
                _ => respelled(name),
            }
        }

        #[cold]
        fn respelled(name: &[u8]) -> &[u8] {
            const KNOWN: &[&[u8]] = &[$($known),*];
            KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name)).copied().unwrap_or(name)
        }
    };
}

known_names! {
    b"Event" b"Site" b"Date" b"Round" b"White" b"Black" b"Result" b"FEN" b"SetUp" b"Variant" b"WhiteElo"
    b"BlackElo" b"ECO" b"UTCDate" b"UTCTime" b"TimeControl" b"Termination"
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
