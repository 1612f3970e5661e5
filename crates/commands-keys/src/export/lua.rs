//! Exports to Lua 5.1 to 5.4 and LuaJIT, as a module with keys of numbers, pairs of numbers, sums
//! or hex digits.

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::accessors::Accessor;
use super::key_table::{KeyTable, fill, screaming_snake_case, section};

/// Maximum count of numbers. A function of Lua 5.1 has at most 2^18 constants.
const MAX_NUMBERS: usize = 250_000;

/// Type of a key in Lua, whose versions differ in their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LuaKeys {
    /// A string of hex digits after 0x, of any width
    Hex,
    /// 64 bits as a table of two numbers of 32 bits, `high` and `low`
    Pairs,
    /// 48 bits as one number that adds modulo 2^48, exact in a double
    Sum48,
    /// 47 bits as one number that adds modulo 2^47
    Sum47,
}

/// The parts of a module that depend on the type of a key.
struct Representation {
    key_doc: &'static str,
    functions: &'static str,
    literal: fn(&KeyTable, u128) -> String,
}

const NUMBERS: Representation = Representation {
    key_doc: "The key of each feature, from index 1 on.",
    functions: include_str!("templates/functions_numbers.lua"),
    literal: |table, word| table.hex(word),
};

const HEX: Representation = Representation {
    key_doc: "The key of each feature, from index 1 on.",
    functions: include_str!("templates/functions_hex.lua"),
    literal: |table, word| format!("\"{}\"", table.hex(word)),
};

const PAIRS: Representation = Representation {
    key_doc: "The key of each feature: high, low.",
    functions: concat!(
        include_str!("templates/pairs.lua"),
        include_str!("templates/functions_pairs.lua")
    ),
    literal: |_, word| format!("{:#010x}, {:#010x}", word >> 32, word & 0xffff_ffff),
};

const PAIR_SUMS: Representation = Representation {
    functions: concat!(
        include_str!("templates/pairs.lua"),
        include_str!("templates/functions_pair_sums.lua")
    ),
    ..PAIRS
};

const SUMS: Representation = Representation {
    key_doc: "The key of each feature, below 2^@bits@, from index 1 on.",
    functions: include_str!("templates/functions_sums.lua"),
    literal: |table, word| table.hex(word),
};

fn representation(table: &KeyTable, requested: Option<LuaKeys>) -> Result<Representation> {
    let width = table.width;
    if !table.set.linear {
        return match (requested, width) {
            (None | Some(LuaKeys::Pairs), 64) => Ok(PAIR_SUMS),
            (None | Some(LuaKeys::Sum48 | LuaKeys::Sum47), ..=48) => Ok(SUMS),
            _ => bail!(
                "keys that add modulo 2^{width} are {} in Lua: leave out --lua-keys",
                if width == 64 { "pairs" } else { "numbers" }
            ),
        };
    }
    Ok(match (requested, width) {
        (Some(LuaKeys::Hex), _) | (None, 128) => HEX,
        (None, 32) => NUMBERS,
        (None | Some(LuaKeys::Pairs), 64) => PAIRS,
        (Some(LuaKeys::Pairs), 32) => {
            bail!("keys of 32 bits are one number each: leave out --lua-keys, or take 64 bits")
        }
        (_, width) => bail!("a pair holds 64 bits, not {width}; `--lua-keys hex` holds them"),
    })
}

const ROW: &str = "-- The keys of so many features, from one on, as a table from index 0 on.
local function row(first, size)
  local copied = {}
  for i = 0, size - 1 do
    copied[i] = keys.key(first + i)
  end
  return copied
end";

const ROWS: &str = "-- The keys of so many rows of features, from one on.
local function rows(first, count, size)
  local copied = {}
  for i = 0, count - 1 do
    copied[i] = row(first + size * i, size)
  end
  return copied
end";

pub(crate) fn lua(table: &KeyTable, requested: Option<LuaKeys>) -> Result<String> {
    let representation = representation(table, requested)?;
    let numbers = table.len() * if table.width == 64 { 2 } else { 1 };
    if numbers > MAX_NUMBERS {
        bail!(
            "a module of Lua has room for {MAX_NUMBERS} numbers, and {numbers} are needed; export \
             hex or JSON, and read it when the program starts"
        );
    }
    let kinds = table.kind_lines(|words, first, size| {
        format!("keys.FIRST_{} = {first} -- of {size}", screaming_snake_case(words))
    });
    let pieces = table
        .piece_lines(|words, number| format!("keys.{} = {number}", screaming_snake_case(words)));
    let pieces = match pieces.as_str() {
        "" => String::new(),
        pieces => format!("-- The pieces in the order of their keys.\n{pieces}"),
    };
    let digits = table.digits();
    let samples = match table.samples.is_empty() {
        true => String::new(),
        false => {
            let hash = |word| format!("\"{word:0digits$x}\"");
            let rows = table.sample_rows("  ", ["{", "}"], hash);
            fill(include_str!("templates/positions.lua"), &[("rows", &rows)])
        }
    };
    let xor = if table.set.linear { include_str!("templates/xor.lua") } else { "" };
    let helpers = [ROW, ROWS].map(str::to_owned);
    let helpers = table.helpers(&helpers).iter().cloned();
    let accessors: Vec<String> = helpers.chain(table.accessors.iter().map(accessor)).collect();
    Ok(fill(
        include_str!("templates/keys.lua"),
        &[
            ("about", &table.header("--")),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("pieces", &section(&pieces)),
            ("keydoc", representation.key_doc),
            ("keys", &table.rows("  ", "--", |word| (representation.literal)(table, word))),
            ("xor", &section(xor)),
            ("functions", representation.functions.trim_end()),
            ("accessors", &section(&accessors.join("\n\n"))),
            ("features", &table.test_features("    ")),
            ("put", table.put()),
            ("hash", &format!("{:0digits$x}", table.hash)),
            ("samples", &section(&samples)),
            ("digits", &digits.to_string()),
            ("bits", &table.width.to_string()),
        ],
    ))
}

fn accessor(accessor: &Accessor) -> String {
    let first = format!("keys.FIRST_{}", screaming_snake_case(&accessor.words));
    let feature = accessor.feature(&first, |items, index| format!("({{{items}}})[{index} + 1]"));
    let name = format!("{}_key", accessor.words.join("_"));
    format!(
        "-- The key {}.\nfunction keys.{name}({})\n  return keys.key({feature})\nend{}",
        accessor.doc,
        accessor.parameters.join(", "),
        array(accessor, &name),
    )
}

/// `function` is the name of the function of the accessor.
fn array(accessor: &Accessor, function: &str) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let name = screaming_snake_case(&accessor.words);
    let value = match dimensions.as_slice() {
        [(_, rows), (_, size)] => format!("rows(keys.FIRST_{name}, {rows}, {size})"),
        dimensions => format!("row(keys.FIRST_{name}, {})", dimensions[0].1),
    };
    format!(
        "\n\n-- The keys of keys.{function} by {}.\nkeys.{name}_KEYS = {value}",
        accessor.indices(),
    )
}
