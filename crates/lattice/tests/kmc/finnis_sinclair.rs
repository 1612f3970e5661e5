//! Potentials of the form eam/fs: against LAMMPS, and barriers against the energies of the whole
//! box.

use std::path::Path;

use zobrist_lattice::model::{EamModel, Jump, Model, Setfl, SetflForm};
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};

use crate::common::scattered;

/// A potential of either form. Functions are cubics, no two alike.
pub(crate) fn potential(form: SetflForm, elements: usize) -> Setfl {
    let (points, rho_step, r_step) = (10, 4.0, 0.5);
    let names: Vec<String> = (0..elements).map(|a| format!("E{a}")).collect();
    let mut text = format!("made\nfor\ntests\n{elements} {}\n", names.join(" "));
    text += &format!("{points} {rho_step} {points} {r_step} 3.75\n");
    let mut table = |head: &str, f: &dyn Fn(f64) -> f64, step: f64| {
        text += head;
        text.extend((0..points).map(|i| format!("{} ", f(step * f64::from(i)))));
        text += "\n";
    };
    let receivers = if form == SetflForm::Alloy { 1 } else { elements };
    for a in 0..elements {
        let k = a as f64;
        let f = |rho: f64| (-(0.75 + k / 16.0) + (0.25 + k / 32.0) * rho / 16.0) * rho / 16.0;
        table(&format!("{} 55.8 2.8 bcc\n", 26 + a), &f, rho_step);
        for at in 0..receivers {
            let scale = 1.0 + ((3 * a + 5 * at) % 7) as f64 / 8.0;
            let rho = |r: f64| {
                let x = 1.0 - r / 4.5;
                scale * x * (1.0 + x * (at as f64 / 4.0 + x * (1.0 + k / 2.0)))
            };
            table("", &rho, r_step);
        }
    }
    for a in 0..elements {
        for b in 0..=a {
            let scale = 0.0625 + (a + b) as f64 / 128.0 - (a * b) as f64 / 64.0;
            table("", &|r| r * scale * (1.0 - r / 4.5), r_step);
        }
    }
    Setfl::read_as(text.as_bytes(), form).unwrap()
}

/// The elements of a host, a vacancy and solutes, in the order of the file.
pub(crate) fn in_order(elements: usize) -> Vec<Option<usize>> {
    (0..=elements).map(|s| if s == 1 { None } else { Some(s.saturating_sub(1)) }).collect()
}

/// Migration energies of as many species.
pub(crate) fn migration(species: usize) -> Vec<f64> {
    (0..species).map(|s| if s == 1 { 0.0 } else { 0.5 + s as f64 / 16.0 }).collect()
}

/// A line of the vectors.
pub(crate) struct Stored {
    pub(crate) file: String,
    pub(crate) lattice: Lattice,
    pub(crate) constant: f64,
    occupants: String,
    pub(crate) energy: f64,
}

pub(crate) fn vectors() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors"))
}

/// The boxes of a file.
pub(crate) fn boxes(file: &str) -> Vec<Stored> {
    let text = std::fs::read_to_string(vectors().join(file)).unwrap();
    let boxes = text.lines().skip(1).map(|line| {
        let [file, structure, cells, constant, occupants, energy]: [&str; 6] =
            line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let cells: Vec<usize> = cells.split('x').map(|n| n.parse().unwrap()).collect();
        let structure = Structure::ALL.into_iter().find(|s| s.to_string() == structure).unwrap();
        Stored {
            file: file.to_owned(),
            lattice: Lattice::new(structure, cells.try_into().unwrap()).unwrap(),
            constant: constant.parse().unwrap(),
            occupants: occupants.to_owned(),
            energy: energy.parse().unwrap(),
        }
    });
    boxes.collect()
}

/// The boxes, in groups that begin with the one from which a jump makes each of the others.
fn stored() -> Vec<Vec<Stored>> {
    let mut groups: Vec<Vec<Stored>> = Vec::new();
    for one in boxes("finnis-sinclair.csv") {
        match groups.last_mut() {
            Some(group) if group[0].file == one.file && group[0].lattice == one.lattice => {
                group.push(one);
            }
            _ => groups.push(vec![one]),
        }
    }
    groups
}

