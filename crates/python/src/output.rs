//! A file that is written beside its place, and renamed when it is whole.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use zobrist_storage::leftovers::{RANDOM_LENGTH, SUFFIX, claim, prefix_of, remove_leftovers};

use crate::error::{Class, Failure};

/// A file that is not complete yet. Nothing is left of it if it is dropped.
#[derive(Debug)]
pub(crate) struct Output {
    /// The path that was given, for messages.
    name: PathBuf,
    /// The path after all links.
    path: PathBuf,
    overwrite: bool,
    writer: BufWriter<NamedTempFile>,
}

impl Output {
    /// Begins a file that must not exist, unless it may be overwritten.
    ///
    /// # Errors
    /// When it exists, something other than a file is there, or nothing can be written.
    pub(crate) fn begin(name: &Path, overwrite: bool) -> Result<Output, Failure> {
        let there = match name.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            there => Some(there.map_err(|error| unwritten(name, &error))?),
        };
        refuse(name, there.as_ref(), overwrite)?;
        let path = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
        // Files that killed processes have left of it.
        remove_leftovers(folder_of(&path), &prefix_of(&path));
        let writer = beside(&path).and_then(|file| {
            if let Some(there) = there {
                file.as_file().set_permissions(there.permissions())?;
            }
            Ok(BufWriter::new(file))
        });
        let writer = writer.map_err(|error| unwritten(name, &error))?;
        Ok(Output { name: name.to_owned(), path, overwrite, writer })
    }

    /// # Errors
    /// When the disk is full, for example.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.writer.write_all(bytes).map_err(|error| unwritten(&self.name, &error))
    }

    /// Renames the file once all of it, and then its name, is on the disk.
    ///
    /// # Errors
    /// When it cannot be, or a file has appeared there that may not be overwritten.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Output { name, path, overwrite, writer } = self;
        let file = writer.into_inner().map_err(|error| unwritten(&name, error.error()))?;
        file.as_file().sync_all().map_err(|error| unwritten(&name, &error))?;
        let renamed = match overwrite {
            true => file.persist(&path),
            false => file.persist_noclobber(&path),
        };
        match renamed {
            Ok(_) => sync_folder(&path).map_err(|error| unwritten(&name, &error)),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Err(exists(&name)),
            Err(failed) => Err(unwritten(&name, &failed.error)),
        }
    }
}

/// For what writes piece by piece; its errors do not name the file.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Refuses an output that is an input as well, or lies in a folder that is one.
///
/// # Errors
/// When it is.
pub(crate) fn refuse_input(output: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    // A file that is not there yet may be in a folder that is read.
    let folder = || {
        let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty());
        fs::canonicalize(parent.unwrap_or(Path::new(".")))
    };
    let Ok(path) = fs::canonicalize(output).or_else(|_| folder()) else { return Ok(()) };
    let is_in =
        |input: &&PathBuf| fs::canonicalize(input).is_ok_and(|input| path.starts_with(input));
    match inputs.iter().find(is_in) {
        None => Ok(()),
        Some(input) => {
            let (output, input) = (output.display(), input.display());
            let reason = format!(
                "cannot write {output}: it is the source {input}, or in it; give another name"
            );
            Err(Failure::new(Class::Read, reason))
        }
    }
}

fn refuse(name: &Path, there: Option<&Metadata>, overwrite: bool) -> Result<(), Failure> {
    match there {
        Some(there) if !there.is_file() => {
            let reason = format!("cannot write {}: what is there is not a file", name.display());
            Err(Failure::new(Class::Read, reason))
        }
        Some(_) if !overwrite => Err(exists(name)),
        _ => Ok(()),
    }
}

/// A new hidden file in the same folder, with the mode of any new file, which this process holds by
/// a lock.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix_of(path);
    let mut fault = None;
    let mut new = |path: &Path| {
        let file = File::options().write(true).create_new(true).open(path);
        file.inspect_err(|error| fault = error.raw_os_error())
    };
    let made = loop {
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM_LENGTH);
        match builder.make_in(folder_of(path), &mut new) {
            // Another process took it for a leftover before it was locked.
            Ok(made) if !claim(made.as_file(), made.path()) => {}
            made => break made,
        }
    };
    // The error without the temporary name, which the caller does not know.
    made.map_err(|error| fault.map_or(error, io::Error::from_raw_os_error))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// After a power failure, a file whose folder is not on the disk has its old contents.
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

fn exists(name: &Path) -> Failure {
    let reason = format!(
        "cannot write {}: the file exists; overwrite=True replaces it, or give another name",
        name.display()
    );
    Failure::new(Class::FileExists, reason)
}

fn unwritten(name: &Path, error: &io::Error) -> Failure {
    Failure::new(Class::Read, format!("cannot write {}: {error}", name.display()))
}
