//! Output files, written atomically: whole or not at all.
//!
//! A file that exists is refused unless the user insists: a shell puts the files of a folder where
//! a name was meant, as in `book make *.pgn`.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use tempfile::{Builder, NamedTempFile, TempPath};
use zobrist_storage::leftovers;
use zobrist_storage::leftovers::{claim, prefix_of, remove_leftovers};

use crate::message::say;
use crate::stdout::{Stdout, print};
use crate::stop::{self, SignalMessage};
use crate::terminal::{self, Sink};

/// Output of a command: a file, or standard output.
///
/// A file is written under a temporary name in the same folder and renamed when it is complete. An
/// earlier file stays until then, and for good if this is dropped unfinished. The new file gets the
/// mode of the old one. Symbolic links are followed, even to a target that does not exist yet.
#[derive(Debug)]
pub struct Output(Target);

#[derive(Debug)]
enum Target {
    Stdout,
    File(Destination),
}

/// Path of an output file that is not complete yet.
#[derive(Debug)]
struct Destination {
    /// The name that the user gave, for messages.
    name: PathBuf,
    /// The path after all links.
    path: PathBuf,
    folder: PathBuf,
    /// True if an existing file may be replaced.
    replaces: bool,
    mode: Option<Permissions>,
    /// Created by the first write, so that abandoned work leaves no file.
    temporary: Option<Temporary>,
    /// The message of a signal meanwhile.
    _message: Option<SignalMessage>,
}

/// A file under a temporary name, which is removed if this is dropped.
#[derive(Debug)]
struct Temporary {
    writer: BufWriter<File>,
    path: TempPath,
    /// A signal removes it, too.
    _known: stop::Temporary,
}

impl Output {
    /// Begins a file that must not exist, unless `force` allows replacing it; `-` is standard
    /// output. Fails before any work is done if the file cannot be written. A file that appears
    /// later is not replaced either: [`Output::finish`] then fails.
    ///
    /// # Errors
    /// When the file exists and `force` is not given, when something other than a regular file is
    /// there, or when nothing can be written.
    pub fn create(path: &Path, force: bool) -> Result<Output> {
        if path == Path::new("-") {
            return Ok(Output(Target::Stdout));
        }
        Destination::new(path, force).map(Target::File).map(Output)
    }

    /// Begins a file that replaces an earlier one if there is one, as a checkpoint does.
    ///
    /// # Errors
    /// When something other than a regular file is there, or nothing can be written.
    pub fn replace(path: &Path) -> Result<Output> {
        if path == Path::new("-") {
            bail!("cannot write -: standard output is not a file; `./-` is one of that name");
        }
        Destination::new(path, true).map(Target::File).map(Output)
    }

    /// True for standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.0, Target::Stdout)
    }

    /// Escaping of text that is written here.
    pub fn sink(&self) -> Sink {
        if self.is_stdout() { terminal::stdout() } else { Sink::Exact }
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match &self.0 {
            Target::Stdout => "standard output".to_owned(),
            Target::File(file) => file.name.display().to_string(),
        }
    }

    /// The file, for the closing line; `None` for standard output.
    pub fn place(&self) -> Option<String> {
        (!self.is_stdout()).then(|| self.name())
    }

    /// Renames the file to its final name after all of it is on the disk. When this returns, the
    /// file survives a power failure: its folder is synchronized, too.
    pub fn finish(self) -> Result<()> {
        match self.0 {
            Target::Stdout => Ok(Stdout.flush()?),
            Target::File(mut file) => {
                let renamed = file.complete();
                renamed.with_context(|| format!("cannot write {}", file.name.display()))
            }
        }
    }
}

impl Destination {
    fn new(name: &Path, replaces: bool) -> Result<Destination> {
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
        let mut file = Destination {
            name: name.to_owned(),
            folder: folder.to_owned(),
            path,
            replaces,
            mode: there.map(|meta| meta.permissions()),
            temporary: None,
            _message: None,
        };
        file.remove_leftovers();
        // Only a test that the folder can be written to: the file is removed at once.
        file.create_temporary().with_context(what)?;
        let stands = match file.mode {
            Some(_) => format!("{} is as it was", name.display()),
            None => format!("nothing was written to {}", name.display()),
        };
        file._message = stop::message_on_signal_by_default(move || stands.clone());
        Ok(file)
    }

    /// Removes what killed processes have left of earlier files of this name, and says so.
    fn remove_leftovers(&self) {
        for path in remove_leftovers(&self.folder, &prefix_of(&self.path)) {
            // Beside the name that the user gave, unless that is a link to another folder.
            let beside = self.name.with_file_name(path.file_name().unwrap_or_default());
            let path = if beside.parent().is_some_and(|folder| self.is_folder(folder)) {
                beside
            } else {
                path
            };
            let path = path.display();
            say(&format!("zobrist: removed {path}, which a run that was killed has left\n"));
        }
    }

    /// True if a path leads to the folder of the file.
    fn is_folder(&self, path: &Path) -> bool {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        matches!((path.canonicalize(), self.folder.canonicalize()), (Ok(a), Ok(b)) if a == b)
    }

