//! Lines from the allocator, without unsafe code.

use super::Pages;
use super::generation::Generation;
use crate::error::AllocateError;
use crate::line::Line;

/// The lines of a table and its generation.
#[derive(Debug)]
pub(crate) struct Memory {
    lines: Vec<Line>,
    generation: Box<Generation>,
}

/// A line of a table.
#[derive(Clone, Copy)]
pub(crate) struct LineAt<'a>(&'a Line);

impl<'a> LineAt<'a> {
    #[inline(always)]
    pub(crate) fn line(self) -> &'a Line {
        self.0
    }
}

impl<'a> From<&'a Line> for LineAt<'a> {
    fn from(line: &'a Line) -> LineAt<'a> {
        LineAt(line)
    }
}

impl Memory {
    /// Empty lines.
    pub(crate) fn new(lines: u64, _: Pages) -> Result<Memory, AllocateError> {
        let bytes = lines * Line::BYTES;
        let mut memory = Vec::new();
        memory.try_reserve_exact(lines as usize).map_err(|_| AllocateError::Refused {
            bytes,
            source: std::io::ErrorKind::OutOfMemory.into(),
        })?;
        memory.resize_with(lines as usize, Line::default);
        Ok(Memory { lines: memory, generation: Box::new(Generation::new(1)) })
    }

    #[inline(always)]
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line for a number: the high half of its product with the number of lines.
    #[inline(always)]
    pub(crate) fn line(&self, number: u64) -> LineAt<'_> {
        LineAt(&self.lines[((u128::from(number) * self.lines.len() as u128) >> 64) as usize])
    }

    #[inline(always)]
    pub(crate) fn generation(&self) -> &Generation {
        &self.generation
    }

    /// The largest pages that the caller requested.
    pub(crate) fn wanted(&self) -> Pages {
        Pages::Default
    }

    /// True if other processes may use the lines.
    pub(crate) fn is_shared(&self) -> bool {
        false
    }

    pub(crate) fn pages(&self) -> Pages {
        Pages::Default
    }
}
