//! The failure of a build by many tasks, from its planning to its runs.

use zobrist_ingest::{BrokenFile, IngestError};

use crate::error::{Class, Failure};

/// The failure of planning or of a run.
pub(crate) fn of_run(error: IngestError) -> Failure {
    match error {
        IngestError::Files(error) => error.into(),
        IngestError::Index(error) => error.into(),
        IngestError::Source { failure, .. } => {
            let outcome = "nothing is kept of the run";
            let advice =
                "abandon the build, mend the file and plan it again, or accept what can be \
                          read by planning with partial=True"
                    .to_owned();
            Failure::from(&BrokenFile { failure: &failure, outcome, advice })
        }
        error => Failure::with_causes(Class::Zobrist, &error),
    }
}
