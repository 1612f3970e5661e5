//! The audit of a program that rounds, that is not converged, that sees too far, or that draws its
//! barriers.

use crate::readers::python_with;
use crate::tool::Folder;

/// Between two values of six digits, with the noise of a relaxation; the differences are one or two
/// digits of the last place. `DIGITS`, `NOISE` and `FAR` are replaced.
const PROGRAM: &str = "
import json, random, sys

random.seed(1)
for line in sys.stdin:
    request = json.loads(line)
    copper = sum(name == 'Cu' for name, *_ in request['sites'])
    barrier = 0.65 + 0.1 * (request['species'] == 'Cu') + 0.01 * copper + 5e-7
    barrier += random.choice((-1, 1)) * NOISE
    print(json.dumps({'id': request['id'], 'barrier': round(barrier, DIGITS)}), flush=True)
";

fn folder(python: &str, digits: u32, noise: &str, more: &str) -> Folder {
    let config = format!(
        "seed = 1\ntemperature = 773.0\nsteps = 2000\n\
         [lattice]\nstructure = \"bcc\"\ncells = [8, 8, 8]\n\
         [composition]\nhost = \"Fe\"\nfractions = {{ Fe = 0.99, Cu = 0.01 }}\nvacancies = 1\n\
         [model]\nkind = \"command\"\ncommand = [{python:?}, \"program.py\"]\n\
         lattice_constant = 2.8553\nreach = 3.0\nfingerprint = \"made up\"\n\
         [recall]\nmode = \"jump-symmetry\"\naudit_one_in = 50\n{more}\n"
    );
    let folder = Folder::with("run.toml", config);
    let program = PROGRAM.replace("DIGITS", &digits.to_string()).replace("NOISE", noise);
    folder.write("program.py", program);
    folder
}

#[test]
fn barriers_of_six_digits_pass_the_default_tolerance() {
    let Some(python) = python_with("import json") else { return };
    let summary = folder(&python, 6, "1e-9", "").zobrist(["lattice", "run", "run.toml"]).done();
    let audit = summary.lines().find(|line| line.starts_with("audit")).unwrap();
    // The differences are there, some of them a bit above 1e-6.
    assert!(!audit.contains(" 0 of them different"), "{audit}");
    let largest = audit.split("by ").nth(1).unwrap().split(' ').next().unwrap();
    let largest: f64 = largest.parse().unwrap();
    assert!((largest - 1e-6).abs() < 1e-12, "{audit}");
    // Barriers of fewer digits pass with the tolerance that the advice names, and not without.
    let (_, message) =
        folder(&python, 5, "6e-6", "").zobrist(["lattice", "run", "run.toml"]).rejected();
    assert!(
        message.ends_with(
            "hits; the program rounds barriers to 5 digits after the point: let it print more, or give \
             [recall] `tolerance = 2e-5`\n"
        ),
        "{message}"
    );
    let with = folder(&python, 5, "6e-6", "tolerance = 2e-5");
    with.zobrist(["lattice", "run", "run.toml"]).done();
}

#[test]
fn the_advice_of_a_failed_audit_fits_its_cause() {
    let Some(python) = python_with("import json") else { return };
    let message = |digits, noise| {
        let folder = folder(&python, digits, noise, "");
        let (_, message) = folder.zobrist(["lattice", "run", "run.toml"]).rejected();
        assert!(
            message.starts_with("zobrist: the audit expected what was recalled, within 1e-6, got")
        );
        message
    };
    for (digits, noise, advice) in [
        (5, "6e-6", "the program rounds barriers to 5 digits after the point: let it print more"),
        (4, "6e-5", "the program rounds barriers to 4 digits after the point: let it print more"),
        // Many times the last digit: not by rounding.
        (
            6,
            "1e-4 * random.random()",
            "so small differences are those of a computation that is not",
        ),
        (
            15,
            "1e-5 * random.random()",
            "so small differences are those of a computation that is not",
        ),
        (
            15,
            "0.1 * random.random()",
            "the program gives one jump different barriers, so that it is not deterministic, or its \
             barriers depend on atoms beyond `reach`, or on the orientation of the jump: increase",
        ),
    ] {
        let message = message(digits, noise);
        assert!(message.contains(advice), "{digits} {noise}: {message}");
    }
}
