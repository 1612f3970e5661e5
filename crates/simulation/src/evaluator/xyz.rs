//! Requests as extended XYZ, for programs that show atoms.

use serde::Deserialize;
use serde_json::value::RawValue;

/// The keys of a request. Coordinates stay as they are written.
#[derive(Deserialize)]
struct Keys<'a> {
    id: u64,
    species: String,
    #[serde(borrow)]
    start: [&'a RawValue; 3],
    #[serde(borrow)]
    end: [&'a RawValue; 3],
    #[serde(borrow)]
    sites: Vec<Site<'a>>,
}

/// The species and the coordinates of a site.
#[derive(Deserialize)]
struct Site<'a>(
    String,
    #[serde(borrow)] &'a RawValue,
    #[serde(borrow)] &'a RawValue,
    #[serde(borrow)] &'a RawValue,
);

/// Returns the atoms of a request as extended XYZ: first the atom that jumps, then the vacancy as
/// `X`, then the sites. There is no cell; the comment has the id, the species, the start and the
/// end.
///
/// # Panics
/// When the line is not that of a request.
pub(super) fn extended_xyz(line: &[u8]) -> String {
    let keys: Keys<'_> = serde_json::from_slice(line).expect("the line is a request");
    let triple = |[x, y, z]: [&RawValue; 3]| format!("{x} {y} {z}");
    let (start, end) = (triple(keys.start), triple(keys.end));
    let species = &keys.species;
    let mut xyz = format!(
        "{}\nProperties=species:S:1:pos:R:3 id={} species={species} start=\"{start}\" \
         end=\"{end}\" pbc=\"F F F\"\n{species} {start}\nX {end}\n",
        keys.sites.len() + 2,
        keys.id
    );
    for Site(species, x, y, z) in keys.sites {
        xyz += &format!("{species} {x} {y} {z}\n");
    }
    xyz
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_in_extended_xyz() {
        let line = concat!(
            r#"{"id":7,"species":"Cu","start":[1.4,-1.4,1.4],"end":[0,0,0],"#,
            r#""sites":[["Fe",2.8,0,0],["X",0,0,0.1]]}"#
        );
        let expected = [
            "4",
            r#"Properties=species:S:1:pos:R:3 id=7 species=Cu start="1.4 -1.4 1.4" end="0 0 0" pbc="F F F""#,
            "Cu 1.4 -1.4 1.4",
            "X 0 0 0",
            "Fe 2.8 0 0",
            "X 0 0 0.1\n",
        ]
        .join("\n");
        assert_eq!(extended_xyz(line.as_bytes()), expected);
    }
}
