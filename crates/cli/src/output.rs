//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::{Builder, NamedTempFile, TempPath};

use crate::stdout::Stdout;
use crate::terminal::{self, Sink};

/// Where a command writes its result: a file, or standard output.
///
/// A file is written beside its place, and moved there when it is whole. What was there before
/// stays until then, and for good when this is dropped. The new file gets the mode of the old one,
/// and a link to the place still leads to it, whether or not anything was there.
pub struct Output(Target);

enum Target {
    Stdout,
    File(Place),
}

/// A file that is not in its place yet.
struct Place {
    /// As it was named, for messages.
    name: PathBuf,
    /// The path after all links.
    path: PathBuf,
    folder: PathBuf,
    /// Whether what is at the path may be replaced.
    replaces: bool,
    mode: Option<Permissions>,
    /// From the first byte on, so that work that is abandoned leaves nothing behind.
    open: Option<Beside>,
}

/// The file beside its place, which is removed if this is dropped.
struct Beside {
    writer: BufWriter<File>,
    path: TempPath,
}

impl Output {
    /// Begins a file that must not exist, unless `force` allows to replace it; `-` is standard
    /// output. An impossible place is reported at once, before any work is done. A file that
    /// appears there later is not replaced either: [`Output::finish`] then fails.
    ///
    /// # Errors
    /// When the file exists and `force` is not given, when something other than a regular file is
    /// there, or when nothing can be written.
    pub fn create(path: &Path, force: bool) -> Result<Output> {
        if path == Path::new("-") {
            return Ok(Output(Target::Stdout));
        }
        Place::new(path, force).map(Target::File).map(Output)
    }

    /// Begins a file that takes the place of an earlier one, as a checkpoint does.
    ///
    /// # Errors
    /// When something other than a regular file is there, or nothing can be written.
    pub fn replace(path: &Path) -> Result<Output> {
        if path == Path::new("-") {
            bail!("cannot write -: standard output is not a file; `./-` is one of that name");
        }
        Place::new(path, true).map(Target::File).map(Output)
    }

    /// Whether this is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.0, Target::Stdout)
    }

    /// How text is written here.
    pub fn sink(&self) -> Sink {
        if self.is_stdout() { terminal::stdout() } else { Sink::Exact }
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match &self.0 {
            Target::Stdout => "standard output".to_owned(),
            Target::File(place) => place.name.display().to_string(),
        }
    }

    /// Moves the file to its place once all of it is on the disk. When this returns, the file is
    /// there for good: the folder is on the disk, too.
    ///
    /// # Errors
    /// When it cannot be written or moved.
    pub fn finish(self) -> Result<()> {
        match self.0 {
            Target::Stdout => Ok(Stdout.flush()?),
            Target::File(mut place) => {
                let moved = place.move_to_place();
                moved.with_context(|| format!("cannot write {}", place.name.display()))
            }
        }
    }
}

