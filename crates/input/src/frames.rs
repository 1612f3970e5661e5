//! Finds the frames of a zstd file that can be read in pieces.

use std::io;

use zobrist_storage::ByteSource;

/// The header that pzstd writes before each zstd frame: a skippable frame of four bytes, which are
/// the size of the zstd frame.
const HEADER: [u8; 8] = [0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0];

/// Length of the skippable frame.
const HEADER_BYTES: usize = HEADER.len() + 4;

/// Finds the places at which the frames of a file written by pzstd begin, in bytes on the disk:
/// those of the skippable frames that pzstd puts before each zstd frame. The first is 0.
///
/// `None` is any other file, such as one of zstd, whose frames cannot be found without reading all
/// of it. Of each frame 12 bytes are read, one after the other: of a URL, that is a request for
/// each.
///
/// # Errors
/// When the file cannot be read.
pub fn frames(source: &dyn ByteSource) -> io::Result<Option<Vec<u64>>> {
    let length = source.len();
    let mut frames = Vec::new();
    let mut at = 0;
    while at < length {
        if length - at < HEADER_BYTES as u64 {
            return Ok(None);
        }
        let bytes = source.read_at(at, HEADER_BYTES)?;
        let size = bytes.strip_prefix(&HEADER).and_then(|size| size.try_into().ok());
        let size = size.map_or(0, u32::from_le_bytes);
        if size == 0 {
            return Ok(None);
        }
        frames.push(at);
        at += HEADER_BYTES as u64 + u64::from(size);
    }
    Ok((at == length && length > 0).then_some(frames))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use zobrist_storage::Bytes;

    use super::*;

    #[derive(Debug)]
    struct Counted(Vec<u8>, AtomicUsize);

    impl ByteSource for Counted {
        fn len(&self) -> u64 {
            self.0.len() as u64
        }

        fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
            self.1.fetch_add(length, Ordering::Relaxed);
            let rest = self.0.get(start as usize..).and_then(|rest| rest.get(..length));
            Ok(rest.ok_or(io::ErrorKind::UnexpectedEof)?.to_vec().into())
        }
    }

    fn frames_of(bytes: &[u8]) -> Option<Vec<u64>> {
        frames(&Counted(bytes.to_vec(), AtomicUsize::new(0))).unwrap()
    }

    /// A frame as pzstd writes it.
    fn frame(text: &[u8]) -> Vec<u8> {
        let packed = zstd::encode_all(text, 1).unwrap();
        let size = u32::try_from(packed.len()).unwrap().to_le_bytes();
        [&HEADER[..], &size, &packed].concat()
    }

    #[test]
    fn frames_are_found_by_their_headers_alone() {
        let all = [frame(b"1. e4"), frame(&[7; 100_000]), frame(b"")];
        let second = all[0].len() as u64;
        let third = second + all[1].len() as u64;
        let file = Counted(all.concat(), AtomicUsize::new(0));
        assert_eq!(frames(&file).unwrap(), Some(vec![0, second, third]));
        assert_eq!(file.1.into_inner(), 3 * 12);
        assert_eq!(frames_of(&all[0]), Some(vec![0]));
    }

    #[test]
    fn other_files_have_none() {
        let whole = [frame(b"1. e4 e5"), frame(b"1. d4 d5")].concat();
        for cut in 1..whole.len() {
            let is_frame = cut == frame(b"1. e4 e5").len();
            assert_eq!(frames_of(&whole[..cut]).is_some(), is_frame, "{cut}");
        }
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"1. e4 e5 *\n").unwrap();
        let mut wrong = whole.clone();
        wrong[8] += 1;
        let zeros = [&HEADER[..], &[0; 4]].concat();
        let others = [
            Vec::new(),
            b"1. e4 e5 *\n".to_vec(),
            zstd::encode_all(&b"1. e4 e5 *\n"[..], 1).unwrap(),
            gzip.finish().unwrap(),
            wrong,
            [&whole[..], b"\n"].concat(),
            [&whole[..], &[0; 512]].concat(),
            zeros,
        ];
        for other in others {
            assert_eq!(frames_of(&other), None, "{other:?}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        /// A file that has become shorter.
        #[derive(Debug)]
        struct Shrunk;

        impl ByteSource for Shrunk {
            fn len(&self) -> u64 {
                100
            }

            fn read_at(&self, _: u64, _: usize) -> io::Result<Bytes> {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
        }

        assert_eq!(frames(&Shrunk).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
