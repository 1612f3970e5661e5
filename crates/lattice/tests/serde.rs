//! Stored forms: pinned, read back as they were, and refused if they are something else.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{Configuration, Lattice, RecallMode, Site, Species, Structure};

/// JSON that never changes, and that is read as the value that it was written of.
#[track_caller]
fn pinned<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn json_is_pinned() {
    pinned(&Species::VACANCY, "1");
    pinned(&Site(7), "7");
    for structure in Structure::ALL {
        pinned(&structure, &format!("{:?}", structure.name()));
    }
    for mode in RecallMode::ALL {
        pinned(&mode, &format!("{:?}", mode.name()));
    }
    let lattice = Lattice::new(Structure::Bcc, [2, 1, 1]).unwrap();
    let mut alloy = Configuration::new(lattice);
    alloy.set(Site(1), Species::VACANCY);
    alloy.set(Site(3), Species(2));
    let json = "{\"lattice\":{\"structure\":\"bcc\",\"cells\":[2,1,1]},\"occupants\":[0,1,0,2]}";
    pinned(&alloy, json);
}

#[test]
fn configurations_are_read_back() {
    for structure in Structure::ALL {
        let layers = if structure == Structure::Square { 1 } else { 3 };
        let mut alloy = Configuration::new(Lattice::new(structure, [4, 5, layers]).unwrap());
        let mut random = Xoshiro256PlusPlus::new(9);
        alloy.scatter(Species::VACANCY, 2, &mut random).unwrap();
        alloy.scatter(Species(2), 9, &mut random).unwrap();
        let json = serde_json::to_string(&alloy).unwrap();
        assert_eq!(serde_json::from_str::<Configuration>(&json).unwrap(), alloy);
    }
}

#[test]
fn what_is_no_configuration_is_refused() {
    let json = |structure: &str, cells: &str, occupants: &str| {
        let lattice = format!("{{\"structure\":\"{structure}\",\"cells\":{cells}}}");
        format!("{{\"lattice\":{lattice},\"occupants\":{occupants}}}")
    };
    assert!(serde_json::from_str::<Configuration>(&json("sc", "[2,1,1]", "[0,1]")).is_ok());
    for (structure, cells, occupants, reason) in [
        ("sc", "[2,1,1]", "[0,1,0]", "expected a species on each of 2 sites, got 3 species"),
        ("sc", "[2,1,0]", "[]", "cell"),
        ("square", "[2,1,2]", "[0,0,0,0]", "expected 1 cell along the third axis, got 2"),
        ("sc", "[4294967295,4294967295,4294967295]", "[]", "4294967295"),
        ("diamond", "[1,1,1]", "[0]", "diamond"),
        ("sc", "[2,1,1]", "[0,256]", "256"),
    ] {
        let text = json(structure, cells, occupants);
        let error = serde_json::from_str::<Configuration>(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let text = json("sc", "[2,1,1]", "[0,1]").replace("cells", "cell");
    let error = serde_json::from_str::<Configuration>(&text).unwrap_err().to_string();
    assert!(error.contains("unknown field `cell`"), "{error}");
}
