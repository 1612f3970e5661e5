//! The values of a TOML file with their places, and the errors that name them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display};
use core::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

type Result<T> = core::result::Result<T, DescriptionError>;

/// A value and its place in the text.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    text: &'a str,
    at: usize,
    value: &'a DeValue<'a>,
}

impl<'a> Value<'a> {
    fn new(text: &'a str, value: &'a Spanned<DeValue<'a>>) -> Value<'a> {
        Value { text, at: value.span().start, value: value.get_ref() }
    }

    /// The error that something else was expected here.
    pub(super) fn wrong(self, expected: impl Display) -> DescriptionError {
        self.error(expected, self.shown())
    }

    pub(super) fn error(self, expected: impl Display, got: impl Display) -> DescriptionError {
        DescriptionError::new(self.text, self.at, expected, got)
    }

    /// The value as an error shows it.
    pub(super) fn shown(self) -> String {
        match self.value {
            DeValue::String(text) => shortened(text, |text| format!("{text:?}")),
            DeValue::Integer(number) => shortened(&number.to_string(), str::to_owned),
            DeValue::Float(number) => shortened(&number.to_string(), str::to_owned),
            DeValue::Boolean(value) => value.to_string(),
            DeValue::Datetime(_) => "a date".to_string(),
            DeValue::Array(_) => "an array".to_string(),
            DeValue::Table(_) => "a table".to_string(),
        }
    }

    pub(super) fn as_text(self) -> Option<&'a str> {
        self.value.as_str()
    }

    /// The text of a string.
    pub(super) fn text(self, expected: impl Display) -> Result<&'a str> {
        self.as_text().ok_or_else(|| self.wrong(expected))
    }

    /// The meaning of a string that is one of a few.
    pub(super) fn one_of<T: Copy>(self, choices: &[(&str, T)]) -> Result<T> {
        let name = self.as_text();
        let found = choices.iter().find(|(choice, _)| Some(*choice) == name);
        found.map(|(_, value)| *value).ok_or_else(|| {
            self.wrong(any_of(choices.iter().map(|(choice, _)| format!("{choice:?}"))))
        })
    }

    /// A whole number within bounds.
    pub(super) fn number(self, range: RangeInclusive<u64>) -> Result<u64> {
        let number = self
            .value
            .as_integer()
            .and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            self.wrong(format!("a number from {} to {}", range.start(), range.end()))
        })
    }

    pub(super) fn is_array(self) -> bool {
        self.value.is_array()
    }

    /// The elements of an array.
    pub(super) fn items(self, expected: impl Display) -> Result<Vec<Value<'a>>> {
        let items = self.value.as_array().ok_or_else(|| self.wrong(expected))?;
        Ok(items.iter().map(|item| Value::new(self.text, item)).collect())
    }

    /// The fields of a table in braces.
    pub(super) fn section(self, expected: impl Display, known: &[&str]) -> Result<Section<'a>> {
        let table = self.value.as_table().ok_or_else(|| self.wrong(expected))?;
        Section::new(self.text, self.at, table, known)
    }

    /// The number of bits in a key, in hex digits.
    pub(super) fn key(self, bits: u32) -> Result<u128> {
        let expected = format!("a key of {bits} bits in hex digits between quotes");
        let text = self.text(&expected)?;
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let key = match digits.starts_with('+') {
            true => None,
            false => u128::from_str_radix(digits, 16).ok(),
        };
        key.filter(|key| key.checked_shr(bits).unwrap_or(0) == 0)
            .ok_or_else(|| self.wrong(expected))
    }
}

/// A text as an error shows it, cut after sixty characters.
fn shortened(text: &str, show: impl Fn(&str) -> String) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => show(&text[..end]) + "…",
        None => show(text),
    }
}

/// `a, b or c`.
pub(super) fn any_of<T: Display>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// A table whose fields are taken one by one, so that what is left is too much.
pub(super) struct Section<'a> {
    text: &'a str,
    at: usize,
    fields: Vec<Field<'a>>,
}

struct Field<'a> {
    name: &'a str,
    at: usize,
    value: Value<'a>,
}

