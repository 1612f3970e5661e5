//! A slice of an alloy as an SVG picture.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use zobrist_files::simulation::Alloy;
use zobrist_lattice::{Configuration, Site, Species};

/// The longer side of the slice, in pixels, and the margin around it.
const SIDE: f64 = 720.0;
const MARGIN: f64 = 24.0;
/// The height of the lines of text above and below.
const LINE: f64 = 24.0;

const INK: &str = "#222222";
const HOST: &str = "#d9d9d9";

/// Okabe and Ito's colors for the vacancy and the solutes, which most color-blind people can
/// distinguish.
const COLORS: [&str; 7] =
    ["#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#f0e442"];

/// Upper bounds on the bytes of a mark, and of the rest of a picture without its texts.
const MAX_MARK: usize = 120;
const MAX_FRAME: usize = 2048;

/// Chooses the slice through the box, one cell thick along the last axis, that holds the most
/// solutes and vacancies.
pub(crate) fn slice(configuration: &Configuration) -> usize {
    let lattice = configuration.lattice();
    let mut counts = vec![0_usize; lattice.cells()[2]];
    for site in lattice.sites().filter(|site| !configuration.occupant(*site).is_host()) {
        counts[layer(configuration, site)] += 1;
    }
    let max = counts.iter().copied().max().unwrap_or(0);
    counts.iter().position(|count| *count == max).unwrap_or(0)
}

/// The cell of a site along the last axis.
fn layer(configuration: &Configuration, site: Site) -> usize {
    let lattice = configuration.lattice();
    let depth = lattice.position(site)[2] / lattice.structure().period()[2];
    usize::try_from(depth).expect("positions are not negative")
}

/// Draws the sites of a slice, seen along the last axis, from back to front.
///
/// # Errors
/// When the system refuses the memory.
pub(crate) fn picture(
    configuration: &Configuration,
    alloy: &Alloy,
    slice: usize,
    title: &str,
) -> Result<String> {
    let lattice = configuration.lattice();
    let structure = lattice.structure();
    let in_slice = |site: &Site| layer(configuration, *site) == slice;
    let mut atoms = Vec::new();
    let count = lattice.len() / lattice.cells()[2];
    atoms.try_reserve_exact(count).map_err(|_| refused(count * size_of::<Atom>()))?;
    atoms.extend(lattice.sites().filter(in_slice).map(|site| Atom {
        site,
        place: structure.cartesian(lattice.position(site)),
        species: configuration.occupant(site),
    }));
    sort_for_drawing(&mut atoms);
    let along = |axis: usize| atoms.iter().map(move |atom| atom.place[axis]);
    let low = [0, 1].map(|axis| along(axis).fold(f64::INFINITY, f64::min));
    let high = [0, 1].map(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max));
    let nearest = structure.distance(structure.directions()[0]);
    let extent = [0, 1].map(|axis| high[axis] - low[axis] + nearest);
    let scale = SIDE / extent[0].max(extent[1]);
    let size = extent.map(|along| along * scale);
    let legend = MARGIN + alloy.names().iter().map(|name| entry(name)).sum::<f64>();
    let width = (size[0] + 2.0 * MARGIN).max(480.0).max(legend);
    let height = size[1] + 2.0 * (MARGIN + LINE);

    let texts: usize = alloy.names().iter().map(|name| MAX_MARK * 2 + 6 * name.len()).sum();
    let bytes = MAX_FRAME + 12 * title.len() + texts + MAX_MARK * atoms.len();
    let mut svg = String::new();
    svg.try_reserve_exact(bytes).map_err(|_| refused(bytes))?;
    write!(
        svg,
        "<svg viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <title>\n{title}\n</title>\n\
         <rect fill=\"white\" height=\"100%\" width=\"100%\"/>\n"
    )?;
    text(&mut svg, title, MARGIN, MARGIN + 4.0)?;
    svg.push_str("<g>\n");
    for Atom { place, species, .. } in &atoms {
        let x = MARGIN + (place[0] - low[0] + nearest / 2.0) * scale;
        let y = MARGIN + LINE + size[1] - (place[1] - low[1] + nearest / 2.0) * scale;
        let radius = nearest * scale * if species.is_host() { 0.22 } else { 0.42 };
        mark(&mut svg, *species, x, y, radius)?;
    }
    svg.push_str("</g>\n");
    let mut x = MARGIN + 8.0;
    let bottom = height - MARGIN;
    for (number, name) in alloy.names().iter().enumerate() {
        mark(&mut svg, Species(number as u8), x, bottom - 5.0, 6.0)?;
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

/// Sorts atoms from back to front, those of one height by site. An atom in front may hide others, but
/// never anything except the host.
fn sort_for_drawing(atoms: &mut [Atom]) {
    // Not a stable sort, which takes memory of its own.
    atoms.sort_unstable_by(|a, b| {
        let key = |atom: &Atom| (!atom.species.is_host(), atom.place[2], atom.site);
        key(a).partial_cmp(&key(b)).expect("positions are numbers")
    });
}

fn refused(bytes: usize) -> anyhow::Error {
    anyhow!("the system refused {bytes} bytes of memory for a picture; take a smaller box")
}

/// The width of a species in the legend.
fn entry(name: &str) -> f64 {
    44.0 + 8.0 * name.chars().count() as f64
}

fn text(svg: &mut String, content: &str, x: f64, y: f64) -> std::fmt::Result {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    writeln!(
        svg,
        "<text fill=\"{INK}\" font-family=\"sans-serif\" font-size=\"14\" x=\"{x}\" y=\"{y}\">\n\
         {content}\n</text>"
    )
}

/// Draws an atom, or the ring that stands for a vacancy.
fn mark(svg: &mut String, species: Species, x: f64, y: f64, radius: f64) -> std::fmt::Result {
    let [cx, cy, r] = [x, y, radius].map(|number| (number * 10.0).round() / 10.0);
    match species {
        Species::VACANCY => writeln!(
            svg,
            "<circle cx=\"{cx}\" cy=\"{cy}\" fill=\"none\" r=\"{r}\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            COLORS[0],
            radius / 2.0
        ),
        Species(number) => {
            let fill = match number {
                0 => HOST,
                solute => COLORS[1 + (usize::from(solute) - 2) % (COLORS.len() - 1)],
            };
            writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" fill=\"{fill}\" r=\"{r}\"/>")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_of_one_height_stay_in_the_order_of_sites() {
        let atom = |site| {
            let species = if site % 7 == 3 { Species::VACANCY } else { Species(0) };
            Atom { site: Site(site), place: [0.0, 0.0, f64::from(site % 2)], species }
        };
        let mut atoms: Vec<Atom> = (0..1000).map(atom).collect();
        let mut expected: Vec<u32> = (0..1000).collect();
        expected.sort_by_key(|site| (site % 7 == 3, site % 2));
        sort_for_drawing(&mut atoms);
        assert_eq!(atoms.iter().map(|atom| atom.site.0).collect::<Vec<_>>(), expected);
    }
}
