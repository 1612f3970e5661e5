//! JavaScript and TypeScript, as modules: numbers, pairs of numbers, sums, or BigInts.

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::table::{Table, fill, screaming};

/// What a key is in a language whose only number is a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsKeys {
    /// 64 bits as two numbers of 32 bits, high and low, that XOR
    Pairs,
    /// 48 bits as one number that adds modulo 2^48, exact in a double
    Sum48,
    /// 64 or 128 bits as a BigInt
    Bigint,
}

/// What differs between the ways. `@number@` and the like stand for the types of TypeScript.
struct Way {
    /// The type of a hash, and its declaration if it has one.
    hash: &'static str,
    declaration: &'static str,
    key_doc: &'static str,
    open: &'static str,
    close: &'static str,
    functions: &'static str,
    put: &'static str,
    literal: fn(&Table, u128) -> String,
    equal: fn(&Table, &str) -> String,
}

const NUMBERS: Way = Way {
    hash: "number",
    declaration: "",
    key_doc: "The key of each feature.",
    open: "new Uint32Array(",
    close: ")",
    functions: "\
/** The hash of nothing. */
export function empty()@:hash@ {
  return 0;
}

/** Puts a feature into a hash, or takes it out again. */
export function toggle(hash@:hash@, feature@:number@)@:hash@ {
  return (hash ^ KEYS[feature]@!@) >>> 0;
}

/** A hash in 8 hex digits. */
export function hex(hash@:hash@)@:string@ {
  return (hash >>> 0).toString(16).padStart(8, \"0\");
}",
    put: "toggle",
    literal: |table, word| table.hex(word),
    equal: |_, hash| format!("hash === {hash}"),
};

const PAIRS: Way = Way {
    hash: "Hash",
    declaration: "\
/** A hash: its upper and its lower 32 bits, as signed numbers. */
export interface Hash {
  high: number;
  low: number;
}

",
    key_doc: "The key of each feature: high, low.",
    open: "new Uint32Array(",
    close: ")",
    functions: "\
/** The hash of nothing. */
export function empty()@:hash@ {
  return { high: 0, low: 0 };
}

/** Puts a feature into a hash, which is changed and returned, or takes it out again. */
export function toggle(hash@:hash@, feature@:number@)@:hash@ {
  hash.high ^= KEYS[2 * feature]@!@;
  hash.low ^= KEYS[2 * feature + 1]@!@;
  return hash;
}

/** A hash in 16 hex digits. */
export function hex(hash@:hash@)@:string@ {
  const digits = (half@:number@) => (half >>> 0).toString(16).padStart(8, \"0\");
  return digits(hash.high) + digits(hash.low);
}",
    put: "toggle",
    literal: |_, word| format!("{:#010x}, {:#010x}", word >> 32, word & 0xffff_ffff),
    equal: |table, _| format!("hex(hash) === \"{:016x}\"", table.hash),
};

const SUM48: Way = Way {
    hash: "number",
    declaration: "",
    key_doc: "The key of each feature, below 2^48.",
    open: "new Float64Array(",
    close: ")",
    functions: "\
/** The hash of nothing. */
export function empty()@:hash@ {
  return 0;
}

const MODULUS = 2 ** 48;

/** Puts a feature into a hash. */
export function insert(hash@:hash@, feature@:number@)@:hash@ {
  const sum = hash + KEYS[feature]@!@;
  return sum < MODULUS ? sum : sum - MODULUS;
}

/** Takes a feature out of a hash. */
export function remove(hash@:hash@, feature@:number@)@:hash@ {
  const difference = hash - KEYS[feature]@!@;
  return difference < 0 ? difference + MODULUS : difference;
}

/** A hash in 12 hex digits. */
export function hex(hash@:hash@)@:string@ {
  return hash.toString(16).padStart(12, \"0\");
}",
    put: "insert",
    literal: |table, word| table.hex(word),
    equal: |_, hash| format!("hash === {hash}"),
};

const BIGINT: Way = Way {
    hash: "bigint",
    declaration: "",
    key_doc: "The key of each feature.",
    open: "",
    close: "",
    functions: "\
/** The hash of nothing. */
export function empty()@:hash@ {
  return 0n;
}

/** Puts a feature into a hash, or takes it out again. */
export function toggle(hash@:hash@, feature@:number@)@:hash@ {
  return hash ^ KEYS[feature]@!@;
}

/** A hash in @digits@ hex digits. */
export function hex(hash@:hash@)@:string@ {
  return hash.toString(16).padStart(@digits@, \"0\");
}",
    put: "toggle",
    literal: |table, word| table.hex(word) + "n",
    equal: |_, hash| format!("hash === {hash}"),
};

pub fn javascript(table: &Table, asked: Option<JsKeys>) -> Result<String> {
    Ok(write(table, &way(table, asked)?, false))
}

pub fn typescript(table: &Table, asked: Option<JsKeys>) -> Result<String> {
    Ok(write(table, &way(table, asked)?, true))
}

fn way(table: &Table, asked: Option<JsKeys>) -> Result<Way> {
    Ok(match (asked, table.width) {
        (Some(JsKeys::Sum48), _) | (None, 48) => SUM48,
        (Some(JsKeys::Bigint), _) | (None, 128) => BIGINT,
        (None, 32) => NUMBERS,
        (Some(JsKeys::Pairs) | None, 64) => PAIRS,
        (Some(JsKeys::Pairs), 32) => {
            bail!("keys of 32 bits are one number each: leave out --js-keys, or take 64 bits")
        }
        (_, width) => bail!("a pair holds 64 bits, not {width}; `--js-keys bigint` holds them"),
    })
}

fn write(table: &Table, way: &Way, types: bool) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        format!("export const FIRST_{} = {first}; // of {size}", screaming(words))
    });
    let hash = (way.literal)(table, table.hash);
    let text = fill(
        include_str!("templates/keys.ts.txt"),
        &[
            ("about", &table.about("//")),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("type", if types { way.declaration } else { "" }),
            ("keydoc", way.key_doc),
            ("open", way.open),
            ("close", way.close),
            ("keys", &table.rows("  ", "//", |word| (way.literal)(table, word))),
            ("functions", way.functions),
            ("features", &table.test_features("    ")),
            ("put", way.put),
            ("equal", &(way.equal)(table, &hash)),
        ],
    );
    let typed = |name: &str| if types { format!(": {name}") } else { String::new() };
    fill(
        &text,
        &[
            // For those who let the compiler doubt that a feature has a key.
            ("!", if types { "!" } else { "" }),
            ("digits", &(table.width / 4).to_string()),
            (":hash", &typed(way.hash)),
            (":number", &typed("number")),
            (":string", &typed("string")),
            (":boolean", &typed("boolean")),
        ],
    )
}
