//! A slice of an alloy as a picture.

use svg::Document;
use svg::node::element::{Circle, Group, Rectangle, Text, Title};
use zobrist_lattice::{Configuration, Site, Species};

use super::alloy::Alloy;

/// The longer side of the slice, in pixels, and the margin around it.
const SIDE: f64 = 720.0;
const MARGIN: f64 = 24.0;
/// The lines above and below.
const LINE: f64 = 24.0;

const INK: &str = "#222222";
const HOST: &str = "#d9d9d9";

/// Okabe and Ito's colours for the vacancy and the solutes, which most colour-blind people can
/// tell apart.
const COLORS: [&str; 7] =
    ["#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#f0e442"];

/// The slice through the box, one cell thick along the last axis, that holds the most solutes and
/// vacancies at the start: the same cell before and after shows what became of them.
pub fn slice(configuration: &Configuration) -> usize {
    let lattice = configuration.lattice();
    let mut counts = vec![0_usize; lattice.cells()[2]];
    for site in lattice.sites().filter(|site| !configuration.occupant(*site).is_host()) {
        counts[layer(configuration, site)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    counts.iter().position(|count| *count == most).unwrap_or(0)
}

/// The cell along the last axis in which a site is.
fn layer(configuration: &Configuration, site: Site) -> usize {
    let lattice = configuration.lattice();
    let depth = lattice.position(site)[2] / lattice.structure().period()[2];
    usize::try_from(depth).expect("positions are not negative")
}

/// The sites of a slice, seen along the last axis, drawn back to front.
pub fn picture(
    configuration: &Configuration,
    alloy: &Alloy,
    slice: usize,
    title: &str,
) -> Document {
    let lattice = configuration.lattice();
    let structure = lattice.structure();
    let mut atoms: Vec<([f64; 3], Species)> = lattice
        .sites()
        .filter(|site| layer(configuration, *site) == slice)
        .map(|site| (structure.cartesian(lattice.position(site)), configuration.occupant(site)))
        .collect();
    // What is in front hides what is behind, but never anything except the host.
    atoms.sort_by(|a, b| {
        let key = |atom: &([f64; 3], Species)| (!atom.1.is_host(), atom.0[2]);
        key(a).partial_cmp(&key(b)).expect("positions are numbers")
    });
    let along = |axis: usize| atoms.iter().map(move |(place, _)| place[axis]);
    let low = [0, 1].map(|axis| along(axis).fold(f64::INFINITY, f64::min));
    let high = [0, 1].map(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max));
    let nearest = structure.distance(structure.directions()[0]);
    let extent = [0, 1].map(|axis| high[axis] - low[axis] + nearest);
    let scale = SIDE / extent[0].max(extent[1]);
    let size = extent.map(|along| along * scale);
    let (width, height) = (size[0] + 2.0 * MARGIN, size[1] + 2.0 * (MARGIN + LINE));

    let mut sites = Group::new();
    for (place, species) in &atoms {
        let x = MARGIN + (place[0] - low[0] + nearest / 2.0) * scale;
        let y = MARGIN + LINE + size[1] - (place[1] - low[1] + nearest / 2.0) * scale;
        let radius = nearest * scale * if species.is_host() { 0.22 } else { 0.42 };
        sites = sites.add(mark(*species, x, y, radius));
    }
    let text = |content: &str, x: f64, y: f64| {
        Text::new(content)
            .set("x", x)
            .set("y", y)
            .set("fill", INK)
            .set("font-family", "sans-serif")
            .set("font-size", 14)
    };
    let legend = MARGIN + alloy.names().iter().map(|name| entry(name)).sum::<f64>();
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, width.max(480.0).max(legend), height))
        .add(Title::new(title))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
        .add(text(title, MARGIN, MARGIN + 4.0))
        .add(sites);
    let mut x = MARGIN + 8.0;
    let bottom = height - MARGIN;
    for (number, name) in alloy.names().iter().enumerate() {
        document = document.add(mark(Species(number as u8), x, bottom - 5.0, 6.0)).add(text(
            name,
            x + 12.0,
            bottom,
        ));
        x += entry(name);
    }
    document
}

/// The width that a species takes in the legend.
fn entry(name: &str) -> f64 {
    44.0 + 8.0 * name.chars().count() as f64
}

/// An atom, or the ring that stands for a vacancy.
fn mark(species: Species, x: f64, y: f64, radius: f64) -> Circle {
    let circle = Circle::new()
        .set("cx", (x * 10.0).round() / 10.0)
        .set("cy", (y * 10.0).round() / 10.0)
        .set("r", (radius * 10.0).round() / 10.0);
    match species {
        Species::HOST => circle.set("fill", HOST),
        Species::VACANCY => {
            circle.set("fill", "none").set("stroke", COLORS[0]).set("stroke-width", radius / 2.0)
        }
        Species(number) => {
            circle.set("fill", COLORS[1 + (usize::from(number) - 2) % (COLORS.len() - 1)])
        }
    }
}
