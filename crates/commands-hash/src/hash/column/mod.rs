//! `zobrist hash --column`: appends the key of a position to the rows of a table.

mod header;
mod object;
mod rows;
pub(crate) mod selector;
mod syntax;

use std::io;

use anyhow::Result;
use zobrist::Key;
use zobrist_chess::{AnyScheme, Scheme, with_any_scheme};
use zobrist_game_text::{Chunk, Chunks};
use zobrist_shakmaty::hash;

use self::header::Header;
use self::rows::{KeyOfFen, TableWriter};
use self::selector::Selector;
use zobrist_commands_input::game_files::all_matches;
use zobrist_console::ending::Ending;
use zobrist_console::output::{Output, RowWriter};
use zobrist_console::terminal::Sink;

use super::args::Args;
use super::inputs::Inputs;
use super::position_lines::PositionReader;

/// Reads tables and writes them with their keys.
pub(crate) fn run(args: &Args, selector: &Selector, any: &AnyScheme) -> Result<Ending> {
    let mut inputs = Inputs::find(args, all_matches(&args.files)?)?;
    let output = args.output.begin_apart_from(&inputs.files)?;
    let job = args.job(&output, inputs.progress);
    let header = Header::read(&mut inputs.found, selector)?;
    let text = match job.sink {
        Sink::Exact => header.text.clone(),
        Sink::Terminal => header.syntax.shown(&header.text),
    };
    let name = match selector {
        Selector::Name(name) => name,
        Selector::Index(_) => "",
    };
    let chunks = Chunks::new(inputs.found, header.syntax.unit());
    let writer = Box::new(Lines { output, is_open: false });
    let reader = args.position_reader();
    let rows = TableWriter {
        key_of_fen: &*with_any_scheme!(any, scheme => key_of_fen(scheme, reader)),
        bits: any.bits(),
        job: &job,
        reader,
        header: &header,
        name,
        signed: args.signed,
    };
    let work = |chunk: Chunk| rows.append_keys(chunk);
    job.run("rows", args.threads(), &text, chunks, writer, &work)
}

fn key_of_fen<S: Scheme>(scheme: S, reader: PositionReader) -> Box<KeyOfFen> {
    Box::new(move |fen| {
        reader.read(fen, |p| hash(&scheme, &p).to_word(), |p| hash(&scheme, &p).to_word())
    })
}

/// Begins a line where the last row of a file had no line end and another file follows.
struct Lines {
    output: Output,
    is_open: bool,
}

impl RowWriter for Lines {
    fn write_rows(&mut self, rows: &[u8]) -> io::Result<()> {
        if let Some(last) = rows.last() {
            if self.is_open {
                self.output.write_rows(b"\n")?;
            }
            self.is_open = *last != b'\n';
        }
        self.output.write_rows(rows)
    }

    fn finish(self: Box<Self>, stopped: bool) -> Result<()> {
        Box::new(self.output).finish(stopped)
    }
}
