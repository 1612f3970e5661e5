//! The games that are served.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use anyhow::{Context, Result, bail};
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Position};
use zobrist_chess::AnyScheme;
use zobrist_console::ending::Ending;
use zobrist_explorer::build_progress::BuildProgress;
use zobrist_explorer::cache::CacheOptions;
use zobrist_explorer::source_games::SourceTexts;
use zobrist_explorer::{
    ExploreRequest, ExplorerSources, OpenSource, may_be_mended, refuse_mixed_schemes,
};
use zobrist_index::{Answer, BuildOptions, PlayerNames, StoredGame};

use super::annotated::{AnnotatedLine, Reading, annotated};
use super::chosen::ChosenSources;
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

/// Indexes, and files of games with theirs. Sources that are being indexed join when they are
/// ready, behind those that are there.
pub(crate) struct Library {
    sources: ExplorerSources,
    open: RwLock<Arc<Vec<OpenSource>>>,
    /// Number of the source that is the index of the files of the command line, once it is ready.
    of_files: OnceLock<usize>,
    options: CacheOptions<'static>,
    threads: NonZeroUsize,
    remembered: Remembered,
    rejections: Mutex<Vec<Rejections>>,
    texts: SourceTexts,
    names: Mutex<Option<NamesOf>>,
    /// The names that files had where they came from, by the paths under which they are kept.
    kept_as: Mutex<HashMap<String, String>>,
}

/// A file that was sent.
#[derive(Debug, Default)]
pub(crate) struct SentFile {
    pub(crate) path: PathBuf,
    /// True if its content decides its path.
    pub(crate) is_kept: bool,
}

/// Sources as they are open at a time.
type OpenSources = Arc<Vec<OpenSource>>;

/// The sources as they were open, and the names of their players.
type NamesOf = (OpenSources, Arc<PlayerNames>);

impl Library {
    /// Opens the indexes among the sources. Files and pipes are left to be indexed.
    ///
    /// # Errors
    /// When an index cannot be opened, or two sources have different schemes.
    pub(crate) fn open(
        sources: ExplorerSources,
        options: CacheOptions<'static>,
    ) -> Result<Library> {
        let has_files = !sources.files().is_empty() || !sources.pipes().is_empty();
        // Without files, the options of reading them are refused.
        let has_indexes = sources.paths().count() > sources.files().len() + sources.pipes().len();
        let open = if has_indexes { sources.open_indexes(options)? } else { Vec::new() };
        refuse_mixed_schemes(&open, ON_MIXED_SCHEMES)?;
        if let Some(first) = open.first().filter(|_| has_files) {
            refuse_other_scheme(first, sources.paths().nth(open.len()), &options.build()?.scheme)?;
        }
        Ok(Library {
            sources,
            open: RwLock::new(Arc::new(open)),
            of_files: OnceLock::new(),
            options,
            threads: options.resources.threads(),
            remembered: Remembered::default(),
            rejections: Mutex::default(),
            texts: SourceTexts::default(),
            names: Mutex::default(),
            kept_as: Mutex::default(),
        })
    }

    /// The sources of the command line.
    pub(crate) fn named(&self) -> &ExplorerSources {
        &self.sources
    }

    /// Builds the index of the files of the command line, and adds it.
    ///
    /// # Errors
    /// When it cannot be built.
    pub(crate) fn add_files(&self, progress: &Arc<BuildProgress>) -> Result<Added> {
        let source = self.sources.open_files(self.options(progress), false)?;
        let source = source.context("expected files, got none")?;
        let named = |file: &PathBuf| (file.clone(), file_name(file));
        let files: Vec<_> = self.sources.files().iter().map(named).collect();
        let added = self.add(source, &files);
        self.of_files.set(added.number).ok();
        Ok(added)
    }

    /// Builds the index of the pipes of the command line, and adds it.
    ///
    /// # Errors
    /// When it cannot be built.
    pub(crate) fn add_pipes(&self, progress: &Arc<BuildProgress>) -> Result<Added> {
        let source = self.sources.open_pipes(self.options(progress))?;
        Ok(self.add(source.context("expected a pipe, got none")?, &[]))
    }

    /// Adds a file that was sent under a name. Its index is that of the cache if it is kept by its
    /// content, and otherwise it is built beside the file.
    ///
    /// # Errors
    /// When it cannot be built, or has no games.
    pub(crate) fn add_upload(
        &self,
        SentFile { path: file, is_kept }: &SentFile,
        name: &str,
        progress: &Arc<BuildProgress>,
    ) -> Result<Added> {
        let scheme = self.scheme_of_games().unwrap_or(self.options.build()?.scheme);
        let (options, shown) = (self.options(progress), name.to_owned());
        let source = match is_kept {
            true => OpenSource::of_sent(shown, file.clone(), scheme, options)?,
            false => {
                let folder = file.with_extension("index");
                OpenSource::of_file(shown, file, &folder, scheme, options)?
            }
        };
        let index = &source.opened.index;
        self.kept_as().extend(index.sources().iter().map(|of| (of.file.clone(), name.to_owned())));
        if index.games() == 0 {
            let rejected: u64 = index.sources().iter().map(|source| source.rejected).sum();
            let files = [(file.to_owned(), name.to_owned())];
            let first = Rejections::of(&files, index).first();
            let why = first.map_or(String::new(), |first| format!("; {first}"));
            bail!(
                "expected a file with games, got none that can be read ({rejected} rejected){why}"
            );
        }
        Ok(self.add(source, &[(file.to_owned(), name.to_owned())]))
    }

