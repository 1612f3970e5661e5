//! The dump of a run: a file to which a frame is appended at each row.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use zobrist_input::{Context, Result, bail};
use zobrist_storage::open_regular_with;

use crate::atoms::{
    Compression, FollowedAtom, FrameWriter, Kept, Moment, frames_up_to, write_compressed,
};
use crate::engine::Engine;

/// The frames of a run, and how they are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DumpFrames {
    /// Writes each.
    pub writer: FrameWriter,
    /// Compresses each on its own, so that it can be appended and cut off.
    pub compression: Compression,
    /// True if atoms are written with the site where they began and their unwrapped position.
    pub has_trajectories: bool,
}

impl DumpFrames {
    /// Writes a frame.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, engine: &Engine, moment: Moment, out: &mut dyn Write) -> io::Result<()> {
        write_compressed(self.compression, out, |out| match engine {
            Engine::Kinetic(kmc) if self.has_trajectories => {
                let atoms = self.writer.species().flat_map(|species| {
                    let places = kmc.places_of(species);
                    places.map(move |(site, away)| FollowedAtom::new(species, site, away))
                });
                self.writer.write_followed(atoms, moment, out)
            }
            _ => self.writer.write(engine.configuration(), moment, out),
        })
    }
}

/// A dump that is open. After an error it holds the frames that were appended before, as long as
/// the disk lets it be shortened; [`resume`](DumpFile::resume) leaves out a frame that is cut off.
#[derive(Debug)]
pub struct DumpFile {
    path: PathBuf,
    file: File,
    frames: DumpFrames,
    /// The bytes of the frames that are whole.
    bytes: u64,
}

impl DumpFile {
    /// Opens a file that holds whole frames, to append more.
    ///
    /// # Errors
    /// When it is no regular file, or cannot be opened.
    pub fn open(path: &Path, frames: DumpFrames) -> Result<DumpFile> {
        let what = || format!("cannot write {}", path.display());
        let mut file =
            open_regular_with(path, OpenOptions::new().write(true)).with_context(what)?;
        let bytes = file.seek(SeekFrom::End(0)).with_context(what)?;
        Ok(DumpFile { path: path.to_owned(), file, frames, bytes })
    }

    /// Opens the dump of a run that goes on after a step and a time in s, if it has one, and cuts
    /// off the frames of later ones, which the run writes again. `None` if there is no file.
    ///
    /// # Errors
    /// When the file cannot be read or cut, is no dump that can be divided into frames, or has
    /// another compression.
    pub fn resume(
        path: &Path,
        frames: DumpFrames,
        step: u64,
        time: Option<f64>,
    ) -> Result<Option<(DumpFile, Kept)>> {
        if path.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        let kept = frames_up_to(path, step, time)?;
        if kept.frames > 0 && kept.compression != frames.compression {
            let name = |compression| match compression {
                Compression::Plain => "no compression",
                Compression::Gzip => "gzip",
                Compression::Zstd => "zstd",
            };
            bail!(
                "{}: expected {}, as the name of the file says, got {}",
                path.display(),
                name(frames.compression),
                name(kept.compression)
            );
        }
        let mut dump = DumpFile::open(path, frames)?;
        dump.bytes = kept.bytes;
        dump.cut().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Some((dump, kept)))
    }

    /// Appends a frame. Costs what [`FrameWriter::write`] or [`FrameWriter::write_followed`] does.
    ///
    /// # Errors
    /// When it cannot be written; the frames before it stay as they were.
    pub fn append(&mut self, engine: &Engine, moment: Moment) -> Result<()> {
        let written = self.frames.write(engine, moment, &mut self.file);
        let end = written.and_then(|()| self.file.stream_position());
        match end {
            Ok(end) => self.bytes = end,
            Err(error) => {
                // If this fails too, the part of a frame at the end is cut off when the run is
                // resumed.
                let _ = self.cut();
                Err(error).with_context(|| format!("cannot write {}", self.path.display()))?;
            }
        }
        Ok(())
    }

    /// Returns when all frames are on the disk.
    ///
    /// # Errors
    /// When they cannot be written there.
    pub fn sync(&mut self) -> Result<()> {
        let synced = self.file.sync_data();
        synced.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Cuts off what follows the frames that are whole.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.bytes)?;
        self.file.seek(SeekFrom::Start(self.bytes)).map(drop)
    }
}
