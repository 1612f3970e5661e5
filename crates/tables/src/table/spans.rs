//! Ranges of a file that were read ahead, so that later reads are no requests.

use std::io;
use std::ops::Range;
use std::sync::Mutex;

use bytes::Bytes;
use zobrist_storage::ByteSource;

/// Ranges with fewer bytes between them are read in one request: the bytes take less time than
/// another request.
const MAX_GAP: u64 = 1 << 20;

/// Size of a request above which a range does not join those before it, in bytes.
const MAX_JOINED: u64 = 4 << 20;

/// Size of a range that is not read ahead but page by page, in bytes: it must not fill the memory.
const MAX_RANGE: u64 = 64 << 20;

/// Number of spans that are kept, and of their bytes: the last one is kept in any case.
const MAX_SPANS: usize = 16;
const MAX_BYTES: u64 = 8 << 20;

/// The ranges of a file that are kept, in the order in which they were read.
#[derive(Default)]
pub(super) struct Spans(Mutex<Vec<Span>>);

struct Span {
    start: u64,
    bytes: Bytes,
}

impl Span {
    fn range(&self) -> Range<u64> {
        self.start..self.start + self.bytes.len() as u64
    }

    fn holds(&self, range: &Range<u64>) -> bool {
        let own = self.range();
        own.start <= range.start && range.end <= own.end
    }
}

impl Spans {
    /// Some bytes, if one span holds all of them.
    pub(super) fn get(&self, start: u64, length: usize) -> Option<Bytes> {
        let range = start..start.checked_add(length as u64)?;
        let spans = self.0.lock().expect("no thread panics here");
        let span = spans.iter().rev().find(|span| span.holds(&range))?;
        let from = (start - span.start) as usize;
        Some(span.bytes.slice(from..from + length))
    }

    /// True if one span holds a range.
    pub(super) fn holds(&self, range: &Range<u64>) -> bool {
        let spans = self.0.lock().expect("no thread panics here");
        spans.iter().any(|span| span.holds(range))
    }

    /// Reads those of some ranges that are not kept yet, near ones in one request.
    ///
    /// # Errors
    /// When one cannot be read.
    pub(super) fn fill(&self, source: &dyn ByteSource, ranges: Vec<Range<u64>>) -> io::Result<()> {
        let missing = {
            let spans = self.0.lock().expect("no thread panics here");
            let is_missing = |range: &Range<u64>| {
                let length = range.end.saturating_sub(range.start);
                (1..=MAX_RANGE).contains(&length) && !spans.iter().any(|span| span.holds(range))
            };
            ranges.into_iter().filter(is_missing).collect()
        };
        for Range { start, end } in joined(missing, source.len()) {
            let bytes = source.read_at(start, (end - start) as usize)?;
            self.keep(Span { start, bytes });
        }
        Ok(())
    }

    /// Forgets what is kept: the reader has gone beyond it.
    pub(super) fn forget(&self) {
        self.0.lock().expect("no thread panics here").clear();
    }

    fn keep(&self, span: Span) {
        let mut spans = self.0.lock().expect("no thread panics here");
        let range = span.range();
        spans.retain(|other| !(range.start <= other.start && other.range().end <= range.end));
        spans.push(span);
        let mut bytes = 0;
        let is_too_much = |span: &Span| {
            bytes += span.bytes.len() as u64;
            bytes > MAX_BYTES
        };
        let old = spans.iter().rev().position(is_too_much).map_or(0, |kept| spans.len() - kept);
        let first = old.max(spans.len().saturating_sub(MAX_SPANS)).min(spans.len() - 1);
        spans.drain(..first);
    }
}

/// Ranges in order, near ones joined and none with a part of another, none beyond the end of the
/// file.
fn joined(mut ranges: Vec<Range<u64>>, length: u64) -> Vec<Range<u64>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        let range = range.start.min(length)..range.end.min(length);
        match joined.last_mut() {
            Some(last)
                if range.start <= last.end
                    || range.start <= last.end.saturating_add(MAX_GAP)
                        && range.end.saturating_sub(last.start) <= MAX_JOINED =>
            {
                last.end = last.end.max(range.end);
            }
            _ => joined.push(range),
        }
    }
    joined.retain(|range| !range.is_empty());
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default)]
    struct Counted(Mutex<Vec<Range<u64>>>);

    impl ByteSource for Counted {
        fn len(&self) -> u64 {
            1 << 30
        }

        fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
            self.0.lock().unwrap().push(start..start + length as u64);
            Ok((start..start + length as u64).map(|at| at as u8).collect())
        }
    }

    #[test]
    fn near_ranges_are_one_request_and_are_kept() {
        let (spans, source) = (Spans::default(), Counted::default());
        let far = 50 << 20;
        spans.fill(&source, vec![100..200, 5..10, far..far + 1, 1000..2000]).unwrap();
        assert_eq!(*source.0.lock().unwrap(), [5..2000, far..far + 1]);
        assert_eq!(spans.get(7, 3).unwrap()[..], [7, 8, 9]);
        assert_eq!(spans.get(far, 1).unwrap()[..], [far as u8]);
        assert_eq!(
            (spans.get(4, 2), spans.get(1999, 2), spans.get(u64::MAX, 2)),
            (None, None, None)
        );
        let large = MAX_JOINED + 9;
        assert_eq!(joined(vec![0..large, 5..large + 1, large + 2..large + 3], 1 << 30).len(), 2);
        spans.fill(&source, vec![5..6, 1998..2000]).unwrap();
        assert_eq!(source.0.lock().unwrap().len(), 2);
    }

    #[test]
    fn old_spans_make_room() {
        let (spans, source) = (Spans::default(), Counted::default());
        for number in 0..100 {
            let start = number * (10 << 20);
            let range = start..start + (1 << 20);
            spans.fill(&source, vec![range]).unwrap();
            assert!(spans.get(start, 1 << 20).is_some());
        }
        assert_eq!(spans.0.lock().unwrap().len(), 8);
        let range = 0..20 << 20;
        spans.fill(&source, vec![range]).unwrap();
        assert_eq!(spans.0.lock().unwrap().len(), 1, "the last one is kept, whatever its size");
    }
}
