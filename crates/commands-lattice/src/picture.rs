//! The solutes and vacancies of an alloy as an SVG picture.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use zobrist_lattice::{Configuration, Site, Species};
use zobrist_simulation::Alloy;

use super::svg::{COLORS, MARGIN, rounded, text, width_of};

/// The longer side of the box, in pixels.
const SIDE: f64 = 720.0;
/// The height of the lines of text above and below.
const LINE: f64 = 24.0;

const FRAME: &str = "#b0b0b0";

/// The size and the opacity of an atom at the back, relative to one at the front.
const BACK_SIZE: f64 = 0.6;
const BACK_OPACITY: f64 = 0.35;

/// Upper bounds on the bytes of a mark, and of the rest of a picture without its texts.
const MAX_MARK: usize = 100;
const MAX_FRAME: usize = 2048;

/// Draws what is on `others`, the sites without a host atom, seen along the last axis from its end:
/// what is at the back is smaller and fainter. The host is a frame around the box.
///
/// # Errors
/// When the system refuses the memory.
pub(crate) fn picture(
    configuration: &Configuration,
    others: &[Site],
    alloy: &Alloy,
    title: &str,
) -> Result<String> {
    let lattice = configuration.lattice();
    let structure = lattice.structure();
    let mut atoms = Vec::new();
    let count = others.len();
    atoms.try_reserve_exact(count).map_err(|_| refused(count * size_of::<Atom>()))?;
    atoms.extend(others.iter().map(|site| Atom {
        site: *site,
        place: structure.cartesian(lattice.position(*site)),
        species: configuration.occupant(*site),
    }));
    sort_for_drawing(&mut atoms);

    let (cells, period) = (lattice.cells(), structure.period());
    let corner = |ends: [usize; 3]| {
        let fine = [0, 1, 2].map(|axis| (ends[axis] * cells[axis]) as i32 * period[axis]);
        structure.cartesian(fine)
    };
    let corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]].map(corner);
    let depth = corner([0, 0, 1])[2];
    let along = |axis: usize| corners.iter().map(move |corner| corner[axis]);
    let low = [0, 1].map(|axis| along(axis).fold(f64::INFINITY, f64::min));
    let high = [0, 1].map(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max));
    let nearest = structure.distance(structure.directions()[0]);
    let extent = [0, 1].map(|axis| high[axis] - low[axis] + nearest);
    let scale = SIDE / extent[0].max(extent[1]);
    let size = extent.map(|along| along * scale);
    let legend = MARGIN + alloy.names().iter().map(|name| entry(name)).sum::<f64>();
    let width = (size[0] + 2.0 * MARGIN).max(480.0).max(legend).max(width_of(title) + 2.0 * MARGIN);
    let height = size[1] + 2.0 * (MARGIN + LINE);
    let seen = |place: [f64; 3]| {
        let x = MARGIN + (place[0] - low[0] + nearest / 2.0) * scale;
        let y = MARGIN + LINE + size[1] - (place[1] - low[1] + nearest / 2.0) * scale;
        [x, y].map(rounded)
    };

    let texts: usize = alloy.names().iter().map(|name| MAX_MARK * 2 + 6 * name.len()).sum();
    let bytes = MAX_FRAME + 12 * title.len() + texts + MAX_MARK * atoms.len();
    let mut svg = String::new();
    svg.try_reserve_exact(bytes).map_err(|_| refused(bytes))?;
    let shown = super::svg::escaped(title);
    write!(
        svg,
        "<svg viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <title>\n{shown}\n</title>\n\
         <rect fill=\"white\" height=\"100%\" width=\"100%\"/>\n",
        rounded(width),
        rounded(height)
    )?;
    text(&mut svg, title, MARGIN, MARGIN + 4.0)?;
    let points = corners.map(seen).map(|[x, y]| format!("{x},{y}")).join(" ");
    writeln!(svg, "<polygon fill=\"none\" points=\"{points}\" stroke=\"{FRAME}\"/>\n<g>")?;
    for Atom { place, species, .. } in &atoms {
        let near = if depth > 0.0 { place[2] / depth } else { 1.0 };
        let radius = nearest * scale * 0.42 * (BACK_SIZE + (1.0 - BACK_SIZE) * near);
        let opacity = BACK_OPACITY + (1.0 - BACK_OPACITY) * near;
        mark(&mut svg, *species, seen(*place), radius, opacity)?;
    }
    svg.push_str("</g>\n");
    let mut x = MARGIN + 8.0;
    let bottom = height - MARGIN;
    for (number, name) in alloy.names().iter().enumerate() {
        mark(&mut svg, Species(number as u8), [x, bottom - 5.0].map(rounded), 6.0, 1.0)?;
        text(&mut svg, name, x + 12.0, bottom)?;
        x += entry(name);
    }
    svg.push_str("</svg>");
    Ok(svg)
}

struct Atom {
    site: Site,
    place: [f64; 3],
    species: Species,
}

/// Sorts atoms from back to front, those of one height by site. An atom in front may hide others,
/// but never a vacancy.
fn sort_for_drawing(atoms: &mut [Atom]) {
    // Not a stable sort, which takes memory of its own.
    atoms.sort_unstable_by(|a, b| {
        let key = |atom: &Atom| (atom.species == Species::VACANCY, atom.place[2], atom.site);
        key(a).partial_cmp(&key(b)).expect("positions are numbers")
    });
}

fn refused(bytes: usize) -> anyhow::Error {
    anyhow!("the system refused {bytes} bytes of memory for a picture; take a smaller box")
}

/// The width of a species in the legend.
fn entry(name: &str) -> f64 {
    36.0 + width_of(name)
}

/// Draws an atom, the ring that stands for a vacancy, or the frame that stands for the host.
fn mark(
    svg: &mut String,
    species: Species,
    [x, y]: [f64; 2],
    radius: f64,
    opacity: f64,
) -> std::fmt::Result {
    let r = rounded(radius);
    match species {
        Species::HOST => writeln!(
            svg,
            "<rect fill=\"none\" height=\"{0}\" stroke=\"{FRAME}\" width=\"{0}\" x=\"{1}\" y=\"{2}\"/>",
            2.0 * r,
            rounded(x - r),
            rounded(y - r)
        ),
        Species::VACANCY => writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" fill=\"none\" r=\"{r}\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            COLORS[0],
            rounded(radius / 2.0)
        ),
        Species(number) => {
            let fill = COLORS[1 + (usize::from(number) - 2) % (COLORS.len() - 1)];
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" fill=\"{fill}\"")?;
            if opacity < 1.0 {
                write!(svg, " fill-opacity=\"{}\"", (opacity * 100.0).round() / 100.0)?;
            }
            writeln!(svg, " r=\"{r}\"/>")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_of_one_height_stay_in_the_order_of_sites() {
        let atom = |site| {
            let species = if site % 7 == 3 { Species::VACANCY } else { Species(2) };
            Atom { site: Site(site), place: [0.0, 0.0, f64::from(site % 2)], species }
        };
        let mut atoms: Vec<Atom> = (0..1000).map(atom).collect();
        let mut expected: Vec<u32> = (0..1000).collect();
        expected.sort_by_key(|site| (site % 7 == 3, site % 2));
        sort_for_drawing(&mut atoms);
        assert_eq!(atoms.iter().map(|atom| atom.site.0).collect::<Vec<_>>(), expected);
    }
}
