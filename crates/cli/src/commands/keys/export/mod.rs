//! `zobrist keys export`: writes a set of keys as program text or data; one file per family of
//! languages.

mod c;
mod csharp;
mod data;
mod go;
mod java;
mod javascript;
mod key_table;
mod python;
mod rust;

use std::io::{self, IsTerminal, Write};

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::output::OutputOptions;
use crate::ending::Ending;
use crate::key_set::KeySetOptions;
use crate::output::Output;
use crate::terminal;
use javascript::JsKeys;
use key_table::KeyTable;

/// Write a set of keys as program text or data
///
/// The output holds the keys, the first feature of each kind, the source of the keys with its seed,
/// their fingerprint, and a test: features, their hash, and in program text a function that
/// recomputes it. docs/keys.md describes the output for each language.
///
/// Cost: milliseconds for thousands of features, seconds for millions; with --best-of, as much for
/// each seed, and a few hundredths of a second more.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    set: KeySetOptions,
    /// Language or format of the output
    #[arg(long, value_enum)]
    lang: Language,
    /// Type of a key in JavaScript and TypeScript [default: pairs for 64 bits, bigint for 128]
    #[arg(long, value_enum, value_name = "TYPE")]
    js_keys: Option<JsKeys>,
    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// C99, a header
    C,
    /// C++17, a header
    Cpp,
    /// Rust, a module
    Rust,
    /// Go, a package
    Go,
    /// Java 8 (16 for 128 bits), the class ZobristKeys
    Java,
    /// JavaScript, an ES module
    Js,
    /// TypeScript, an ES module
    Ts,
    /// Python 3, a module
    Python,
    /// C# (.NET 7 for 128 bits), a static class
    Csharp,
    /// A JSON object
    Json,
    /// A NumPy array, with its metadata in NAME.npy.json
    Npy,
    /// Lines of hex, with comments
    Hex,
}

pub fn run(args: Args) -> Result<Ending> {
    let is_js = matches!(args.lang, Language::Js | Language::Ts);
    if args.js_keys.is_some() && !is_js {
        bail!("--js-keys is for `--lang js` and `--lang ts`");
    }
    let sidecar = match args.lang {
        Language::Npy => begin_sidecar(&args.output)?,
        _ => None,
    };
    let mut output = args.output.begin()?;
    let set = match args.js_keys {
        Some(JsKeys::Sum48) => args.set.resolve_sum48()?,
        _ => args.set.resolve()?,
    };
    if !set.linear && !is_js && args.lang != Language::Hex {
        bail!(
            "{} has keys that add modulo 2^{}, which are for `--lang js`, `ts` and `hex` only; \
             `keys generate` prints them, too",
            set.name,
            set.bits
        );
    }
    let table = KeyTable::new(&set);
    let text = match args.lang {
        Language::C => c::c(&table),
        Language::Cpp => c::cpp(&table),
        Language::Rust => rust::rust(&table),
        Language::Go => go::go(&table),
        Language::Java => java::java(&table)?,
        Language::Js => javascript::javascript(&table, args.js_keys)?,
        Language::Ts => javascript::typescript(&table, args.js_keys)?,
        Language::Python => python::python(&table),
        Language::Csharp => csharp::csharp(&table),
        Language::Json => data::json(&table, true),
        Language::Hex => data::hex(&table),
        Language::Npy => return write_npy(&table, output, sidecar),
    };
    let text = match args.lang {
        Language::Json => output.sink().json(&text),
        _ => output.sink().lines(&text),
    };
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Ending::Done)
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
        None => crate::message::say_lines(&terminal::stderr().json(&text)),
    }
    output.write_all(&data::npy(table))?;
    output.finish()?;
    Ok(Ending::Done)
}
