//! Lines in memory from the system, on huge pages where it has them.
//!
//! Miri runs this module too, with maps of its own, but has no huge pages, files in memory or
//! inline assembly.

#![allow(unsafe_code)]

#[cfg(shared_files)]
use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;

use memmap2::{MmapMut, MmapOptions, MmapRaw};

use super::Pages;
use super::generation::Generation;
use crate::error::AllocateError;
use crate::line::Line;

/// The lines of a table and its generation.
#[derive(Debug)]
pub(crate) struct Memory {
    lines: NonNull<Line>,
    /// At least 1.
    count: usize,
    generation: NonNull<Generation>,
    pages: Pages,
    wanted: Pages,
    owner: Owner,
}

/// A line of a table, as the address of the first line and an offset in bytes. Instructions that
/// read it add the two themselves.
#[derive(Clone, Copy)]
pub(crate) struct LineAt<'a> {
    first: NonNull<Line>,
    offset: usize,
    lines: PhantomData<&'a [Line]>,
}

impl<'a> LineAt<'a> {
    #[inline(always)]
    pub(crate) fn line(self) -> &'a Line {
        // SAFETY: There is a line, since this was made by `Memory::line`, or from a line.
        let line = unsafe { self.first.byte_add(self.offset) };
        // SAFETY: As above.
        unsafe { line.as_ref() }
    }

    /// The address of the first line, and the bytes from there to this one.
    #[cfg(vectors)]
    #[inline(always)]
    pub(crate) fn address(self) -> (*const Line, usize) {
        (self.first.as_ptr(), self.offset)
    }
}

impl<'a> From<&'a Line> for LineAt<'a> {
    #[inline(always)]
    fn from(line: &'a Line) -> LineAt<'a> {
        LineAt { first: NonNull::from(line), offset: 0, lines: PhantomData }
    }
}

/// Owner of the memory that the pointers point into.
///
/// A `MmapRaw` and an `Arc` hold raw pointers, and pointers copied from them stay valid when the
/// owner is moved. Moving a `Box` would invalidate pointers that were derived from it.
#[derive(Debug)]
enum Owner {
    Private {
        _map: MmapRaw,
        _generation: Arc<Generation>,
    },
    /// The file keeps its lock as long as it is open.
    #[cfg(shared_files)]
    Shared {
        map: MmapRaw,
        _file: File,
    },
}

// SAFETY: The pointers point into what `owner` owns, which lives as long as the `Memory`; they are
// only dereferenced as `&Line` and `&Generation`, which are `Sync`.
unsafe impl Send for Memory {}
// SAFETY: As above.
unsafe impl Sync for Memory {}

const HUGE: u64 = 1 << 21;

impl Memory {
    /// Empty lines on the largest pages up to `wanted` that the system has for them.
    pub(crate) fn new(lines: u64, wanted: Pages) -> Result<Memory, AllocateError> {
        assert!(lines > 0, "a table has at least one line");
        let bytes = lines * Line::BYTES;
        let refused = |source| AllocateError::Refused { bytes, source };
        let (map, pages) = match reserved(bytes, wanted) {
            Some(found) => found,
            None if wanted >= Pages::Transparent && bytes >= HUGE => {
                transparent(bytes).map_err(refused)?
            }
            None => (
                MmapOptions::new().len(bytes as usize).map_anon().map_err(refused)?,
                Pages::Default,
            ),
        };
        // Its pointer comes from the system. The pointer of a `MmapMut` comes from a slice, for
        // reads alone.
        let map = MmapRaw::from(map);
        let generation = Arc::new(Generation::new(1));
        let alignment =
            if pages == Pages::Transparent { HUGE as usize } else { align_of::<Line>() };
        let offset = map.as_ptr().align_offset(alignment);
        let end = bytes.checked_add(offset as u64);
        assert!(end.is_some_and(|end| end <= map.len() as u64), "the map has room for the lines");
        // SAFETY: `offset` is within the map, as just asserted.
        let first = unsafe { map.as_mut_ptr().add(offset) };
        let generation_at = Arc::as_ptr(&generation).cast_mut();
        Ok(Memory {
            lines: NonNull::new(first).expect("a map is not at address 0").cast(),
            count: lines as usize,
            generation: NonNull::new(generation_at).expect("an allocation is not at address 0"),
            pages,
            wanted,
            owner: Owner::Private { _map: map, _generation: generation },
        })
    }

