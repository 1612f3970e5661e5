//! Dumps cut at a step.

use std::fs;

use tempfile::TempDir;
use zobrist_input::Result;
use zobrist_lattice::{Lattice, Structure};
use zobrist_simulation::atoms::{
    Compression, DumpFormat, Kept, Moment, compressed_frame, frames_up_to, read_atoms,
};

use crate::common::{FORMATS, LIMIT, alloy, file_of, frame, moment, texts};

const COMPRESSIONS: [Compression; 3] = [Compression::Plain, Compression::Gzip, Compression::Zstd];

/// Frames of the steps 0, 10, 20, ….
fn frames(format: DumpFormat, compression: Compression, count: u64) -> Vec<Vec<u8>> {
    let alloy = alloy(Lattice::new(Structure::Sc, [3, 2, 1]).unwrap());
    let packed = |number| {
        let bytes = frame(format, &alloy, moment(10 * number));
        compressed_frame(&bytes, compression)
    };
    (0..count).map(packed).collect()
}

fn kept(bytes: &[u8], step: u64) -> Result<Parts> {
    frames_up_to(&file_of(bytes).path, step, None).map(parts)
}

/// The fields of a [`Kept`].
#[derive(Debug, PartialEq)]
struct Parts {
    frames: u64,
    bytes: u64,
    last_step: Option<u64>,
    last_time: Option<f64>,
    compression: Compression,
}

fn parts(kept: Kept) -> Parts {
    let Kept { frames, bytes, last_step, last_time, compression, .. } = kept;
    Parts { frames, bytes, last_step, last_time, compression }
}

/// The first `frames` of these.
fn first(all: &[Vec<u8>], frames: usize, compression: Compression) -> Parts {
    let bytes = all[..frames].iter().map(Vec::len).sum::<usize>() as u64;
    // Of no bytes, nothing tells how they are compressed.
    let compression = if all.concat().is_empty() { Compression::Plain } else { compression };
    let last_step = (frames > 0).then(|| 10 * (frames as u64 - 1));
    let last_time = last_step.and_then(|step| moment(step).time);
    Parts { frames: frames as u64, bytes, last_step, last_time, compression }
}

fn all_kinds() -> impl Iterator<Item = (DumpFormat, Compression)> {
    FORMATS.into_iter().flat_map(|format| COMPRESSIONS.map(|compression| (format, compression)))
}

#[test]
fn frames_up_to_a_step() {
    for (format, compression) in all_kinds() {
        let all = frames(format, compression, 4);
        let file = file_of(all.concat());
        for (step, expected) in [(0, 1), (9, 1), (10, 2), (29, 3), (30, 4), (u64::MAX, 4)] {
            let kept = frames_up_to(&file.path, step, None).unwrap();
            let expected = first(&all, expected, compression);
            assert_eq!(parts(kept), expected, "{format:?} {compression:?} {step}");
        }
        assert_eq!(kept(&all[1..].concat(), 5).unwrap(), first(&all, 0, compression));
        assert_eq!(kept(b"", 5).unwrap(), first(&[], 0, compression));
        // A run that goes on appends to what is kept.
        let longer = [&all[..2], &all[3..]].concat().concat();
        let frame = read_atoms(&file_of(longer).path, &[], LIMIT).unwrap();
        assert_eq!(frame.step, Some(30));
    }
}

/// Between two steps there can be several times. A run whose clock is behind them writes them
/// again.
#[test]
fn frames_up_to_a_time() {
    let alloy = alloy(Lattice::new(Structure::Sc, [3, 2, 1]).unwrap());
    let moments = [(0, 0.0), (4, 1e-9), (4, 2e-9), (4, 3e-9), (5, 4e-9)];
    for (format, compression) in all_kinds() {
        let frames = moments.map(|(step, time)| {
            let moment = Moment::new(step, Some(time), None);
            compressed_frame(&frame(format, &alloy, moment), compression)
        });
        let file = file_of(frames.concat());
        for (step, time, expected) in [
            (4, None, 4),
            (4, Some(0.5e-9), 1),
            (4, Some(2e-9), 3),
            (4, Some(9e-9), 4),
            (9, Some(9e-9), 5),
            (3, Some(9e-9), 1),
        ] {
            let kept = frames_up_to(&file.path, step, time).unwrap();
            let last = moments[expected - 1];
            assert_eq!(kept.frames, expected as u64, "{format:?} {compression:?} {step} {time:?}");
            assert_eq!((kept.last_step, kept.last_time), (Some(last.0), Some(last.1)));
        }
        // Without times, steps alone count.
        let frame = frame(format, &alloy, Moment::new(7, None, None));
        let kept = frames_up_to(&file_of(frame).path, 7, Some(0.0)).unwrap();
        assert_eq!((kept.frames, kept.last_step, kept.last_time), (1, Some(7), None));
    }
}

/// Cut at any byte, the frames before the cut are kept.
#[test]
fn a_frame_that_is_cut_off_is_dropped() {
    for (format, compression) in all_kinds() {
        let all = frames(format, compression, 3);
        let bytes = all.concat();
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("dump");
        let mut whole = 0;
        for cut in 0..=bytes.len() {
            while whole < 3 && all[..=whole].iter().map(Vec::len).sum::<usize>() <= cut {
                whole += 1;
            }
            fs::write(&path, &bytes[..cut]).unwrap();
            let got = frames_up_to(&path, 1000, None).unwrap();
            let expected = first(&all, whole, compression);
            assert_eq!((got.frames, got.bytes), (expected.frames, expected.bytes), "at {cut}");
            assert_eq!((got.last_step, got.last_time), (expected.last_step, expected.last_time));
        }
        assert_eq!(whole, 3);
    }
}

