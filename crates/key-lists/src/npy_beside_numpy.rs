//! The reader of arrays beside NumPy: what it writes is read, and what is read it reads alike.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use zobrist_input::Place;

use crate::npy::open;
use crate::npy_header::{Header, parse};

/// Writes arrays of every type, order and version to a folder. Prints for each its number, 1 if it
/// is in C order, and its elements as hex digits.
const WRITE: &str = r"
import sys, itertools, numpy
folder, number = sys.argv[1], 0
shapes = [(), (0,), (5,), (1, 4), (2, 3), (3, 2), (0, 3), (2, 1, 3)]
for byte_order, kind, size, shape, order, version in itertools.product(
    '<>', 'iu', (1, 2, 4, 8), shapes, 'CF', ((1, 0), (2, 0), (3, 0))
):
    random = numpy.random.default_rng(number)
    data = random.integers(0, 256, (*shape, size), dtype='u1')
    array = data.view(f'{byte_order}{kind}{size}').reshape(shape, order='C').copy(order)
    with open(f'{folder}/{number}.npy', 'wb') as file:
        numpy.lib.format.write_array(file, array, version=version)
    numbers = [f'{int(element) % 256**size:x}' for element in array.ravel()]
    print(number, int(array.ndim < 2 or array.flags.c_contiguous), *numbers)
    number += 1
";

/// Reads headers, one after the other in a file. Prints `-` for one that NumPy refuses, else what
/// it says.
const PARSE: &str = r"
import sys, io, warnings, numpy
warnings.simplefilter('ignore')
data = open(sys.argv[1], 'rb').read()
while data:
    length = 2 + int.from_bytes(data[:2], 'little')
    header, data = data[:length], data[length:]
    try:
        shape, order, dtype = numpy.lib.format.read_array_header_1_0(io.BytesIO(header))
        assert dtype.names is None and dtype.kind in 'iu'
    except Exception:
        print('-')
    else:
        is_big = dtype.newbyteorder('S').str[0] == '<' and dtype.itemsize > 1
        print(int(is_big), dtype.itemsize, int(order), *shape)
";

/// The lines that a script prints. `None`, reported on standard error, if there is no Python with
/// NumPy; with `ZOBRIST_READERS=required` there must be one.
fn lines(script: &str, path: &Path) -> Option<Vec<String>> {
    let python = env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let tried = Command::new(&python).args(["-c", "import numpy"]).output();
    if !tried.is_ok_and(|output| output.status.success()) {
        let message = format!(
            "{python} cannot `import numpy`; install tests/readers/requirements.txt and name the Python that \
             has it in ZOBRIST_PYTHON"
        );
        let required = env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
        assert!(!required, "{message}");
        eprintln!("{message}");
        return None;
    }
    let output = Command::new(&python).args(["-c", script]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

#[test]
fn arrays_that_numpy_writes_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let Some(lines) = lines(WRITE, folder.path()) else { return };
    assert_eq!(lines.len(), 2 * 2 * 4 * 8 * 2 * 3);
    let mut refused = 0;
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let [number, is_c_order, numbers @ ..] = &words[..] else { panic!("{line}") };
        let bytes = fs::read(folder.path().join(format!("{number}.npy"))).unwrap();
        let read = open(Place::new("a.npy", &bytes));
        if *is_c_order == "0" {
            let error = read.unwrap_err().to_string();
            assert!(error.contains("in C order, got {'descr': "), "{error}");
            refused += 1;
            continue;
        }
        let (header, begin) = read.unwrap();
        let elements = bytes[begin..].chunks_exact(header.element.bytes);
        let got: Vec<_> =
            elements.map(|bytes| format!("{:x}", header.element.number(bytes))).collect();
        assert_eq!(got, numbers, "{line}");
    }
    // Two shapes of two sizes above 1, and one of three sizes.
    assert_eq!(refused, 2 * 2 * 4 * 3 * 3);
}

/// Texts of headers of which some bytes are changed.
fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let descr = prop::sample::select(vec!["<u8", ">i4", "|u1", "<i2", "<f8", "|u2", "=u8", "u4"]);
    let shape =
        prop::sample::select(vec!["()", "(2,)", "(2, 3)", "(10,11,)", "(4)", "[4]", "(-1,)"]);
    let order = prop::sample::select(vec!["False", "True", "0"]);
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3);
    (descr, order, shape, prop::collection::vec(change, 0..3)).prop_map(
        |(descr, order, shape, changes)| {
            const BYTES: &[u8] = b"{}()[],:'\"\\ 0123456789<>|iuL\n#";
            let text =
                format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}  \n");
            let mut text = text.into_bytes();
            for (place, byte, kind) in changes {
                let (at, byte) = (place.index(text.len()), *byte.get(BYTES));
                match kind {
                    0 => text[at] = byte,
                    1 => text.insert(at, byte),
                    _ => drop(text.remove(at)),
                }
            }
            text
        },
    )
}

/// A header is refused where NumPy refuses it, and what is read says the same to both.
#[test]
fn headers_that_are_read_say_the_same_to_numpy() {
    let mut runner = TestRunner::deterministic();
    let texts: Vec<Vec<u8>> =
        (0..4000).map(|_| any_text().new_tree(&mut runner).unwrap().current()).collect();
    let mut file = Vec::new();
    for text in &texts {
        file.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
        file.extend(text);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("headers");
    fs::write(&path, file).unwrap();
    let Some(lines) = lines(PARSE, &path) else { return };
    assert_eq!(lines.len(), texts.len());
    let mut both = 0;
    for (text, line) in texts.iter().zip(&lines) {
        let Ok(Header { element, fortran_order, shape }) = parse(text) else { continue };
        let is_big = element.big_endian && element.bytes > 1;
        let sizes: String = shape.iter().map(|size| format!(" {size}")).collect();
        let ours =
            format!("{} {} {}{sizes}", u8::from(is_big), element.bytes, u8::from(fortran_order));
        assert_eq!(&ours, line, "{}", text.escape_ascii());
        both += 1;
    }
    // NumPy also takes numbers for truth, and types without an order.
    let of_numpy = lines.iter().filter(|line| *line != "-").count();
    assert!(200 < both && both < of_numpy, "{both} of {of_numpy}");
}
