//! Findings that are stored and read again.

use zobrist::{Kind, Source};
use zobrist_audit::{Dependency, Findings, SearchPlan, dependencies};

#[test]
fn json_is_pinned() {
    let mut findings = Findings::with_limit(2);
    findings.sums = 1 << 70;
    findings.counts = vec![0, 0, 0, 1];
    findings.dependencies = vec![Dependency::new(vec![5, 2, 9])];
    let json = "{\"sums\":1180591620717411303424,\"counts\":[0,0,0,1],\
                \"dependencies\":[[2,5,9]],\"limit\":2}";
    assert_eq!(serde_json::to_string(&findings).unwrap(), json);
    assert_eq!(serde_json::from_str::<Findings>(json).unwrap(), findings);
    // Indices are put in order, as they always are.
    let unsorted = json.replace("[2,5,9]", "[9,5,2]");
    assert_eq!(serde_json::from_str::<Findings>(&unsorted).unwrap(), findings);
    let other = json.replace("sums", "sum");
    let error = serde_json::from_str::<Findings>(&other).unwrap_err().to_string();
    assert!(error.contains("unknown field `sum`"), "{error}");
}

/// A search that is stored after each of its parts ends as one that is not.
#[test]
fn a_search_goes_on_from_what_is_stored() {
    const STONE: Kind = Kind::first("stone", 40);
    let keys = Source::splitmix64(5).words(STONE.layout(), 16);
    let search = SearchPlan::new(&keys, 5).unwrap().prepare().unwrap();
    let mut worker = search.worker();
    let mut stored = serde_json::to_string(&Findings::new()).unwrap();
    for part in 0..search.parts() {
        let mut findings: Findings = serde_json::from_str(&stored).unwrap();
        findings.merge(worker.run(part));
        stored = serde_json::to_string(&findings).unwrap();
    }
    let expected = dependencies(&keys, 5).unwrap();
    assert!(expected.total() > 0);
    let found: Findings = serde_json::from_str(&stored).unwrap();
    assert_eq!((found.counts, found.dependencies), (expected.counts, expected.dependencies));
}
