//! `zobrist hash --bytes`: hashes of whole files with any contents.

use std::io::ErrorKind;

use anyhow::Result;
use memchr::memchr_iter;
use zobrist::tabulation::{HashWord, Text};
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::output::RowWriter;
use zobrist_console::rows::Value;
use zobrist_game_text::Rejection;
use zobrist_input::{Content, Input};

use super::args::Args;
use super::plain::{AnyFunction, Function};

const COLUMNS: &[&str] = &["hash", "file"];

/// Hashes files as a whole, one after the other.
pub(crate) fn run(args: &Args) -> Result<Ending> {
    let mut writer = args.output.begin_apart_from(&args.files)?;
    let job = args.job(&writer, args.progress(&args.files));
    let function = args.plain.function(args.scheme.bits)?;
    let inputs = terminal_listener::find_all(&args.files, Content::Anything, &job.progress)?;
    writer.write_rows(&job.format.header(COLUMNS))?;
    let mut tally = Tally::new("files", job.progress.clone());
    for input in inputs {
        let mut input = input.open();
        let hash = match &function {
            AnyFunction::B64(function) => hash_of(function, &mut input).map(Value::hex),
            AnyFunction::B128(function) => hash_of(function, &mut input).map(Value::hex),
        };
        match hash {
            Ok(hash) => {
                let mut row = Vec::new();
                job.append(&mut row, COLUMNS, &[hash, Value::Name(&input.name)]);
                if let Err(error) = writer.write_rows(&row) {
                    return tally.ending().when(Err(error));
                }
                tally.add(1, &[]);
            }
            Err(rejection) => tally.add(1, &[rejection]),
        }
        if job.strict && tally.any_rejected() {
            break;
        }
    }
    let stopped = job.strict && tally.any_rejected() || tally.any_changed();
    let counts = tally.counts();
    job.end(tally.finish_reading(job.strict), Box::new(writer), stopped, &counts)
}

/// The hash of a whole input, which is read piece by piece.
fn hash_of<K: HashWord>(function: &Function<K>, input: &mut Input) -> Result<K, Rejection> {
    let mut text = Text::new(function);
    let mut line = 1;
    let mut piece = vec![0; 128 << 10];
    loop {
        match input.reader.read(&mut piece) {
            Ok(0) => return Ok(text.hash()),
            Ok(read) => {
                text.extend(&piece[..read]);
                line += memchr_iter(b'\n', &piece[..read]).count() as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                let reason = format!("cannot be read further: {error}; the file has no hash");
                let file = input.name.clone();
                return Err(Rejection::new(file, line, text.len(), reason).by_error(&error));
            }
        }
    }
}