impl Place {
    fn new(name: &Path, replaces: bool) -> Result<Place> {
        let what = || format!("cannot write {}", name.display());
        let there = match name.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            there => Some(there.with_context(what)?),
        };
        if there.as_ref().is_some_and(|meta| !meta.is_file()) {
            bail!("{}: what is there is not a file", what());
        }
        if there.is_some() && !replaces {
            bail!("{}: the file exists; give --force to replace it, or another name", what());
        }
        let path = after_links(name);
        let Some(folder) = path.parent().filter(|_| path.file_name().is_some()) else {
            bail!("{}: it names no file", what())
        };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let place = Place {
            name: name.to_owned(),
            folder: folder.to_owned(),
            path,
            replaces,
            mode: there.map(|meta| meta.permissions()),
            open: None,
        };
        // It is removed at once.
        place.beside().with_context(what)?;
        Ok(place)
    }

    /// A new file in the same folder, whose name begins with a dot.
    fn beside(&self) -> io::Result<NamedTempFile> {
        let mut prefix = OsString::from(".");
        // The longest name that systems allow has 255 bytes.
        match self.path.file_name() {
            Some(name) if name.len() < 240 => prefix.push(name),
            _ => prefix.push("zobrist"),
        }
        prefix.push(".");
        let mut fault = None;
        let new = |path: &Path| {
            let file = File::options().write(true).create_new(true).open(path);
            file.inspect_err(|error| fault = error.raw_os_error())
        };
        let made = Builder::new().prefix(&prefix).suffix(".tmp").make_in(&self.folder, new);
        // The error without the name of the file that nobody asked for.
        made.map_err(|error| fault.map_or(error, io::Error::from_raw_os_error))
    }

    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        if self.open.is_none() {
            let (file, path) = self.beside()?.into_parts();
            let open = self.open.insert(Beside { writer: BufWriter::new(file), path });
            if let Some(mode) = self.mode.clone() {
                open.writer.get_ref().set_permissions(mode)?;
            }
        }
        Ok(&mut self.open.as_mut().expect("it was made").writer)
    }

    /// A write error that names the place: rows may go to several files.
    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.name.display()))
    }

    fn move_to_place(&mut self) -> Result<()> {
        let writer = self.writer()?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        let Beside { path, .. } = self.open.take().expect("it is written");
        if self.replaces {
            self.refuse_what_is_no_file()?;
            path.persist(&self.path).map_err(|error| error.error)?;
        } else {
            self.move_unless_taken(path)?;
        }
        Ok(sync_folder(&self.folder)?)
    }

    fn move_unless_taken(&self, file: TempPath) -> Result<()> {
        let Err(failed) = file.persist_noclobber(&self.path) else { return Ok(()) };
        let is_unsupported =
            matches!(failed.error.kind(), ErrorKind::Unsupported | ErrorKind::PermissionDenied);
        let is_taken = failed.error.kind() == ErrorKind::AlreadyExists
            || is_unsupported && self.path.symlink_metadata().is_ok();
        if is_taken {
            bail!(
                "a file has appeared there since the command began; give --force to replace it, \
                 or another name"
            );
        }
        // Some file systems have neither a rename that replaces nothing nor hard links.
        if is_unsupported {
            return Ok(failed.path.persist(&self.path).map_err(|failed| failed.error)?);
        }
        Err(failed.error.into())
    }

    /// A pipe or a device may have come since the work began.
    fn refuse_what_is_no_file(&self) -> Result<()> {
        match self.path.symlink_metadata() {
            Ok(there) if !there.is_file() => bail!("what is there is not a file"),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Only then does a renamed file survive a power failure, on systems where folders can be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        // One may make files where one may not list them.
        Err(error) if cfg!(unix) && error.kind() != ErrorKind::PermissionDenied => Err(error),
        _ => Ok(()),
    }
}

/// The place to which a path leads through links, which do not form a cycle.
fn after_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(target) = path.read_link() {
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path.canonicalize().unwrap_or(path)
}

/// Refuses an output that is one of the inputs, which are read while it is written: the same file
/// by any name, or a file of an index.
///
/// # Errors
/// When it is.
pub fn refuse_input(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    let Ok(place) = output.canonicalize() else { return Ok(()) };
    let is_in = |input: &PathBuf| {
        is_same_file(&place, input)
            || input.is_dir() && input.canonicalize().is_ok_and(|folder| place.starts_with(folder))
    };
    match inputs.iter().find(|input| is_in(input)) {
        Some(input) if input.is_dir() => bail!(
            "cannot write {}: it is in {}, which is an input; give another name",
            output.display(),
            input.display()
        ),
        Some(_) => bail!("cannot write {}: it is an input; give another name", output.display()),
        None => Ok(()),
    }
}

/// Whether a place and an input are one file, which may have several names; `-` is standard input.
fn is_same_file(place: &Path, input: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path: &Path| fs::metadata(path).map(|meta| (meta.dev(), meta.ino()));
        let input = if input == Path::new("-") { Path::new("/dev/stdin") } else { input };
        id(place).is_ok_and(|place| id(input).is_ok_and(|input| place == input))
    }
    #[cfg(not(unix))]
    {
        fs::canonicalize(input).is_ok_and(|input| input == place)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Stdout => Stdout.write(bytes),
            Target::File(place) => {
                let written = place.writer().and_then(|writer| writer.write(bytes));
                written.map_err(|error| place.named(&error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Stdout => Stdout.flush(),
            Target::File(place) => {
                let open = place.open.as_mut();
                let flushed = open.map_or(Ok(()), |open| open.writer.flush());
                flushed.map_err(|error| place.named(&error))
            }
        }
    }
}
