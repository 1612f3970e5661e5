//! Functions of every export that return the key of a fact: of a piece on a square, of a castling
//! right, of the side to move; and arrays of the same keys. Their names end with `key` and `keys`,
//! so that no kind makes a keyword of them.

use zobrist::Kind;
use zobrist_chess::{Castling, ChessLayout, Color, EnPassantKeys, Role, Turn};
use zobrist_key_sets::KeySet;

/// Maximum number of keys in an array of an accessor: compilers bound what they compute before a
/// program runs, clang by 2^20 steps.
const MAX_ARRAY: usize = 1 << 15;

/// A function that returns the key of a fact, and the array of its keys.
pub(crate) struct Accessor {
    /// The words of the name, such as `en` and `passant`.
    pub(crate) words: Vec<String>,
    /// The key that it returns, after the words `The key`.
    pub(crate) doc: String,
    /// The names of its parameters, which count from 0.
    pub(crate) parameters: Vec<&'static str>,
    place: Place,
}

/// Where the keys are in the table.
enum Place {
    /// In a kind of this size, with the step of each parameter in features.
    Kind(usize, Vec<usize>),
    /// On these features, which are those of pieces, by the parameter.
    Slots(Vec<usize>),
}

impl Accessor {
    /// The number of the feature as an expression, which all languages write alike. `first` is the
    /// constant for the first feature of the kind, and `list` writes an element of a list, from its
    /// elements and the index.
    pub(crate) fn feature(&self, first: &str, list: impl Fn(&str, &str) -> String) -> String {
        match &self.place {
            Place::Kind(_, steps) => {
                let mut terms = vec![first.to_owned()];
                terms.extend(self.parameters.iter().zip(steps).map(|(name, step)| match step {
                    1 => (*name).to_owned(),
                    step => format!("{step} * {name}"),
                }));
                terms.join(" + ")
            }
            Place::Slots(slots) => match slots.as_slice() {
                [slot] => slot.to_string(),
                slots => {
                    let slots: Vec<String> = slots.iter().map(usize::to_string).collect();
                    list(&slots.join(", "), self.parameters[0])
                }
            },
        }
    }

    /// The dimensions of the array of the keys in the order of the table, one or two: the parameter
    /// and its number of values. `None` if there is no array: the keys do not follow one another,
    /// or there is one alone, or too many.
    pub(crate) fn dimensions(&self) -> Option<Vec<(&'static str, usize)>> {
        let Place::Kind(size, steps) = &self.place else { return None };
        if steps.is_empty() || *size > MAX_ARRAY {
            return None;
        }
        let mut parameters: Vec<(&str, usize)> =
            self.parameters.iter().copied().zip(steps.iter().copied()).collect();
        parameters.sort_unstable_by_key(|(_, step)| std::cmp::Reverse(*step));
        let mut rest = *size;
        let dimensions = parameters.into_iter().map(|(name, step)| {
            let values = rest / step;
            rest = step;
            (name, values)
        });
        Some(dimensions.collect())
    }

    /// The indices of the array, as `[piece][square]`.
    pub(crate) fn indices(&self) -> String {
        let dimensions = self.dimensions().unwrap_or_default();
        dimensions.into_iter().map(|(name, _)| format!("[{name}]")).collect()
    }

    /// Declares the parameters, each by `one`.
    pub(crate) fn declared(&self, one: impl Fn(&str) -> String) -> String {
        self.parameters.iter().map(|name| one(name)).collect::<Vec<_>>().join(", ")
    }

