//! The header of a NumPy array: a Python dict of the type, the order and the sizes.

/// Description of an array of integers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) element: Element,
    /// True if the first index changes fastest.
    pub(crate) fortran_order: bool,
    pub(crate) shape: Vec<u64>,
}

/// Type of an element: an integer, signed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) big_endian: bool,
    /// Its size in bytes: 1, 2, 4 or 8.
    pub(crate) bytes: usize,
}

/// Reason why a header is not one of an array of integers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum HeaderError {
    /// The elements are not integers of 8 to 64 bits.
    OtherType,
    /// The text is not that of a header.
    Syntax {
        /// The offset in the text, in bytes.
        offset: usize,
        /// A sentence with what was expected and what was found.
        reason: String,
    },
}

type Result<T> = std::result::Result<T, HeaderError>;

/// Parses the text of a header, in time linear in its length. It is a Python literal of the form
/// that NumPy writes: `{'descr': '<u8', 'fortran_order': False, 'shape': (768,), }`, with the
/// entries in any order and spaces between any tokens.
///
/// # Errors
/// When it has another form, or the type is not one of integers.
pub(crate) fn parse(text: &[u8]) -> Result<Header> {
    let mut parser = Parser { text, offset: 0 };
    if !text.starts_with(b"{") {
        return Err(parser.error(0, "{"));
    }
    parser.offset = 1;
    let (mut element, mut fortran_order, mut shape) = (None, None, None);
    while !parser.take(b'}') {
        let start = parser.offset;
        let key = parser.string()?;
        let is_new = match key {
            b"descr" => element.is_none(),
            b"fortran_order" => fortran_order.is_none(),
            b"shape" => shape.is_none(),
            _ => false,
        };
        if !is_new {
            return Err(parser.error(start, "one entry each of descr, fortran_order and shape"));
        }
        parser.expect(b':', ": after the name of an entry")?;
        match key {
            b"descr" => element = Some(parser.element()?),
            b"fortran_order" => fortran_order = Some(parser.boolean()?),
            _ => shape = Some(parser.shape()?),
        }
        if !parser.take(b',') {
            parser.expect(b'}', "a comma or } after an entry")?;
            break;
        }
    }
    parser.skip_spaces();
    let end = parser.offset;
    if end < text.len() {
        return Err(parser.error(end, "nothing after the }"));
    }
    match (element, fortran_order, shape) {
        (Some(element), Some(fortran_order), Some(shape)) => {
            Ok(Header { element, fortran_order, shape })
        }
        _ => Err(parser.error(0, "one entry each of descr, fortran_order and shape")),
    }
}

