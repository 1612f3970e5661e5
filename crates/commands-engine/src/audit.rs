//! Faults of the words themselves: zero and equal words, words of few bits, sums of two and three
//! words that are words, a rank below the number of bits, and dependencies up to a weight.

use std::collections::HashMap;

use shakmaty::{Color, Role, Square};

use crate::calibration::reference;
use crate::fact::Fact;
use crate::fault::{Fault, FaultKind};
use crate::table::Table;
use crate::word::Word;

/// A word that is independent of the others by the layout: no other is made of it.
#[derive(Clone, Debug)]
struct Entry {
    /// Facts that occur together in a difference of positions, such as two squares of a king.
    name: String,
    /// Facts of this group may occur twice in a difference, all others once.
    group: Group,
    word: Word,
}

impl Entry {
    fn is_king(&self) -> bool {
        matches!(self.group, Group::King(..))
    }
}

/// Facts of which a legal position has one, or at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Square(Square),
    King(Color, Square),
    Castling,
    EnPassant,
    Turn,
}

/// Weights up to which dependencies are searched.
pub(crate) const MAX_WEIGHT: usize = 8;

/// Words of this many bits, or with all but this many, are few: of 64 random bits, one word in
/// 10^9 has them.
const FEW: u32 = 11;

/// Facts of a difference of legal positions and their words, as differences to the reference.
fn entries(table: &Table, hidden: &dyn Fn(Fact) -> bool) -> Vec<Entry> {
    let (by_file, additive) = (table.is_en_passant_by_file(), table.is_castling_additive());
    let mut entries = Vec::new();
    for (fact, word) in table.known().filter(|(fact, _)| !hidden(*fact)) {
        let (name, group) = match fact {
            Fact::Piece(piece, square) if piece.role == Role::King => {
                let from = reference(piece.color);
                if square == from {
                    continue;
                }
                let name = format!("{} in place of {from}", fact.name());
                (name, Group::King(piece.color, square))
            }
            Fact::Piece(_, square) => (fact.name(), Group::Square(square)),
            Fact::Castling(0) => continue,
            Fact::Castling(set) if additive && !set.is_power_of_two() => continue,
            Fact::Castling(set) if additive => {
                let bit = set.trailing_zeros() as usize;
                (format!("castling right {}", crate::fact::RIGHTS[bit].2), Group::Castling)
            }
            Fact::Castling(_) => (format!("{} in place of none", fact.name()), Group::Castling),
            Fact::EnPassant(square) if by_file => {
                if square.rank() == shakmaty::Rank::Sixth {
                    continue;
                }
                (format!("en passant on the {}-file", square.file().char()), Group::EnPassant)
            }
            Fact::EnPassant(_) => (fact.name(), Group::EnPassant),
            Fact::Black => (fact.name(), Group::Turn),
        };
        entries.push(Entry { name, group, word });
    }
    entries
}

/// True if a set of differences can be that of two legal positions.
fn can_occur(set: &[&Entry], additive: bool) -> bool {
    let count = |is: &dyn Fn(Group) -> bool| set.iter().filter(|entry| is(entry.group)).count();
    // At most two facts on a square: the piece of one position, and that of the other.
    let squares = Square::ALL.into_iter().all(|square| {
        count(&|group| match group {
            Group::Square(at) => at == square,
            Group::King(_, at) => at == square,
            _ => false,
        }) <= 2
    });
    let kings = [Color::White, Color::Black]
        .into_iter()
        .all(|color| count(&|group| matches!(group, Group::King(of, _) if of == color)) <= 2);
    let castling = count(&|group| group == Group::Castling);
    squares
        && kings
        && (additive || castling <= 2)
        && count(&|group| group == Group::EnPassant) <= 2
}

/// The findings about a table.
#[derive(Debug)]
pub(crate) struct Audit {
    pub(crate) faults: Vec<Fault>,
    /// The number of words that were searched, and their rank.
    pub(crate) words: usize,
    pub(crate) rank: usize,
    /// The weight to which dependencies were searched, and those of each weight that legal
    /// positions can have.
    pub(crate) weight: usize,
    pub(crate) dependencies: Vec<u64>,
}

/// Examples that are named for a fault.
const EXAMPLES: usize = 4;

