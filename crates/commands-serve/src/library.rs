//! The games that are served.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use anyhow::Result;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Position};
use zobrist_chess::AnyScheme;
use zobrist_console::ending::Ending;
use zobrist_explorer::cache::CacheOptions;
use zobrist_explorer::source_games::SourceTexts;
use zobrist_explorer::{
    ExploreRequest, ExplorerSources, OpenSource, may_be_mended, refuse_mixed_schemes,
};
use zobrist_index::{Answer, PlayerNames, StoredGame};
use zobrist_input::counted;

use super::annotated::{AnnotatedLine, Reading, annotated};
use super::json_object::file_name;
use super::rejected::{RejectedGames, Rejections};
use super::remembered::Remembered;
use super::reply::{Answered, Refusal};

/// The most positions that are asked about before anybody does, and the least number of their
/// games: to count fewer takes some milliseconds.
const PREPARED: usize = 64;
const PREPARED_GAMES: u64 = 50_000;

/// Advice on sources of different schemes: `--scheme` is for the anatomy here.
const ON_MIXED_SCHEMES: &str =
    "serve them one by one, or build an index of the files with `zobrist index build --scheme`";

/// Indexes, and files of games with theirs.
pub(crate) struct Library {
    sources: ExplorerSources,
    open: RwLock<Arc<Vec<OpenSource>>>,
    threads: NonZeroUsize,
    remembered: Remembered,
    rejections: Rejections,
    texts: SourceTexts,
    names: Mutex<Option<NamesOf>>,
}

/// Sources as they are open at a time.
type OpenSources = Arc<Vec<OpenSource>>;

/// The sources as they were open, and the names of their players.
type NamesOf = (OpenSources, Arc<PlayerNames>);

impl Library {
    /// Opens the sources; indexes of files are built if need be.
    ///
    /// # Errors
    /// When a source cannot be opened, or two have different schemes.
    pub(crate) fn open(sources: ExplorerSources, options: CacheOptions) -> Result<Library> {
        let threads = options.resources.threads();
        let open = sources.open(options, false)?;
        refuse_mixed_schemes(&open, ON_MIXED_SCHEMES)?;
        let of_files = sources.of_files(&open);
        let rejections = of_files.map_or(Rejections::default(), |(files, source)| {
            Rejections::of(files, &source.opened.index)
        });
        let open = RwLock::new(Arc::new(open));
        let (remembered, texts) = (Remembered::default(), SourceTexts::default());
        let names = Mutex::default();
        Ok(Library { sources, open, threads, remembered, rejections, texts, names })
    }

    /// Asks about the positions that most games reached, so that their answers are remembered.
    /// Errors are ignored; the request reports them. Nothing is asked of a URL.
    pub(crate) fn prepare(&self) {
        if self.sources.has_url() {
            return;
        }
        self.player_names().ok();
        let mut positions = VecDeque::from([VariantPosition::default()]);
        for _ in 0..PREPARED {
            let Some(position) = positions.pop_front() else { break };
            let open = self.now();
            let Ok(answer) = self.answer(&self.asked(), &position, &open) else { break };
            for count in answer.moves.iter().filter(|count| count.games() >= PREPARED_GAMES) {
                if let Some(m) = count.to_move(&position) {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    positions.push_back(next);
                }
            }
        }
    }

    /// Opens indexes again that have been changed.
    ///
    /// # Errors
    /// When one cannot be opened now.
    pub(crate) fn refresh(&self) -> Answered<()> {
        let open = self.now();
        if self.sources.has_changed_index(&open) {
            self.open_again(&open).map_err(|error| Refusal::failed(&error))?;
        }
        Ok(())
    }