    fn of_kind(kind: Kind, doc: &str, parameters: &[(&'static str, usize)]) -> Accessor {
        Accessor {
            words: words(kind.name()),
            doc: doc.to_owned(),
            parameters: parameters.iter().map(|(name, _)| *name).collect(),
            place: Place::Kind(kind.size(), parameters.iter().map(|(_, step)| *step).collect()),
        }
    }

    /// Accessor for an unknown kind.
    fn plain(kind: Kind) -> Accessor {
        let (name, size) = (kind.name(), kind.size());
        match size {
            1 => Accessor::of_kind(kind, &format!("of the kind {name}"), &[]),
            _ => {
                let doc = format!("of the kind {name} by its index, below {size}");
                Accessor::of_kind(kind, &doc, &[("index", 1)])
            }
        }
    }

    fn on_slots(name: &'static str, doc: &str, parameter: &'static str, slots: Vec<usize>) -> Self {
        let parameters = if slots.len() == 1 { Vec::new() } else { vec![parameter] };
        Accessor { words: words(name), doc: doc.to_owned(), parameters, place: Place::Slots(slots) }
    }
}

/// The words of a name.
fn words(name: &str) -> Vec<String> {
    name.split('-').map(str::to_owned).collect()
}

/// The accessors of a set of keys; none if its kinds are not known.
pub(crate) fn accessors(set: &KeySet) -> Vec<Accessor> {
    let Some(layout) = &set.layout else { return Vec::new() };
    let kinds: Vec<Kind> = layout.kinds.kinds().collect();
    match (layout.chess, layout.go) {
        (Some(chess), _) => of_chess(&kinds, &chess),
        (None, Some(side)) => kinds.into_iter().map(|kind| of_go(kind, side)).collect(),
        (None, None) => kinds.into_iter().map(Accessor::plain).collect(),
    }
}

fn of_go(kind: Kind, side: usize) -> Accessor {
    match kind.name() {
        "stone" => {
            let doc = format!("of a stone: of Black 0 or White 1, on {side} * row + column");
            Accessor::of_kind(kind, &doc, &[("color", side * side), ("point", 1)])
        }
        "turn" => Accessor::of_kind(kind, "of White to move", &[]),
        name => {
            let doc = format!("of the {name} of the board, less 1");
            Accessor::of_kind(kind, &doc, &[("index", 1)])
        }
    }
}

fn of_chess(kinds: &[Kind], layout: &ChessLayout) -> Vec<Accessor> {
    let own = kinds.iter().map(|kind| of_chess_kind(*kind, layout));
    own.chain(slots_of_pieces(layout)).collect()
}

fn of_chess_kind(kind: Kind, layout: &ChessLayout) -> Accessor {
    let by_square = |doc| Accessor::of_kind(kind, doc, &[("square", 1)]);
    match kind.name() {
        "piece" => {
            let [piece, square] = if layout.pieces().is_by_square() { [1, 12] } else { [64, 1] };
            let doc = "of a piece, by its constant, on a square, by its number";
            Accessor::of_kind(kind, doc, &[("piece", piece), ("square", square)])
        }
        "castling" => match layout.castling_keys() {
            Some(Castling::Rights(order)) => {
                let doc =
                    format!("of a castling right: {}", numbered(order.letters(), [0, 1, 2, 3]));
                Accessor::of_kind(kind, &doc, &[("right", 1)])
            }
            Some(Castling::LostRights(order)) => {
                let doc = format!(
                    "of a lost castling right: {}",
                    numbered(order.letters(), [0, 1, 2, 3])
                );
                Accessor::of_kind(kind, &doc, &[("right", 1)])
            }
            Some(Castling::SideSets(order, first)) => {
                // The bits of the rights, each among those of its side.
                let mut next = [1, 1];
                let bits = order.letters().map(|right| {
                    let bit = &mut next[usize::from(right.is_lowercase())];
                    let own = *bit;
                    *bit *= 2;
                    own
                });
                let sides = match first {
                    Color::White => "White 0 or Black 1",
                    Color::Black => "Black 0 or White 1",
                };
                let bits = numbered(order.letters(), bits);
                let doc = format!("of a side's castling rights: of {sides}, the sum of {bits}");
                Accessor::of_kind(kind, &doc, &[("side", 4), ("rights", 1)])
            }
            Some(Castling::Sets(order)) => {
                let bits = numbered(order.letters(), [1, 2, 4, 8]);
                let doc = format!("of a set of castling rights, the sum of {bits}");
                Accessor::of_kind(kind, &doc, &[("rights", 1)])
            }
            Some(Castling::RookFiles) => {
                let doc = "of a rook that may castle: of White 0 or Black 1, on a file, a 0";
                Accessor::of_kind(kind, doc, &[("color", 8), ("file", 1)])
            }
            _ => by_square("of a rook that may castle, on a square"),
        },
        "castling-king" => by_square("of a king that may castle, on a square"),
        "en-passant" => match layout.en_passant_keys() {
            Some(EnPassantKeys::SideFiles(first)) => {
                let sides = match first {
                    Color::White => "White 0 or Black 1",
                    Color::Black => "Black 0 or White 1",
                };
                let doc = format!("of a capture en passant of a pawn of {sides}, on a file, a 0");
                Accessor::of_kind(kind, &doc, &[("side", 8), ("file", 1)])
            }
            Some(EnPassantKeys::Square) => by_square("of a capture en passant on a square"),
            _ => Accessor::of_kind(kind, "of a capture en passant on a file, a 0", &[("file", 1)]),
        },
        "captured-pawn" => by_square("of a pawn that may be captured en passant, on a square"),
        "capturing-pawn" => by_square("of a pawn that may capture en passant, on a square"),
        "empty" => by_square("of an empty square"),
        "turn" => match layout.turn_keys() {
            Some(Turn::Of(Color::White)) => Accessor::of_kind(kind, "of White to move", &[]),
            Some(Turn::Of(Color::Black)) => Accessor::of_kind(kind, "of Black to move", &[]),
            _ => {
                Accessor::of_kind(kind, "of the side to move, White 0 or Black 1", &[("color", 1)])
            }
        },
        "clock" => {
            let clock = layout.clock().expect("the layout has the kind");
            let (from, step, last) = (clock.from, clock.step, clock.count - 1);
            let doc = format!(
                "of a halfmove clock from {from} on: index (clock - {from}) / {step}, at most {last}"
            );
            Accessor::of_kind(kind, &doc, &[("index", 1)])
        }
        "start" => Accessor::of_kind(kind, "of every position", &[]),
        "no-en-passant" => Accessor::of_kind(kind, "of no capture en passant", &[]),
        "no-pawns" => Accessor::of_kind(kind, "of pawn hashes alone", &[]),
        "promoted" => by_square("of a promoted piece on a square, a1 0, b1 1"),
        _ => Accessor::plain(kind),
    }
}

/// Letters with their numbers: `K 0, Q 1, k 2, q 3`.
fn numbered(letters: [char; 4], numbers: [u8; 4]) -> String {
    let pairs = letters.into_iter().zip(numbers);
    pairs.map(|(letter, number)| format!("{letter} {number}")).collect::<Vec<_>>().join(", ")
}

/// The accessors of facts on slots that no pawn can take.
fn slots_of_pieces(layout: &ChessLayout) -> impl Iterator<Item = Accessor> {
    let pawn = |color, square| layout.piece(color, Role::Pawn, square).slot();
    let (white, black) = (Color::White, Color::Black);
    let castling = (layout.castling_keys() == Some(Castling::Slots)).then(|| {
        let slots = vec![pawn(white, 7), pawn(white, 0), pawn(black, 63), pawn(black, 56)];
        let doc = "of a castling right: K 0, Q 1, k 2, q 3";
        Accessor::on_slots("castling", doc, "right", slots)
    });
    let en_passant = (layout.en_passant_keys() == Some(EnPassantKeys::Slots)).then(|| {
        let slots = (0..8).map(|file| pawn(black, file)).collect();
        Accessor::on_slots("en-passant", "of a capture en passant on a file, a 0", "file", slots)
    });
    let turn = (layout.turn_keys() == Some(Turn::Slot))
        .then(|| Accessor::on_slots("turn", "of Black to move", "", vec![pawn(white, 60)]));
    [castling, en_passant, turn].into_iter().flatten()
}
