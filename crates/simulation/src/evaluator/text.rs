//! Texts of a worker in messages.

/// The largest number of characters of a line that are shown.
const MOST: usize = 200;

/// A text on one line: shortened if it is long, and with its control characters escaped.
pub(super) fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * (MOST + 1))]);
    let mut shown = String::new();
    for (i, c) in text.trim_end_matches(['\r', '\n']).chars().enumerate() {
        match c {
            _ if i == MOST => {
                shown.push('…');
                break;
            }
            // Also characters that change the direction of what follows, which are no controls for Rust.
            _ if c.is_control() || c.escape_debug().len() > 2 => shown.extend(c.escape_debug()),
            _ => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_escaped_and_long_lines_cut() {
        assert_eq!(shown(b"Loading \"model\" \xc3\xa4\r\n"), "Loading \"model\" ä");
        assert_eq!(shown(b"\x1b[31mred\x07\tx"), "\\u{1b}[31mred\\u{7}\\tx");
        assert_eq!(shown("\u{202e}x".as_bytes()), "\\u{202e}x");
        assert_eq!(shown(&[b'a'; 1000]), format!("{}…", "a".repeat(200)));
        assert_eq!(shown(&[b'a'; 200]), "a".repeat(200));
        assert_eq!(shown(b"\xff"), "\u{fffd}");
    }
}
