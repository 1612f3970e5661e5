//! Writes NumPy's format for one array (`.npy`, version 1).

/// First bytes of the format, and its version.
const BEGIN: &[u8] = b"\x93NUMPY\x01\x00";

/// Writes an array of words of `bytes` bytes each, in rows of `columns`.
pub fn write_npy(words: &[u128], bytes: usize, columns: usize) -> Vec<u8> {
    let rows = words.len() / columns;
    let shape = if columns == 1 { format!("({rows},)") } else { format!("({rows}, {columns})") };
    let mut header =
        format!("{{'descr': '<u{bytes}', 'fortran_order': False, 'shape': {shape}, }}");
    // The data begins at a multiple of 64; the header ends with a newline.
    let begin = (10 + header.len() + 1).next_multiple_of(64);
    header.push_str(&" ".repeat(begin - 10 - header.len() - 1));
    header.push('\n');
    let length = u16::try_from(header.len()).expect("the header is short");
    let mut file = [BEGIN, &length.to_le_bytes(), header.as_bytes()].concat();
    for word in words {
        file.extend_from_slice(&word.to_le_bytes()[..bytes]);
    }
    file
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use zobrist_input::{Listener, Nobody};
    use zobrist_key_lists::{KeyList, KeyListOptions, read_key_list};

    use super::*;

    fn read(bytes: &[u8], bits: Option<u32>) -> KeyList {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.npy");
        std::fs::write(&path, bytes).unwrap();
        let mut options = KeyListOptions::default();
        (options.bits, options.width_option) = (bits, "--bits");
        let nobody: Arc<dyn Listener> = Arc::new(Nobody);
        read_key_list(Path::new(&path), options, &nobody).unwrap()
    }

    #[test]
    fn written_arrays_are_read_back() {
        let words: Vec<u128> = (0..781).map(|i| i * 0x1234_5678_9abc).collect();
        let list = read(&write_npy(&words, 8, 1), None);
        assert_eq!((list.keys, list.bits), (words.clone(), 64));
        let list = read(&write_npy(&words[..780], 8, 2), Some(128));
        assert_eq!((list.keys.len(), list.keys[1]), (390, words[2] << 64 | words[3]));
    }
}
