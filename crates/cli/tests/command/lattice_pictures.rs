//! `zobrist lattice run`: its pictures.

use crate::lattice::text;
use crate::tool::Folder;

/// A number after `name="` in a tag.
fn number(tag: &str, name: &str) -> f64 {
    let (_, value) = tag.split_once(&format!(" {name}=\"")).unwrap();
    value.split('"').next().unwrap().parse().unwrap()
}

/// Steels have a dozen elements, and a box may be narrow.
#[test]
fn every_species_is_in_the_legend_and_within_the_picture() {
    let elements = ["Fe", "Cr", "Ni", "Mo", "Mn", "Si", "Cu", "Ti", "Nb", "V", "P&S"];
    let list = |value: &dyn Fn(&str) -> f64| {
        let entry = |element: &&str| format!("\"{element}\" = {}", value(element));
        elements.iter().map(entry).collect::<Vec<_>>().join(", ")
    };
    let fractions = list(&|element| if element == "Fe" { 0.9 } else { 0.01 });
    let migration = list(&|_| 0.6);
    let mut config = format!(
        "seed = 1\ntemperature = 800\nsteps = 10\n[lattice]\nstructure = \"bcc\"\n\
         cells = [2, 20, 4]\n[composition]\nhost = \"Fe\"\nfractions = {{ {fractions} }}\n\
         vacancies = 1\n[model]\nkind = \"pair\"\nmigration = {{ {migration} }}\n\
         [[model.shell]]\n"
    );
    let species = [&["vacancy"], &elements[..]].concat();
    for (number, one) in species.iter().enumerate() {
        for other in &species[number..] {
            config += &format!("\"{one}-{other}\" = -0.5\n");
        }
    }
    let folder = Folder::with("steel.toml", config);
    folder.zobrist(["lattice", "run", "steel.toml"]).done();
    let picture = text(&folder, "steel.before.svg");
    let view = picture.split("viewBox=\"0 0 ").nth(1).unwrap();
    let width: f64 = view.split(' ').next().unwrap().parse().unwrap();
    for name in species {
        let name = name.replace('&', "&amp;");
        let before = picture.split(&format!("\n{name}\n")).next().unwrap();
        assert_ne!(before.len(), picture.len(), "no {name}");
        let start = number(before.rsplit("<text").next().unwrap(), "x");
        assert!(start + 8.0 * name.len() as f64 <= width, "{name} at {start} of {width}");
    }
}
