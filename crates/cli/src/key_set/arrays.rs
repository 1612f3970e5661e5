//! Where the arrays in program text are: the brackets and braces that something is set to.

use std::ops::Range;

use super::language::Language;
use super::names::{begins_code, is_operator, is_type, makes_list};
use super::tokens::{Spanned, Token, tokens};

/// How far to look if nothing closes what has been opened, so that the time stays linear in the
/// length of the text.
const FAR: usize = 1000;
/// How many tokens are searched for a type, and how deep in calls a list is looked for.
const LONGEST_TYPE: usize = 32;
const DEEPEST: usize = 32;

/// The tokens of a text, and which brackets belong together.
pub struct Text<'a> {
    pub bytes: &'a [u8],
    pub language: Language,
    pub tokens: Vec<Spanned<'a>>,
    /// For each bracket, the one that it belongs to.
    partners: Vec<Option<usize>>,
}

/// Where an array is among the tokens.
#[derive(Clone, Debug)]
pub struct Array {
    /// Where its declaration ends: at a `=` or at its opener.
    pub declared: usize,
    pub open: usize,
    /// Its type, if that follows the `=`, and everything up to its end.
    pub tokens: Range<usize>,
}

impl<'a> Text<'a> {
    pub fn new(bytes: &'a [u8], language: Language) -> Text<'a> {
        let tokens = tokens(bytes, language);
        let mut partners = vec![None; tokens.len()];
        let mut open = Vec::new();
        for (at, spanned) in tokens.iter().enumerate() {
            match spanned.token {
                Token::Mark(b'{' | b'[' | b'(') => open.push(at),
                Token::Mark(b'}' | b']' | b')') => {
                    if let Some(opener) = open.pop() {
                        partners[opener] = Some(at);
                        partners[at] = Some(opener);
                    }
                }
                _ => {}
            }
        }
        Text { bytes, language, tokens, partners }
    }

    pub fn get(&self, at: usize) -> Option<Token<'a>> {
        self.tokens.get(at).map(|spanned| spanned.token)
    }