    /// The sources as they are open now.
    pub(crate) fn now(&self) -> Arc<Vec<OpenSource>> {
        Arc::clone(&self.open.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the open sources. If an index was merged or replaced meanwhile, it is opened again and
    /// asked once more.
    ///
    /// # Errors
    /// When they cannot answer; the user reads of it on standard error, too.
    pub(crate) fn ask<T>(&self, question: impl Fn(&[OpenSource]) -> Result<T>) -> Answered<T> {
        let open = self.now();
        let answer = match question(&open) {
            Err(error) if may_be_mended(&error) => self
                .open_again(&open)
                .and_then(|again| question(&again))
                // If mending fails, the first error counts.
                .map_err(|_| error),
            answer => answer,
        };
        answer.map_err(|error| Refusal::failed(&error))
    }

    /// Returns the moves that were played in a position. Answers about all of very many games are
    /// remembered.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub(crate) fn answer(
        &self,
        asked: &ExploreRequest,
        position: &VariantPosition,
        sources: &[OpenSource],
    ) -> Result<Answer> {
        if !asked.is_plain() || asked.games > 0 || asked.grouped.is_some() {
            return asked.answer(sources, position);
        }
        let name = name_of(position);
        if let Some(answer) = self.remembered.get(&name) {
            return Ok(Answer::clone(&answer));
        }
        let answer = Arc::new(asked.answer(sources, position)?);
        // Not if the indexes have been opened again meanwhile.
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if std::ptr::eq(&***open, sources) {
            self.remembered.keep(name, &answer);
        }
        Ok(Answer::clone(&answer))
    }

    /// Opens the indexes again, unless another request has done so since `open` was taken.
    fn open_again(&self, open: &Arc<Vec<OpenSource>>) -> Result<Arc<Vec<OpenSource>>> {
        let mut now = self.open.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&now, open) {
            let again = self.sources.open_again(open)?;
            refuse_mixed_schemes(&again, ON_MIXED_SCHEMES)?;
            *now = Arc::new(again);
            self.remembered.clear();
        }
        Ok(Arc::clone(&now))
    }

    /// The names of the players of all sources, which are read once. There are none where an index
    /// is behind a URL: all of its games would be read.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub(crate) fn player_names(&self) -> Answered<Arc<PlayerNames>> {
        if self.sources.has_url() {
            return Ok(Arc::default());
        }
        let open = self.now();
        // Whoever asks meanwhile waits for the same names.
        let mut kept = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, names)) = &*kept
            && Arc::ptr_eq(of, &open)
        {
            return Ok(Arc::clone(names));
        }
        let mut names = PlayerNames::default();
        for source in open.iter() {
            let of_source = source.opened.index.player_names();
            names.add(&of_source.map_err(|error| Refusal::failed(&error.into()))?);
        }
        let names = Arc::new(names);
        *kept = Some((open, Arc::clone(&names)));
        Ok(names)
    }

    /// The text of a game of a source in the file that it came from, and its moves with all that
    /// stands beside them; or the reason why there are only those of the index.
    pub(crate) fn text_of(
        &self,
        game: &StoredGame,
        source: &OpenSource,
    ) -> Result<(String, AnnotatedLine), String> {
        let known = source.opened.index.sources();
        let mut reading = Reading::default();
        if let Some(of) = known.iter().find(|known| known.file == game.file) {
            reading.language = of.select.language;
            reading.encoding = of.encoding.unwrap_or_default();
        }
        let read = |text: &[u8]| annotated(text, &game.moves, reading);
        let found = self.texts.find(game, known, read);
        let (text, line) =
            found.map_err(|why| format!("{} {why}", file_name(Path::new(&game.file))))?;
        Ok((reading.encoding.decode(&text).into_owned() + "\n\n", line))
    }

    /// The name of the first source, and how many more there are.
    pub(crate) fn name(&self) -> String {
        let mut names = self.sources.paths().map(file_name);
        let first = names.next().unwrap_or_default();
        match names.count() {
            0 => first,
            more => format!("{first} and {}", counted(more, "more source", "more sources")),
        }
    }

    /// The scheme by which positions are the same.
    pub(crate) fn scheme(&self) -> AnyScheme {
        self.now().first().expect("a library has a source").opened.index.scheme().clone()
    }

    /// The name of a file that has been changed since it was read.
    pub(crate) fn changed_file(&self) -> Option<String> {
        self.sources.changed_file(&self.now()).map(file_name)
    }

    /// The games that could not be taken, with the first reasons.
    pub(crate) fn rejected(&self) -> RejectedGames {
        self.rejections.of_sources(&self.now())
    }

    /// A question that has no filter yet.
    pub(crate) fn asked(&self) -> ExploreRequest {
        let has_url = self.sources.has_url();
        ExploreRequest { each_once: !has_url, ..ExploreRequest::all(self.threads) }
    }

    /// Returns the ending of the command.
    pub(crate) fn ending(&self) -> Ending {
        self.sources.ending(&self.now())
    }
}

/// The variant and the FEN of a position, with all that any scheme may ask of it.
fn name_of(position: &VariantPosition) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Always);
    format!("{:?} {:?} {fen}", position.variant(), position.castles().mode())
}
