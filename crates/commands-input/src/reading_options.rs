//! Options on how games are read: encoding, language, and what is kept of bad games and files.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zobrist_index::TextEncoding;
use zobrist_shakmaty::pgn::Language;

/// The encoding of names in files of games.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct EncodingOption {
    /// Encoding of names that are not UTF-8, such as windows-1250, koi8-r or gbk
    ///
    /// By default it is the one that such names of a file look like, which is told once for the
    /// file. Names that are UTF-8 are read as such in any case. It changes nothing where no names
    /// are read.
    #[arg(long, value_name = "NAME", help_heading = "Input", hide_short_help = true)]
    pub encoding: Option<TextEncoding>,
}

/// The end of a notice of an encoding that was found by the text.
pub const WAY_OUT: &str = "; --encoding NAME says otherwise";

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

/// Treatment of games with a bad move.
#[derive(Args, Clone, Copy, Debug)]
pub struct KeepValidOption {
    /// Keep the moves of a game before its first bad one, and count it as shortened: exit status 1
    ///
    /// A bad move is null, illegal, ambiguous, or a word that is not a move. Without this option,
    /// such a game is rejected. A game with another fault, such as an unterminated comment, is
    /// rejected in any case.
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    pub keep_valid: bool,
}

/// Treatment of files that fail while they are read.
#[derive(Args, Clone, Copy, Debug)]
pub struct PartialOption {
    /// Accept the readable part of a file that fails, such as a truncated archive: exit status 1
    ///
    /// Without it, such a file ends the run with exit status 2, and earlier output stays as it was.
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    pub partial: bool,
}

/// The option that accepts a part of a file.
pub const PARTIAL: &str = "--partial";