struct Parser<'a> {
    text: &'a [u8],
    /// Number of bytes that have been parsed.
    offset: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.offset..]
    }

    fn skip_spaces(&mut self) {
        let spaces = self.rest().iter().take_while(|byte| b" \t\r\n".contains(byte));
        self.offset += spaces.count();
    }

    /// Skips spaces, and a byte if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_spaces();
        let is_next = self.rest().first() == Some(&byte);
        self.offset += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.take(byte) { Ok(()) } else { Err(self.error(self.offset, expected)) }
    }

    /// A string in quotes of either kind. None that counts here has an escape.
    fn string(&mut self) -> Result<&'a [u8]> {
        self.skip_spaces();
        let start = self.offset;
        let expected = "a string in quotes";
        let [quote @ (b'\'' | b'"'), rest @ ..] = self.rest() else {
            return Err(self.error(start, expected));
        };
        let Some(length) = memchr::memchr3(*quote, b'\\', b'\n', rest) else {
            return Err(self.error(start, expected));
        };
        if rest[length] != *quote {
            return Err(self.error(start + 1 + length, "a string without escapes, in one line"));
        }
        self.offset += length + 2;
        Ok(&rest[..length])
    }

    /// The type of an array. That of records is a list, and others have a name that is no
    /// integer's.
    fn element(&mut self) -> Result<Element> {
        self.skip_spaces();
        if matches!(self.rest().first(), Some(b'[' | b'(')) {
            return Err(HeaderError::OtherType);
        }
        let [order, b'i' | b'u', size] = self.string()? else { return Err(HeaderError::OtherType) };
        let big_endian = match order {
            b'<' => false,
            b'>' => true,
            // The order of the bytes of one byte.
            b'|' if *size == b'1' => false,
            _ => return Err(HeaderError::OtherType),
        };
        match size {
            b'1' | b'2' | b'4' | b'8' => Ok(Element { big_endian, bytes: (size - b'0').into() }),
            _ => Err(HeaderError::OtherType),
        }
    }

    fn boolean(&mut self) -> Result<bool> {
        self.skip_spaces();
        for (word, value) in [(&b"True"[..], true), (b"False", false)] {
            if self.rest().starts_with(word) {
                self.offset += word.len();
                return Ok(value);
            }
        }
        Err(self.error(self.offset, "True or False"))
    }

    /// A tuple of numbers: `()`, `(2,)`, `(2, 3)`.
    fn shape(&mut self) -> Result<Vec<u64>> {
        self.expect(b'(', "a tuple of sizes")?;
        let mut sizes = Vec::new();
        while !self.take(b')') {
            sizes.push(self.number()?);
            if !self.take(b',') {
                // In Python, (2) is a number.
                let expected = if sizes.len() == 1 { "a comma" } else { "a comma or )" };
                match sizes.len() > 1 && self.take(b')') {
                    true => break,
                    false => return Err(self.error(self.offset, expected)),
                }
            }
        }
        Ok(sizes)
    }

    /// A decimal number without zeros before it.
    fn number(&mut self) -> Result<u64> {
        self.skip_spaces();
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &self.rest()[..digits];
        let value = str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        match value {
            Some(value) if digits == b"0" || digits[0] != b'0' => {
                self.offset += digits.len();
                Ok(value)
            }
            _ => Err(self.error(self.offset, "a decimal number below 2^64")),
        }
    }

    fn error(&self, offset: usize, expected: &str) -> HeaderError {
        const SHOWN: usize = 24;
        let got = String::from_utf8_lossy(&self.text[offset..]);
        let got = got.trim_end();
        let end = got.char_indices().nth(SHOWN).map_or(got.len(), |(end, _)| end);
        let got = match got {
            "" => "its end".to_owned(),
            _ => format!("{:?}", &got[..end]),
        };
        let reason = format!("expected {expected} in the header of a NumPy array, got {got}");
        HeaderError::Syntax { offset, reason }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn header(element: (bool, usize), fortran_order: bool, shape: &[u64]) -> Header {
        let (big_endian, bytes) = element;
        let element = Element { big_endian, bytes };
        Header { element, fortran_order, shape: shape.to_vec() }
    }

    /// A header as a line that Python could print, with its tokens kept apart.
    fn tokens(
        header: &Header,
        order: [usize; 3],
        quote: char,
        has_last_comma: bool,
    ) -> Vec<String> {
        let Element { big_endian, bytes } = header.element;
        let quoted = |text: &str| format!("{quote}{text}{quote}");
        let byte_order = match (big_endian, bytes) {
            (true, _) => '>',
            (false, 1) => '|',
            (false, _) => '<',
        };
        let mut shape = vec!["(".to_owned()];
        for (number, size) in header.shape.iter().enumerate() {
            shape.push(size.to_string());
            if number == 0 || number + 1 < header.shape.len() || has_last_comma {
                shape.push(",".to_owned());
            }
        }
        shape.push(")".to_owned());
        let entries = [
            [vec![quoted("descr"), ":".into()], vec![quoted(&format!("{byte_order}u{bytes}"))]],
            [
                vec![quoted("fortran_order"), ":".into()],
                vec![if header.fortran_order { "True" } else { "False" }.to_owned()],
            ],
            [vec![quoted("shape"), ":".into()], shape],
        ];
        let mut tokens = vec!["{".to_owned()];
        for (number, entry) in order.into_iter().enumerate() {
            tokens.extend(entries[entry].concat());
            if number < 2 || has_last_comma {
                tokens.push(",".to_owned());
            }
        }
        tokens.push("}".to_owned());
        tokens
    }

    fn any_header() -> impl Strategy<Value = Header> {
        let element = (any::<bool>(), prop::sample::select(vec![1, 2, 4, 8]));
        let size = prop_oneof![Just(0), 1..10_u64, any::<u64>()];
        (element, any::<bool>(), prop::collection::vec(size, 0..5)).prop_map(
            |((big_endian, bytes), fortran_order, shape)| {
                // One byte of either order is written as one of none.
                header((big_endian && bytes > 1, bytes), fortran_order, &shape)
            },
        )
    }

    fn any_text() -> impl Strategy<Value = (Header, String)> {
        let order = Just([0, 1, 2]).prop_shuffle();
        let spaces = prop::collection::vec("[ \t\r\n]{0,2}", 48);
        let quote = prop::sample::select(vec!['\'', '"']);
        (any_header(), order, quote, any::<bool>(), spaces).prop_map(
            |(header, order, quote, has_last_comma, spaces)| {
                let tokens = tokens(&header, order, quote, has_last_comma);
                let pairs = tokens.iter().zip(spaces.iter().cycle());
                let text = pairs.map(|(token, space)| format!("{token}{space}")).collect();
                (header, text)
            },
        )
    }

    proptest! {
        /// Every way to write a header is read back.
        #[test]
        fn headers_are_read_back((header, text) in any_text()) {
            prop_assert_eq!(parse(text.as_bytes()), Ok(header));
        }

        /// A header that is cut or changed in a byte or two is read, or refused at a place in it.
        /// One that is read has a text of its own, which says the same.
        #[test]
        fn damaged_headers_are_read_or_refused(
            (_, text) in any_text(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4, any::<u8>()), 1..3),
        ) {
            const BYTES: &[u8] = b"{}()[],:'\"\\ 0123456789<>|=uifTrueFalsedescrshape\n\xff-+xL";
            let mut text = text.into_bytes();
            for (place, kind, byte) in changes {
                let at = place.index(text.len());
                let byte = BYTES[usize::from(byte) % BYTES.len()];
                match kind {
                    0 => text[at] = byte,
                    1 => text.insert(at, byte),
                    2 => text.truncate(at + 1),
                    _ => { text.remove(at); }
                }
                if text.is_empty() {
                    break;
                }
            }
            check_outcome(&text)?;
        }

        #[test]
        fn arbitrary_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..200)) {
            check_outcome(&text)?;
        }
    }

    fn check_outcome(text: &[u8]) -> std::result::Result<(), TestCaseError> {
        match parse(text) {
            Ok(header) => {
                let canonical = tokens(&header, [0, 1, 2], '\'', false).concat();
                let again = parse(canonical.as_bytes()).unwrap();
                // The order of one byte is not kept.
                prop_assert_eq!(again.shape, header.shape);
                prop_assert_eq!(again.fortran_order, header.fortran_order);
                prop_assert_eq!(again.element.bytes, header.element.bytes);
            }
            Err(HeaderError::OtherType) => {}
            Err(HeaderError::Syntax { offset, reason }) => {
                prop_assert!(offset <= text.len());
                prop_assert!(reason.starts_with("expected ") && reason.len() < 300, "{}", reason);
            }
        }
        Ok(())
    }

    #[test]
    fn refused_headers_say_what_was_expected_and_where() {
        let order = "'fortran_order': False";
        for (text, offset, reason) in [
            ("", 0, "expected { in the header of a NumPy array, got its end"),
            ("{", 1, "expected a string in quotes in the header of a NumPy array, got its end"),
            (
                "{}",
                0,
                "expected one entry each of descr, fortran_order and shape in the header of a NumPy \
                       array, got \"{}\"",
            ),
            ("{'descr' '<u8'}", 9, "expected : after the name of an entry"),
            ("{'descr': '<u8'; 'shape': ()}", 15, "expected a comma or } after an entry"),
            ("{'descr': '<u8', 'descr': '<u8'}", 17, "expected one entry each of"),
            ("{'names': '<u8'}", 1, "expected one entry each of"),
            ("{'descr': '<u\\x38'}", 13, "expected a string without escapes, in one line"),
            ("{'descr': '<u8}", 10, "expected a string in quotes"),
            (
                "{'descr': 8}",
                10,
                "expected a string in quotes in the header of a NumPy array, got \"8}\"",
            ),
            ("{'fortran_order': 0}", 18, "expected True or False"),
            ("{'shape': [1]}", 10, "expected a tuple of sizes"),
            ("{'shape': (1)}", 12, "expected a comma in"),
            ("{'shape': (1, 2 3)}", 16, "expected a comma or ) in"),
            ("{'shape': (,)}", 11, "expected a decimal number below 2^64"),
            ("{'shape': (-1,)}", 11, "expected a decimal number below 2^64"),
            ("{'shape': (01,)}", 11, "expected a decimal number below 2^64"),
            ("{'shape': (0x10,)}", 12, "expected a comma in"),
            ("{'shape': (18446744073709551616,)}", 11, "expected a decimal number below 2^64"),
            (
                &format!("{{'descr': '<u8', {order}, 'shape': (1,)}} + {{}}"),
                56,
                "expected nothing after the } in the header of a NumPy array, got \"+ {}\"",
            ),
        ] {
            match parse(text.as_bytes()) {
                Err(HeaderError::Syntax { offset: got, reason: found }) => {
                    assert_eq!(got, offset, "{text}: {found}");
                    assert!(found.starts_with(reason), "{text}: {found}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn types_that_are_not_integers_are_told_from_damage() {
        let types = "'<f8' '|b1' '<u16' '|u2' '=u8' 'u8' '<u' '' '<M8[ns]' '|S5' '|O' ('<u8',(2,))";
        for descr in types.split(' ').chain(["[('a', '<u8')]"]) {
            let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (1,)}}");
            assert_eq!(parse(text.as_bytes()), Err(HeaderError::OtherType), "{text}");
        }
    }
}
