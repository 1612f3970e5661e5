//! The options of cached indexes.

use std::sync::Arc;

use anyhow::Result;
use zobrist_commands_input::schemes::SchemeArgument;
use zobrist_console::resources::{Resources, bytes};
use zobrist_index::{AnyScheme, BuildOptions, TextEncoding};
use zobrist_shakmaty::pgn::Language;

use crate::build_progress::BuildProgress;

/// The option for the size of the cache.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct CacheSizeOption {
    /// Space for the indexes of files, such as 500MB or 10GiB
    ///
    /// After an index was built, those that were not used for the longest time are removed until
    /// all fit. One that alone is larger is kept for this answer, and is the first to go next time.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "2GB",
        value_parser = bytes,
        help_heading = "Index of files",
        hide_short_help = true
    )]
    pub cache_size: u64,
}

/// The options by which the index of some files is built and kept.
#[derive(Clone, Copy, Debug)]
pub struct CacheOptions<'a> {
    /// True if the moves before a bad one are kept.
    pub keep_valid: bool,
    /// Encoding of names that are not UTF-8; `None` to guess it.
    pub encoding: Option<TextEncoding>,
    /// Language of the moves.
    pub language: Language,
    /// Scheme of the hashes; `None` for the default.
    pub scheme: Option<&'a SchemeArgument>,
    /// Threads and memory of the build.
    pub resources: Resources,
    /// The size in bytes that all cached indexes together may have.
    pub cache_size: u64,
    /// The progress of a build beside other work; `None` for one that a command waits for.
    pub beside: Option<&'a Arc<BuildProgress>>,
}

impl CacheOptions<'_> {
    /// The options of the build.
    ///
    /// # Errors
    /// When the scheme cannot be read.
    pub fn build(&self) -> Result<BuildOptions> {
        let mut options = BuildOptions::default();
        if let Some(scheme) = self.scheme {
            options.scheme = scheme.read()?;
        }
        (options.keep_valid, options.encoding) = (self.keep_valid, self.encoding);
        options.select.language = self.language;
        (options.memory, options.threads) = (self.resources.memory, self.resources.threads());
        // An index of earlier versions of the files is useless.
        (options.replace, options.partial) = (true, true);
        Ok(options)
    }
}

/// The options that decide what is in an index, for its name.
pub(super) fn options_text(options: &BuildOptions) -> String {
    let scheme = format!("{}-{}", options.scheme.name(), options.scheme.bits());
    // Two files may give a scheme of the same name.
    let scheme = match &options.scheme {
        AnyScheme::BuiltIn(_) => scheme,
        AnyScheme::Composed(_) => format!("{scheme} {}", options.scheme.fingerprint()),
    };
    let encoding = options.encoding.map_or("", TextEncoding::name);
    let letters = match options.select.language {
        Language::English => "",
        language => language.code(),
    };
    let words =
        [scheme.as_str(), if options.keep_valid { "true" } else { "false" }, encoding, letters];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_change_an_index_change_its_name() {
        let text = |change: &dyn Fn(&mut BuildOptions)| {
            let mut options = BuildOptions::default();
            change(&mut options);
            options_text(&options)
        };
        assert_eq!(text(&|_| ()), "fide-64 false");
        assert_eq!(text(&|options| options.keep_valid = true), "fide-64 true");
        let latin = |options: &mut BuildOptions| options.encoding = Some(TextEncoding::default());
        assert_eq!(text(&latin), "fide-64 false windows-1252");
        let german = |options: &mut BuildOptions| options.select.language = Language::German;
        assert_eq!(text(&german), "fide-64 false de");
        let polyglot = |options: &mut BuildOptions| {
            options.scheme = AnyScheme::named("polyglot").unwrap();
        };
        assert_eq!(text(&polyglot), "polyglot-64 false");
        // What does not change it.
        assert_eq!(text(&|options| (options.memory, options.partial) = (1, true)), "fide-64 false");
    }
}
