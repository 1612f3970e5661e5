//! The sources of a question: indexes, and files of games whose index is kept or made for the
//! answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use zobrist_commands_input::game_files::{Wanted, expand_one};
use zobrist_commands_input::game_inputs::{GameInputs, RelativeOption};
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::stop::Temporary;
use zobrist_index::{AnyScheme, Index, IndexBuilder, SourceFile};
use zobrist_ingest::is_index_url;
use zobrist_shakmaty::pgn::Language;
use zobrist_storage::remote::{is_url, without_secrets};

use crate::build_index::ingest;
use crate::cache::{self, CacheOptions, Opened};

/// The sources: indexes, whose games come first in an answer, then files, then pipes, each in their
/// order. All files together have one index, and so have all pipes.
#[derive(Debug, Default)]
pub struct ExplorerSources {
    indexes: Vec<PathBuf>,
    files: Vec<PathBuf>,
    /// Standard input and pipes, which can be read only once.
    pipes: Vec<PathBuf>,
    left_out: bool,
}

/// An index that is open, with a name for messages.
#[derive(Clone, Debug)]
pub struct OpenSource {
    /// Name for messages.
    pub name: String,
    /// The index.
    pub opened: Arc<Opened>,
    /// For an index in a folder, the size and time of its manifest when it was opened.
    manifest: Option<(u64, SystemTime)>,
}

impl OpenSource {
    fn new(name: String, opened: Opened) -> OpenSource {
        OpenSource { name, opened: Arc::new(opened), manifest: None }
    }

    /// Builds the index of one file in a folder that does not exist yet, by a scheme, and opens it
    /// under a name.
    ///
    /// # Errors
    /// When the file cannot be read, or the index cannot be written.
    pub fn of_file(
        name: String,
        file: &Path,
        folder: &Path,
        scheme: AnyScheme,
        asked: CacheOptions,
    ) -> Result<OpenSource> {
        let mut options = asked.build()?;
        (options.scheme, options.replace) = (scheme, false);
        let threads = options.threads;
        let versions = vec![SourceFile::new(file)];
        let builder = IndexBuilder::create_from_sources(folder, options, versions)?;
        let (ending, _) = ingest(builder, &[file.to_owned()], threads, None, asked.beside)?;
        Ok(OpenSource::new(name, Opened::kept(Index::open(folder)?, ending)))
    }

    /// Opens the index of a file that is kept by its content, which comes from the cache if it was
    /// sent before.
    ///
    /// # Errors
    /// As [`cache::index_of_sent`].
    pub fn of_sent(
        name: String,
        file: PathBuf,
        scheme: AnyScheme,
        asked: CacheOptions,
    ) -> Result<OpenSource> {
        Ok(OpenSource::new(name, cache::index_of_sent(file, scheme, asked)?))
    }

    /// Opens an index in a folder or behind a URL.
    fn of_index(path: &Path) -> Result<OpenSource> {
        // One that is replaced after this is seen to have changed.
        let manifest = manifest_of(path);
        let opened = Arc::new(Opened::kept(Index::open(path)?, Ending::Done));
        let name = without_secrets(path).display().to_string();
        Ok(OpenSource { name, opened, manifest })
    }
}

/// The size and time of the manifest of an index in a folder.
fn manifest_of(path: &Path) -> Option<(u64, SystemTime)> {
    let meta = fs::symlink_metadata(path.join("manifest.json")).ok()?;
    Some((meta.len(), meta.modified().ok()?))
}

