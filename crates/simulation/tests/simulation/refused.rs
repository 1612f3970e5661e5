//! Configurations that describe no simulation.

use zobrist_simulation::{Config, Limits};

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
fn names_of_elements_are_checked() {
    let refused = |text: &str, line: usize, expected: &str| {
        let error = Config::of_text(text, "alloy.toml", "".into(), Limits::default());
        let message = error.expect_err(expected).to_string();
        assert!(message.starts_with(&format!("alloy.toml:{line} (byte ")), "{message}");
        assert!(message.contains(expected), "{message}");
    };
    let text = iron_copper(TOP, "").replace("iron-copper", "command");
    for (name, expected) in [
        ("", "expected an element, got \"\""),
        ("X", "expected an element, got \"X\""),
        ("C u", "expected an element without white space and control characters, got \"C u\""),
        ("C\\u0007", "without white space and control characters, got \"C\\u{7}\""),
        ("C\\u2028", "without white space and control characters"),
    ] {
        let solute = text.replace("Cu =", &format!("\"{name}\" ="));
        refused(&solute, 9, expected);
        let host = text.replace("host = \"Fe\"", &format!("host = \"{name}\""));
        refused(&host, 8, expected);
    }
    refused(&text.replace("host = \"Fe\"", "host = \"vacancy\""), 8, "`host`: expected an element");
}

#[test]
fn one_lattice_constant_holds_for_all() {
    let table = "command = [\"sh\"]\nlattice_constant = 2.87\nreach = 2.87\nfingerprint = \"1\"\n";
    let text = iron_copper(TOP, table).replace("iron-copper", "command");
    let with = |constant: &str| {
        let text = text.replace("cells = ", &format!("constant = {constant}\ncells = "));
        Config::of_text(&text, "alloy.toml", "".into(), Limits::default())
    };
    assert_eq!(with("2.87").unwrap().lattice_constant, 2.87);
    let message = with("2.86").unwrap_err().to_string();
    assert!(message.starts_with("alloy.toml:6 (byte "), "{message}");
    let expected = "`constant`: expected 2.87 Å, the `lattice_constant` of [model], got 2.86";
    assert!(message.contains(expected), "{message}");
}

/// Each error names the line of the value.
#[test]
fn values_of_barriers_and_flicker_are_checked_where_they_are() {
    let keys = [
        ("command", "[\"sh\"]"),
        ("workers", "2"),
        ("batch", "3"),
        ("timeout", "60.0"),
        ("lattice_constant", "2.87"),
        ("reach", "2.87"),
        ("fingerprint", "\"1\""),
    ];
    for (key, got, expected) in [
        ("command", "[]", "expected a program and its arguments"),
        ("command", "[\"\"]", "expected a program and its arguments"),
        ("command", "[\"sh\", \"a\\u0000\"]", "expected words without NUL characters"),
        ("workers", "0", "`workers`: expected from 1 to 65536, got 0"),
        ("batch", "65537", "`batch`: expected from 1 to 65536, got 65537"),
        ("timeout", "0.0", "`timeout`: expected from 1e-9 to 1e9 seconds, got 0.0"),
        ("timeout", "1e-12", "`timeout`: expected from 1e-9 to 1e9 seconds, got 1e-12"),
        ("timeout", "nan", "`timeout`: expected from 1e-9 to 1e9 seconds, got NaN"),
        ("lattice_constant", "-1.0", "`lattice_constant`: expected a number above 0, got -1"),
        ("reach", "2.0", "the reach: expected from 2.485 Å"),
        ("reach", "28.0", "too small"),
        ("fingerprint", "\"\"", "`fingerprint`: expected a text"),
    ] {
        let line = |(name, value): &(&str, &str)| {
            format!("{name} = {}\n", if *name == key { got } else { value })
        };
        let tables: String = keys.iter().map(line).collect();
        let text = iron_copper(TOP, &tables).replace("iron-copper", "command");
        let error = Config::of_text(&text, "alloy.toml", "".into(), Limits::default());
        let message = error.expect_err(expected).to_string();
        let at = ADDED + keys.iter().position(|(name, _)| *name == key).unwrap();
        assert!(message.starts_with(&format!("alloy.toml:{at} (byte ")), "{message}");
        assert!(message.contains(expected), "{message}");
    }
    for (window, states, line, expected) in [
        ("0", "4", 1, "`window`: expected from 1 to 4294967295, got 0"),
        ("4", "1", 2, "`states`: expected from 2 to 256, got 1"),
        ("4", "257", 2, "`states`: expected from 2 to 256, got 257"),
    ] {
        let table = format!("[flicker]\nwindow = {window}\nstates = {states}\n");
        refused(TOP, &table, ADDED + line, expected);
    }
}

/// The model looks for the program, before a run writes anything.
#[cfg(unix)]
#[test]
fn a_program_is_there() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plain"), "#!/bin/sh\n").unwrap();
    let rest = "lattice_constant = 2.87\nreach = 2.87\nfingerprint = \"1\"\n";
    let model = |program: &str| {
        let tables = format!("command = [{program:?}]\n{rest}");
        let text = iron_copper(TOP, &tables).replace("iron-copper", "command");
        let config = Config::of_text(&text, "a.toml", folder.path().into(), Limits::default());
        config.unwrap().model().map(drop)
    };
    for program in ["sh", "/bin/sh"] {
        model(program).unwrap();
    }
    for (program, expected) in [
        ("no-such-program-of-barriers", "`command`: expected a program on the PATH, got \"no-such"),
        ("./nothing", "`command`: expected a program, got "),
        ("./plain", "which is no file that may be run"),
        ("/bin", "which is no file that may be run"),
    ] {
        let message = model(program).unwrap_err().to_string();
        assert!(message.starts_with(&format!("a.toml:{ADDED} (byte ")), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

/// The audit of one seed is the same, however the seed came.
#[test]
fn audits_of_one_seed_are_equal() {
    for table in ["", "[recall]\nmode = \"state\"\naudit_one_in = 7\n"] {
        let mut config = crate::config(&iron_copper(TOP, table));
        let read = config.settings.audit;
        assert!(read.is_some());
        config.set_seed(7);
        assert_eq!(config.settings.audit, read, "{table}");
        config.set_seed(8);
        let text = iron_copper(TOP, table).replace("seed = 7", "seed = 8");
        assert_eq!(config.settings.audit, crate::config(&text).settings.audit, "{table}");
    }
    let rare = crate::config(&iron_copper(TOP, "[recall]\nmode = \"state\"\naudit_one_in = 7\n"));
    assert_eq!(rare.settings.audit, Some(zobrist_lattice::Audit::one_in(7, !7)));
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
        ("[output.dump]\ntrajectories = true\n", 3, "trajectories in [output.dump]"),
    ] {
        refused(TOP, &format!("{method}{tables}"), ADDED + line, &format!("so no {what}"));
    }
    refused(&format!("{TOP}\nend_time = 1"), method, 4, "so no `end_time`");
    let frequency = "attempt_frequency = 1e12";
    refused(&format!("{TOP}\n{frequency}"), method, 4, "so no `attempt_frequency`");
    for (key, value) in [
        ("delay", "1e-3"),
        ("prefactor", "{ Cu = 1e12 }"),
        ("allow_negative_barriers", "true"),
        ("allow_negative_barriers", "false"),
    ] {
        let table = format!("{key} = {value}\n{method}");
        refused(TOP, &table, ADDED, &format!("so no `{key}`"));
    }
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
