//! The keys and values of the comment line of extended XYZ.

/// The pairs `key=value` of a comment, as ASE reads them. A value or a key may be quoted by `"…"`,
/// `'…'`, `{…}` or `[…]`; a backslash takes the next character as it is. A word without `=` has the
/// value `T`.
///
/// # Errors
/// The quote that is not closed.
pub(super) fn pairs(comment: &str) -> Result<Vec<(String, String)>, char> {
    let mut pairs = Vec::new();
    let mut chars = comment.chars();
    let (mut word, mut key, mut any) = (String::new(), None, false);
    let mut finish = |word: &mut String, key: &mut Option<String>, any: &mut bool| {
        if std::mem::take(any) {
            let word = std::mem::take(word);
            pairs.push(match key.take() {
                Some(key) => (key, word),
                None => (word, "T".to_owned()),
            });
        }
    };
    while let Some(char) = chars.next() {
        match char {
            '\\' => word.extend(chars.next()),
            '"' | '\'' | '{' | '[' => quoted(char, &mut chars, &mut word)?,
            // A second `=` belongs to the value.
            '=' if key.is_none() => key = Some(std::mem::take(&mut word)),
            _ if char.is_whitespace() => {
                finish(&mut word, &mut key, &mut any);
                continue;
            }
            _ => word.push(char),
        }
        any = true;
    }
    finish(&mut word, &mut key, &mut any);
    Ok(pairs)
}

/// Appends the rest of a quoted text to `word`.
fn quoted(open: char, chars: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), char> {
    let close = match open {
        '{' => '}',
        '[' => ']',
        quote => quote,
    };
    loop {
        match chars.next() {
            None => return Err(open),
            Some('\\') => word.extend(chars.next()),
            Some(char) if char == close => return Ok(()),
            Some(char) => word.push(char),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comment: &str, expected: &[(&str, &str)]) {
        let pairs = pairs(comment).unwrap();
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| (&key[..], &value[..])).collect();
        assert_eq!(pairs, expected, "{comment}");
    }

    #[test]
    fn pairs_and_quotes() {
        check("", &[]);
        check("  water  molecule", &[("water", "T"), ("molecule", "T")]);
        check(
            "a=1 b=\"2 3\"\tc='4 \"5' d={6 7} e=[8 9]",
            &[("a", "1"), ("b", "2 3"), ("c", "4 \"5"), ("d", "6 7"), ("e", "8 9")],
        );
        check(r#"a="x \" y" b=p\ q"#, &[("a", "x \" y"), ("b", "p q")]);
        check("a=b=c \"two words\"=1 empty=", &[("a", "b=c"), ("two words", "1"), ("empty", "")]);
    }

    #[test]
    fn an_open_quote_is_an_error() {
        for (comment, open) in [("a=\"1 2", '"'), ("a={1 2]", '{'), ("'", '\''), ("a=[1\\]", '[')] {
            assert_eq!(pairs(comment), Err(open), "{comment}");
        }
    }
}
