//! Texts in UTF-16, in which brackets are two bytes.

/// Returns a text in UTF-16 as UTF-8, without its byte order mark. `None` if it is not UTF-16: it begins
/// neither with a byte order mark nor with two characters of ASCII, as collections do.
///
/// A code unit that is no character becomes U+FFFD, but one that is cut at the end is left out.
///
/// ```
/// use zobrist_go::sgf::{from_utf16, read};
///
/// let text = "\u{feff}(;SZ[9];B[ee];W[ec])";
/// let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
/// assert_eq!(read(from_utf16(&little).unwrap().as_bytes())?.nodes().len(), 3);
/// assert_eq!(from_utf16(text.as_bytes()), None);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
pub fn from_utf16(text: &[u8]) -> Option<String> {
    let is_letter = |byte: &u8| byte.is_ascii() && *byte != 0;
    let unit = match text {
        // Zeros after the mark are those of UTF-32.
        [0xff, 0xfe, 0, 0, ..] => return None,
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        [a, 0, b, 0, ..] if is_letter(a) && is_letter(b) => u16::from_le_bytes,
        [0, a, 0, b, ..] if is_letter(a) && is_letter(b) => u16::from_be_bytes,
        _ => return None,
    };
    let mut units = text.as_chunks().0;
    if let Some((last, before)) = units.split_last()
        && matches!(unit(*last), 0xd800..=0xdbff)
    {
        units = before;
    }
    let chars = char::decode_utf16(units.iter().map(|pair| unit(*pair)));
    let mut chars = chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).peekable();
    chars.next_if_eq(&'\u{feff}');
    Some(chars.collect())
}
