//! The option for the letters of other languages.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zobrist_shakmaty::pgn::Language;

/// The language of the moves of games.
#[derive(Args, Clone, Copy, Debug)]
pub struct LanguageOption {
    /// Read the letters of pieces of a language, such as de for Sf3; en if not given
    ///
    /// A game that is legal by the letters of English and not by these is read by those of English.
    #[arg(
        long,
        value_name = "CODE",
        default_value = "en",
        hide_default_value = true,
        value_parser = languages(),
        ignore_case = true,
        help_heading = "Input",
        hide_short_help = true
    )]
    pub language: Language,
}

impl LanguageOption {
    /// True if the letters are not those of English.
    pub fn is_foreign(self) -> bool {
        self.language != Language::English
    }
}

/// Reads the code of a language, or its name in English.
fn languages() -> impl TypedValueParser<Value = Language> {
    let values = Language::ALL.map(|language| {
        PossibleValue::new(language.code())
            .alias(language.name())
            .help(format!("{language}: {}", language.letters()))
    });
    PossibleValuesParser::new(values).try_map(|code| code.parse::<Language>())
}
