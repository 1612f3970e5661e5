//! The charset of games in SGF: given by an option, named by the game, or guessed from its bytes.
//!
//! A text that is UTF-8 by its bytes is read as that; else `CA` counts where the bytes can be in
//! that charset; else a guess. The reader of SGF only has to know which bytes are brackets (there
//! are three ways), so a guess is right for it if the game reads well. `chardetng` guesses the
//! rest. It cannot be sure of a short name, so a choice that changes what is read is reported, once
//! a file.

mod bytes;
mod doubt;
mod name;
mod readings;

use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::Args;
use encoding_rs::{Encoding, UTF_8};
use zobrist_go::sgf::{Charset, Entry, SgfError, Unread, games_repaired_in};

use bytes::{Bytes, is_utf8, may_be_instead, tells_ends};
use doubt::{Doubt, Doubts};
use name::{encoding_of_option, encoding_of_property};
use readings::Readings;

/// How the charset of games is found.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct GoCharset {
    /// Charset of the games, whatever they name, such as gbk or shift_jis
    ///
    /// Otherwise it is UTF-8 where the bytes are, or what the game names in its property CA, or
    /// what its bytes look like. It decides which bytes are brackets; a warning tells of games
    /// where that changes what is read, and no charset is named or a wrong one.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = encoding_of_option,
        help_heading = "Input",
        hide_short_help = true
    )]
    charset: Option<&'static Encoding>,
    /// True if names of players are shown, so that a doubt about the charset matters.
    #[arg(skip)]
    shows_names: bool,
}

impl GoCharset {
    /// For a command that shows names, and has no option.
    pub fn for_names() -> GoCharset {
        GoCharset { charset: None, shows_names: true }
    }

    /// The name of the charset that was chosen; empty if none was.
    pub fn name(self) -> &'static str {
        self.charset.map_or("", Encoding::name)
    }

    /// For games that are known to be UTF-8, whatever they name.
    pub fn of_utf8(self) -> GoCharset {
        GoCharset { charset: Some(UTF_8), ..self }
    }

    /// Decodes a text that has no brackets to tell apart: by the option, or as UTF-8 if the bytes
    /// are, or by a guess.
    pub fn decode_all(self, text: &[u8]) -> String {
        let encoding = match self.charset {
            Some(given) => given,
            None if is_utf8(text) => UTF_8,
            None => Bytes::of(text).guess(),
        };
        decode(encoding, text)
    }

    /// The charsets of the games of a file.
    pub fn of(self, file: &[u8]) -> FileCharsets<'_> {
        FileCharsets { option: self, file, found: Mutex::default() }
    }
}

/// The charsets of the games of one file.
#[derive(Debug)]
pub struct FileCharsets<'a> {
    option: GoCharset,
    file: &'a [u8],
    found: Mutex<Found>,
}

/// The facts known after the games so far.
#[derive(Debug, Default)]
struct Found {
    /// For each game that is not UTF-8, the byte at which it begins.
    encodings: Vec<(usize, &'static Encoding)>,
    /// The guess for all of the file, once it was needed.
    file: Option<&'static Encoding>,
    doubts: Doubts,
}

impl<'a> FileCharsets<'a> {
    /// Reads the games in order, as [`games_repaired`](zobrist_go::sgf::games_repaired) does, each
    /// by its charset. Quotes of faults are decoded.
    pub fn games(&self) -> impl Iterator<Item = Result<Entry<'a>, SgfError>> + Send {
        let choose = |game: &Unread<'a>| tells_ends(self.choose(game));
        let mut games = games_repaired_in(self.file, choose);
        std::iter::from_fn(move || {
            let chosen = self.found().encodings.len();
            let mut game = games.next()?;
            // The one that was just chosen; none for UTF-8.
            let encoding = self.found().encodings.get(chosen).map(|(_, encoding)| *encoding);
            if let Some(encoding) = encoding {
                match &mut game {
                    Ok(game) => game.record.decode_quotes(|bytes| decode(encoding, bytes)),
                    Err(error) => error.fault.decode(|bytes| decode(encoding, bytes)),
                }
            }
            Some(game)
        })
    }

    /// Returns the encoding of a game that was read.
    pub fn encoding_of(&self, game: &Entry<'_>) -> &'static Encoding {
        let encodings = &self.found().encodings;
        let known = encodings.binary_search_by_key(&game.place.offset, |(place, _)| *place);
        known.map_or(UTF_8, |known| encodings[known].1)
    }

    /// Returns a warning of one line, without its end, if the charset of games that were read was
    /// unsure where that matters.
    pub fn warning(&self, file: &str) -> Option<String> {
        self.found().doubts.warning(file, self.option.shows_names)
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn choose(&self, game: &Unread<'_>) -> &'static Encoding {
        let (encoding, doubt) = match self.option.charset {
            Some(given) => (given, None),
            None => self.guess(game),
        };
        let mut found = self.found();
        if let Some(doubt) = doubt {
            found.doubts.add(game.place.line, doubt);
        }
        if encoding != UTF_8 {
            found.encodings.push((game.place.offset, encoding));
        }
        encoding
    }

    /// Returns the encoding of a game, and what is doubtful.
    fn guess(&self, game: &Unread<'_>) -> (&'static Encoding, Option<Doubt>) {
        let name = game.named().map(|name| String::from_utf8_lossy(name).trim().to_owned());
        let named = name.as_deref().and_then(encoding_of_property);
        if is_utf8(game.text) && !named.is_some_and(|named| may_be_instead(named, game.text)) {
            return (UTF_8, None);
        }
        let readings = Readings::of(game);
        let hidden = |encoding| readings.hidden(tells_ends(encoding));
        let fits = |encoding: &&'static Encoding| {
            bytes::fits(readings.text(tells_ends(encoding)).unwrap_or(game.text), encoding)
        };
        let likely = Bytes::of(readings.likely_text().unwrap_or(game.text));
        // By a wrong name, a game may have no end.
        let is_wrong = |named: &'static Encoding| {
            named == UTF_8 || !fits(&named) || readings.contradict(tells_ends(named))
        };
        let named = named.filter(|named| !is_wrong(named));
        if let Some(named) = named {
            // Nearly everything can be decoded as ISO 8859-1, which many programs name.
            let better = likely
                .candidates()
                .into_iter()
                .find(|other| hidden(other) < hidden(named) && fits(other));
            let named_as = name.unwrap_or_default();
            return (named, better.map(|better| Doubt::Better { named: named_as, better }));
        }
        let own = likely.guess();
        let first = if likely.are_few() { self.guess_of_file() } else { own };
        let mut candidates = vec![first, own];
        candidates.extend(likely.candidates());
        candidates.retain(fits);
        // Of those by which least is hidden, the first.
        let found = candidates.iter().copied().min_by_key(|candidate| hidden(candidate));
        let found = found.unwrap_or(own);
        let others = [Charset::Plain, game.charset];
        let doubt = if others.iter().any(|other| readings.hidden(*other) != hidden(found)) {
            Some(Doubt::Ends { named: name, found })
        } else if likely.are_few() && candidates.iter().any(|other| *other != found) {
            Some(Doubt::Names { named: name, found })
        } else {
            None
        };
        (found, doubt)
    }

    fn guess_of_file(&self) -> &'static Encoding {
        let mut found = self.found();
        found.file.get_or_insert_with(|| Bytes::of(self.file).guess())
    }
}

/// Decodes a text, with U+FFFD for bytes that are wrong.
pub fn decode(encoding: &'static Encoding, text: &[u8]) -> String {
    encoding.decode_without_bom_handling(text).0.into_owned()
}
