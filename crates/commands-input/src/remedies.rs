//! Options that would let more of a rejected game be read, for the commands that have them.

use std::sync::OnceLock;

use clap::ArgMatches;
use zobrist_game_text::Rejection;

/// The options that the command has.
#[derive(Clone, Copy, Debug, Default)]
struct Offered {
    language: bool,
    keep_valid: bool,
}

static OFFERED: OnceLock<Offered> = OnceLock::new();

/// Takes note of the options of the command that was asked for.
pub fn note(matches: &ArgMatches) {
    let mut command = matches;
    while let Some((_, inner)) = command.subcommand() {
        command = inner;
    }
    let has = |id| command.try_contains_id(id).is_ok();
    OFFERED.get_or_init(|| Offered { language: has("language"), keep_valid: has("keep_valid") });
}

/// Returns the text after the reason of a rejection: the option that reads the game, or all of it
/// but its last move.
pub fn text(rejection: &Rejection) -> String {
    with(OFFERED.get().copied().unwrap_or_default(), rejection)
}

fn with(offered: Offered, rejection: &Rejection) -> String {
    let remedy = rejection.remedy;
    match remedy.languages.iter().next() {
        Some(language) if offered.language => {
            format!("; --language {} reads it", language.code())
        }
        None if remedy.lacks_last_move && offered.keep_valid && !rejection.shortens => {
            "; --keep-valid keeps the moves before it".to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use zobrist_shakmaty::pgn::{Language, games, replay_game};
    use zobrist_shakmaty::{Fide, GameOptions, GameVisitor, HashablePosition, Hashed};

    use super::*;

    struct Nobody;

    impl GameVisitor<Fide, ()> for Nobody {
        fn position<P: HashablePosition>(
            &mut self,
            _: usize,
            _: Option<shakmaty::Move>,
            _: &Hashed<Fide, P, ()>,
        ) {
        }
    }

    fn rejection(pgn: &str) -> Rejection {
        let game = games(pgn.as_bytes()).next().unwrap();
        let mut options = GameOptions::default();
        options.language = Language::English;
        let fault = replay_game(&Fide, game.text(), options, (), &mut Nobody).unwrap_err();
        Rejection::new("a.pgn".into(), 1, 0, fault.to_string()).by_fault(&fault)
    }

    #[test]
    fn only_options_of_the_command_are_named() {
        let all = Offered { language: true, keep_valid: true };
        for (pgn, offered, expected) in [
            ("1. Pf3 Pc6 *", all, "; --language nl reads it"),
            ("1. Sf3 Sc6 2. Lxx *", all, ""),
            ("1. Pf3 Pc6 *", Offered::default(), ""),
            ("1. e4 e5 2. Ke3 *", all, "; --keep-valid keeps the moves before it"),
            ("1. e4 e5 2. Ke3 Ke7 *", all, ""),
            ("1. e4 e5 2. Ke3 *", Offered { keep_valid: false, ..all }, ""),
        ] {
            assert_eq!(with(offered, &rejection(pgn)), expected, "{pgn}");
        }
        assert_eq!(with(all, &rejection("1. e4 e5 2. Ke3 *").shortening()), "");
    }
}