    fn options<'a>(&self, progress: &'a Arc<BuildProgress>) -> CacheOptions<'a> {
        CacheOptions { beside: Some(progress), ..self.options }
    }

    /// Adds a source that is the index of some files, each with its name.
    fn add(&self, source: OpenSource, files: &[(PathBuf, String)]) -> Added {
        let rejections = Rejections::of(files, &source.opened.index);
        self.rejections.lock().unwrap_or_else(PoisonError::into_inner).push(rejections);
        let games = source.opened.index.games();
        let mut now = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let number = now.len();
        *now = Arc::new(now.iter().cloned().chain([source]).collect());
        self.remembered.clear();
        Added { number, games }
    }

    fn kept_as(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.kept_as.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of a file of an index without its folders, or that of the file that was sent.
    pub(crate) fn name_of_file(&self, file: &str) -> String {
        self.kept_as().get(file).cloned().unwrap_or_else(|| file_name(Path::new(file)))
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
        // Some of the sources have other answers than all.
        let is_all = std::ptr::eq(&**self.now(), sources);
        if !is_all || !asked.is_plain() || asked.games > 0 || asked.grouped.is_some() {
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

    /// As [`ask`](Library::ask), of the sources that were chosen.
    ///
    /// # Errors
    /// When there is no such source, too.
    pub(crate) fn ask_of<T>(
        &self,
        chosen: &ChosenSources,
        question: impl Fn(&[OpenSource]) -> Result<T>,
    ) -> Answered<T> {
        if chosen.is_all() {
            return self.ask(question);
        }
        chosen.check(self.now().len())?;
        self.ask(|sources| question(&chosen.of(sources)))
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
            found.map_err(|why| format!("{} {why}", self.name_of_file(&game.file)))?;
        Ok((reading.encoding.decode(&text).into_owned() + "\n\n", line))
    }

    /// True if no source is ready.
    pub(crate) fn is_empty(&self) -> bool {
        self.now().is_empty()
    }

    /// The scheme by which positions are the same; `None` if no source is ready.
    pub(crate) fn scheme_of_games(&self) -> Option<AnyScheme> {
        self.now().first().map(|source| source.opened.index.scheme().clone())
    }

    /// The scheme of files that are indexed.
    pub(crate) fn scheme_of_files(&self) -> AnyScheme {
        self.options.build().map_or_else(|_| BuildOptions::default().scheme, |build| build.scheme)
    }

    /// The name of a file that has been changed since it was read.
    pub(crate) fn changed_file(&self) -> Option<String> {
        self.of_files.get()?;
        self.sources.changed_file(&self.now()).map(file_name)
    }

    /// The games that could not be taken, with the first reasons.
    pub(crate) fn rejected(&self) -> RejectedGames {
        let rejections = self.rejections.lock().unwrap_or_else(PoisonError::into_inner);
        RejectedGames::of(&rejections, &self.now())
    }

    /// A question that has no filter yet.
    pub(crate) fn asked(&self) -> ExploreRequest {
        let has_url = self.sources.has_url();
        ExploreRequest { each_once: !has_url, ..ExploreRequest::all(self.threads) }
    }

    /// Returns the ending of the command. Files that were sent do not count.
    pub(crate) fn ending(&self) -> Ending {
        let kept_as = self.kept_as();
        let mut named = Vec::clone(&self.now());
        named.retain(|source| {
            !source.opened.index.sources().iter().any(|of| kept_as.contains_key(&of.file))
        });
        self.sources.ending(&named)
    }
}

/// A source that was added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Added {
    pub(crate) number: usize,
    pub(crate) games: u64,
}

/// Refuses files whose index would have another scheme than an index.
fn refuse_other_scheme(index: &OpenSource, file: Option<&Path>, scheme: &AnyScheme) -> Result<()> {
    let label = |scheme: &AnyScheme| (scheme.name().to_owned(), scheme.fingerprint().to_string());
    let (expected, got) = (label(index.opened.index.scheme()), label(scheme));
    if expected == got {
        return Ok(());
    }
    bail!(
        "expected sources of one scheme, got {} by {} ({}) and {} by {} ({}): {ON_MIXED_SCHEMES}",
        index.name,
        expected.0,
        expected.1,
        file.unwrap_or(Path::new("files")).display(),
        got.0,
        got.1
    );
}

/// The variant and the FEN of a position, with all that any scheme may ask of it.
fn name_of(position: &VariantPosition) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Always);
    format!("{:?} {:?} {fen}", position.variant(), position.castles().mode())
}
