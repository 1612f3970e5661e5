//! What surrounds an array in program text: its name, the sizes that it is declared with,
//! and the conditions under which it is present.

use super::arrays::Text;
use super::names::begins_code;
use super::tokens::Token;

/// How many tokens a declaration has before its array.
const LONGEST: usize = 64;

impl<'a> Text<'a> {
    /// Whether braces are what a declaration sets a name to without a `=`, as in C++:
    /// `std::array<U64, 2> keys{`, `U64 keys[2]{` and `Keys::Keys() : keys{`.
    pub fn is_declared(&self, open: usize) -> bool {
        let Some(name) = self.declared_name(open) else { return false };
        let has = |marks: &[u8]| self.inside(open).any(|at| self.is_mark(at, marks));
        // Braces of one number are no array.
        let is_list = name + 1 < open || self.closes_generics(name - 1) || has(b",{");
        is_list
            && !has(b";=")
            && !self.is_mark(open + 1, b"[")
            && self.begins_value(open + 1)
            && self.has_type(name)
    }

    /// The name before braces, and before sizes.
    fn declared_name(&self, open: usize) -> Option<usize> {
        let mut at = open.checked_sub(1)?;
        while self.is_mark(at, b"]") {
            at = self.partner(at)?.checked_sub(1)?;
        }
        self.word(at).filter(|_| at > 0).map(|_| at)
    }