impl ExplorerSources {
    /// Finds the sources that arguments name. One that is named twice counts once.
    ///
    /// # Errors
    /// When one is missing, a pattern has no match, or a folder holds neither an index nor games.
    pub fn find(arguments: &[PathBuf]) -> Result<ExplorerSources> {
        let mut sources = ExplorerSources::default();
        let mut places = Vec::new();
        for path in arguments {
            if is_url(path) {
                sources.add_url(path, &mut places)?;
                continue;
            }
            for path in expand_one(path, Wanted::GAMES, "an index or files")? {
                if !path.is_dir() {
                    // A path that exists but leads nowhere is a pipe without a name, as from
                    // `<(zcat games.pgn.gz)`.
                    let is_pipe = path == Path::new("-") || !path.is_file() && path.exists();
                    let list = if is_pipe { &mut sources.pipes } else { &mut sources.files };
                    list.push(path);
                } else {
                    let place = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
                    sources.add_index(path, place, &mut places);
                }
            }
        }
        if sources.indexes.is_empty() && sources.pipes.is_empty() {
            refuse_files_without_games(&sources.files)?;
        }
        for list in [&mut sources.files, &mut sources.pipes] {
            if !list.is_empty() {
                let found = GameInputs::find(list, RelativeOption::default())?;
                sources.left_out |= found.left_out;
                *list = found.files().to_vec();
            }
        }
        Ok(sources)
    }

    /// Adds an index, unless it is at a place that was named before.
    fn add_index(&mut self, path: PathBuf, place: PathBuf, places: &mut Vec<PathBuf>) {
        if places.contains(&place) {
            let path = without_secrets(&path);
            say(&format!("zobrist: {} is named twice; its games count once\n", path.display()));
            self.left_out = true;
            return;
        }
        places.push(place);
        self.indexes.push(path);
    }

    fn add_url(&mut self, url: &Path, places: &mut Vec<PathBuf>) -> Result<()> {
        if !is_index_url(url) {
            bail!(
                "expected the URL of an index, got that of a file of games, {}: `zobrist index build` \
                 makes an index of it",
                without_secrets(url).display()
            );
        }
        self.add_index(url.to_owned(), without_secrets(url), places);
        Ok(())
    }

    /// True if an index is behind a URL.
    pub fn has_url(&self) -> bool {
        self.indexes.iter().any(|path| is_url(path))
    }

    /// Opens all indexes with the manifests that they have now. The index of files is built if need
    /// be, and in any case if `again` says so.
    ///
    /// # Errors
    /// When one cannot be opened or built.
    pub fn open(&self, options: CacheOptions, again: bool) -> Result<Vec<OpenSource>> {
        let mut open = self.open_indexes(options)?;
        open.extend(self.open_files(options, again)?);
        open.extend(self.open_pipes(options)?);
        Ok(open)
    }

    /// Opens the indexes that are named.
    ///
    /// # Errors
    /// When one cannot be opened, or an option is none for an index.
    pub fn open_indexes(&self, options: CacheOptions) -> Result<Vec<OpenSource>> {
        let mut open = Vec::new();
        let scheme = options.scheme.map(|scheme| scheme.read()).transpose()?;
        if self.files.is_empty() && self.pipes.is_empty() && options.keep_valid {
            bail!("--keep-valid is for building: the index has its own");
        }
        if self.files.is_empty() && self.pipes.is_empty() && options.encoding.is_some() {
            bail!("--encoding is for files of games: the names of an index are UTF-8");
        }
        if self.files.is_empty() && self.pipes.is_empty() && options.language != Language::English {
            bail!("--language is for building: the games of an index have been read");
        }
        for path in &self.indexes {
            let source = OpenSource::of_index(path)?;
            let got = source.opened.index.scheme();
            if let Some(scheme) = scheme.as_ref().filter(|scheme| {
                (scheme.name(), scheme.fingerprint()) != (got.name(), got.fingerprint())
            }) {
                bail!(
                    "{}: expected an index by the scheme {} ({}), got {} ({}); leave out --scheme to \
                     use that of the index",
                    source.name,
                    scheme.name(),
                    scheme.fingerprint(),
                    got.name(),
                    got.fingerprint()
                );
            }
            open.push(source);
        }
        Ok(open)
    }

