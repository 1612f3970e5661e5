//! Sources that an index already holds, so that their games are not counted twice.

use crate::error::{KnownBy, KnownSource};
use crate::format::SourceFile;
use crate::format::manifest::IndexedSource;
use zobrist_storage::{SourceDigest, SourceHasher};

/// Finds the sources that are in an index, or are copies of each other. A file is read only if its
/// size is that of a source with a digest, or of another file to be added.
pub(crate) fn already_in(sources: &[SourceFile], stored: &[IndexedSource]) -> Vec<KnownSource> {
    // A file that cannot be read is reported when its games are.
    let mut digests: Vec<Option<Option<SourceDigest>>> = vec![None; sources.len()];
    let mut digest = |number: usize| {
        let source: &SourceFile = &sources[number];
        *digests[number].get_or_insert_with(|| {
            let (bytes, _) = source.version?;
            let read = SourceHasher::of_file(&source.path, u64::MAX).ok()?;
            (read.bytes() == bytes).then(|| read.digest())
        })
    };
    let mut known: Vec<KnownSource> = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let size = source.version.map(|version| version.0).filter(|size| *size > 0);
        let by_time = || stored.iter().find(|old| source.is_unchanged(old));
        let by_part = || stored.iter().find(|old| old.partial && source.is_at_the_place_of(old));
        let mut by_bytes = || {
            let candidates = stored.iter().filter(|old| size.is_some() && old.bytes == size);
            let mut candidates = candidates.filter(|old| old.digest.is_some()).peekable();
            candidates.peek()?;
            let digest = digest(number)?;
            candidates.find(|old| old.digest == Some(digest))
        };
        let found = if let Some(old) = by_time() {
            let by = if old.partial { KnownBy::Part } else { KnownBy::NameAndTime };
            Some((&old.file, by))
        } else if let Some(old) = by_part() {
            Some((&old.file, KnownBy::Part))
        } else if let Some(old) = by_bytes() {
            Some((&old.file, KnownBy::Bytes))
        } else {
            let is_size = |other: &&usize| {
                size.is_some() && sources[**other].version.map(|version| version.0) == size
            };
            let others: Vec<usize> = (0..number).collect();
            let copy = others
                .iter()
                .filter(|other| known.iter().all(|known| known.source != **other))
                .filter(is_size)
                .find(|other| digest(**other).is_some() && digest(**other) == digest(number));
            copy.map(|other| (&sources[*other].name, KnownBy::OtherAdded))
        };
        if let Some((known_as, by)) = found {
            let (name, known_as) = (source.name.clone(), known_as.clone());
            known.push(KnownSource { source: number, name, known_as, by });
        }
    }
    known
}
