//! The start of a build or an addition: from nothing, or from the point of an interrupted run.

use std::path::Path;

use super::already_in::already_in;
use super::game_buffer::GameBuffer;
use super::index_builder::{IndexBuilder, forget_if_damaged};
use super::journal::{Journal, Task};
use crate::error::IndexError;
use crate::format::folder::{Folder, ReadFolder, read_manifest_if_any, read_manifest_to_lock};
use crate::format::manifest::Manifest;
use crate::format::{MAX_FILES, Parts, SourceFile, key_scheme};
use crate::games::{GameIdentity, Replayer, Seen, StoredGames};
use crate::options::BuildOptions;
use crate::segment::Batch;

impl IndexBuilder {
    /// Begins an index in a folder, which is created if missing. With [`BuildOptions::replace`], an
    /// index that it already holds is replaced by [`finish`](IndexBuilder::finish), and stays as it
    /// is until then.
    ///
    /// # Errors
    /// When the scheme has hashes of other than 64 bits, keys the halfmove clock, or cannot be read
    /// from its text, such as one with the name of a built-in scheme and other keys; when the
    /// folder holds an index already and `replace` is false; when it cannot be created or written
    /// to, holds something else or an index that this version cannot read, or another builder,
    /// merge or check is at work in it.
    pub fn create(
        folder: impl AsRef<Path>,
        options: BuildOptions,
    ) -> Result<IndexBuilder, IndexError> {
        IndexBuilder::create_from_sources(folder, options, Vec::new())
    }

    /// Begins an index as [`create`](IndexBuilder::create) does, from files that are named now, so
    /// that an interrupted run can be resumed. The index keeps a
    /// [`IndexedSource`](crate::IndexedSource) for each.
    ///
    /// # Errors
    /// As [`create`](IndexBuilder::create), and, with [`Select::dedup`](crate::Select::dedup), when
    /// the games that an interrupted run has left cannot be read.
    pub fn create_from_sources(
        folder: impl AsRef<Path>,
        options: BuildOptions,
        sources: Vec<SourceFile>,
    ) -> Result<IndexBuilder, IndexError> {
        key_scheme::check_new(&options.scheme)?;
        let task = Task {
            base: None,
            scheme: options.scheme.name().to_owned(),
            fingerprint: options.scheme.fingerprint().to_string(),
            select: options.select,
            keep_valid: options.keep_valid,
            encoding: options.encoding,
            sources,
        };
        // The outcome of a run that was killed at its end is not refused to the same run.
        let is_refused = |journal: Option<Journal>, old: &Manifest| {
            !options.replace && !journal.is_some_and(|journal| journal.has_done(&task, Some(old)))
        };
        // First without a lock, which would be written to the folder.
        if let Some(old) = read_manifest_if_any(folder.as_ref())?
            && is_refused(ReadFolder::open_local(folder.as_ref())?.journal()?, &old)
        {
            return Err(IndexError::Exists(folder.as_ref().to_owned()));
        }
        let folder = Folder::lock(folder.as_ref())?;
        let mut manifest = Manifest::new(&options.scheme);
        divide(&mut manifest, &options);
        // As it was read when the folder was locked: nobody else changes it now.
        if let Some(old) = folder.manifest_if_any() {
            if is_refused(folder.journal()?, old) {
                return Err(IndexError::Exists(folder.path().to_owned()));
            }
            // The files of both must have different names.
            manifest.next_segment = old.next_segment;
        }
        IndexBuilder::start(folder, options, task, manifest)
    }

    /// Begins to add games to the index in a folder, as a segment of their own. The scheme is that
    /// of the index, whatever the options say.
    ///
    /// # Errors
    /// When there is no index that this version can read, the folder cannot be written to, another
    /// builder, merge or check is at work in it, or, with [`Select::dedup`](crate::Select::dedup),
    /// its games cannot be read.
    pub fn append(
        folder: impl AsRef<Path>,
        options: BuildOptions,
    ) -> Result<IndexBuilder, IndexError> {
        IndexBuilder::append_from_sources(folder, options, Vec::new())
    }