/// A power cut leaves zeros where nothing was written.
#[test]
fn zeros_at_the_end_are_dropped() {
    for (format, compression) in all_kinds() {
        let all = frames(format, compression, 2);
        let zeros = vec![0; 3 << 20];
        let bytes = [&all.concat()[..], &zeros].concat();
        assert_eq!(
            kept(&bytes, 1000).unwrap(),
            first(&all, 2, compression),
            "{format:?} {compression:?}"
        );
    }
    let all = frames(FORMATS[0], Compression::Plain, 2);
    let bytes = [&all.concat()[..], b"6\nLattice=\"", &[0; 5000]].concat();
    assert_eq!(kept(&bytes, 1000).unwrap(), first(&all, 2, Compression::Plain));
}

#[test]
fn windows_line_ends_are_kept() {
    for format in FORMATS {
        let text = String::from_utf8(frames(format, Compression::Plain, 2).concat()).unwrap();
        let windows = text.replace('\n', "\r\n");
        assert_eq!(kept(windows.as_bytes(), 10).unwrap().bytes, windows.len() as u64);
        assert_eq!(kept(windows.trim_end().as_bytes(), 10).unwrap().frames, 1);
    }
}

#[test]
fn damage_before_the_end_is_an_error() {
    for (format, compression) in all_kinds() {
        let all = frames(format, compression, 3);
        let mut bytes = all.concat();
        let at = all[0].len() + all[1].len() / 2;
        match compression {
            Compression::Plain => drop(bytes.drain(at..at + 40)),
            _ => bytes[at] ^= 0x55,
        }
        let error = kept(&bytes, 1000).unwrap_err();
        assert!(texts(&error).contains("/atoms"), "{}", texts(&error));
    }
    // Lines are missing, so that the next frame is taken for atoms.
    let all = frames(FORMATS[0], Compression::Plain, 2);
    let lines: Vec<_> = all[0].split_inclusive(|byte| *byte == b'\n').collect();
    for missing in 1..lines.len() - 2 {
        let bytes = [&lines[..lines.len() - missing].concat()[..], &all[1]].concat();
        let text = texts(&kept(&bytes, 1000).unwrap_err());
        assert!(text.contains("expected as many columns as before, 5, got 1"), "{text}");
    }
    let all = frames(FORMATS[0], Compression::Gzip, 2);
    let text =
        texts(&kept(&[&all.concat()[..], b"not a member of gzip"].concat(), 1000).unwrap_err());
    assert!(
        text.contains(&format!("the compressed frame at byte {}", all.concat().len())),
        "{text}"
    );
}

#[test]
fn frames_that_are_compressed_together() {
    let plain = frames(FORMATS[0], Compression::Plain, 4);
    for compression in [Compression::Gzip, Compression::Zstd] {
        let pairs: Vec<_> =
            plain.chunks(2).map(|pair| compressed_frame(&pair.concat(), compression)).collect();
        let bytes = pairs.concat();
        let part = kept(&bytes, 15).unwrap();
        assert_eq!((part.frames, part.bytes), (2, pairs[0].len() as u64));
        assert_eq!(part.last_step, Some(10));
        assert_eq!(kept(&bytes, 30).unwrap().frames, 4);
        let error = kept(&bytes, 20).unwrap_err().to_string();
        assert!(error.contains("expected each frame compressed on its own"), "{error}");
        assert!(error.contains(&format!("from byte {} on", pairs[0].len())), "{error}");
        // A frame in two members.
        let whole = plain.concat();
        let (left, right) = whole.split_at(plain[0].len() + 30);
        let halves = [left, right].map(|half| compressed_frame(half, compression));
        let error = kept(&halves.concat(), 30).unwrap_err().to_string();
        assert!(error.contains("expected each frame compressed on its own"), "{error}");
        // At the end of the file, it is a frame that is cut off.
        assert_eq!(kept(&halves[0], 30).unwrap().frames, 0);
    }
}

#[test]
fn files_that_are_no_dumps_of_ours() {
    let text = |bytes: &[u8]| texts(&kept(bytes, 10).unwrap_err());
    let no_step = text(b"1\n\nFe 0 0 0\n");
    assert!(no_step.contains(":1 (byte 0): expected a frame with its step (Step=…"), "{no_step}");
    let no_step = text(b"ITEM: NUMBER OF ATOMS\n0\nITEM: ATOMS element x y z\n");
    assert!(no_step.contains("ITEM: TIMESTEP"), "{no_step}");
    assert!(text(b"hello\n").contains("expected the number of atoms"));
    assert!(text(b"BZh9....").contains("plain, .gz or .zst, got another compression"));
    let long = [b"1\n".to_vec(), vec![b'x'; 2 << 20]].concat();
    assert!(text(&long).contains("expected frames of at most 1 MiB"));
    let folder = TempDir::new().unwrap();
    let error = frames_up_to(folder.path(), 10, None).unwrap_err();
    assert!(texts(&error).contains("it is a directory"), "{error}");
    let error = frames_up_to(&folder.path().join("none"), 10, None).unwrap_err();
    assert!(texts(&error).contains("cannot open"), "{error}");
}
