//! Prints the keys of another program, as they stand in its source or in a file that it has
//! written, one in hex a line: what most tools read. Says which arrays they come from, and what was
//! passed over.
//!
//! ```sh
//! cargo run --release -p zobrist-key-lists --example print_keys -- zobrist.cpp 64 >keys.txt
//! ```

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::{env, fmt};

use zobrist_input::{Listener, Nobody};
use zobrist_key_lists::{KeyList, KeyListOptions, read_key_list};

fn read(file: &Path, bits: Option<u32>) -> Result<KeyList, Box<dyn Error>> {
    let mut options = KeyListOptions::default();
    options.bits = bits; // several numbers of program text can make one key
    let listener: Arc<dyn Listener> = Arc::new(Nobody);
    Ok(read_key_list(file, options, &listener)?)
}

/// The origin of the keys, for standard error.
struct Summary<'a>(&'a KeyList);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeyList { keys, bits, layout, report, spans, .. } = self.0;
        writeln!(f, "{} keys of {bits} bits", keys.len())?;
        for (lines, count) in spans {
            match lines.last {
                Some(last) if last > lines.first => {
                    writeln!(f, "lines {} to {last}: {count} keys", lines.first)?;
                }
                _ => writeln!(f, "line {}: {count} keys", lines.first)?,
            }
        }
        for kind in layout.iter().flat_map(|layout| layout.kinds()) {
            writeln!(f, "{}: {} keys", kind.name(), kind.size())?;
        }
        report.iter().try_for_each(|report| writeln!(f, "{report}"))
    }
}

fn write_hex(list: &KeyList, out: &mut impl Write) -> io::Result<()> {
    let digits = list.bits.div_ceil(4) as usize;
    list.keys.iter().try_for_each(|key| writeln!(out, "{key:0digits$x}"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (file, bits) = match &arguments[..] {
        [file] => (file, None),
        [file, bits] => (file, Some(bits.parse()?)),
        _ => return Err("expected a file, and the bits of a key if it does not tell".into()),
    };
    let list = read(file.as_ref(), bits)?;
    eprint!("{}", Summary(&list));
    let mut out = BufWriter::new(io::stdout().lock());
    write_hex(&list, &mut out)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
// Zobrist keys, from a generator of 2019.
static const uint64_t PIECES[3] = {
    0x9d39247e33776d41ULL, /* pawn */ 0x2af7398005aaa5c7ULL,
    0x44db015024623547ULL,
};
static const uint64_t TURN = 0xf8d626aaaf278509ULL;
static const int VERSION = 3;
";

    fn read_text(name: &str, text: &str, bits: Option<u32>) -> Result<KeyList, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(name);
        std::fs::write(&path, text)?;
        read(&path, bits)
    }

    #[test]
    fn the_keys_of_program_text_are_printed() {
        let list = read_text("zobrist.cpp", SOURCE, None).unwrap();
        let mut out = Vec::new();
        write_hex(&list, &mut out).unwrap();
        let expected = "9d39247e33776d41\n2af7398005aaa5c7\n44db015024623547\nf8d626aaaf278509\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        let summary = Summary(&list).to_string();
        assert!(summary.starts_with("4 keys of 64 bits\n"), "{summary}");
        assert!(summary.contains("lines 3 to 4: 3 keys\nline 6: 1 keys\n"), "{summary}");

        // What was printed is read again.
        let again = read_text("keys.txt", expected, None).unwrap();
        assert_eq!((again.keys, again.bits), (list.keys, 64));
    }

    #[test]
    fn halves_are_joined_if_the_width_is_given() {
        let text = "u32 KEYS[4] = { 0x9d39247e, 0x33776d41, 0x2af73980, 0x05aaa5c7 };\n";
        let list = read_text("keys.c", text, Some(64)).unwrap();
        assert_eq!(list.keys, [0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7]);
        let error = read_text("keys.c", text, Some(24)).unwrap_err().to_string();
        assert!(error.contains("keys.c"), "{error}");
    }
}