impl Stored {
    pub(crate) fn configuration(&self, elements: &[Option<usize>]) -> Configuration {
        let mut sites: Vec<Site> = self.lattice.sites().collect();
        sites.sort_by_key(|site| self.lattice.position(*site));
        assert_eq!(sites.len(), self.occupants.len());
        let mut configuration = Configuration::new(self.lattice);
        for (site, letter) in sites.into_iter().zip(self.occupants.bytes()) {
            let element = (letter != b'.').then(|| usize::from(letter - b'A'));
            let species = elements.iter().position(|e| *e == element).unwrap();
            configuration.set(site, Species(species as u8));
        }
        configuration
    }
}

/// The jump that leads from one configuration to another.
fn jump_between(before: &Configuration, after: &Configuration) -> Jump {
    let lattice = before.lattice();
    let changed: Vec<Site> =
        lattice.sites().filter(|site| before.occupant(*site) != after.occupant(*site)).collect();
    let [a, b] = changed[..] else { panic!("{changed:?}") };
    let (vacancy, to) = if before.occupant(a) == Species::VACANCY { (a, b) } else { (b, a) };
    let mut directions = lattice.structure().directions().into_iter();
    let direction = directions.position(|d| lattice.neighbor(vacancy, d) == to).unwrap();
    Jump::new(vacancy, to, direction)
}

#[test]
fn energies_and_barriers_are_those_of_lammps() {
    let groups = stored();
    assert_eq!(groups.len(), 4);
    for group in groups {
        let form = SetflForm::of_file_name(&group[0].file);
        let text = std::fs::read(vectors().join(&group[0].file)).unwrap();
        let potential = Setfl::read_as(&text[..], form).unwrap();
        let orders: &[&[Option<usize>]] = match potential.elements().len() {
            2 => &[&[Some(0), None, Some(1)], &[Some(1), None, Some(0)]],
            _ => &[&[Some(0), None, Some(1), Some(2)], &[Some(2), None, Some(0), Some(1)]],
        };
        for elements in orders {
            let migration = migration(elements.len());
            let Stored { lattice, constant, .. } = group[0];
            let model = EamModel::new(lattice, constant, &potential, elements, &migration).unwrap();
            let start = group[0].configuration(elements);
            let energy = model.energy(&start).unwrap();
            assert!((energy - group[0].energy).abs() < 1e-9, "{energy} {}", group[0].energy);
            for end in &group[1..] {
                let after = end.configuration(elements);
                let jump = jump_between(&start, &after);
                let expected = migration[start.occupant(jump.to).index()]
                    + (end.energy - group[0].energy) / 2.0;
                let barrier = model.barrier(&start, jump);
                assert!((barrier - expected).abs() < 1e-9, "{barrier} {expected}");
            }
        }
    }
}

/// The control: with the density of atom and neighbor the other way round, energies differ.
#[test]
fn the_order_of_densities_matters() {
    for group in stored() {
        let text = std::fs::read_to_string(vectors().join(&group[0].file)).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let (points, count) = (10, lines[3].split(' ').count() - 1);
        let start =
            |from: usize, at: usize| 5 + from * (1 + points * (1 + count)) + 1 + points * (1 + at);
        for a in 0..count {
            for b in 0..a {
                for i in 0..points {
                    lines.swap(start(a, b) + i, start(b, a) + i);
                }
            }
        }
        let text = lines.join("\n") + "\n";
        let potential = Setfl::read_as(text.as_bytes(), SetflForm::FinnisSinclair).unwrap();
        let Stored { lattice, constant, .. } = group[0];
        let elements = in_order(count);
        let model =
            EamModel::new(lattice, constant, &potential, &elements, &migration(count + 1)).unwrap();
        let energy = model.energy(&group[0].configuration(&elements)).unwrap();
        assert!((energy - group[0].energy).abs() > 0.1, "{energy}");
    }
}

