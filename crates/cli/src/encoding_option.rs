//! The encoding of names in files of games.

use clap::Args;
use zobrist_index::TextEncoding;

/// The encoding of names in files of games.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct EncodingOption {
    /// Encoding of names that are not UTF-8, such as windows-1250, koi8-r or gbk
    ///
    /// By default it is the one that such names of a file look like, which is told once for the file. Names
    /// that are UTF-8 are read as such in any case. It changes nothing where no names are read.
    #[arg(long, value_name = "NAME", help_heading = "Input", hide_short_help = true)]
    pub encoding: Option<TextEncoding>,
}

/// The end of a notice of an encoding that was found by the text.
pub const WAY_OUT: &str = "; --encoding NAME says otherwise";
