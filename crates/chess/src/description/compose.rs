//! From a description to its scheme.

use alloc::string::ToString;

use zobrist::Guarantee;

use super::table::PieceTable;
use super::{KeysFrom, SchemeDescription};
use crate::any_scheme::AnyScheme;
use crate::composed::{ComposeError, ComposedScheme};
use crate::scheme_id::SchemeId;

/// Names of tables and of schemes of another game, which no described scheme can have.
pub(super) const RESERVED: [&str; 4] = ["stockfish", "stockfish-2020", "go", "go-situation"];

impl SchemeDescription {
    /// Composes the scheme. If the keys are in a file, `keys` are the
    /// [`keys_needed`](Self::keys_needed) keys that the program has read from it; otherwise they
    /// are not looked at.
    ///
    /// The scheme states the source of its keys, unless given keys leave nothing of the guarantee
    /// of that source.
    ///
    /// # Errors
    /// When keys are missing or are too many, the source does not make them, the values are not
    /// those of a scheme, or the name is that of a built-in scheme with other values.
    pub fn compose(&self, keys: Option<&[u128]>) -> Result<ComposedScheme, ComposeError> {
        let needed = self.keys_needed();
        let drawn;
        let keys = match &self.keys {
            KeysFrom::Source(source) => {
                source.check(needed, self.bits).map_err(ComposeError::Source)?;
                drawn = source.words(self.keys_layout(), self.bits);
                &drawn
            }
            KeysFrom::Hex(keys) => keys.as_slice(),
            KeysFrom::File { .. } | KeysFrom::Lines { .. } | KeysFrom::Raw { .. } => {
                keys.unwrap_or_default()
            }
        };
        if keys.len() != needed {
            return Err(ComposeError::Keys { expected: needed, got: keys.len() });
        }
        let all = self.slot_keys(keys);
        let mut scheme = ComposedScheme::new(
            &self.name,
            self.layout,
            self.en_passant,
            self.bits,
            self.combine,
            &all,
        )?
        .with_secondary(self.secondary.clone());
        match self.keys {
            // A source that draws for places of no feature has another layout.
            KeysFrom::Source(source)
                if self.piece_table == PieceTable::PLAIN
                    && (!self.has_given() || source.guarantee(self.bits) == Guarantee::None) =>
            {
                scheme = scheme.from_source(source);
            }
            _ => {}
        }
        self.check_name(&scheme)?;
        Ok(scheme)
    }

    /// Checks that only the built-in values have the name of a built-in scheme.
    fn check_name(&self, scheme: &ComposedScheme) -> Result<(), ComposeError> {
        let reserved =
            |is_built_in| ComposeError::Reserved { name: self.name.clone(), is_built_in };
        if RESERVED.contains(&self.name.as_str()) {
            return Err(reserved(false));
        }
        let Some(built_in) = AnyScheme::named(&self.name) else { return Ok(()) };
        let built_in = match &built_in {
            AnyScheme::BuiltIn(id) => match id.with_bits(self.bits) {
                Some(id) => AnyScheme::from(id),
                None => return Err(reserved(true)),
            },
            AnyScheme::Composed(_) => built_in,
        };
        let expected = SchemeDescription::of(&built_in).canonical().to_string();
        if scheme.to_text() == expected { Ok(()) } else { Err(reserved(true)) }
    }
}

impl AnyScheme {
    /// Returns the scheme of a description: the compiled one for a description of `polyglot`,
    /// `fide`, `fen` or `zobrist`, and else a composed one. `keys` are those of
    /// [`SchemeDescription::compose`].
    ///
    /// # Errors
    /// The errors of [`SchemeDescription::compose`].
    pub fn of_description(
        description: &SchemeDescription,
        keys: Option<&[u128]>,
    ) -> Result<AnyScheme, ComposeError> {
        let scheme = description.compose(keys)?;
        let is_such =
            |id: &SchemeId| id.name() == description.name && id.bits() == description.bits;
        let id = SchemeId::ALL.into_iter().find(is_such);
        Ok(id.map_or_else(|| AnyScheme::from(scheme), AnyScheme::from))
    }
}
