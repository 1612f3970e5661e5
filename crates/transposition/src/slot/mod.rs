//! Buckets: the slots of a line, read and written so that no entry is torn.

mod bucket;
#[cfg(double_words)]
mod doubles;
#[cfg(all(test, loom))]
mod interleavings;
mod sequenced;
#[cfg(all(test, not(loom)))]
mod tests;
mod words;

pub(crate) use bucket::Bucket;
#[cfg(double_words)]
pub(crate) use doubles::Doubles;
pub(crate) use sequenced::Sequenced;
pub(crate) use words::Words;

/// Runs `$body` with `$Bucket` naming the kind of buckets that tables of `Self` have at this
/// `$level`.
macro_rules! with_bucket {
    ($level:expr, $Bucket:ident => $body:expr) => {{
        let level: $crate::arch::Level = $level;
        let _ = level; // unused where all levels have the same buckets
        match Self::SLOT_LAYOUT.size {
            $crate::slot_layout::Size::Small => {
                type $Bucket = $crate::slot::Words;
                $body
            }
            #[cfg(double_words)]
            $crate::slot_layout::Size::Wide if level.has_double_words() => {
                type $Bucket = $crate::slot::Doubles;
                $body
            }
            $crate::slot_layout::Size::Wide => {
                type $Bucket = $crate::slot::Sequenced<2, 3>;
                $body
            }
            $crate::slot_layout::Size::Long => {
                type $Bucket = $crate::slot::Sequenced<3, 2>;
                $body
            }
        }
    }};
}
pub(crate) use with_bucket;