impl<'a> Section<'a> {
    /// # Errors
    /// When a field is none of the known ones.
    pub(super) fn new(
        text: &'a str,
        at: usize,
        table: &'a DeTable<'a>,
        known: &[&str],
    ) -> Result<Section<'a>> {
        let section = Section::of_any(text, at, table);
        let unknown = |field: &&Field<'_>| !known.contains(&field.name);
        match section.fields.iter().filter(unknown).min_by_key(|field| field.at) {
            None => Ok(section),
            Some(field) => {
                let known = known.iter().map(|name| format!("`{name}`"));
                let expected = format!("one of the fields {}", any_of(known));
                Err(DescriptionError::new(text, field.at, expected, format!("`{}`", field.name)))
            }
        }
    }

    /// A table whose fields have any names.
    fn of_any(text: &'a str, at: usize, table: &'a DeTable<'a>) -> Section<'a> {
        let field = |(name, value): (&'a Spanned<_>, &'a Spanned<_>)| {
            let name: &'a Spanned<toml::de::DeString<'a>> = name;
            Field { name: name.get_ref(), at: name.span().start, value: Value::new(text, value) }
        };
        Section { text, at, fields: table.iter().map(field).collect() }
    }

    /// The error that something else was expected of the section.
    pub(super) fn error(&self, expected: impl Display, got: impl Display) -> DescriptionError {
        DescriptionError::new(self.text, self.at, expected, got)
    }

    /// Takes a field.
    pub(super) fn take(&mut self, name: &str) -> Option<Value<'a>> {
        let found = self.fields.iter().position(|field| field.name == name)?;
        Some(self.fields.swap_remove(found).value)
    }

    /// Takes a field that cannot be left out.
    pub(super) fn require(&mut self, name: &str) -> Result<Value<'a>> {
        self.take(name).ok_or_else(|| self.error(format!("a field `{name}`"), "none"))
    }

    /// Takes a section.
    pub(super) fn section(&mut self, name: &str, known: &[&str]) -> Result<Option<Section<'a>>> {
        let Some(found) = self.fields.iter().position(|field| field.name == name) else {
            return Ok(None);
        };
        let Field { at, value, .. } = self.fields.swap_remove(found);
        let Some(table) = value.value.as_table() else {
            return Err(value.wrong(format!("a section `[{name}]`")));
        };
        Section::new(self.text, at, table, known).map(Some)
    }

    /// Takes a section of sections of any names, in the order of their names.
    pub(super) fn sections(
        &mut self,
        name: &str,
        known: &[&str],
    ) -> Result<Vec<(&'a str, Section<'a>)>> {
        let Some(value) = self.take(name) else { return Ok(Vec::new()) };
        let expected = format!("sections `[{name}.NAME]`");
        let table = value.value.as_table().ok_or_else(|| value.wrong(&expected))?;
        let each = Section::of_any(self.text, value.at, table);
        let section = |field: Field<'a>| {
            let table = field.value.value.as_table();
            let table = table.ok_or_else(|| field.value.wrong(&expected))?;
            Ok((field.name, Section::new(self.text, field.at, table, known)?))
        };
        each.fields.into_iter().map(section).collect()
    }

    /// # Errors
    /// When a field is left that means nothing `beside` the others.
    pub(super) fn finish(self, beside: impl Display) -> Result<()> {
        match self.fields.iter().min_by_key(|field| field.at) {
            None => Ok(()),
            Some(field) => Err(DescriptionError::new(
                self.text,
                field.at,
                format!("no `{}` {beside}", field.name),
                field.value.shown(),
            )),
        }
    }
}

/// The error of a file that describes no scheme. It does not name the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DescriptionError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text or value that was expected there.
    pub expected: String,
    /// The text or value that the file has.
    pub got: String,
}

impl DescriptionError {
    /// An error at a byte of the text.
    pub(super) fn new(
        text: &str,
        offset: usize,
        expected: impl Display,
        got: impl Display,
    ) -> DescriptionError {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        DescriptionError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected: expected.to_string(),
            got: got.to_string(),
        }
    }
}

impl Display for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DescriptionError { line, column, expected, got } = self;
        write!(f, "line {line}, column {column}: expected {expected}, got {got}")
    }
}

impl Error for DescriptionError {}