    /// Maps the lines of a shared file, whose length has been checked: they follow a header of
    /// `header` bytes, at byte `generation` of which is the generation.
    #[cfg(shared_files)]
    pub(crate) fn shared(
        file: File,
        lines: u64,
        header: usize,
        generation: usize,
    ) -> io::Result<Memory> {
        let count = usize::try_from(lines).map_err(io::Error::other)?;
        assert!(count > 0, "a table has at least one line");
        let length =
            count.checked_mul(size_of::<Line>()).and_then(|bytes| bytes.checked_add(header));
        let length = length.ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapOptions::new().len(length).map_raw(&file)?;
        let start = NonNull::new(map.as_mut_ptr()).expect("a map is not at address 0");
        assert!(generation + size_of::<Generation>() <= header, "the generation is in the header");
        assert!(header.is_multiple_of(align_of::<Line>()), "lines are aligned");
        assert!(generation.is_multiple_of(align_of::<Generation>()), "the generation is aligned");
        // SAFETY: The header is within the map of `length` bytes.
        let first = unsafe { start.add(header) };
        // SAFETY: The generation is within the header, as asserted. A map begins on a page, so that
        // both are aligned.
        let generation = unsafe { start.add(generation) };
        Ok(Memory {
            lines: first.cast(),
            count,
            generation: generation.cast(),
            pages: Pages::Default,
            wanted: Pages::Default,
            owner: Owner::Shared { map, _file: file },
        })
    }

    /// True if other processes may use the lines.
    pub(crate) fn is_shared(&self) -> bool {
        match self.owner {
            Owner::Private { .. } => false,
            #[cfg(shared_files)]
            Owner::Shared { .. } => true,
        }
    }

    /// Writes a shared file's pages to the disk.
    #[cfg(shared_files)]
    pub(crate) fn flush(&self) -> io::Result<()> {
        match &self.owner {
            Owner::Private { .. } => Ok(()),
            Owner::Shared { map, .. } => map.flush(),
        }
    }

    #[inline(always)]
    pub(crate) fn lines(&self) -> &[Line] {
        // SAFETY: `lines` is aligned to a line and points to `count` of them within the map that
        // `owner` holds, all initialized (a map is zeros or the file's bytes, and any bits are a
        // line). They are atomics, and nobody has a `&mut` to the map.
        unsafe { NonNull::slice_from_raw_parts(self.lines, self.count).as_ref() }
    }

    /// The line for a number: the high half of its product with the number of lines.
    #[inline(always)]
    pub(crate) fn line(&self, number: u64) -> LineAt<'_> {
        let at = (u128::from(number) * self.count as u128) >> 64;
        // A number is less than 2^64, so that the high half is less than `count`, which is not 0:
        // the line is within the map. That it may be read is argued in `lines`.
        LineAt { first: self.lines, offset: at as usize * size_of::<Line>(), lines: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn generation(&self) -> &Generation {
        // SAFETY: It points to a generation that `owner` holds: eight bytes, any of which are one.
        // Nobody has a `&mut` to them.
        unsafe { self.generation.as_ref() }
    }

    /// The largest pages that the caller requested.
    pub(crate) fn wanted(&self) -> Pages {
        self.wanted
    }

    pub(crate) fn pages(&self) -> Pages {
        self.pages
    }
}

/// A map on reserved huge pages, the largest up to `wanted` that waste no more than an eighth.
#[cfg(all(target_os = "linux", not(miri)))]
fn reserved(bytes: u64, wanted: Pages) -> Option<(MmapMut, Pages)> {
    [(Pages::Gigantic, 30), (Pages::Huge, 21)].into_iter().find_map(|(pages, bits)| {
        let whole = bytes.next_multiple_of(1 << bits);
        let fits = pages <= wanted && whole - bytes <= bytes / 8;
        let map = fits.then(|| MmapOptions::new().len(whole as usize).huge(Some(bits)).map_anon());
        Some((map?.ok()?, pages))
    })
}

#[cfg(any(not(target_os = "linux"), miri))]
fn reserved(_: u64, _: Pages) -> Option<(MmapMut, Pages)> {
    None
}

/// A map with room for an aligned run of huge pages, which the system is asked to use.
fn transparent(bytes: u64) -> io::Result<(MmapMut, Pages)> {
    let map = MmapOptions::new().len((bytes + HUGE) as usize).map_anon()?;
    #[cfg(all(target_os = "linux", not(miri)))]
    if map.advise(memmap2::Advice::HugePage).is_ok() {
        return Ok((map, Pages::Transparent));
    }
    Ok((map, Pages::Default))
}
