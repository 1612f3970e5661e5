//! Schemes of slots, for games of one's own.

use std::path::Path;

use zobrist::{AnyKey, Combine, Group, Guarantee, Layout, Source};
use zobrist_chess::{KeysFrom, SlotDescription};
use zobrist_input::{Context, Result, whole};

use crate::scheme_file::{Description, described, keys_of};

/// A scheme of any game: numbered slots, of which a state has some, with a key and perhaps a name
/// for each. The hash of a state combines the keys of its slots.
///
/// ```
/// use zobrist::{AnyKey, Combine};
/// use zobrist_key_lists::read_slots;
///
/// let path = std::env::temp_dir().join(format!("zobrist-slots-{}.toml", std::process::id()));
/// std::fs::write(&path, r#"
/// name  = "nim"
/// slots = 3
/// keys  = { hex = ["0123456789abcdef", "fedcba9876543210", "00ff00ff00ff00ff"] }
/// names = ["one", "two", "three"]
/// "#)?;
///
/// let scheme = read_slots(&path, None)?.expect("the file has slots");
/// assert_eq!(scheme.hash([0, 2]), AnyKey::new(0x01dc_4598_8954_cd10, Combine::Xor));
/// assert_eq!(scheme.describe(1), "two");
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlotScheme {
    description: SlotDescription,
    keys: Vec<AnyKey>,
}

/// Reads a scheme of slots from a TOML file, and its keys from the file that it names, if it names
/// one. `max_size` is another limit on the size of each of the two. `None` if the file describes a
/// scheme of chess.
///
/// # Errors
/// When a file cannot be read, describes no scheme, or has other keys than the description says.
pub fn read_slots(path: &Path, max_size: Option<u64>) -> Result<Option<SlotScheme>> {
    let limit = max_size.unwrap_or(whole::DESCRIPTION);
    let Description::Slots(description) = described(path, limit)? else { return Ok(None) };
    let (bits, layout) = (description.bits, description.layout());
    let listed = keys_of(path, &description.keys, bits, layout, max_size.unwrap_or(whole::LIST))?;
    let words = description.words(listed.as_deref()).context(path.display())?;
    let keys = words.into_iter().map(|word| AnyKey::new(word, description.combine)).collect();
    Ok(Some(SlotScheme { description: *description, keys }))
}

impl SlotScheme {
    /// Returns the name of the scheme.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// Returns the number of bits of a hash.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.description.bits
    }

    /// Returns the operation by which keys combine.
    #[must_use]
    pub fn combine(&self) -> Combine {
        self.description.combine
    }

    /// Returns the keys, by slot.
    #[must_use]
    pub fn keys(&self) -> &[AnyKey] {
        &self.keys
    }

    /// Returns the names, by slot; none if the file names none.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.description.names
    }

    /// Returns the layout: one kind, `slot`.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.description.layout()
    }

    /// Returns the source of the keys, if the file names one.
    #[must_use]
    pub fn source(&self) -> Option<Source<'static>> {
        match self.description.keys {
            KeysFrom::Source(source) => Some(source),
            _ => None,
        }
    }

    /// Returns the guarantee of the keys: that of their source.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        match (self.source(), self.combine()) {
            (Some(source), Combine::Xor) => source.guarantee(self.bits()),
            _ => Guarantee::None,
        }
    }

    /// Returns the name of a slot, or `slot 17` if it has none.
    #[must_use]
    pub fn describe(&self, slot: usize) -> String {
        self.names().get(slot).map_or_else(|| format!("slot {slot}"), String::clone)
    }

    /// Returns the hash of a state with some slots.
    ///
    /// # Panics
    /// When the scheme does not have one of them.
    #[must_use]
    pub fn hash(&self, slots: impl IntoIterator<Item = usize>) -> AnyKey {
        let keys = slots.into_iter().map(|slot| self.keys[slot]);
        keys.fold(AnyKey::ZERO, AnyKey::plus)
    }
}
