//! How wide the integers of the types that program text names are.

/// The beginnings of integer names that a width follows, as in `uint_fast32_t`.
pub const INTEGERS: [&[u8]; 13] = [
    b"u",
    b"i",
    b"s",
    b"c",
    b"ui",
    b"int",
    b"uint",
    b"intleast",
    b"uintleast",
    b"intfast",
    b"uintfast",
    b"bigint",
    b"biguint",
];

/// How many bits of an integer a type of these words keeps; 128 if nothing tells it.
pub fn bits_of(words: &[&[u8]]) -> u32 {
    let widths: Vec<Width> = words.iter().filter_map(|word| width(word)).collect();
    let exact = widths.iter().find_map(|width| match width {
        Width::Exact(bits) => Some(*bits),
        Width::AtMost(_) => None,
    });
    let most = widths.iter().map(|(Width::AtMost(bits) | Width::Exact(bits))| *bits).min();
    exact.or(most).unwrap_or(128)
}

/// Whether a word is the name of a type that tells how wide it is.
pub fn tells_width(word: &[u8]) -> bool {
    width(word).is_some()
}

/// What a word says of a width.
#[derive(Clone, Copy, Debug)]
enum Width {
    Exact(u32),
    /// Unless another word says more, as in `unsigned long`.
    AtMost(u32),
}

fn width(word: &[u8]) -> Option<Width> {
    let is_quoted = matches!(word, [b'"' | b'\'', ..]);
    let mut name = word.to_ascii_lowercase();
    name.retain(u8::is_ascii_alphanumeric);
    let name = name.strip_suffix(b"array").unwrap_or(&name);
    match name {
        // In NumPy's short names, the digits are bytes.
        [b'u' | b'i', bytes @ b'1'..=b'8'] if is_quoted => {
            return Some(Width::Exact(8 * u32::from(bytes - b'0')));
        }
        b"byte" | b"sbyte" | b"char" => return Some(Width::AtMost(8)),
        b"short" | b"ushort" => return Some(Width::AtMost(16)),
        b"int" | b"uint" | b"signed" | b"unsigned" => return Some(Width::AtMost(32)),
        b"long" | b"ulong" => return Some(Width::Exact(64)),
        // Beyond these widths, not every integer can be represented in floating point.
        b"float" | b"float32" | b"f32" => return Some(Width::Exact(24)),
        b"double" | b"float64" | b"f64" => return Some(Width::Exact(53)),
        _ => {}
    }
    // `int64_t`, and the macro `u64_c`.
    let name = name.strip_suffix(b"t").or(name.strip_suffix(b"c")).unwrap_or(name);
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (stem, digits) = name.split_at(name.len() - digits);
    let bits = match digits {
        b"8" => 8,
        b"16" => 16,
        b"32" => 32,
        b"64" => 64,
        _ => return None,
    };
    INTEGERS.contains(&stem).then_some(Width::Exact(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_languages() {
        for (words, bits) in [
            ("uint64_t", 64),
            ("std uint_fast32_t", 32),
            ("unsigned", 32),
            ("const unsigned char", 8),
            ("unsigned long long", 64),
            ("unsigned __int64", 64),
            ("Uint32Array", 32),
            ("BigUint64Array", 64),
            ("np uint16", 16),
            ("dtype np float64", 53),
            ("'<u4'", 32),
            ("\"u8\"", 64),
            ("u8", 8),
            ("UINT32_C", 32),
            ("C64", 64),
            ("U128", 128),
            ("Key", 128),
            ("BigInt", 128),
        ] {
            let words: Vec<&[u8]> = words.split(' ').map(str::as_bytes).collect();
            assert_eq!(bits_of(&words), bits, "{words:?}");
        }
    }
}
