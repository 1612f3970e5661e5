//! What the names in program text say: types and macros that hold a number, makers of
//! lists, and code.

use super::widths::INTEGERS;

/// Whether it is the name of a type or, in capitals, of a macro: something that may enclose a
/// number without changing it, as in `U64(0x1)` and `(uint64_t)0x1`. Functions begin with a small
/// letter, or are named for what they calculate.
pub fn is_type(name: &[u8]) -> bool {
    let name = name.strip_prefix(b"$").unwrap_or(name);
    if calculates(name) {
        return false;
    }
    if name.ends_with(b"_t") {
        return true;
    }
    if name.first().is_some_and(u8::is_ascii_uppercase) || !name.iter().any(u8::is_ascii_lowercase)
    {
        return true;
    }
    let mut name: Vec<u8> = name.iter().copied().filter(|byte| *byte != b'_').collect();
    // `int64_t`, and the macro `u64_c`.
    if matches!(name.as_slice(), [.., b'0'..=b'9', b't' | b'c']) {
        name.pop();
    }
    while name.last().is_some_and(u8::is_ascii_digit) {
        name.pop();
    }
    let others: [&[u8]; 17] = [
        b"long",
        b"ulong",
        b"short",
        b"ushort",
        b"char",
        b"byte",
        b"unsigned",
        b"signed",
        b"usize",
        b"isize",
        b"sizet",
        b"ull",
        b"ul",
        b"ll",
        b"key",
        b"bitboard",
        b"hash",
    ];
    INTEGERS.contains(&name.as_slice()) || others.contains(&name.as_slice())
}

/// Whether it says that something is calculated from a number, as in `NOT(0x1)` and
/// `ByteSwap64(0x1)`.
fn calculates(name: &[u8]) -> bool {
    let parts: [&[u8]; 18] = [
        b"not",
        b"neg",
        b"inv",
        b"rot",
        b"swap",
        b"rev",
        b"shift",
        b"shl",
        b"shr",
        b"mix",
        b"flip",
        b"mirror",
        b"xor",
        b"scramble",
        b"shuffle",
        b"crypt",
        b"encode",
        b"decode",
    ];
    let name = name.to_ascii_lowercase();
    parts.iter().any(|part| memchr::memmem::find(&name, part).is_some())
}

/// Whether it is a cast that is written like a call.
pub fn is_cast(name: &[u8]) -> bool {
    matches!(name, b"static_cast" | b"unchecked")
}

/// Whether it passes on the list that it is given, as in `Object.freeze([0x1])`.
pub fn hands_on(name: &[u8]) -> bool {
    let names: [&[u8]; 9] = [
        b"freeze",
        b"new",
        b"from",
        b"from_array",
        b"from_slice",
        b"asarray",
        b"unmodifiableList",
        b"lazy",
        b"smallvec",
    ];
    names.contains(&name)
}

/// Whether it is a method that makes a value of its type from what it is given, as in
/// `Key::new(0x1)`.
pub fn makes_type(name: &[u8]) -> bool {
    matches!(name, b"new" | b"from" | b"of" | b"valueOf")
}

/// Whether it makes a list from what it is given, as in `List.of(0x1, 0x2)`.
pub fn makes_list(name: &[u8]) -> bool {
    let names: [&[u8]; 12] = [
        b"of",
        b"asList",
        b"Array",
        b"List",
        b"Vector",
        b"Set",
        b"array",
        b"list",
        b"tuple",
        b"vec",
        b"make_array",
        b"to_array",
    ];
    names.contains(&name) || name.ends_with(b"Of")
}

/// Whether it begins something that is not a value: a function, a block, or a choice.
pub fn begins_code(word: &[u8]) -> bool {
    let words: [&[u8]; 23] = [
        b"function",
        b"func",
        b"fn",
        b"def",
        b"lambda",
        b"async",
        b"move",
        b"class",
        b"struct",
        b"union",
        b"enum",
        b"interface",
        b"if",
        b"else",
        b"match",
        b"switch",
        b"case",
        b"for",
        b"while",
        b"loop",
        b"do",
        b"return",
        b"unsafe",
    ];
    words.contains(&word)
}

/// Whether it can follow a list on its line, as in `[0x1] if A else [0x2]`.
pub fn is_operator(word: &[u8]) -> bool {
    let words: [&[u8]; 8] = [b"as", b"satisfies", b"if", b"for", b"or", b"and", b"in", b"else"];
    words.contains(&word)
}

/// Whether it leaves the keys of an array unchanged, as in `array([0x1]).reshape(1, 1)`.
pub fn keeps_keys(method: &[u8]) -> bool {
    let names: [&[u8]; 10] = [
        b"reshape",
        b"astype",
        b"view",
        b"copy",
        b"freeze",
        b"into",
        b"to_vec",
        b"to_owned",
        b"clone",
        b"tolist",
    ];
    names.contains(&method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_functions() {
        for name in [
            "U64",
            "C64",
            "UINT64_C",
            "ULL",
            "BigInt",
            "Long",
            "Key",
            "uint64_t",
            "uint_fast64_t",
            "u64",
            "uint64",
            "long",
            "unsigned",
            "_64",
            "int",
            "usize",
            "u64_c",
            "bigint",
            "size_t",
            "hash_t",
        ] {
            assert!(is_type(name.as_bytes()), "{name}");
        }
        for name in [
            "f",
            "rotl",
            "rotl64",
            "splitmix64",
            "rand",
            "next_key",
            "xor",
            "sizeof",
            "NOT",
            "ByteSwap64",
        ] {
            assert!(!is_type(name.as_bytes()), "{name}");
        }
    }
}
