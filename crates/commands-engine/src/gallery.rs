//! The schemes of docs/gallery: the conventions of 32 programs, of which some come with their keys.

use zobrist_chess::{AnyScheme, Castling, ComposedScheme, EnPassantKeys, SchemeDescription};
use zobrist_commands_input::schemes::named_schemes;

use crate::conventions::Conventions;
use crate::fact::{EnPassantRule, Fact};
use crate::table::Table;

macro_rules! gallery {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../docs/gallery/", $name, ".toml")))),*]
    };
}

/// The files, by name.
const GALLERY: [(&str, &str); 32] = gallery![
    "arasan",
    "bbc",
    "berserk",
    "carp",
    "chess.js",
    "chesslibcpp",
    "countergo",
    "cozy-chess",
    "crafty",
    "dragon",
    "ethereal",
    "fairy-stockfish",
    "fruit",
    "garbo",
    "igel",
    "jchess",
    "jchesslib",
    "koivisto",
    "leorik",
    "lozza",
    "lynx",
    "pleco",
    "rubichess",
    "seer",
    "sf-1.9.1",
    "sf-11",
    "sf-18",
    "sf-5",
    "vice",
    "viridithas",
    "weiss",
    "zahak",
];

/// The schemes whose keys are known: the built-in ones, then those of the gallery.
pub(crate) fn known_schemes() -> impl Iterator<Item = ComposedScheme> {
    let built_in = named_schemes().map(|scheme: AnyScheme| scheme.to_composed());
    let composed = |(_, text): &(&str, &str)| description(text).compose(None).ok();
    built_in.chain(GALLERY.iter().filter_map(composed))
}

fn description(text: &str) -> SchemeDescription {
    SchemeDescription::parse(text).expect("the files of the gallery are described correctly")
}

/// What can be seen of conventions: castling by rights and en passant by file, where they are keyed
/// at all; the rule by moves; the first clock with a word and the step.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    castling_by_rights: Option<bool>,
    en_passant_by_file: Option<bool>,
    counts: Option<EnPassantRule>,
    clock: Option<(usize, usize)>,
}

/// The programs of the gallery with the conventions that an engine shows.
pub(crate) fn alike(table: &Table, conventions: &Conventions) -> Vec<&'static str> {
    let is_keyed = (1..16).any(|set| table.word(Fact::Castling(set)) != Some(0));
    let by_moves = conventions.by_moves.filter(|counts| *counts != EnPassantRule::NEVER);
    let seen = Seen {
        castling_by_rights: is_keyed.then(|| table.is_castling_additive()),
        en_passant_by_file: by_moves.map(|_| table.is_en_passant_by_file()),
        counts: by_moves,
        clock: table.clock_steps(),
    };
    let is_alike = |(_, text): &&(&str, &str)| of_description(&description(text)) == seen;
    GALLERY.iter().filter(is_alike).map(|(name, _)| *name).collect()
}

/// What an engine with a described scheme would show.
fn of_description(description: &SchemeDescription) -> Seen {
    let layout = &description.layout;
    let en_passant = layout.en_passant_keys();
    Seen {
        castling_by_rights: layout.castling_keys().map(|keys| !matches!(keys, Castling::Sets(_))),
        en_passant_by_file: en_passant
            .map(|keys| matches!(keys, EnPassantKeys::File | EnPassantKeys::Slots)),
        counts: en_passant.map(|_| EnPassantRule(Some(description.en_passant))),
        clock: layout.clock().map(|clock| (clock.from as usize, clock.step as usize)),
    }
}

#[cfg(test)]
mod tests {
    use zobrist_chess::Scheme;

    use super::*;

    #[test]
    fn every_file_of_the_gallery_is_here() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gallery");
        let files = std::fs::read_dir(folder).expect("the gallery");
        let files =
            files.map(|file| file.expect("a file").file_name().into_string().expect("text"));
        let mut files: Vec<String> = files.collect();
        files.sort();
        let names: Vec<String> = GALLERY.iter().map(|(name, _)| format!("{name}.toml")).collect();
        assert_eq!(files, names);
        let known: Vec<String> = known_schemes().map(|scheme| scheme.name().to_owned()).collect();
        assert!(
            ["stockfish-15.1", "fruit", "sf-11", "sf-18"]
                .iter()
                .all(|name| { known.iter().any(|known| known == name) })
        );
    }
}