    pub fn before(&self, at: usize) -> Option<Token<'a>> {
        self.get(at.checked_sub(1)?)
    }

    pub fn is_mark(&self, at: usize, marks: &[u8]) -> bool {
        matches!(self.get(at), Some(Token::Mark(mark)) if marks.contains(&mark))
    }

    pub fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(at).copied().flatten()
    }

    fn follows_mark(&self, at: usize, marks: &[u8]) -> bool {
        matches!(self.before(at), Some(Token::Mark(mark)) if marks.contains(&mark))
    }

    pub fn word(&self, at: usize) -> Option<&'a [u8]> {
        match self.get(at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Whether `is` holds for any of these tokens.
    pub fn has(&self, tokens: &Range<usize>, is: &dyn Fn(Token) -> bool) -> bool {
        self.tokens[tokens.clone()].iter().any(|spanned| is(spanned.token))
    }

    /// Whether a line ends between a token and the one before it.
    pub fn begins_line(&self, at: usize) -> bool {
        let (Some(before), Some(this)) = (at.checked_sub(1), self.tokens.get(at)) else {
            return false;
        };
        self.bytes[self.tokens[before].end..this.start].contains(&b'\n')
    }

    /// The end of the group that opens here: where it is closed, else the end of the text.
    pub fn close(&self, open: usize) -> usize {
        self.partners[open].unwrap_or(self.tokens.len())
    }

    /// The tokens directly inside a group: of the groups within it, only the openers.
    pub fn inside(&self, open: usize) -> impl Iterator<Item = usize> {
        let end = self.partners[open].unwrap_or(open + FAR).min(self.tokens.len());
        let next = |at: &usize| {
            Some(self.partners.get(*at).copied().flatten().map_or(at + 1, |close| close + 1))
        };
        std::iter::successors(Some(open + 1), next).take_while(move |at| *at < end)
    }

    /// What follows each `=`, each arrow before keys and each name that a declaration gives
    /// braces to, if that is an array. In a text without a `=`, each group that a
    /// declaration has.
    pub fn arrays(&self) -> Vec<Array> {
        let is_set = self.has_assignment();
        let mut arrays = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let start = match is_set {
                true => self.sets(at),
                false => Some(at),
            };
            let Some(start) = start else {
                at += 1;
                continue;
            };
            match self.array(start) {
                Ok(open) => {
                    let close = (self.close(open) + 1).min(self.tokens.len());
                    let end = if is_set { at } else { open };
                    arrays.push(Array { declared: end, open, tokens: start..close });
                    at = close;
                }
                Err(other) => at = other.max(at + 1),
            }
        }
        arrays
    }

    /// Whether anything is set to anything.
    pub fn has_assignment(&self) -> bool {
        (0..self.tokens.len()).any(|at| self.assigns(at))
    }

    /// Where the value that is set here begins.
    fn sets(&self, at: usize) -> Option<usize> {
        let is_default = self.word(at) == Some(b"default") && self.is_mark(at + 1, b"[");
        if self.assigns(at) || is_default {
            return Some(at + 1);
        }
        if self.is_mark(at, b"=") && self.is_mark(at + 1, b">") && self.is_mark(at + 2, b"[") {
            let keys = at + 2..self.close(at + 2).min(at + FAR).min(self.tokens.len());
            return self.has(&keys, &|token| token.is_long()).then_some(at + 2);
        }
        (self.is_mark(at, b"{") && self.is_declared(at)).then_some(at)
    }

    /// A `=` that is not part of a comparison, an arrow or an operator.
    fn assigns(&self, at: usize) -> bool {
        let touches = |at: usize| at > 0 && self.tokens[at - 1].end == self.tokens[at].start;
        self.is_mark(at, b"=")
            && !self.is_mark(at + 1, b"=>")
            && !(touches(at) && self.follows_mark(at, b"=<>!+-*/%&|^"))
    }

    /// The opener of the array that begins here, after its type; else the token at which it
    /// turns out to be a number, code or a calculation.
    fn array(&self, start: usize) -> Result<usize, usize> {
        let mut at = start;
        while let Some(token) = self.get(at) {
            // Without semicolons, lines end statements.
            let continues = match self.before(at) {
                Some(Token::Mark(mark)) => !b")]}".contains(&mark),
                word => word == Some(Token::Word(b"new")) || self.is_mark(at, b"{[.:<"),
            };
            if at > start && self.begins_line(at) && !continues && !self.is_mark(at, b"{") {
                return Err(at);
            }
            match token {
                Token::Mark(b'{') if self.is_code(at) => return Err(at),
                Token::Mark(b'{') => return Ok(at),
                Token::Mark(b'[') if !self.is_size(at) => return Ok(at),
                Token::Mark(b'[') => at = self.close(at),
                Token::Mark(b'(') if self.is_type_of(at, b"{") => at = self.close(at),
                Token::Mark(b'(') if self.is_list(at) => return Ok(at),
                Token::Mark(b'<') => at = self.generics(at).ok_or(at)?,
                Token::Word(word) if begins_code(word) => return Err(at),
                Token::Word(_) | Token::Directive(_) | Token::Mark(b'.' | b':' | b'\'') => {}
                Token::Mark(b'!') if matches!(self.before(at), Some(Token::Word(_))) => {}
                Token::Mark(b'&') if at == start => {}
                _ => return Err(at),
            }
            at += 1;
        }
        Err(at)
    }

    /// The end of `<uint64_t, 2>`.
    pub fn generics(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for at in open..open + LONGEST_TYPE {
            match self.get(at)? {
                Token::Mark(b'<') => depth += 1,
                Token::Mark(b'>') => depth -= 1,
                Token::Word(_) | Token::Number(_) | Token::Mark(b',' | b':' | b'*' | b'.') => {}
                _ => return None,
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Whether brackets hold the size of an array or an index: after a name, or before the
    /// element type in Go, as in `[12][64]uint64`.
    pub fn is_size(&self, open: usize) -> bool {
        match self.before(open) {
            Some(Token::Word(word)) if !matches!(word, b"mut" | b"default") => return true,
            Some(Token::Mark(b'>')) => return !self.follows_mark(open - 1, b"="),
            Some(Token::Mark(b']')) => return true,
            _ => {}
        }
        let Some(close) = self.partners[open].filter(|close| close - open < LONGEST_TYPE) else {
            return false;
        };
        let mut content = open + 1..close;
        let is_plain = |at| {
            matches!(self.get(at), Some(Token::Number(_) | Token::Word(_)))
                || self.is_mark(at, b".:")
        };
        let numbers = content.clone().filter(|at| matches!(self.get(*at), Some(Token::Number(_))));
        numbers.count() <= 1
            && content.all(is_plain)
            && !self.begins_line(close + 1)
            && match self.get(close + 1) {
                Some(Token::Word(word)) => !is_operator(word),
                Some(Token::Mark(b'[')) => true,
                _ => false,
            }
    }

    /// Whether parentheses hold a type, and one of these marks or a number follows: a cast.
    pub fn is_type_of(&self, open: usize, marks: &[u8]) -> bool {
        let Some(close) = self.partners[open].filter(|close| close - open < LONGEST_TYPE) else {
            return false;
        };
        let is_name = |at: usize| match self.get(at) {
            Some(Token::Word(_)) => true,
            Some(Token::Mark(mark)) => b"*:.<>[],".contains(&mark),
            Some(Token::Number(_)) => self.follows_mark(at, b"["),
            _ => false,
        };
        open + 1 < close
            && self.word(open + 1).is_some()
            && (open + 1..close).all(is_name)
            && match self.get(close + 1) {
                Some(Token::Mark(mark)) => marks.contains(&mark),
                Some(Token::Number(_) | Token::Wrong(_) | Token::Word(_)) => marks.len() > 1,
                _ => false,
            }
    }

    /// Whether braces hold statements: they begin with a word, and a semicolon, an arrow or
    /// the body of a function is directly in them.
    fn is_code(&self, open: usize) -> bool {
        self.word(open + 1).is_some()
            && self.inside(open).any(|at| {
                self.is_mark(at, b";")
                    || (self.is_mark(at, b"=") && self.is_mark(at + 1, b">"))
                    || (self.is_mark(at, b"{") && self.follows_mark(at, b")"))
            })
    }

    /// Whether a group is a list, or has one: braces or brackets in parentheses, or numbers
    /// separated by commas. All others are calls and calculations.
    pub fn is_list(&self, open: usize) -> bool {
        let holds_list = self.holds_list(open);
        if holds_list || !self.inside(open).any(|at| self.is_mark(at, b",")) {
            return holds_list;
        }
        // A call of what makes no list is a calculation, and so are `(x & 0xff, x >> 8)`.
        !matches!(self.before(open), Some(Token::Word(name)) if !makes_list(name))
            && self.begins_value(open + 1)
    }

    /// Whether parentheses contain brackets or braces that are an array.
    pub fn holds_list(&self, open: usize) -> bool {
        self.holds_list_within(open, DEEPEST)
    }

    fn holds_list_within(&self, open: usize, depth: usize) -> bool {
        depth > 0
            && self.inside(open).any(|at| match self.get(at) {
                Some(Token::Mark(b'[')) => !self.is_size(at),
                Some(Token::Mark(b'{')) => !self.is_code(at) && !self.is_body(at),
                // A group that nothing closes is not entered: its tokens are seen here.
                Some(Token::Mark(b'(')) => {
                    self.partners[at].is_some() && self.holds_list_within(at, depth - 1)
                }
                _ => false,
            })
    }

    /// Whether braces are the body of a function or a closure: they follow its parameters.
    fn is_body(&self, open: usize) -> bool {
        let arrow = self.follows_mark(open, b">") && self.follows_mark(open - 1, b"=");
        let is_type = |group: usize| self.is_type_of(group, b"{");
        arrow || (self.follows_mark(open, b")") && !self.partners[open - 1].is_some_and(is_type))
    }

    /// Whether a key, or a group of keys, can begin here.
    pub fn begins_value(&self, at: usize) -> bool {
        match self.get(at) {
            Some(Token::Number(_) | Token::Wrong(_)) => true,
            Some(Token::Quoted(_)) => self.tokens[at].token.is_hex(),
            Some(Token::Mark(b'-' | b'+')) => matches!(self.get(at + 1), Some(Token::Number(_))),
            Some(Token::Mark(b'{' | b'[' | b'(')) => true,
            Some(Token::Word(b"new")) => true,
            Some(Token::Word(name)) => {
                (is_type(name) || makes_list(name)) && self.is_mark(at + 1, b"({")
            }
            _ => false,
        }
    }
}