/// The definition: E(m) of the species, and half of what the energy of the whole box changes by.
/// The jump back has the barrier that the change has with the other sign, to the last bit.
#[test]
fn barriers_are_half_the_change_of_the_whole_box() {
    let form = SetflForm::FinnisSinclair;
    for (structure, cells, constant) in [
        (Structure::Bcc, [3, 3, 4], 2.5),
        (Structure::Bcc, [2, 2, 3], 2.5),
        (Structure::Fcc, [2, 2, 3], 3.5),
        (Structure::Fcc, [3, 2, 2], 3.7),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let (elements, migration) = (in_order(3), migration(4));
        let model =
            EamModel::new(lattice, constant, &potential(form, 3), &elements, &migration).unwrap();
        let start = scattered(lattice, &[3, 6, 5], 11);
        let energy = |configuration: &Configuration| {
            (model.energy(configuration).unwrap() * 1e12).round() as i64
        };
        let mut jumps = 0;
        for vacancy in start.sites_of(Species::VACANCY) {
            for (direction, vector) in structure.directions().into_iter().enumerate() {
                let to = lattice.neighbor(vacancy, vector);
                let atom = start.occupant(to);
                if atom == Species::VACANCY {
                    continue;
                }
                let mut after = start.clone();
                after.exchange(vacancy, to);
                let barrier = model.barrier(&start, Jump::new(vacancy, to, direction));
                let change = (energy(&after) - energy(&start)) as f64 / 2e12;
                // The energy of the box is a double: its last bit is worth less than this.
                assert!((barrier - migration[atom.index()] - change).abs() < 1e-12);
                let back = jump_between(&after, &start);
                let back = model.barrier(&after, back);
                assert_eq!(model.reverse_barrier(atom, barrier), Some(back));
                jumps += 1;
            }
        }
        assert!(jumps > 20, "{jumps}");
    }
}

/// With functions that do not depend on the atom that feels the density, both forms are the same
/// model; and a file of one element is of both.
#[test]
fn forms_agree_where_they_say_the_same() {
    let alloy = "a\nb\nc\n2 A B\n4 4 4 1 3\n1 1 1 bcc\n0 -1 -1.5 -1.75\n3 2 1 0\n\
                 2 1 1 bcc\n0 -2 -2.5 -2.75\n4 2 0.5 0\n0 1 2 3\n0 2 1 0\n0 3 2 0\n";
    let fs =
        alloy.replace("3 2 1 0", "3 2 1 0\n3 2 1 0").replace("4 2 0.5 0", "4 2 0.5 0\n4 2 0.5 0");
    let alloy = Setfl::read(alloy.as_bytes()).unwrap();
    let fs = Setfl::read_as(fs.as_bytes(), SetflForm::FinnisSinclair).unwrap();
    let lattice = Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap();
    let model =
        |potential| EamModel::new(lattice, 2.75, potential, &in_order(2), &migration(3)).unwrap();
    let start = scattered(lattice, &[2, 20], 3);
    assert_eq!(model(&alloy).energy(&start), model(&fs).energy(&start));

    let one = "a\nb\nc\n1 A\n4 4 4 1 3\n1 1 1 bcc\n0 -1 -1.5 -1.75\n3 2 1 0\n0 1 2 3\n".as_bytes();
    assert_eq!(Setfl::read(one).unwrap(), Setfl::read_as(one, SetflForm::FinnisSinclair).unwrap());
}

/// An energy is refused where an atom of that species can have such a density, and only there.
#[test]
fn only_densities_that_a_species_can_feel_must_be_sensible() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let new = |felt_by_a: f64, felt_by_b: f64| {
        let table = |value: f64| format!("{value} ").repeat(4) + "\n";
        let densities = table(felt_by_a) + &table(felt_by_b);
        let text = format!(
            "a\nb\nc\n2 A B\n4 1 4 1 3\n1 1 3 bcc\n0 -1 -2 -3\n{densities}\
             2 1 3 bcc\n0 0 0 0\n{densities}{}",
            table(0.0).repeat(3)
        );
        let potential = Setfl::read_as(text.as_bytes(), SetflForm::FinnisSinclair).unwrap();
        EamModel::new(lattice, 3.1, &potential, &in_order(2), &migration(3))
    };
    assert!(new(0.125, 1e6).is_ok());
    let error = new(1e6, 0.125).unwrap_err().to_string();
    assert!(error.starts_with("an embedding energy: expected"), "{error}");
}
