//! Sets of keys: a key for each feature of a layout, and their names.

use std::ffi::{CString, c_char};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

use zobrist::{Combine, Fingerprint, Kind, Layout, MAX_KINDS, MAX_NAME, Sum48};
use zobrist_chess::{ChessLayout, Color, Role};

use crate::arguments::{array, given, put, put_new, text};
use crate::operation::Operation;
use crate::status::{
    Failure, Result, Status, ZOBRIST_FORMAT, ZOBRIST_INVALID, ZOBRIST_NOT_FOUND, ZOBRIST_OK,
    guarded, guarded_value,
};

/// A set of keys: a key for each feature of a layout, by slots from 0. A kind is a family of
/// features with consecutive slots, such as "piece". It never changes, so that any thread may use
/// it at any time.
#[derive(Debug)]
pub struct KeySet(pub(crate) Arc<Keys>);

/// A kind of features: its name and the number of its features.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KindSize {
    /// A name of 1 to 31 bytes of UTF-8.
    pub name: *const c_char,
    /// The number of features.
    pub size: u32,
}

/// The keys of a set. Hashers share them.
#[derive(Debug)]
pub(crate) struct Keys {
    name: CString,
    layout: Layout,
    kind_names: Vec<CString>,
    keys: Box<[u64]>,
    operation: Operation,
    fingerprint: u64,
    chess: Option<ChessLayout>,
}

/// The parts of a set of keys that was read or made.
pub(crate) struct Parts<'a> {
    pub(crate) name: &'a str,
    pub(crate) layout: Layout,
    /// One for each slot of the layout, of at most 64 bits.
    pub(crate) keys: Box<[u64]>,
    pub(crate) combine: Combine,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) chess: Option<ChessLayout>,
}

impl KeySet {
    pub(crate) fn of(parts: Parts<'_>) -> KeySet {
        let Parts { name, layout, keys, combine, fingerprint, chess } = parts;
        debug_assert_eq!(keys.len(), layout.len(), "one key for each slot");
        // No name that comes here has a NUL: it is from C, or a line of a file without one.
        let c_text = |text: &str| CString::new(text).unwrap_or_default();
        KeySet(Arc::new(Keys {
            name: c_text(name),
            layout,
            kind_names: layout.kinds().map(|kind| c_text(kind.name())).collect(),
            keys,
            operation: Operation::new(combine),
            fingerprint: fingerprint.to_u64(),
            chess,
        }))
    }
}

impl Keys {
    /// The keys in slot order.
    #[inline(always)]
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    #[inline(always)]
    pub(crate) fn operation(&self) -> Operation {
        self.operation
    }

    /// The failure of a slot that the layout does not have.
    #[cold]
    pub(crate) fn no_slot(&self, slot: u32) -> Failure {
        let text =
            format!("expected a slot below {} ({}), got {slot}", self.keys.len(), self.layout);
        Failure::new(ZOBRIST_INVALID, text)
    }

    fn kind(&self, name: &str) -> Option<Kind> {
        self.layout.kind_named(name)
    }

    /// The slot of a feature; `None` if there is no such kind.
    fn slot(&self, kind: &str, index: u32) -> Result<Option<u32>> {
        let Some(kind) = self.kind(kind) else { return Ok(None) };
        if index as usize >= kind.size() {
            let (name, size) = (kind.name(), kind.size());
            let text = format!("expected an index below {size} in the kind {name:?}, got {index}");
            return Err(Failure::new(ZOBRIST_INVALID, text));
        }
        Ok(Some(kind.at(index as usize).slot() as u32))
    }
}

/// The layout of kinds, if their names and sizes make one.
pub(crate) fn layout_of(kinds: &[(&str, usize)]) -> Result<Layout> {
    let wrong = |text: String| Err(Failure::new(ZOBRIST_INVALID, text));
    if kinds.is_empty() || kinds.len() > MAX_KINDS {
        return wrong(format!("expected 1 to {MAX_KINDS} kinds, got {}", kinds.len()));
    }
    let mut slots = 0_u64;
    for (number, (name, size)) in kinds.iter().enumerate() {
        if name.is_empty() || name.len() > MAX_NAME || name.contains('\0') {
            return wrong(format!("expected the name of a kind, of 1 to 31 bytes, got {name:?}"));
        }
        if kinds[..number].iter().any(|(other, _)| other == name) {
            return wrong(format!("expected kinds of different names, got {name:?} twice"));
        }
        slots = slots.saturating_add(*size as u64);
    }
    if slots >= u64::from(u32::MAX) {
        return wrong(format!("expected fewer than 2^32 - 1 features, got {slots}"));
    }
    Ok(Layout::of(kinds))
}

