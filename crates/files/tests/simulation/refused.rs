//! Configurations that describe no simulation.

use zobrist_files::simulation::{Config, Limits};

use crate::iron_copper;

#[track_caller]
fn refused(top: &str, tables: &str, line: usize, expected: &str) {
    let text = iron_copper(top, tables);
    let error = Config::of_text(&text, "alloy.toml", "".into(), Limits::default());
    let message = error.expect_err(expected).to_string();
    assert!(message.starts_with(&format!("alloy.toml:{line} (byte ")), "{message}");
    assert!(message.contains(expected), "{message}");
}

const TOP: &str = "temperature = 700\nsteps = 10";
/// The line of the first table that a test adds.
const ADDED: usize = 13;

#[test]
fn a_run_has_an_end() {
    refused("temperature = 700", "", 1, "expected `steps` or `end_time`, so that the run ends");
    for got in ["0", "-1.0", "nan", "inf"] {
        let top = format!("temperature = 700\nend_time = {got}");
        refused(&top, "", 3, "`end_time`: expected a number above 0, got ");
    }
    refused(&format!("{TOP}\nsamples = 0"), "", 4, "`samples`: expected 1 or more, got 0");
}

#[test]
fn output_is_checked() {
    for (table, line, expected) in [
        ("every = {}", 1, "`every`: expected one of `steps`, `time` and `per_decade`, got 0"),
        ("every = { steps = 1, time = 1 }", 1, "got 2 of them"),
        ("every = { steps = 0 }", 1, "`steps`: expected 1 or more, got 0"),
        ("every = { time = -1.0 }", 1, "`time`: expected a number above 0, got -1"),
        ("every = { per_decade = 1001 }", 1, "`per_decade`: expected from 1 to 1000, got 1001"),
        ("every = { seconds = 1 }", 1, "unknown field `seconds`, expected one of `steps`, `time`"),
        ("evry = 1", 1, "unknown field `evry`, expected one of `every`"),
        (
            "observables = [\"order\", \"cluster\"]",
            1,
            "no observable \"cluster\": expected some of \"clusters\", \"order\", \"around\", \
             \"displacement\", \"host-displacement\"",
        ),
        ("pictures = [1.0, 0.0]", 1, "`pictures`: expected a number above 0, got 0"),
        (
            "[output.clusters]\nshells = 2",
            1,
            "[output.clusters]: expected \"clusters\" among the `observables`",
        ),
        (
            "observables = [\"clusters\"]\n[output.clusters]\nspecies = [\"Fe\"]",
            3,
            "`species`: no solute \"Fe\": expected some of Cu",
        ),
        (
            "observables = [\"clusters\"]\n[output.clusters]\nspecies = []",
            3,
            "`species`: expected one solute or more, got none",
        ),
        (
            "observables = [\"clusters\"]\n[output.clusters]\nat_least = 0",
            3,
            "`at_least`: expected 1 or more, got 0",
        ),
        (
            "observables = [\"order\"]\n[output.order]\nshells = 33",
            3,
            "`shells`: expected from 1 to 32, got 33",
        ),
    ] {
        refused(TOP, &format!("[output]\n{table}\n"), ADDED + line, expected);
    }
    let top = "temperature = 700\nend_time = 1e-3";
    let late = "[output]\npictures = [1e-4, 2e-3]\n";
    refused(
        top,
        late,
        ADDED + 1,
        "`pictures`: expected times up to `end_time`, 0.001 s, got 0.002",
    );
}

#[test]
fn ramps_and_vacancies_are_checked() {
    let ramp = |until: &str| {
        format!(
            "[[ramp]]\nuntil = 2.0\ntemperature = 600\n[[ramp]]\nuntil = {until}\ntemperature = 500\n"
        )
    };
    refused(
        TOP,
        &ramp("2.0"),
        ADDED + 4,
        "`until`: expected a time after that of the [[ramp]] before, 2 s, got 2 s",
    );
    refused(TOP, &ramp("nan"), ADDED + 4, "`until`: expected a number above 0, got NaN");
    let cold = ramp("3.0").replace("500", "0");
    refused(TOP, &cold, ADDED + 5, "`temperature`: expected a number above 0, got 0");
    for got in ["nan", "1000.0"] {
        let table = format!("[vacancy]\nformation_energy = {got}\n");
        refused(TOP, &table, ADDED + 1, "`formation_energy`: expected from -100 to 100 eV, got ");
    }
    let table = "[vacancy]\nformation_energy = 1.6\nformation_entropy = inf\n";
    refused(TOP, table, ADDED + 2, "`formation_entropy`: expected from -1000 to 1000 k, got inf");
    refused(TOP, "[vacancy]\n", ADDED, "missing field `formation_energy`");
}

#[test]
fn models_are_checked() {
    for (key, expected) in [
        ("prefactor = { Ni = 1e12 }", "`prefactor`: Ni is no element of the composition"),
        ("prefactor = { vacancy = 1e12 }", "`prefactor`: vacancy is no element"),
        ("prefactor = { Cu = 0.0 }", "`prefactor.Cu`: expected a number above 0, got 0"),
    ] {
        refused(TOP, &format!("{key}\n"), ADDED, expected);
    }
    let text = iron_copper(TOP, "prefactor = { Cu = 3e12 }\nallow_negative_barriers = true\n");
    let config = crate::config(&text);
    assert_eq!(config.settings.prefactors.into_iter().collect::<Vec<_>>().len(), 1);
    assert!(config.settings.allow_negative_barriers);
    let text = text.replace("cells = ", "constant = 2.87\ncells = ");
    assert_eq!(crate::config(&text).lattice_constant, 2.87);
    let message = Config::of_text(&text.replace("2.87", "-2"), "a", "".into(), Limits::default());
    assert!(message.unwrap_err().to_string().contains("`constant`: expected a number above 0"));
}

#[test]
fn exchanges_refuse_what_needs_time_or_jumps() {
    let method = "[method]\nkind = \"metropolis\"\n";
    for (tables, line, what) in [
        ("[flicker]\nwindow = 4\nstates = 4\n", 2, "[flicker]"),
        ("[[ramp]]\nuntil = 1\ntemperature = 3\n", 2, "[[ramp]]"),
        ("[vacancy]\nformation_energy = 1\n", 2, "[vacancy]"),
        ("[output]\nevery = { time = 1 }\n", 3, "times in [output]"),
        ("[output]\nevery = { per_decade = 1 }\n", 3, "times in [output]"),
        ("[output]\npictures = [1]\n", 3, "times in [output]"),
        ("[output]\nobservables = [\"displacement\"]\n", 3, "displacements in [output]"),
    ] {
        refused(TOP, &format!("{method}{tables}"), ADDED + line, &format!("so no {what}"));
    }
    refused(&format!("{TOP}\nend_time = 1"), method, 4, "so no `end_time`");
    refused(TOP, &format!("delay = 1e-3\n{method}"), ADDED, "so no `delay`");
    let recall = "[recall]\nmode = \"jump-symmetry\"\n";
    let expected = "expected the recall mode \"none\", \"environment\" or \
                    \"environment-symmetry\", got \"jump-symmetry\"";
    refused(TOP, &format!("{method}{recall}"), ADDED + 3, expected);
    for kind in ["command", "function"] {
        let text = iron_copper(TOP, method).replace("iron-copper", kind);
        let error = Config::of_text(&text, "a", "".into(), Limits::default());
        let message = error.unwrap_err().to_string();
        assert!(message.contains("expected a model that knows energies"), "{message}");
    }
    refused(TOP, "[method]\nkind = \"exact\"\n", ADDED + 1, "got \"exact\"");
}
