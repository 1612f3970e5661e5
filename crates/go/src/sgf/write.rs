//! Writes records as SGF.

use super::header::Header;
use super::record::{Node, Record};
use super::value::write_size;
use crate::board::Board;

/// Writes a record as SGF, in its own charset.
///
/// ```
/// use zobrist_go::sgf::{read, write};
///
/// let text = br"(;GM[1]FF[4]SZ[9]KM[6.5]XX[?];B[ee](;W[ec]C[\]])(;W[]LB[ee:a][gc:b]))";
/// assert_eq!(write(&read(text)?), text);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
///
/// Every record that [`read`](super::read) returns can be written, and is read again as the same:
/// each node has its properties in the same order, also those that are unknown or at fault, and
/// every byte of their names and values. Not kept are space outside values, the text before a game,
/// a missing semicolon of the first node, which is written, and parentheses around the only
/// variation of a node, which mean nothing. A record without nodes is written with an empty one.
///
/// [`width`](Record::width), [`height`](Record::height) and [`komi`](Record::komi) are written in
/// the first node if it says something else.
///
/// # Panics
/// When no board has the size of the record, or it has another size than at its first node.
#[must_use]
pub fn write(record: &Record) -> Vec<u8> {
    if let Err(error) = Board::new(record.width, record.height) {
        panic!("{error}");
    }
    record.assert_size();
    if record.nodes().len() == 0 {
        let mut with_node = record.clone();
        with_node.push(Node::default());
        return write(&with_node);
    }
    let mut text = Vec::with_capacity(record.text.len());
    write_tree(record, &mut text);
    text
}

/// A step of writing a tree.
enum Step {
    /// A node and everything after it.
    Node(usize),
    /// A node and everything after it, in parentheses.
    Variation(usize),
    Close,
}

fn write_tree(record: &Record, text: &mut Vec<u8>) {
    let mut children = vec![Vec::new(); record.nodes().len()];
    for (number, node) in record.nodes().enumerate() {
        node.parent.into_iter().for_each(|parent| children[parent].push(number));
    }
    let mut steps = vec![Step::Variation(0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Variation(number) => {
                text.push(b'(');
                steps.extend([Step::Close, Step::Node(number)]);
            }
            Step::Close => text.push(b')'),
            Step::Node(number) => {
                text.push(b';');
                if number == 0 {
                    write_root(record, text);
                } else {
                    record.node(number).properties.iter().for_each(|property| property.write(text));
                }
                match children[number][..] {
                    [only] => steps.push(Step::Node(only)),
                    _ => steps
                        .extend(children[number].iter().rev().map(|child| Step::Variation(*child))),
                }
            }
        }
    }
}

/// Appends the properties of the first node, with the size and komi of the record if they are
/// others.
fn write_root(record: &Record, text: &mut Vec<u8>) {
    let root = record.node(0).properties;
    let header = Header::read(root.cursor()).ok();
    let size = header.as_ref().map(|header| (header.width, header.height));
    let mut has_size = size == Some((record.width, record.height));
    let mut has_komi = header.is_some_and(|header| header.komi == record.komi);
    let (keeps_size, keeps_komi) = (has_size, has_komi);
    let mut size = |text: &mut Vec<u8>| {
        if !core::mem::replace(&mut has_size, true) {
            write_size(record.width, record.height, text);
        }
    };
    let mut komi = |text: &mut Vec<u8>| {
        let komi = record.komi.as_ref().filter(|_| !has_komi);
        has_komi = true;
        if let Some(komi) = komi {
            text.extend_from_slice(b"KM[");
            text.extend(root.charset().escape(komi.as_bytes()));
            text.push(b']');
        }
    };
    for property in root.iter() {
        match property {
            property if property.is("SZ") && !keeps_size => size(text),
            property if property.is("KM") && !keeps_komi => komi(text),
            property => property.write(text),
        }
    }
    size(text);
    komi(text);
}