/// The fingerprint of a scheme of this name, as an export states it.
pub(crate) fn fingerprint_of(name: &str, layout: Layout, keys: &[u64], bits: u32) -> Fingerprint {
    match bits {
        ..=32 => {
            let keys: Vec<u32> = keys.iter().map(|key| *key as u32).collect();
            Fingerprint::new(name, layout, &keys)
        }
        // Both have six bytes.
        47 | 48 => {
            let keys: Vec<Sum48> =
                keys.iter().map(|key| zobrist::Key::from_word((*key).into())).collect();
            Fingerprint::new(name, layout, &keys)
        }
        _ => Fingerprint::new(name, layout, keys),
    }
}

/// Creates a set from an array of `key_count` keys of 64 bits that combine by XOR, such as that of
/// an export in C: the keys of the first kind, then those of the next. `name` is for the
/// fingerprint. The array is copied.
///
/// Errors: `ZOBRIST_INVALID` if the kinds are not 1 to 24 of different names, or do not have as
/// many features as there are keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_from_array(
    name: *const c_char,
    kinds: *const KindSize,
    kind_count: usize,
    keys: *const u64,
    key_count: usize,
    out: Option<&mut MaybeUninit<Option<Box<KeySet>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate.
            let name = unsafe { text(name, "name") }?;
            // SAFETY: the contract of the crate.
            let kinds = unsafe { array(kinds, kind_count, "kinds") }?;
            // SAFETY: the contract of the crate.
            let keys = unsafe { array(keys, key_count, "keys") }?;
            let named = kinds.iter().map(|kind| {
                // SAFETY: the contract of the crate.
                let name = unsafe { text(kind.name, "kinds[].name") }?;
                Ok((name, kind.size as usize))
            });
            let layout = layout_of(&named.collect::<Result<Vec<_>>>()?)?;
            if layout.len() != keys.len() {
                let (expected, got) = (layout.len(), keys.len());
                let text =
                    format!("expected {expected} keys, one for each feature ({layout}), got {got}");
                return Err(Failure::new(ZOBRIST_INVALID, text));
            }
            Ok(KeySet::of(Parts {
                name,
                layout,
                keys: keys.into(),
                combine: Combine::Xor,
                fingerprint: fingerprint_of(name, layout, keys, 64),
                chess: None,
            }))
        })
    })
}

/// Frees a set; null is nothing to free. Hashers that were made of it keep their keys, but the
/// array of `zobrist_key_set_array` ends with the last of them.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_free(keys: Option<Box<KeySet>>) {
    guarded_value((), || {
        drop(keys);
        Ok(())
    });
}

/// Returns the name of a set; null for null. It is valid as long as the set.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_name(keys: Option<&KeySet>) -> *const c_char {
    guarded_value(ptr::null(), || Ok(given(keys, "keys")?.0.name.as_ptr()))
}

/// Returns the fingerprint of a set, by which stored data of other keys are told apart; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_fingerprint(keys: Option<&KeySet>) -> u64 {
    guarded_value(0, || Ok(given(keys, "keys")?.0.fingerprint))
}

/// Returns the number of keys; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_len(keys: Option<&KeySet>) -> u32 {
    guarded_value(0, || Ok(given(keys, "keys")?.0.keys.len() as u32))
}

/// Returns the keys as an array by slot, for code that combines them itself; null for null. It is
/// valid as long as the set.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_array(keys: Option<&KeySet>) -> *const u64 {
    guarded_value(ptr::null(), || Ok(given(keys, "keys")?.0.keys.as_ptr()))
}

/// Returns 0 if keys combine by XOR, and else the number of bits n of a sum: keys are added modulo
/// 2^n. 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_sum_bits(keys: Option<&KeySet>) -> u32 {
    guarded_value(0, || Ok(given(keys, "keys")?.0.operation.sum_bits()))
}

