//! Hints for a list that has another number of keys than its layout has features.

use zobrist_key_lists::Lines;

/// Maximum number of lists that are considered, since pairs of them are tried.
const MAX_SPANS: usize = 64;

/// Other readings of the numbers of a list.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// The width of the numbers, if each was read as a key.
    number_width: Option<u32>,
    /// The lists in program text, by their lines, and the number of keys in each.
    spans: Vec<(Lines, usize)>,
}

impl Hints {
    pub(crate) fn new(number_width: Option<u32>, spans: Vec<(Lines, usize)>) -> Hints {
        Hints { number_width, spans }
    }

    /// A hint for a layout. `fits` is true for the numbers of keys that it can have, and
    /// `width_option` names the option that gives the width of keys.
    pub(crate) fn for_layout(
        &self,
        keys: usize,
        width_option: &str,
        fits: impl Fn(usize) -> bool,
    ) -> Option<String> {
        self.lines(&fits).or_else(|| self.widths(keys, width_option, &fits))
    }

    /// A range of lines with as many keys as the layout has features, and no other keys.
    fn lines(&self, fits: impl Fn(usize) -> bool) -> Option<String> {
        let spans = self.spans.get(..self.spans.len().min(MAX_SPANS))?;
        // Single lists first, then consecutive ones.
        let lengths = 0..spans.len();
        let ranges = lengths.flat_map(|length| (length..spans.len()).map(move |b| (b - length, b)));
        ranges.filter(|(a, b)| self.stand_alone(*a, *b)).find_map(|(a, b)| {
            let keys = spans[a..=b].iter().map(|(_, keys)| keys).sum();
            let lines = Lines { first: spans[a].0.first, last: spans[b].0.last };
            fits(keys).then(|| format!("lines {lines} have {keys}: add --lines {lines}"))
        })
    }

    /// True if no other list begins or ends on the lines of those from `a` to `b`.
    fn stand_alone(&self, a: usize, b: usize) -> bool {
        let before = a.checked_sub(1).map(|before| self.spans[before].0.last);
        let after = self.spans.get(b + 1).map(|(lines, _)| lines.first);
        before.is_none_or(|last| last < Some(self.spans[a].0.first))
            && after.is_none_or(|first| self.spans[b].0.last < Some(first))
    }

    /// A width of keys, if there are two or four numbers for each feature.
    fn widths(&self, keys: usize, option: &str, fits: impl Fn(usize) -> bool) -> Option<String> {
        let width = self.number_width?;
        let has = |parts: usize| keys.is_multiple_of(parts) && fits(keys / parts);
        match width {
            ..=64 if has(2) => {
                let bits = 2 * width;
                Some(format!(
                    "if each key is two numbers, add {option} {bits}, and --halves if its halves \
                     stand in two lists"
                ))
            }
            ..=32 if has(4) => {
                let bits = 4 * width;
                Some(format!("if each key is four numbers, add {option} {bits}"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_fit() {
        let spans = [(3, 9, 5), (10, 10, 4), (10, 11, 2), (20, 20, 6), (21, 21, 5), (22, 22, 11)];
        let spans = spans.map(|(first, last, keys)| (Lines { first, last: Some(last) }, keys));
        let hints = Hints::new(None, spans.to_vec());
        let hint = |features| hints.for_layout(33, "--bits", |keys| keys == features);
        assert_eq!(hint(5).unwrap(), "lines 3-9 have 5: add --lines 3-9");
        assert_eq!(hint(11).unwrap(), "lines 22-22 have 11: add --lines 22-22");
        assert_eq!(hint(8), None);
        assert_eq!(hint(17).unwrap(), "lines 3-20 have 17: add --lines 3-20");
        // Not without the others on their lines.
        assert_eq!((hint(4), hint(2), hint(9)), (None, None, None));
    }

    #[test]
    fn widths_that_fit() {
        let hint = |width, keys| {
            Hints::new(Some(width), Vec::new()).for_layout(keys, "--width", |k| k == 10)
        };
        assert!(hint(32, 20).unwrap().contains("two numbers, add --width 64, and --halves"));
        assert!(hint(64, 20).unwrap().contains("add --width 128"));
        assert_eq!(hint(32, 40).unwrap(), "if each key is four numbers, add --width 128");
        assert_eq!((hint(64, 40), hint(128, 20), hint(32, 30)), (None, None, None));
    }
}
