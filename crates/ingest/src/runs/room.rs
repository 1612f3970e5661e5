//! Estimates the number of games of a run before it is read.

use std::io::{self, Read};
use std::path::Path;

use zobrist_game_text::{ChunkUnit, Chunks};
use zobrist_index::runs::RunPieces;
use zobrist_input::Input;
use zobrist_storage::open_from;

use super::cut::SourceSize;

/// Number of bytes that are read of a file.
const SAMPLE_BYTES: u64 = 1 << 20;

/// The least room for a part of a file, whose games were not counted.
const MIN_ROOM: u64 = 1024;

/// The room is that many times the number of games that is expected, since the rest of a file may
/// have shorter games than its beginning.
const FACTOR: u128 = 2;

/// The number of games in the beginning of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSample {
    games: u64,
    /// Number of bytes of the file that were read.
    bytes: u64,
    /// True if that is all of it.
    is_whole: bool,
}

impl GameSample {
    /// Reads at most 1 MiB of a file on the disk, from its beginning, compressed or not, and counts
    /// the games in it, also those that will be rejected. A damaged file is no error.
    ///
    /// # Errors
    /// When the file cannot be read, or is something else, such as a pipe.
    pub fn read(path: &Path) -> io::Result<GameSample> {
        read_at_most(path, SAMPLE_BYTES)
    }

    /// Returns the number of games to keep room for in `bytes` bytes of the file. If the sample is
    /// the whole file, that is the number of its games; otherwise twice the expected number, at
    /// least 1024.
    #[must_use]
    pub fn room(&self, bytes: u64) -> u64 {
        if self.is_whole && bytes == self.bytes {
            return self.games;
        }
        // The last game of a sample need not be whole.
        let games = u128::from(self.games.max(1)) * u128::from(bytes) * FACTOR;
        let room = games / u128::from(self.bytes.max(1));
        u64::try_from(room).unwrap_or(u64::MAX).max(MIN_ROOM)
    }
}

/// The number of games for which a run must have room, given the samples of all files.
pub fn room(run: &RunPieces, sources: &[SourceSize], samples: &[GameSample]) -> u64 {
    match run {
        RunPieces::Files(files) => {
            let rooms = files.clone().map(|file| samples[file].room(sources[file].bytes));
            rooms.fold(0, u64::saturating_add)
        }
        RunPieces::Piece { source, begin, end } => samples[*source].room(end - begin),
    }
}

fn read_at_most(path: &Path, limit: u64) -> io::Result<GameSample> {
    let (file, length) = open_from(path, 0)?;
    let mut raw = Vec::new();
    file.take(limit).read_to_end(&mut raw)?;
    let bytes = raw.len() as u64;
    let name = path.to_string_lossy();
    let games = Chunks::of_input(Input::in_memory(&name, raw), ChunkUnit::Games)
        .map(|chunk| (chunk.ends.len() + chunk.rejections.len()) as u64)
        .sum();
    Ok(GameSample { games, bytes, is_whole: bytes == length })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    /// Number of games of `engine_games`.
    const GAMES: u64 = 2000;

    fn engine_games() -> Vec<u8> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");
        let mut text = Vec::new();
        let file = fs::File::open(path).unwrap();
        flate2::read::GzDecoder::new(file).read_to_end(&mut text).unwrap();
        text
    }

    fn gz(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn bz2(text: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn xz(text: &[u8]) -> Vec<u8> {
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// An archive with one file.
    fn zip(text: &[u8]) -> Vec<u8> {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        let packed = encoder.finish().unwrap();
        let mut crc = flate2::Crc::new();
        crc.update(text);
        let mut facts = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0];
        facts.extend(crc.sum().to_le_bytes());
        facts.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
        facts.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        facts.extend([5, 0, 0, 0]);
        let local = [b"PK\x03\x04", &facts[..], b"a.pgn"].concat();
        let directory = [b"PK\x01\x02\x14\0", &facts[..], &[0; 14], b"a.pgn"].concat();
        let place = u32::try_from(local.len() + packed.len()).unwrap();
        let mut end = b"PK\x05\x06\0\0\0\0\x01\0\x01\0".to_vec();
        end.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
        end.extend(place.to_le_bytes());
        end.extend([0, 0]);
        [local, packed, directory, end].concat()
    }

    fn sample(bytes: &[u8], limit: u64) -> GameSample {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        fs::write(&path, bytes).unwrap();
        read_at_most(&path, limit).unwrap()
    }

    #[test]
    fn the_games_of_a_small_file_are_counted() {
        let text = engine_games();
        let formats = [text.clone(), gz(&text), bz2(&text), xz(&text), zip(&text)];
        let zst = zstd::encode_all(&text[..], 1).unwrap();
        for file in formats.iter().chain([&zst]) {
            let length = file.len() as u64;
            let sample = sample(file, length);
            assert_eq!(sample, GameSample { games: GAMES, bytes: length, is_whole: true });
            assert_eq!(sample.room(length), GAMES);
            // A piece of it.
            assert_eq!(sample.room(length / 4 * 3), (GAMES * 2 * (length / 4 * 3)) / length);
        }
    }

    #[test]
    fn the_games_of_a_large_file_have_room() {
        let text = engine_games();
        let formats = [text.clone(), gz(&text), bz2(&text), xz(&text), zip(&text)];
        let zst = zstd::encode_all(&text[..], 1).unwrap();
        for (number, file) in formats.iter().chain([&zst]).enumerate() {
            let length = file.len() as u64;
            let sample = sample(file, 300_000);
            assert!(!sample.is_whole && sample.bytes == 300_000);
            let room = sample.room(length);
            assert!((GAMES..4 * GAMES).contains(&room), "format {number}: {room}");
        }
    }

    #[test]
    fn every_room_is_large_enough() {
        let large = GameSample { games: 0, bytes: 1 << 20, is_whole: false };
        assert_eq!(large.room(1 << 40), 1 << 21);
        assert_eq!(large.room(5), 1024);
        assert_eq!(GameSample { games: 1 << 20, ..large }.room(u64::MAX), u64::MAX);
        let empty = sample(b"", 100);
        assert_eq!((empty.room(0), empty.room(5)), (0, 1024));
        // Games that are rejected, and input that cannot be read, have numbers, too.
        assert_eq!(sample(b"1. e5 *\n\n1. x\n", 100).room(14), 2);
        assert_eq!(sample(b"\xff\xfe1\0", 100).room(4), 1);
        let damaged = &gz(&engine_games())[..200_000];
        assert!((100..GAMES).contains(&sample(damaged, 1 << 20).room(200_000)));
    }

    #[test]
    fn a_run_has_the_room_of_its_files() {
        let sample = GameSample { games: 1000, bytes: 100, is_whole: true };
        let part = GameSample { games: 1000, bytes: 100, is_whole: false };
        let source = |bytes| SourceSize { bytes, frames: None };
        let (sources, samples) = ([source(100), source(1000)], [sample, part]);
        assert_eq!(room(&RunPieces::Files(0..2), &sources, &samples), 1000 + 20_000);
        let piece = RunPieces::Piece { source: 1, begin: 100, end: 200 };
        assert_eq!(room(&piece, &sources, &samples), 2000);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let missing = GameSample::read(&folder.path().join("none.pgn"));
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(
            GameSample::read(folder.path()).unwrap_err().kind(),
            io::ErrorKind::InvalidInput
        );
    }
}