    /// Begins to add games as [`append`](IndexBuilder::append) does, from files that are named now,
    /// so that an interrupted run can be resumed. The index keeps a
    /// [`IndexedSource`](crate::IndexedSource) for each.
    ///
    /// # Errors
    /// As [`append`](IndexBuilder::append); and when the index holds some of the sources already,
    /// or some are copies of others, which the error [names](IndexError::AlreadyIn), unless
    /// [`BuildOptions::again`] is true: leave them out and try again. A source is recognized by
    /// name, size and time of change, or by its bytes if it has the size of one with a digest; one
    /// of which the index holds a part, by its name or place.
    pub fn append_from_sources(
        folder: impl AsRef<Path>,
        mut options: BuildOptions,
        sources: Vec<SourceFile>,
    ) -> Result<IndexBuilder, IndexError> {
        read_manifest_to_lock(folder.as_ref())?;
        let folder = Folder::lock(folder.as_ref())?;
        // As it was read when the folder was locked: nobody else changes it now.
        let (mut manifest, scheme) = folder.manifest()?;
        options.scheme = scheme;
        let task = Task {
            base: Some(manifest.clone()),
            scheme: options.scheme.name().to_owned(),
            fingerprint: options.scheme.fingerprint().to_string(),
            select: options.select,
            keep_valid: options.keep_valid,
            encoding: options.encoding,
            sources,
        };
        if !options.again {
            let refuse = |stored: &Manifest| match already_in(&task.sources, &stored.sources) {
                known if known.is_empty() => Ok(()),
                known => Err(IndexError::AlreadyIn(known)),
            };
            // The outcome of a run that was killed at its end is not refused to the same run.
            let journal = folder.journal::<Journal>()?;
            let done = journal.filter(|journal| journal.is_in_place(Some(&manifest)));
            if let Some(base) = done.as_ref().and_then(|journal| journal.task.base.as_ref()) {
                refuse(base)?;
            }
            if !done.is_some_and(|journal| journal.has_done(&task, Some(&manifest))) {
                refuse(&manifest)?;
            }
        }
        divide(&mut manifest, &options);
        IndexBuilder::start(folder, options, task, manifest)
    }

    fn start(
        folder: Folder,
        options: BuildOptions,
        task: Task,
        manifest: Manifest,
    ) -> Result<IndexBuilder, IndexError> {
        let old_segments = manifest.segments.len();
        let journal = folder.journal::<Journal>()?.filter(|old| {
            old.can_be_resumed_by(&task, folder.manifest_if_any())
                && old.manifest.has_scheme_of(&manifest)
                && (options.partial || old.parts() == 0)
        });
        let journal = match journal {
            Some(mut journal) if folder.has_all(&journal.manifest)? => {
                folder.keep(&journal.manifest)?;
                journal.resume(task);
                journal
            }
            _ => {
                folder.clean()?;
                Journal::start(task, manifest)
            }
        };
        let manifest = &journal.manifest;
        let mut seen = Seen::of(options.select.dedup);
        if let Some(by) = options.select.dedup {
            for games in
                StoredGames::new(|file, _| folder.open_file(file), manifest, &options.scheme)
            {
                let (games, _) = games.inspect_err(|error| forget_if_damaged(&folder, error))?;
                let of_stored = |game| GameIdentity::of_stored(game, by);
                seen.add(&games.iter().map(of_stored).collect::<Vec<_>>())?;
                seen.check(options.memory)?;
            }
        }
        let (number, first, parts) =
            (manifest.next_segment, manifest.next_game(), manifest.parts());
        let batch = Batch::new(&folder, number, first, &options.scheme, parts)?;
        Ok(IndexBuilder {
            folder,
            games: GameBuffer::new(Replayer::new(options.clone()), options.memory, batch),
            options,
            journal,
            old_segments,
            reached: None,
            seen,
        })
    }
}

/// Divides all keys into enough parts for the number of files that is asked for.
pub(crate) fn divide(manifest: &mut Manifest, options: &BuildOptions) {
    if let Some(files) = options.files {
        manifest.divide_into(Parts::of_files(files.get().min(MAX_FILES)));
    }
}