/// Looks for faults of a table whose keys have a number of bits; dependencies to a weight of at
/// most [`MAX_WEIGHT`]. Hidden facts are left out.
pub(crate) fn audit(
    table: &Table,
    bits: u32,
    weight: usize,
    hidden: &dyn Fn(Fact) -> bool,
) -> Audit {
    let entries = entries(table, hidden);
    let additive = table.is_castling_additive();
    let words: Vec<Word> = entries.iter().map(|entry| entry.word).collect();
    let rank = zobrist::gf2::rank(&words) as usize;
    let mut faults = Vec::new();
    let mut add = |what: &str, count: usize, examples: Vec<String>| {
        if count > 0 {
            let shown: Vec<String> = examples.into_iter().take(EXAMPLES).collect();
            let more = if count > shown.len() { ", …" } else { "" };
            let mut fault =
                Fault::new(FaultKind::Table, format!("{what}: {}{more}", shown.join("; ")));
            fault.count = count as u64;
            fault.tag = what.to_owned();
            faults.push(fault);
        }
    };
    // The word of a king is a difference, which is zero where two squares have equal words.
    let zero: Vec<String> = named(&entries, |entry| entry.word == 0 && !entry.is_king());
    add("words are zero", zero.len(), zero);
    let mut equal: HashMap<Word, Vec<&Entry>> = HashMap::new();
    for entry in entries.iter().filter(|entry| entry.word != 0) {
        equal.entry(entry.word).or_default().push(entry);
    }
    let mut classes: Vec<&Vec<&Entry>> = equal.values().filter(|class| class.len() > 1).collect();
    classes.sort_by_key(|class| class[0].name.clone());
    let join = |class: &&Vec<&Entry>| {
        let names: Vec<&str> = class.iter().map(|entry| &*entry.name).take(3).collect();
        names.join(" = ")
    };
    let mut equal: Vec<String> = classes.iter().map(join).collect();
    for entry in entries.iter().filter(|entry| entry.word == 0) {
        if let Group::King(color, square) = entry.group {
            let name = |at| Fact::Piece(color.king(), at).name();
            equal.push(format!("{} = {}", name(square), name(reference(color))));
        }
    }
    add("words are equal", equal.len(), equal);
    let mut blocks = Vec::new();
    if table.bits() >= 64 {
        let most = 128 - table.bits();
        let is_few = |word: Word| word.count_ones() <= FEW || word.count_zeros() - most <= FEW;
        let few = named(&entries, |entry| entry.word != 0 && is_few(entry.word));
        add("words have few bits, or nearly all", few.len(), few);
        blocks = parallel_blocks(table);
        add("pieces whose words differ by one constant", blocks.len(), blocks.clone());
    }
    if rank < (bits as usize).min(words.len()) {
        let what = format!("the words have rank {rank}, of {bits} bits");
        add(&what, 1, vec![format!("{} of {bits} bits tell nothing", bits as usize - rank)]);
    }
    // Equal words would be found again in every larger set.
    let distinct: Vec<usize> = {
        let mut seen = HashMap::new();
        (0..words.len())
            .filter(|index| words[*index] != 0 && seen.insert(words[*index], ()).is_none())
            .collect()
    };
    let kept: Vec<Word> = distinct.iter().map(|index| words[*index]).collect();
    let weight = weight.min(if rank < 56 { 3 } else { MAX_WEIGHT });
    let mut counts = vec![0; weight + 1];
    if let Some(found) = dependencies(&kept, bits, weight) {
        let mut small = Vec::new();
        for set in found {
            let set: Vec<&Entry> = set.iter().map(|index| &entries[distinct[*index]]).collect();
            if can_occur(&set, additive) {
                counts[set.len()] += 1;
                // Two squares of such pieces can be exchanged: that has been said.
                if !blocks.is_empty() {
                    continue;
                }
                let names: Vec<&str> = set.iter().map(|entry| &*entry.name).collect();
                small.push((set.len(), names.join(" + ")));
            }
        }
        small.sort();
        for (weight, text) in
            [(3, "a word is the XOR of two others"), (4, "a word is the XOR of three others")]
        {
            let of: Vec<String> =
                small.iter().filter(|(of, _)| *of == weight).map(|(_, sum)| sum.clone()).collect();
            add(text, of.len(), of);
        }
        let more: Vec<String> = small
            .into_iter()
            .filter(|(of, _)| *of > 4)
            .map(|(of, sum)| format!("{of} words, {sum}"))
            .collect();
        add("dependencies of more words", more.len(), more);
    }
    Audit { faults, words: words.len(), rank, weight, dependencies: counts }
}

/// Pairs of pieces whose words differ by one constant on all squares, as when one table is used
/// for both: any two squares of them can be exchanged.
fn parallel_blocks(table: &Table) -> Vec<String> {
    let pieces: Vec<shakmaty::Piece> = crate::fact::COLORS
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| shakmaty::Piece { color, role }))
        .collect();
    let mut found = Vec::new();
    for (index, one) in pieces.iter().enumerate() {
        for other in &pieces[index + 1..] {
            let of = |piece: &shakmaty::Piece, square| table.word(Fact::Piece(*piece, square));
            let differences: Option<Vec<Word>> = (8..56)
                .map(|square| {
                    let square = Square::new(square);
                    Some(of(one, square)? ^ of(other, square)?)
                })
                .collect();
            let is_one = |differences: &Vec<Word>| {
                differences[0] != 0 && differences.iter().all(|word| *word == differences[0])
            };
            if differences.as_ref().is_some_and(is_one) {
                let name = crate::fact::piece_name;
                found.push(format!("{} and {}", name(*one), name(*other)));
            }
        }
    }
    found
}

fn named(entries: &[Entry], is: impl Fn(&Entry) -> bool) -> Vec<String> {
    entries.iter().filter(|entry| is(entry)).map(|entry| entry.name.clone()).collect()
}

/// The dependencies of different words up to a weight, as indices.
fn dependencies(words: &[Word], bits: u32, weight: usize) -> Option<Vec<Vec<usize>>> {
    fn of<K: zobrist::Key>(keys: &[K], weight: usize) -> Option<Vec<Vec<usize>>> {
        let found = zobrist_audit::dependencies(keys, weight as u32).ok()?;
        Some(found.dependencies.iter().map(|found| found.indices().to_vec()).collect())
    }
    if bits <= 64 {
        let keys: Vec<u64> = words.iter().map(|word| *word as u64).collect();
        of(&keys, weight)
    } else {
        of(words, weight)
    }
}
