//! Configurations whose atoms come from a file.

use std::error::Error;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use zobrist_input::{FileError, Result};
use zobrist_lattice::{Configuration, Species};
use zobrist_simulation::atoms::{DumpFormat, FrameWriter, Moment};
use zobrist_simulation::{Config, Limits};

/// A folder in which configurations and their files are.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub(crate) fn config(&self, text: &str) -> Result<Config> {
        Config::of_text(text, "alloy.toml", self.path().to_owned(), Limits::default())
    }

    /// The text of the error of a configuration, and of what led to it, without the folder and the
    /// byte of the configuration, which is to be in the line that the text names.
    #[track_caller]
    pub(crate) fn refused(&self, config: &str) -> String {
        let text = texts(&self.config(config).unwrap_err());
        let text = text.replace(&format!("{}/", self.path().display()), "");
        let Some(rest) = text.strip_prefix("alloy.toml:") else { return text };
        let (line, rest) = rest.split_once(" (byte ").unwrap();
        let (byte, rest) = rest.split_once(')').unwrap();
        let before = &config[..byte.parse().unwrap()];
        assert_eq!(line.parse(), Ok(before.matches('\n').count() + 1));
        format!("alloy.toml:{line}{rest}")
    }
}

fn texts(error: &FileError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Iron and copper in a bcc box of 3 x 3 x 3 cells, with the keys of `[composition]` but the host.
pub(crate) fn iron(composition: &str) -> String {
    format!(
        "seed = 7\ntemperature = 773.0\nsteps = 100\n\
         [lattice]\nstructure = \"bcc\"\ncells = [3, 3, 3]\nconstant = 2.87\n\
         [composition]\nhost = \"Fe\"\n{composition}\n\
         [model]\nkind = \"iron-copper\"\n"
    )
}

/// The bytes of a frame of a configuration; `only` are the species that are written.
pub(crate) fn frame(
    config: &Config,
    configuration: &Configuration,
    format: DumpFormat,
    only: Option<&[Species]>,
) -> Vec<u8> {
    let (lattice, constant) = (config.lattice, config.lattice_constant);
    let writer = FrameWriter::new(format, lattice, constant, config.alloy.names(), only).unwrap();
    let moment = Moment::new(3, Some(1e-9), Some(-1.5));
    let mut bytes = Vec::new();
    writer.write(configuration, moment, &mut bytes).unwrap();
    bytes
}

/// The configuration at the start.
pub(crate) fn start(config: &Config) -> Configuration {
    config.start(config.settings.clone()).unwrap().0
}
