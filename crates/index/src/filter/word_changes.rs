//! The least number of changes that make the beginning of a text a word, a column of bits at a time.

/// The most letters of a word: a bit for each.
const BITS: usize = 64;

/// A word of at most 64 letters, as the bits at which each letter stands in it.
///
/// The number of changes, of which one inserts, removes or replaces a letter or swaps two
/// neighbors, is that of H. Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau
/// edit distances, Nordic Journal of Computing 10 (2003), pages 29 to 39: the differences of a
/// column of the table of distances are two words of bits.
#[derive(Clone, Debug)]
pub(crate) struct WordBits {
    letters: usize,
    ascii: [u64; 128],
    others: Vec<(char, u64)>,
}

/// The column of the table after the letters of a text that were read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// The rows whose distance is one above, and one below, that of the row before.
    rises: u64,
    falls: u64,
    /// The rows whose distance is that of the row and the column before.
    equal: u64,
    /// The rows with the last letter.
    last: u64,
    distance: usize,
    /// The letters that were read.
    read: usize,
    /// The least distance so far.
    pub(crate) least: usize,
}

impl WordBits {
    /// The bits of a word; `None` if it has no letters or more than 64.
    pub(crate) fn of(word: &[char]) -> Option<WordBits> {
        if !(1..=BITS).contains(&word.len()) {
            return None;
        }
        let mut bits = WordBits { letters: word.len(), ascii: [0; 128], others: Vec::new() };
        for (at, letter) in word.iter().enumerate() {
            match bits.ascii.get_mut(*letter as usize) {
                Some(rows) => *rows |= 1 << at,
                None => bits.others.push((*letter, 1 << at)),
            }
        }
        Some(bits)
    }

    /// The column of no letters.
    pub(crate) fn start(&self) -> Column {
        let distance = self.letters;
        Column { rises: !0, falls: 0, equal: 0, last: 0, distance, read: 0, least: distance }
    }

    /// Reads a letter. More than twice as many as the word has make no difference: all of them must
    /// be removed.
    pub(crate) fn read(&self, column: &mut Column, letter: char) {
        if column.read >= 2 * self.letters {
            return;
        }
        let rows = match self.ascii.get(letter as usize) {
            Some(rows) => *rows,
            None => {
                let same = self.others.iter().filter(|(other, _)| *other == letter);
                same.fold(0, |rows, (_, bit)| rows | bit)
            }
        };
        let swapped = ((!column.equal & rows) << 1) & column.last;
        let carried = (rows & column.rises).wrapping_add(column.rises) ^ column.rises;
        column.equal = carried | rows | column.falls | swapped;
        let above = column.falls | !(column.equal | column.rises);
        let below = column.equal & column.rises;
        let end = 1 << (self.letters - 1);
        column.distance += usize::from(above & end != 0);
        column.distance -= usize::from(below & end != 0);
        column.least = column.least.min(column.distance);
        let (above, below) = ((above << 1) | 1, below << 1);
        column.rises = below | !(column.equal | above);
        column.falls = above & column.equal;
        column.last = rows;
        column.read += 1;
    }
}
