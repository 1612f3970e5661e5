//! Compresses frames one by one.

use std::io::{self, Write};
use std::path::Path;

use zobrist_input::{Result, bail};

/// Level of gzip and of zstd: the usual one of `gzip` and of `zstd`.
const LEVELS: (u32, i32) = (6, 3);

/// Compression of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// None.
    Plain,
    /// A member of gzip for each frame. ASE reads it.
    Gzip,
    /// A frame of zstd, with a checksum, for each frame.
    Zstd,
}

impl Compression {
    /// The compression that the name of a file asks for: `.gz`, `.zst`, or none.
    ///
    /// # Errors
    /// When its ending is that of a compression in which no dump is written: `.bz2`, `.xz` or
    /// `.zip`.
    pub fn of_name(path: &Path) -> Result<Compression> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        Ok(match ending.as_deref() {
            Some("gz") => Compression::Gzip,
            Some("zst") => Compression::Zstd,
            Some(ending @ ("bz2" | "xz" | "zip")) => bail!(
                "{}: expected a dump that ends in .gz or .zst, or is not compressed, got .{ending}",
                path.display()
            ),
            _ => Compression::Plain,
        })
    }
}

/// Compresses what `write` writes into a member of its own, which can be appended to a file and cut
/// off again.
///
/// # Errors
/// When `write` or `out` fails.
pub fn write_compressed(
    compression: Compression,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match compression {
        Compression::Plain => write(out),
        Compression::Gzip => {
            let level = flate2::Compression::new(LEVELS.0);
            let mut encoder = flate2::write::GzEncoder::new(out, level);
            write(&mut encoder)?;
            encoder.finish().map(drop)
        }
        Compression::Zstd => {
            let mut encoder = zstd::Encoder::new(out, LEVELS.1)?;
            encoder.include_checksum(true)?;
            write(&mut encoder)?;
            encoder.finish().map(drop)
        }
    }
}

/// Compresses the bytes of a frame into a member of its own.
///
/// # Panics
/// When the system refuses memory.
#[must_use]
pub fn compressed_frame(bytes: &[u8], compression: Compression) -> Vec<u8> {
    let mut packed = Vec::new();
    let done = write_compressed(compression, &mut packed, |out| out.write_all(bytes));
    done.expect("writing into memory succeeds");
    packed
}