    /// Opens the index of all files, which is built if need be; `None` without files.
    ///
    /// # Errors
    /// When it cannot be opened or built.
    pub fn open_files(&self, options: CacheOptions, again: bool) -> Result<Option<OpenSource>> {
        let Some(first) = self.files.first() else { return Ok(None) };
        let opened = cache::index_of(&self.files, options, again)?;
        Ok(Some(OpenSource::new(first.display().to_string(), opened)))
    }

    /// Builds the index of all pipes; `None` without pipes.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn open_pipes(&self, options: CacheOptions) -> Result<Option<OpenSource>> {
        let Some(first) = self.pipes.first() else { return Ok(None) };
        let name = first.display().to_string();
        Ok(Some(OpenSource::new(name, self.index_of_pipes(options)?)))
    }

    /// The files of games, which have one index.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Standard input and pipes, which have one index.
    pub fn pipes(&self) -> &[PathBuf] {
        &self.pipes
    }

    /// Opens the indexes with the manifests that they have now; those of files and pipes stay.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open_again(&self, open: &[OpenSource]) -> Result<Vec<OpenSource>> {
        let mut again = open.to_vec();
        for (path, source) in self.indexes.iter().zip(&mut again) {
            *source = OpenSource::of_index(path)?;
        }
        Ok(again)
    }

    /// True if an index in a folder has been added to, merged or replaced since it was opened.
    pub fn has_changed_index(&self, open: &[OpenSource]) -> bool {
        let now = self.indexes.iter().map(|path| manifest_of(path));
        open.iter().zip(now).any(|(source, now)| now != source.manifest)
    }

    /// The paths of all sources, in the order of the answers.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.indexes, &self.files, &self.pipes].into_iter().flatten().map(PathBuf::as_path)
    }

    /// The first of the files that is no longer what its index, one of the open sources, was built
    /// from.
    pub fn changed_file(&self, open: &[OpenSource]) -> Option<&Path> {
        let (_, built) = self.of_files(open)?;
        let kept = built.opened.index.sources();
        let is_changed = |(number, file): &(usize, &PathBuf)| {
            let now = fs::canonicalize(file).map(SourceFile::new);
            !now.is_ok_and(|now| kept.iter().any(|kept| now.is_unchanged(kept)))
                || !built.opened.is_unchanged(*number, file)
        };
        self.files.iter().enumerate().find(is_changed).map(|(_, file)| file.as_path())
    }

    /// The files of games, and the open source that is their index.
    pub fn of_files<'a>(
        &'a self,
        open: &'a [OpenSource],
    ) -> Option<(&'a [PathBuf], &'a OpenSource)> {
        let built = open.get(self.indexes.len()).filter(|_| !self.files.is_empty())?;
        Some((&self.files, built))
    }

    /// False if there are pipes: nothing is left of them.
    pub fn can_be_read_again(&self) -> bool {
        self.pipes.is_empty()
    }

    /// The index of what pipes give, which is not kept.
    fn index_of_pipes(&self, asked: CacheOptions) -> Result<Opened> {
        let folder = tempfile::Builder::new().prefix("zobrist-explore-").tempdir();
        let folder = folder.context("cannot make a folder for the index of standard input")?;
        let _known = Temporary::new(folder.path());
        let mut options = asked.build()?;
        options.replace = false;
        let threads = options.threads;
        let versions = self.pipes.iter().map(SourceFile::new).collect();
        let builder = IndexBuilder::create_from_sources(folder.path(), options, versions)?;
        let (ending, _) = ingest(builder, &self.pipes, threads, None, asked.beside)?;
        Ok(Opened::temporary(Index::open(folder.path())?, ending, folder))
    }

    /// The ending of a command that has read these sources.
    pub fn ending(&self, open: &[OpenSource]) -> Ending {
        let read = open.iter().map(|source| source.opened.ending).max().unwrap_or(Ending::Done);
        read.max(Ending::done_if(!self.left_out))
    }
}
