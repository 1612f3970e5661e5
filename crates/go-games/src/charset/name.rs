//! Names of charsets.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

/// Names that an error lists. All names of the Encoding Standard are understood.
const NAMES: &str = "utf-8, gbk, gb18030, big5, shift_jis, euc-jp, euc-kr, windows-1252 (latin1), \
                     iso-8859-2 to -16, windows-1250 to -1258, koi8-r";

/// Reads the value of `--charset`.
///
/// # Errors
/// When no charset has this name, or brackets are not single bytes in it.
pub(crate) fn encoding_of_option(name: &str) -> Result<&'static Encoding, String> {
    encoding_of_property(name).ok_or_else(|| format!("no charset of SGF: expected one of {NAMES}"))
}

/// Returns the encoding of a name, such as the property `CA` has it. Those in which ASCII is not
/// ASCII, such as UTF-16, have no SGF.
pub(crate) fn encoding_of_property(name: &str) -> Option<&'static Encoding> {
    let standard = |name: &str| Encoding::for_label(name.as_bytes());
    let encoding = standard(name).or_else(|| {
        // Names of Windows and of programs, which the standard does not have.
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let letters = letters.collect::<String>().to_ascii_lowercase();
        let ends = |ends: &[&str]| ends.iter().any(|end| letters.ends_with(end));
        let part = letters.strip_prefix("iso8859").or(letters.strip_prefix("8859"));
        match &letters {
            _ if letters.starts_with("gb18030") => Some(GB18030),
            _ if letters.starts_with("gb") || ends(&["936"]) => Some(GBK),
            _ if letters.starts_with("big5") || ends(&["950"]) => Some(BIG5),
            _ if ends(&["sjis", "shiftjis", "932"]) => Some(SHIFT_JIS),
            _ if ends(&["euckr", "949", "uhc"]) => Some(EUC_KR),
            _ if ends(&["eucjp"]) => Some(EUC_JP),
            _ => part.and_then(|part| standard(&format!("iso-8859-{part}"))).or(standard(&letters)),
        }
    });
    encoding.filter(|encoding| encoding.is_ascii_compatible())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_programs_write_are_understood() {
        for (name, encoding) in [
            ("UTF-8", "UTF-8"),
            ("utf8", "UTF-8"),
            ("GB2312", "GBK"),
            ("GB_2312-80", "GBK"),
            ("gb 2312", "GBK"),
            ("cp936", "GBK"),
            ("GB18030", "gb18030"),
            ("Big5-HKSCS", "Big5"),
            ("CP950", "Big5"),
            ("Shift-JIS", "Shift_JIS"),
            ("x-sjis", "Shift_JIS"),
            ("Windows-31J", "Shift_JIS"),
            ("CP932", "Shift_JIS"),
            ("EUC-KR", "EUC-KR"),
            ("CP949", "EUC-KR"),
            ("ISO8859-1", "windows-1252"),
            ("ISO-8859-1", "windows-1252"),
            ("8859-2", "ISO-8859-2"),
            ("latin1", "windows-1252"),
            ("US-ASCII", "windows-1252"),
        ] {
            assert_eq!(encoding_of_property(name).map(Encoding::name), Some(encoding), "{name}");
        }
        for name in ["", "klingon", "UTF-16", "utf-16le", "iso-2022-jp", "replacement"] {
            assert_eq!(encoding_of_property(name), None, "{name}");
            assert!(encoding_of_option(name).unwrap_err().contains("shift_jis"));
        }
    }
}
