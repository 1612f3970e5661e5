//! The counts of a recall, whatever its keys and values.

use zobrist::Key;

use super::audit::AuditReport;
use super::values::{Recall, Statistics};

/// The counts of a recall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report {
    pub(crate) statistics: Statistics,
    pub(crate) entries: usize,
    pub(crate) bytes: usize,
    pub(crate) audit: Option<AuditReport>,
}

impl Report {
    pub(crate) fn of<V, K: Key>(recall: &Recall<V, K>) -> Report {
        Report {
            statistics: recall.statistics(),
            entries: recall.len(),
            bytes: recall.bytes(),
            audit: recall.audit_report(),
        }
    }
}
