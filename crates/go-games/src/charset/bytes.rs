//! Facts about the charset of a text, from its bytes.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, WINDOWS_1252};
use zobrist_go::sgf::Charset;

/// Encodings that are tried beside the guess.
const CANDIDATES: [&Encoding; 5] = [GBK, BIG5, SHIFT_JIS, EUC_KR, WINDOWS_1252];

/// Returns the way to find the ends of values in an encoding.
pub(crate) fn tells_ends(encoding: &'static Encoding) -> Charset {
    if encoding == SHIFT_JIS {
        Charset::ShiftJis
    } else if [GBK, GB18030, BIG5].contains(&encoding) {
        Charset::Double
    } else {
        Charset::Plain
    }
}

/// True if a bracket or a backslash may be the second half of a character, so that the ends of
/// values depend on the charset.
pub(crate) fn has_split_values(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair[0] > 0x80 && matches!(pair[1], b'[' | b'\\' | b']'))
}

/// True if a text is UTF-8, but for few characters that are cut.
pub(crate) fn is_utf8(text: &[u8]) -> bool {
    if str::from_utf8(text).is_ok() {
        return true;
    }
    let (mut weight, mut faults) = (0, 0);
    for chunk in text.utf8_chunks() {
        faults += usize::from(!chunk.invalid().is_empty());
        // Two bytes are often valid by chance; three hardly ever are.
        let weights = chunk.valid().chars().filter(|char| !char.is_ascii());
        weight += weights.map(|char| if char.len_utf8() > 2 { 3 } else { 1 }).sum::<usize>();
    }
    weight >= 4 * faults
}

/// True if a text that is UTF-8 may be in this encoding instead: characters of two bytes are valid
/// by chance in charsets of East Asia, and a text that was converted from one has longer ones.
pub(crate) fn may_be_instead(encoding: &'static Encoding, text: &[u8]) -> bool {
    let has_long = text.iter().any(|byte| *byte >= 0xe0);
    let is_double = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP].contains(&encoding);
    is_double && !has_long && !text.is_ascii() && fits(text, encoding)
}

/// True if a text can be decoded, but for few characters. Characters of private use count as wrong.
pub(crate) fn fits(text: &[u8], encoding: &'static Encoding) -> bool {
    let (mut chars, mut faults) = (0, 0);
    let decoded = encoding.decode_without_bom_handling(text).0;
    // The last one may be cut.
    let whole = decoded.strip_suffix(char::REPLACEMENT_CHARACTER).unwrap_or(&decoded);
    for char in whole.chars().filter(|c| !c.is_ascii()) {
        chars += 1;
        faults +=
            usize::from(matches!(char, char::REPLACEMENT_CHARACTER | '\u{e000}'..='\u{f8ff}'));
    }
    faults == 0 || chars > 10 * faults
}

/// The bytes of a text that tell of its charset: those that are not ASCII, with those beside them.
pub(crate) struct Bytes(Vec<u8>);

/// Bytes on each side of one that is not ASCII.
const BESIDE: usize = 8;

/// Largest number of bytes that are looked at.
const MAX: usize = 8 << 10;

/// A guess from fewer bytes that are not ASCII is often wrong.
const FEW: usize = 24;

impl Bytes {
    /// If a text is UTF-8 in some lines, the other lines count.
    pub(crate) fn of(text: &[u8]) -> Bytes {
        let mut bytes = Vec::new();
        for line in text.split(|byte| *byte == b'\n').filter(|line| str::from_utf8(line).is_err()) {
            let mut at = 0;
            while let Some(next) = line[at..].iter().position(|byte| !byte.is_ascii()) {
                let start = (at + next).saturating_sub(BESIDE).max(at);
                let after = line[at + next..].windows(BESIDE).position(<[u8]>::is_ascii);
                let end = after.map_or(line.len(), |after| at + next + after + BESIDE);
                bytes.extend_from_slice(&line[start..end]);
                bytes.push(b'\n');
                at = end;
                if bytes.len() > MAX {
                    return Bytes(bytes);
                }
            }
        }
        Bytes(bytes)
    }

