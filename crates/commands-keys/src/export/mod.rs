//! `zobrist keys export`: writes a set of keys as program text or data; one file per family of
//! languages.

mod accessors;
mod c;
mod cpp;
mod csharp;
mod data;
mod go;
mod java;
mod javascript;
mod key_table;
mod language;
mod lua;
mod meaning;
mod namespace;
mod operations;
mod python;
mod reversible;
mod rust;
mod samples;

use std::io::{self, IsTerminal, Write};

use anyhow::{Result, bail};
use zobrist_console::ending::Ending;
use zobrist_console::message::{say, say_lines};
use zobrist_console::output::{Output, OutputOptions};
use zobrist_console::{closing, examples, terminal};
use zobrist_input::counted;
use zobrist_key_sets::{KeySet, KeySetOptions};

use javascript::JsKeys;
use key_table::KeyTable;
use language::Language;
use lua::LuaKeys;
use reversible::ReversibleTables;

/// Write a set of keys as program text or data
///
/// The output states the source of the keys with its seed, their fingerprint, and what each of them
/// stands for: the order of the pieces and squares, the castling rights, the side to move, en
/// passant. It holds the keys, functions that return the key of a fact, such as that of a piece on
/// a square, arrays of the same keys, and two tests: features with their hash, and for chess a
/// dozen positions with theirs. docs/keys.md describes the output for each language.
///
/// Cost: milliseconds for thousands of features, seconds for millions; with --best-of, as much for
/// each seed, and a few hundredths of a second more.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys export polyglot --lang c -o polyglot.h",
    "zobrist keys export --layout chess --lang rust"
))]
pub struct Args {
    #[command(flatten)]
    set: KeySetOptions,
    /// Language or format: c, cpp, rust, go, java, js, …
    #[arg(long, value_enum, help_heading = "Program")]
    lang: Language,
    /// Type of a key in JavaScript and TypeScript [default: pairs for 64 bits, bigint for 128]
    #[arg(long, value_enum, value_name = "TYPE", help_heading = "Program", hide_short_help = true)]
    js_keys: Option<JsKeys>,
    /// Type of a key in Lua [default: pairs for 64 bits, hex for 128]
    #[arg(long, value_enum, value_name = "TYPE", help_heading = "Program", hide_short_help = true)]
    lua_keys: Option<LuaKeys>,
    /// Name for the keys in the program
    ///
    /// In C it is a prefix [default: zobrist], in C++ and C# a namespace, in Rust a module around
    /// them, in Go and Java a package.
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    namespace: Option<String>,
    /// Also write the tables of moves that can be taken back
    ///
    /// For C, C++, Rust, Go, Java and C#: the two tables of M. van Kervinck, in which a search finds
    /// from two hashes that the side to move can repeat a position, without making a move.
    #[arg(long, help_heading = "Program")]
    reversible_moves: bool,
    #[command(flatten)]
    output: OutputOptions,
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    if args.js_keys.is_some() && !matches!(args.lang, Language::Js | Language::Ts) {
        bail!("--js-keys is for `--lang js` and `--lang ts`");
    }
    if args.lua_keys.is_some() && args.lang != Language::Lua {
        bail!("--lua-keys is for `--lang lua`");
    }
    if let Some(name) = &args.namespace {
        namespace::check(args.lang, name)?;
    }
    let sidecar = match args.lang {
        Language::Npy => begin_sidecar(&args.output)?,
        _ => None,
    };
    let mut output = args.output.begin()?;
    let set = resolve(&args)?;
    if let Some(advice) = set.advice_on_scheme_file() {
        say(&format!("zobrist: the export is without conventions and positions: {advice}\n"));
    }
    let mut table = KeyTable::new(&set);
    if args.reversible_moves {
        table.reversible = Some(ReversibleTables::new(&set, args.lang)?);
    }
    let name = args.namespace.as_deref();
    if name.is_some() && matches!(args.lang, Language::Rust | Language::Csharp) {
        table.margin = 4;
    }
    let text = match args.lang {
        Language::C => c::c(&table, name.unwrap_or("zobrist")),
        Language::Cpp => cpp::cpp(&table, name.unwrap_or("zobrist")),
        Language::Rust => rust::rust(&table, name),
        Language::Go => go::go(&table, name.unwrap_or("zobristkeys")),
        Language::Java => java::java(&table, name)?,
        Language::Js => javascript::javascript(&table, args.js_keys)?,
        Language::Ts => javascript::typescript(&table, args.js_keys)?,
        Language::Python => python::python(&table),
        Language::Csharp => csharp::csharp(&table, name),
        Language::Lua => lua::lua(&table, args.lua_keys)?,
        Language::Json => data::json(&table, true),
        Language::Hex => data::hex(&table),
        Language::Npy => return write_npy(&table, output, sidecar),
    };
    let text = match args.lang {
        Language::Json => output.sink().json(&text),
        _ => output.sink().lines(&text),
    };
    output.write_all(text.as_bytes())?;
    finish(output, &set)
}

/// The keys, as sums if a type of keys asks for them.
fn resolve(args: &Args) -> Result<KeySet> {
    match (args.js_keys, args.lua_keys) {
        (Some(JsKeys::Sum48), _) | (_, Some(LuaKeys::Sum48)) => args.set.resolve_sum(48),
        (Some(JsKeys::Sum47), _) | (_, Some(LuaKeys::Sum47)) => args.set.resolve_sum(47),
        _ => args.set.resolve(),
    }
}

/// Begins the file with the metadata of an array, unless the array goes to standard output.
fn begin_sidecar(options: &OutputOptions) -> Result<Option<Output>> {
    let sidecar = options.begin_sidecar(".json")?;
    if sidecar.is_none() && io::stdout().is_terminal() {
        bail!("a NumPy array is not for a terminal; name a file with --output");
    }
    Ok(sidecar)
}

/// Writes an array, and its metadata to another file or standard error.
fn write_npy(table: &KeyTable, mut output: Output, sidecar: Option<Output>) -> Result<Ending> {
    let text = data::json(table, false);
    match sidecar {
        Some(mut sidecar) => {
            sidecar.write_all(text.as_bytes())?;
            sidecar.finish()?;
        }
        None => say_lines(&terminal::stderr().json(&text)),
    }
    output.write_all(&data::npy(table))?;
    finish(output, table.set)
}

fn finish(output: Output, set: &KeySet) -> Result<Ending> {
    let place = output.place();
    output.finish()?;
    closing::made_or_printed(&[counted(set.keys.len(), "key", "keys")], place);
    Ok(Ending::Done)
}