    /// A new hidden file in the same folder, which this process holds by a lock.
    fn create_temporary(&self) -> io::Result<NamedTempFile> {
        let prefix = prefix_of(&self.path);
        let mut fault = None;
        let mut new = |path: &Path| {
            let file = File::options().write(true).create_new(true).open(path);
            file.inspect_err(|error| fault = error.raw_os_error())
        };
        let made = loop {
            let mut builder = Builder::new();
            builder.prefix(&prefix).suffix(leftovers::SUFFIX);
            let made = builder.rand_bytes(leftovers::RANDOM_LENGTH).make_in(&self.folder, &mut new);
            match made {
                // Another process took it for a leftover before it was locked.
                Ok(made) if !claim(made.as_file(), made.path()) => {}
                made => break made,
            }
        };
        // The error without the temporary name, which the user does not know.
        made.map_err(|error| fault.map_or(error, io::Error::from_raw_os_error))
    }

    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        if self.temporary.is_none() {
            let (file, path) = self.create_temporary()?.into_parts();
            if let Some(mode) = self.mode.clone() {
                file.set_permissions(mode)?;
            }
            let known = stop::Temporary::new(&path);
            let writer = BufWriter::new(file);
            self.temporary = Some(Temporary { writer, path, _known: known });
        }
        Ok(&mut self.temporary.as_mut().expect("it was created").writer)
    }

    /// A write error that names the file, since a command may write several.
    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.name.display()))
    }

    fn complete(&mut self) -> Result<()> {
        let writer = self.writer()?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        // The lock lasts until the file has its name.
        let Temporary { path, _known, writer: _writer } =
            self.temporary.take().expect("it is written");
        stop::committed(|| -> Result<()> {
            if self.replaces {
                self.refuse_other_than_file()?;
                path.persist(&self.path).map_err(|error| error.error)?;
                return Ok(());
            }
            self.rename_unless_taken(path)
        })?;
        Ok(sync_folder(&self.folder)?)
    }

    fn rename_unless_taken(&self, file: TempPath) -> Result<()> {
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
        // Some file systems have neither a rename without replacement nor hard links.
        if is_unsupported {
            return Ok(failed.path.persist(&self.path).map_err(|failed| failed.error)?);
        }
        Err(failed.error.into())
    }

    /// A pipe or a device may have appeared since the work began.
    fn refuse_other_than_file(&self) -> Result<()> {
        match self.path.symlink_metadata() {
            Ok(there) if !there.is_file() => bail!("what is there is not a file"),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Makes a rename survive a power failure, on systems where folders can be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        // Files can be created in a folder that may not be listed.
        Err(error) if cfg!(unix) && error.kind() != ErrorKind::PermissionDenied => Err(error),
        _ => Ok(()),
    }
}

/// The target of a path that may be a symbolic link; its links do not form a cycle.
fn after_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(target) = path.read_link() {
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path.canonicalize().unwrap_or(path)
}

/// Refuses an output that is also an input, since inputs are read while it is written: the same
/// file under any name, or a file of an index.
pub fn refuse_input(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    let Ok(path) = output.canonicalize() else { return Ok(()) };
    let is_in = |input: &PathBuf| {
        is_same_file(&path, input)
            || input.is_dir() && input.canonicalize().is_ok_and(|folder| path.starts_with(folder))
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

/// True if an existing path and an input are the same file, which may have several names; `-` is
/// standard input.
fn is_same_file(path: &Path, input: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path: &Path| fs::metadata(path).map(|meta| (meta.dev(), meta.ino()));
        let input = if input == Path::new("-") { Path::new("/dev/stdin") } else { input };
        id(path).is_ok_and(|path| id(input).is_ok_and(|input| path == input))
    }
    #[cfg(not(unix))]
    {
        fs::canonicalize(input).is_ok_and(|input| input == path)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Stdout => Stdout.write(bytes),
            Target::File(file) => {
                let written = file.writer().and_then(|writer| writer.write(bytes));
                written.map_err(|error| file.named(&error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Stdout => Stdout.flush(),
            Target::File(file) => {
                let temporary = file.temporary.as_mut();
                let flushed = temporary.map_or(Ok(()), |temporary| temporary.writer.flush());
                flushed.map_err(|error| file.named(&error))
            }
        }
    }
}

/// The file that a command writes.
#[derive(Args, Clone, Debug)]
pub struct OutputOptions {
    /// File to write [default: `-`, standard output]
    ///
    /// It is written whole or not at all.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists; only a regular file is ever replaced
    #[arg(long, requires = "output", help_heading = "Output", hide_short_help = true)]
    force: bool,
}

impl OutputOptions {
    /// Begins writing the file.
    pub fn begin(&self) -> Result<Output> {
        Output::create(self.path(), self.force)
    }

    /// Begins writing a file that is not one of the inputs.
    pub fn begin_apart_from(&self, inputs: &[PathBuf]) -> Result<Output> {
        refuse_input(self.path(), inputs)?;
        self.begin()
    }

    /// Begins a second file whose name has one more extension; `None` for standard output.
    pub fn begin_sidecar(&self, extension: &str) -> Result<Option<Output>> {
        if !self.is_file() {
            return Ok(None);
        }
        let mut sidecar = self.path().as_os_str().to_owned();
        sidecar.push(extension);
        Output::create(Path::new(&sidecar), self.force).map(Some)
    }

    /// True if a file is named, not standard output.
    pub fn is_file(&self) -> bool {
        self.path() != Path::new("-")
    }

    fn path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }
}

/// Takes rows, and completes the output at the end.
pub trait RowWriter: Send {
    /// Writes whole rows.
    fn write_rows(&mut self, rows: &[u8]) -> io::Result<()>;

    /// Completes the output. If the command has `stopped` at a rejection, a file is not written.
    fn finish(self: Box<Self>, stopped: bool) -> Result<()>;
}

impl RowWriter for Output {
    fn write_rows(&mut self, rows: &[u8]) -> io::Result<()> {
        // A reader of a pipe may wait for them.
        if self.is_stdout() { print(rows) } else { self.write_all(rows) }
    }

    fn finish(self: Box<Self>, stopped: bool) -> Result<()> {
        if stopped && !self.is_stdout() { Ok(()) } else { Output::finish(*self) }
    }
}