    pub(crate) fn are_few(&self) -> bool {
        self.0.iter().filter(|byte| !byte.is_ascii()).count() < FEW
    }

    /// Returns the encodings that can be tried, the more likely ones first.
    pub(crate) fn candidates(&self) -> Vec<&'static Encoding> {
        let mut candidates = CANDIDATES.to_vec();
        if self.leads_are_low() {
            candidates.sort_by_key(|candidate| *candidate != SHIFT_JIS);
        }
        candidates
    }

    /// True if no character of two bytes begins with a byte above 0x9F. All of those of GB 2312 and
    /// Big5 do, and rare ones of GBK do not; in Shift_JIS the common ones do not.
    fn leads_are_low(&self) -> bool {
        let mut bytes = self.0.iter().copied();
        while let Some(lead) = bytes.find(|byte| !byte.is_ascii()) {
            if lead > 0x9f {
                return false;
            }
            bytes.next();
        }
        true
    }

    /// Returns the encoding that they are most likely in, other than UTF-8.
    pub(crate) fn guess(&self) -> &'static Encoding {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.0, true);
        let guess = detector.guess(None, Utf8Detection::Deny);
        let is_chinese = tells_ends(guess) == Charset::Double;
        if is_chinese && self.leads_are_low() { SHIFT_JIS } else { guess }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text that people wrote in comments, and its encodings by its bytes.
    #[test]
    fn comments_are_told_by_their_bytes() {
        for (encoding, text) in [
            (GBK, "黑棋的下法很好，白棋应该先在右上角补一手，否则会被黑棋切断。"),
            (BIG5, "黑棋的下法很好，白棋應該先在右上角補一手，否則會被黑棋切斷。"),
            (SHIFT_JIS, "ここで黒は右上の隅を守るべきだった。白の表情が変わり、予定を変えた。"),
            (EUC_KR, "여기서 흑은 우상귀를 지켜야 했다. 백의 좋은 수가 있었다."),
            (WINDOWS_1252, "Weiß hätte hier spielen müssen; später wäre für Schwarz alles übel."),
        ] {
            let (bytes, ..) = encoding.encode(text);
            let evidence = Bytes::of(&[b"(;C[", &bytes[..], b"];B[aa])"].concat());
            assert_eq!(evidence.guess(), encoding);
            assert!(!is_utf8(&bytes) && fits(&bytes, encoding), "{text}");
        }
    }

    /// The characters that are known for it: a second byte that is a backslash.
    #[test]
    fn few_bytes_of_shift_jis_are_not_taken_for_chinese() {
        for text in ["表", "山田", "十段", "ソフト"] {
            let (bytes, ..) = SHIFT_JIS.encode(text);
            let evidence = Bytes::of(&[b"(;C[", &bytes[..], b"])"].concat());
            assert!(evidence.leads_are_low() && evidence.are_few(), "{text}");
            assert_eq!(evidence.candidates()[0], SHIFT_JIS, "{text}");
            assert_ne!(tells_ends(evidence.guess()), Charset::Double, "{text}");
        }
    }

    #[test]
    fn utf8_with_few_cut_characters_is_utf8() {
        for (text, is) in [
            (&b"ascii"[..], true),
            ("日本".as_bytes(), true),
            (b"\xe6\x97\xa5\xe6\x9c\xac\xe8", true),
            (b"\xe6\x97\xa5\xe8\xe8", false),
            (b"caf\xe9", false),
            (b"\x95\x5c", false),
        ] {
            assert_eq!(is_utf8(text), is, "{text:?}");
        }
    }

    #[test]
    fn bytes_beside_those_that_are_not_ascii_count() {
        let text =
            b"(;C[a long comment without accents, and M\xfcller]\n;B[aa]C[\xc3\xa9 and more])";
        assert_eq!(Bytes::of(text).0, b"s, and M\xfcller]\n");
        assert!(Bytes::of(text).are_few());
        let long = b"\xe9\xe9\xe9 \n".repeat(1 << 20);
        assert!(Bytes::of(&long).0.len() < 2 * MAX);
    }
}
