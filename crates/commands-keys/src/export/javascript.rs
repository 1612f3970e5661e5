//! Exports to JavaScript and TypeScript, as modules with keys of numbers, pairs of numbers, sums or
//! BigInts.

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::accessors::Accessor;
use super::key_table::{KeyTable, camel_case, fill, screaming_snake_case, section};

/// Type of a key in a language whose only number is a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum JsKeys {
    /// 64 bits as two numbers of 32 bits, high and low, that XOR
    Pairs,
    /// 48 bits as one number that adds modulo 2^48, exact in a double
    Sum48,
    /// 47 bits as one number that adds modulo 2^47
    Sum47,
    /// A key of any width as a BigInt
    Bigint,
}

/// The parts of a module that depend on the type of a key. `@:number@` and similar names stand for
/// types of TypeScript.
struct Representation {
    /// The type of a hash, and its declaration if it needs one.
    hash: &'static str,
    declaration: &'static str,
    key_doc: &'static str,
    open: &'static str,
    close: &'static str,
    functions: &'static str,
    /// An expression for the keys of `size` features from `first` on.
    row: &'static str,
    literal: fn(&KeyTable, u128) -> String,
    equal: fn(&KeyTable, &str) -> String,
}

/// Of typed arrays.
const VIEW: &str = "KEYS.subarray(first, first + size)";

/// Of other arrays.
const COPY: &str = "KEYS.slice(first, first + size)";

const ROW: &str = "/** The keys of so many features, from one on. */
function row(first@:number@, size@:number@) {
  return @row@;
}";

const ROWS: &str = "/** The keys of so many rows of features, from one on. */
function rows(first@:number@, count@:number@, size@:number@) {
  return Array.from({ length: count }, (_, i) => row(first + size * i, size));
}";

const NUMBERS: Representation = Representation {
    hash: "number",
    declaration: "",
    key_doc: "The key of each feature.",
    open: "new Uint32Array(",
    close: ")",
    functions: include_str!("templates/functions_numbers.ts.txt"),
    row: VIEW,
    literal: |table, word| table.hex(word),
    equal: |_, hash| format!("hash === {hash}"),
};

const PAIRS: Representation = Representation {
    hash: "Hash",
    declaration: include_str!("templates/hash.ts.txt"),
    key_doc: "The key of each feature: high, low.",
    open: "new Uint32Array(",
    close: ")",
    functions: include_str!("templates/functions_pairs.ts.txt"),
    // A hash that is changed must not be a key of the array.
    row: "Array.from({ length: size }, (_, i) => Object.freeze(key(first + i)))",
    literal: |_, word| format!("{:#010x}, {:#010x}", word >> 32, word & 0xffff_ffff),
    equal: |table, _| format!("hex(hash) === \"{:016x}\"", table.hash),
};

const SUMS: Representation = Representation {
    hash: "number",
    declaration: "",
    key_doc: "The key of each feature, below 2^@bits@.",
    open: "new Float64Array(",
    close: ")",
    functions: include_str!("templates/functions_sums.ts.txt"),
    row: VIEW,
    literal: |table, word| table.hex(word),
    equal: |_, hash| format!("hash === {hash}"),
};

const BIGINT_SUMS: Representation = Representation {
    hash: "bigint",
    declaration: "",
    key_doc: "The key of each feature, below 2^@bits@.",
    open: "",
    close: "",
    functions: include_str!("templates/functions_bigint_sums.ts.txt"),
    row: COPY,
    literal: |table, word| table.hex(word) + "n",
    equal: |_, hash| format!("hash === {hash}"),
};

/// Maximum width of numbers whose sum of two is exact in a double.
const MAX_EXACT: u32 = 52;

const BIGINT: Representation = Representation {
    hash: "bigint",
    declaration: "",
    key_doc: "The key of each feature.",
    open: "",
    close: "",
    functions: include_str!("templates/functions_bigint.ts.txt"),
    row: COPY,
    literal: |table, word| table.hex(word) + "n",
    equal: |_, hash| format!("hash === {hash}"),
};

pub(crate) fn javascript(table: &KeyTable, requested: Option<JsKeys>) -> Result<String> {
    Ok(write(table, &representation(table, requested)?, false))
}

pub(crate) fn typescript(table: &KeyTable, requested: Option<JsKeys>) -> Result<String> {
    Ok(write(table, &representation(table, requested)?, true))
}