/// Returns the name of a kind by its position, from 0; null beyond the last. It is valid as long as
/// the set.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_kind(keys: Option<&KeySet>, position: u32) -> *const c_char {
    guarded_value(ptr::null(), || {
        let name = given(keys, "keys")?.0.kind_names.get(position as usize);
        Ok(name.map_or(ptr::null(), |name| name.as_ptr()))
    })
}

/// Finds a kind by its name, and writes the slot of its first feature and the number of its
/// features, where `first` and `size` are not null. `ZOBRIST_NOT_FOUND` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_find(
    keys: Option<&KeySet>,
    kind: *const c_char,
    first: Option<&mut MaybeUninit<u32>>,
    size: Option<&mut MaybeUninit<u32>>,
) -> Status {
    guarded(|| {
        // SAFETY: the contract of the crate.
        let name = unsafe { text(kind, "kind") }?;
        let Some(kind) = given(keys, "keys")?.0.kind(name) else { return Ok(ZOBRIST_NOT_FOUND) };
        first.map(|first| first.write(kind.start() as u32));
        size.map(|size| size.write(kind.size() as u32));
        Ok(ZOBRIST_OK)
    })
}

/// Writes the slot of the feature of a kind with this index, from 0. `ZOBRIST_NOT_FOUND` if there
/// is no such kind, `ZOBRIST_INVALID` if it has no such index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_slot(
    keys: Option<&KeySet>,
    kind: *const c_char,
    index: u32,
    out: Option<&mut MaybeUninit<u32>>,
) -> Status {
    guarded(|| {
        // SAFETY: the contract of the crate.
        let name = unsafe { text(kind, "kind") }?;
        let Some(slot) = given(keys, "keys")?.0.slot(name, index)? else {
            return Ok(ZOBRIST_NOT_FOUND);
        };
        put(out, slot)?;
        Ok(ZOBRIST_OK)
    })
}

/// Writes the key of the feature of a kind with this index, from 0. Errors as for
/// `zobrist_key_set_slot`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_key(
    keys: Option<&KeySet>,
    kind: *const c_char,
    index: u32,
    out: Option<&mut MaybeUninit<u64>>,
) -> Status {
    guarded(|| {
        // SAFETY: the contract of the crate.
        let name = unsafe { text(kind, "kind") }?;
        let keys = &given(keys, "keys")?.0;
        let Some(slot) = keys.slot(name, index)? else { return Ok(ZOBRIST_NOT_FOUND) };
        put(out, keys.keys[slot as usize])?;
        Ok(ZOBRIST_OK)
    })
}

/// Writes the slot of a piece of chess on a square, whatever the order of pieces and squares in the
/// scheme. `piece` is a letter of FEN, a capital for White; `square` is 0 for a1, 1 for b1, to 63
/// for h8.
///
/// Errors: `ZOBRIST_INVALID` if there is no such piece or square, or if the set is not of a scheme
/// of chess.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_key_set_piece(
    keys: Option<&KeySet>,
    piece: c_char,
    square: u32,
    out: Option<&mut MaybeUninit<u32>>,
) -> Status {
    guarded(|| {
        let wrong = |text: String| Failure::new(ZOBRIST_INVALID, text);
        let keys = &given(keys, "keys")?.0;
        let layout = keys.chess.as_ref().ok_or_else(|| {
            wrong(format!("expected the keys of a scheme of chess, got {:?}", keys.name))
        })?;
        let letter = char::from(piece as u8);
        let of = |color: Color| {
            let role = Role::ALL.into_iter().find(|role| role.letter(color) == letter)?;
            Some((color, role))
        };
        let found = Color::ALL.into_iter().find_map(of);
        let (color, role) = found.ok_or_else(|| {
            wrong(format!("expected a piece, one of PNBRQKpnbrqk, got {letter:?}"))
        })?;
        if square >= 64 {
            return Err(wrong(format!("expected a square from 0 to 63, got {square}")));
        }
        put(out, layout.piece(color, role, square as usize).slot() as u32)?;
        Ok(ZOBRIST_OK)
    })
}

/// The failure of keys that do not fit in 64 bits.
pub(crate) fn too_wide(bits: u32) -> Failure {
    let text = format!(
        "expected keys of at most 64 bits, got {bits}: this interface has hashes of 64 bits; \
         describe the scheme with fewer"
    );
    Failure::new(ZOBRIST_FORMAT, text)
}