    /// Whether a name comes after a type, or after the colon of members that are set, or after
    /// another name of the same declaration.
    fn has_type(&self, name: usize) -> bool {
        let mut name = name;
        for _ in 0..LONGEST {
            let Some(before) = name.checked_sub(1) else { return false };
            match self.tokens[before].token {
                Token::Word(word) => {
                    let is_operator = [b"in".as_slice(), b"new", b"let", b"throw", b"extends"];
                    return !begins_code(word) && !is_operator.contains(&word);
                }
                Token::Mark(b'>') => return self.closes_generics(before),
                Token::Mark(b':') => return before > 0 && self.is_mark(before - 1, b")"),
                Token::Mark(b',') if before > 0 && self.is_mark(before - 1, b")}") => {
                    let opener = self.partner(before - 1);
                    let Some(earlier) = opener.and_then(|open| self.declared_name(open)) else {
                        return false;
                    };
                    name = earlier;
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether this is the end of `<uint64_t, 2>`.
    fn closes_generics(&self, close: usize) -> bool {
        let Some(open) = self.is_mark(close, b">").then(|| self.generics_open(close)).flatten()
        else {
            return false;
        };
        open > 0 && self.word(open - 1).is_some() && self.generics(open) == Some(close)
    }

    /// What comes before `<uint64_t, 2>`, if that ends here.
    pub fn before_generics(&self, at: usize) -> usize {
        match self.closes_generics(at) {
            true => self.generics_open(at).unwrap_or(at).wrapping_sub(1),
            false => at,
        }
    }

    fn generics_open(&self, close: usize) -> Option<usize> {
        let mut depth = 0;
        for at in (close.saturating_sub(LONGEST)..=close).rev() {
            match self.get(at)? {
                Token::Mark(b'>') => depth += 1,
                Token::Mark(b'<') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Where the declaration that ends here, before its `=` or its brace, begins.
    fn declaration(&self, end: usize) -> usize {
        let mut at = end;
        while let Some(before) = at.checked_sub(1).filter(|before| end - before < LONGEST) {
            let begins = at != end && self.begins_line(at);
            at = match self.tokens[before].token {
                _ if begins => return at,
                Token::Mark(b'>') if self.closes_generics(before) => {
                    self.generics_open(before).unwrap_or(before)
                }
                Token::Mark(b'}') if at != end => return at,
                Token::Mark(b']' | b')' | b'}') => match self.partner(before) {
                    Some(open) => open,
                    None => return at,
                },
                Token::Mark(b';' | b',' | b'{' | b'[' | b'(') | Token::Directive(_) => return at,
                _ => before,
            };
        }
        at
    }

    /// The name of what is declared before this `=` or brace: that before a colon, else the
    /// last.
    pub fn name(&self, end: usize) -> Option<&'a [u8]> {
        let mut last = None;
        let mut at = self.declaration(end);
        while at < end {
            match self.tokens[at].token {
                Token::Word(word) if !word.starts_with(b"__") => last = Some(word),
                Token::Mark(b':') if self.is_mark(at + 1, b":") => at += 1,
                Token::Mark(b':') if last.is_some() => return last,
                Token::Mark(b'[' | b'(' | b'{') => at = self.partner(at).unwrap_or(at),
                Token::Mark(b'<') => at = self.generics(at).unwrap_or(at),
                _ => {}
            }
            at += 1;
        }
        last
    }

    /// The sizes that an array is declared with, if all are numbers: `k[2][3]`,
    /// `[2][3]uint64`, `[[u64; 3]; 2]` and `array<array<U64, 3>, 2>`. The declaration ends at
    /// `end`, and the array opens at `open`.
    pub fn sizes(&self, end: usize, open: usize) -> Option<Vec<u128>> {
        let start = self.declaration(end);
        let mut sizes = Vec::new();
        for at in start..open {
            match self.tokens[at].token {
                Token::Mark(b'[') if self.is_index(start, at) => return None,
                Token::Mark(b'[') => {
                    let last = self.partner(at)? - 1;
                    let is_size = last == at + 1 || (last > at && self.is_mark(last - 1, b";"));
                    sizes.push(self.value(last).filter(|_| is_size)?);
                }
                Token::Mark(b',') if self.is_mark(at + 2, b">") => {
                    sizes.push(self.value(at + 1)?);
                }
                _ => {}
            }
        }
        Some(sizes)
    }

    /// Whether brackets hold the index of a single element that is set, as in `k[0] = ` and
    /// `self.k[0] = `.
    fn is_index(&self, start: usize, open: usize) -> bool {
        let Some(name) = open.checked_sub(1).filter(|name| self.word(*name).is_some()) else {
            return false;
        };
        let is_member = name > start && self.is_mark(name - 1, b".>");
        name == start || (is_member && !self.closes_generics(name - 1))
    }

    fn value(&self, at: usize) -> Option<u128> {
        match self.get(at) {
            Some(Token::Number(number)) => Some(number.value),
            _ => None,
        }
    }

    /// The attribute `#[cfg(…)]` before the declaration that ends here.
    pub fn configured(&self, end: usize) -> Option<usize> {
        let before = self.declaration(end).checked_sub(1)?;
        match self.get(before) {
            Some(Token::Directive([b'#', b'[', ..])) => Some(before),
            _ => None,
        }
    }

    /// The blocks after `#[cfg(…)]`, such as test modules, and none within another: the
    /// attribute, and where its block ends.
    pub fn configured_blocks(&self) -> Vec<(usize, usize)> {
        let mut blocks: Vec<(usize, usize)> = Vec::new();
        for at in 0..self.tokens.len() {
            let is_attribute = self.directive(at).is_some_and(|line| line.starts_with(b"#["));
            if is_attribute && blocks.last().is_none_or(|(_, end)| at > *end) {
                blocks.extend(self.block(at).map(|open| (at, self.close(open))));
            }
        }
        blocks
    }

    /// The braces of the item that an attribute precedes.
    fn block(&self, attribute: usize) -> Option<usize> {
        let mut at = attribute + 1;
        while at < attribute + LONGEST {
            match self.get(at)? {
                Token::Mark(b'{') => return Some(at),
                Token::Mark(b';' | b'=' | b',' | b'}' | b')' | b']') => return None,
                Token::Mark(b'(' | b'[') => at = self.partner(at)?,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// From which token on the text is under which `#if`, except the one that keeps a header
    /// from being read twice.
    pub fn conditions(&self) -> Vec<(usize, Option<usize>)> {
        let last = self.tokens.len().saturating_sub(1);
        let mut open = Vec::new();
        let mut conditions = Vec::new();
        let mut is_guarded = self.directive(0).is_some_and(is_guard)
            && self.directive(last).is_some_and(|line| line.starts_with(b"#endif"));
        for at in 0..self.tokens.len() {
            let Some(line) = self.directive(at) else { continue };
            let is_inner = open.len() > 1;
            if line.starts_with(b"#if") {
                open.push(at);
            } else if line.starts_with(b"#e") && !is_inner && at < last {
                is_guarded = false;
            }
            if line.starts_with(b"#endif") {
                open.pop();
            }
            conditions.push((at, open.last().copied()));
        }
        let is_so = |condition: &usize| !(is_guarded && *condition == 0);
        conditions.iter_mut().for_each(|(_, condition)| *condition = condition.filter(is_so));
        conditions
    }

    fn directive(&self, at: usize) -> Option<&'a [u8]> {
        match self.get(at) {
            Some(Token::Directive(line)) => Some(line),
            _ => None,
        }
    }
}

/// Whether it is how a header that must not be read twice begins.
fn is_guard(line: &[u8]) -> bool {
    line.starts_with(b"#ifndef") || line.starts_with(b"#if !")
}