fn representation(table: &KeyTable, requested: Option<JsKeys>) -> Result<Representation> {
    if !table.set.linear {
        return match (requested, table.width) {
            (Some(JsKeys::Pairs), width) => bail!(
                "the halves of pairs combine by XOR, and these keys add modulo 2^{width}: leave out \
                 --js-keys"
            ),
            (Some(JsKeys::Sum48 | JsKeys::Sum47) | None, ..=MAX_EXACT) => Ok(SUMS),
            _ => Ok(BIGINT_SUMS),
        };
    }
    Ok(match (requested, table.width) {
        (Some(JsKeys::Bigint), _) | (None, 128) => BIGINT,
        (None, 32) => NUMBERS,
        (Some(JsKeys::Pairs) | None, 64) => PAIRS,
        (Some(JsKeys::Pairs), 32) => {
            bail!("keys of 32 bits are one number each: leave out --js-keys, or take 64 bits")
        }
        (_, width) => bail!("a pair holds 64 bits, not {width}; `--js-keys bigint` holds them"),
    })
}

fn write(table: &KeyTable, representation: &Representation, types: bool) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        format!("export const FIRST_{} = {first}; // of {size}", screaming_snake_case(words))
    });
    let pieces = table.piece_lines(|words, number| {
        format!("export const {} = {number};", screaming_snake_case(words))
    });
    let pieces = match pieces.as_str() {
        "" => String::new(),
        pieces => format!("/** The pieces in the order of their keys. */\n{pieces}"),
    };
    let samples = match table.samples.is_empty() {
        true => String::new(),
        false => {
            let digits = table.digits();
            let hash = |word| format!("\"{word:0digits$x}\"");
            let rows = table.sample_rows("  ", ["[", "]"], hash);
            fill(include_str!("templates/positions.ts.txt"), &[("rows", &rows)])
        }
    };
    let helpers = [fill(ROW, &[("row", representation.row)]), ROWS.to_owned()];
    let helpers = table.helpers(&helpers).iter().cloned();
    let accessors: Vec<String> = helpers.chain(table.accessors.iter().map(accessor)).collect();
    let hash = (representation.literal)(table, table.hash);
    let text = fill(
        include_str!("templates/keys.ts.txt"),
        &[
            ("about", &table.header("//")),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("type", if types { representation.declaration } else { "" }),
            ("keydoc", representation.key_doc),
            ("open", representation.open),
            ("close", representation.close),
            ("keys", &table.rows("  ", "//", |word| (representation.literal)(table, word))),
            ("functions", representation.functions.trim_end()),
            ("features", &table.test_features("    ")),
            ("put", table.put()),
            ("accessors", &section(&accessors.join("\n\n"))),
            ("pieces", &section(&pieces)),
            ("samples", &section(&samples)),
            ("equal", &(representation.equal)(table, &hash)),
        ],
    );
    let typed = |name: &str| if types { format!(": {name}") } else { String::new() };
    fill(
        &text,
        &[
            // For compilers that check each index into an array.
            ("!", if types { "!" } else { "" }),
            ("digits", &table.digits().to_string()),
            ("bits", &table.width.to_string()),
            (":hash", &typed(representation.hash)),
            (":number", &typed("number")),
            (":positions", &typed("readonly (readonly [string, string])[]")),
            (":string", &typed("string")),
            (":boolean", &typed("boolean")),
        ],
    )
}

fn accessor(accessor: &Accessor) -> String {
    let first = format!("FIRST_{}", screaming_snake_case(&accessor.words));
    let feature = accessor.feature(&first, |items, index| format!("[{items}][{index}]@!@"));
    let name = camel_case(&accessor.words);
    let (initial, rest) = name.split_at(1);
    format!(
        "/** The key {}. */\n\
         export function {}{rest}Key({})@:hash@ {{\n  return key({feature});\n}}{}",
        accessor.doc,
        initial.to_ascii_lowercase(),
        accessor.declared(|name| format!("{name}@:number@")),
        array(accessor, &format!("{}{rest}Key", initial.to_ascii_lowercase())),
    )
}

/// `function` is the name of the function of the accessor.
fn array(accessor: &Accessor, function: &str) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let name = screaming_snake_case(&accessor.words);
    let value = match dimensions.as_slice() {
        [(_, rows), (_, size)] => format!("rows(FIRST_{name}, {rows}, {size})"),
        dimensions => format!("row(FIRST_{name}, {})", dimensions[0].1),
    };
    format!(
        "\n\n/** The keys of {function} by {}. */\nexport const {name}_KEYS = {value};",
        accessor.indices(),
    )
}
