//! The checksum of the manifest, in the manifest.
//!
//! It stands at the end of the text as `"crc32": "xxxxxxxx"`, the CRC-32 of all of the text with
//! these eight digits as zeros.
//!
//! A flipped digit in a manifest is still a manifest: games would have other numbers or come from
//! other files. A journal becomes a manifest and says how far the sources were read, so it has a
//! checksum, too.

/// The text before the digits, as this program writes it.
const BEFORE: &[u8] = b"\"crc32\": \"";

const ZEROS: &[u8; 8] = b"00000000";

/// Adds the checksum to the text of a JSON object.
pub fn add(text: &mut Vec<u8>) {
    let last = text.iter().rposition(|byte| *byte == b'}').expect("the text is an object");
    text.truncate(text[..last].trim_ascii_end().len());
    text.extend_from_slice(b",\n  ");
    text.extend_from_slice(BEFORE);
    let digits = text.len();
    text.extend_from_slice(ZEROS);
    text.extend_from_slice(b"\"\n}");
    let sum = format!("{:08x}", crc32fast::hash(text));
    text[digits..digits + ZEROS.len()].copy_from_slice(sum.as_bytes());
}

/// Checks the checksum of a text, which may end in white space.
///
/// # Errors
/// A sentence with what was expected and what came.
pub fn check(text: &[u8]) -> Result<(), String> {
    let text = text.trim_ascii_end();
    let missing = || "expected a checksum at the end, got none".to_owned();
    let digits = text.strip_suffix(b"}").map(<[u8]>::trim_ascii_end).ok_or_else(missing)?;
    let digits = digits.strip_suffix(b"\"").ok_or_else(missing)?;
    let (before, digits) = digits
        .split_last_chunk::<8>()
        .filter(|(before, _)| before.ends_with(BEFORE))
        .ok_or_else(missing)?;
    let mut sum = crc32fast::Hasher::new();
    sum.update(before);
    sum.update(ZEROS);
    sum.update(&text[before.len() + ZEROS.len()..]);
    let got = format!("{:08x}", sum.finalize());
    if got.as_bytes() != digits {
        let expected = String::from_utf8_lossy(digits);
        return Err(format!("expected the checksum {expected}, got {got}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_seen() {
        let mut text =
            b"{\n  \"format\": \"zobrist-position-index\",\n  \"version\": 1\n}".to_vec();
        add(&mut text);
        text.push(b'\n');
        assert_eq!(check(&text), Ok(()));
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!((&value["version"], value["crc32"].as_str().unwrap().len()), (&1.into(), 8));
        for at in 0..text.len() - 1 {
            for bit in 0..8 {
                let mut flipped = text.clone();
                flipped[at] ^= 1 << bit;
                assert!(check(&flipped).is_err(), "bit {bit} of byte {at}");
            }
        }
        assert!(check(b"{}").is_err());
        assert!(check(b"").is_err());
    }
}
