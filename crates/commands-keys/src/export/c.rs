//! Exports to C, as a header.

use super::accessors::Accessor;
use super::key_table::{KeyTable, fill, screaming_snake_case, section};
use super::operations::Operation;

const HALVES: &str = "typedef struct {
    uint64_t high;
    uint64_t low;
} zobrist_hash;

// True if two hashes are equal.
static inline bool zobrist_equal(zobrist_hash a, zobrist_hash b) {
    return a.high == b.high && a.low == b.low;
}";

/// `prefix` begins the name of everything in the header.
pub(crate) fn c(table: &KeyTable, prefix: &str) -> String {
    let is_wide = table.width == 128;
    let literal = |word| if is_wide { halves(word) } else { integer(table, word) };
    let (type_of_hash, equal) = if is_wide {
        let [high, low] = KeyTable::halves(table.hash);
        let equal = format!("hash.high == {high:#018x}ULL && hash.low == {low:#018x}ULL");
        (HALVES.to_owned(), equal)
    } else {
        (
            format!("typedef uint{}_t zobrist_hash;", table.integer()),
            format!("hash == {}", integer(table, table.hash)),
        )
    };
    let kinds = table.kind_lines(|words, first, size| {
        format!("    ZOBRIST_FIRST_{} = {first}, // of {size}", screaming_snake_case(words))
    });
    let pieces = table.piece_lines(|words, number| {
        format!("    ZOBRIST_{} = {number},", screaming_snake_case(words))
    });
    let pieces = match pieces.as_str() {
        "" => String::new(),
        pieces => format!("// The pieces in the order of their keys.\nenum {{\n{pieces}\n}};"),
    };
    let samples = match table.samples.as_slice() {
        [] => String::new(),
        samples => fill(
            include_str!("templates/positions.h"),
            &[
                ("count", &samples.len().to_string()),
                (
                    "differ",
                    if is_wide {
                        "!zobrist_equal(hash_of(zobrist_positions[i].fen), zobrist_positions[i].hash)"
                    } else {
                        "hash_of(zobrist_positions[i].fen) != zobrist_positions[i].hash"
                    },
                ),
                ("rows", &table.sample_rows("    ", ["{", "}"], literal)),
            ],
        ),
    };
    let text = fill(
        include_str!("templates/keys.h"),
        &[
            ("about", &table.header("//")),
            ("kinds", &kinds),
            ("len", &table.len().to_string()),
            ("pieces", &section(&pieces)),
            ("type", &type_of_hash),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            ("keys", &table.rows("    ", "//", literal)),
            ("functions", &table.functions(|op| operation(table, op), &[], accessor)),
            ("features", &table.test_features("        ")),
            ("zero", if is_wide { "{0, 0}" } else { "0" }),
            ("put", table.put()),
            ("equal", &equal),
            ("samples", &(section(&samples) + &section(&reversible(table)))),
        ],
    );
    match prefix {
        "zobrist" => text,
        prefix => {
            // The comment at the beginning has the name of this program and perhaps of a scheme.
            let (about, text) = text.split_at(table.header("//").len());
            let upper = format!("{}_", prefix.to_ascii_uppercase());
            let text = text.replace("ZOBRIST_", &upper).replace("zobrist_", &format!("{prefix}_"));
            format!("{about}{text}")
        }
    }
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, sign, doc, key_doc } = operation;
    let combined = match table.width {
        128 => "    hash.high ^= key.high;\n    hash.low ^= key.low;\n    return hash;".to_owned(),
        16 | 24 => format!("    return (hash {sign} key) & ((1U << {}) - 1);", table.width),
        47 | 48 => format!("    return (hash {sign} key) & ((1ULL << {}) - 1);", table.width),
        _ => format!("    return hash {sign} key;"),
    };
    format!(
        "// {key_doc}\n\
         static inline zobrist_hash zobrist_{key}(zobrist_hash hash, zobrist_hash key) {{\n\
         {combined}\n\
         }}\n\n\
         // {doc}\n\
         static inline zobrist_hash zobrist_{feature}(zobrist_hash hash, size_t feature) {{\n    \
             return zobrist_{key}(hash, zobrist_keys[feature]);\n\
         }}"
    )
}

fn accessor(accessor: &Accessor) -> String {
    let first = format!("ZOBRIST_FIRST_{}", screaming_snake_case(&accessor.words));
    let feature =
        accessor.feature(&first, |items, index| format!("((const size_t[]){{{items}}})[{index}]"));
    let parameters = match accessor.declared(|name| format!("size_t {name}")).as_str() {
        "" => "void".to_owned(),
        parameters => parameters.to_owned(),
    };
    format!(
        "// The key {}.\n\
         static inline zobrist_hash zobrist_{}_key({parameters}) {{\n    \
             return zobrist_keys[{feature}];\n\
         }}{}",
        accessor.doc,
        accessor.words.join("_"),
        array(accessor),
    )
}

/// The array of an accessor: a pointer into the table, so that the keys are stored once.
fn array(accessor: &Accessor) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let name = accessor.words.join("_");
    let first = format!("&zobrist_keys[ZOBRIST_FIRST_{}]", screaming_snake_case(&accessor.words));
    let declaration = match dimensions.as_slice() {
        [_, (_, size)] => format!(
            "static const zobrist_hash (*const zobrist_{name}_keys)[{size}] =\n    \
                 (const zobrist_hash (*)[{size}]){first};"
        ),
        _ => format!("static const zobrist_hash *const zobrist_{name}_keys =\n    {first};"),
    };
    format!("\n\n// The keys of zobrist_{name}_key by {}.\n{declaration}", accessor.indices())
}

fn integer(table: &KeyTable, word: u128) -> String {
    let suffix = if table.width <= 32 { "U" } else { "ULL" };
    format!("{}{suffix}", table.hex(word))
}

fn halves(word: u128) -> String {
    let [high, low] = KeyTable::halves(word);
    format!("{{{high:#018x}ULL, {low:#018x}ULL}}")
}

/// The tables of moves that can be taken back.
fn reversible(table: &KeyTable) -> String {
    let (literal, low, differ): (&dyn Fn(u128) -> String, _, _) = match table.width {
        128 => {
            let equal = "!zobrist_equal(zobrist_reversible_differences[place], difference)";
            (&halves, ".low", equal)
        }
        _ => (
            &|word| integer(table, word),
            "",
            "zobrist_reversible_differences[place] != difference",
        ),
    };
    let template = include_str!("templates/reversible.h");
    let more = [("low", low), ("differ", differ)];
    table.reversible_text(template, "    ", literal, &more)
}
