//! Writes frames.

use std::io::{self, BufWriter, Write};

use zobrist_input::{Result, bail};
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};

use super::frame::VACANCY_SYMBOL;
use super::geometry::Crystal;

/// Format of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DumpFormat {
    /// Extended XYZ, as ASE and OVITO read it.
    ExtendedXyz,
    /// The text dump of LAMMPS.
    Lammps,
}

/// The moment of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Moment {
    /// The number of steps.
    pub step: u64,
    /// The time in s, a finite number; `None` if there is none, as for exchanges at random.
    pub time: Option<f64>,
    /// The energy in eV, a finite number. A dump of LAMMPS has no place for it.
    pub energy: Option<f64>,
}

impl Moment {
    /// Creates a moment after a number of steps, at a time in s, with an energy in eV.
    #[must_use]
    pub const fn new(step: u64, time: Option<f64>, energy: Option<f64>) -> Moment {
        Moment { step, time, energy }
    }
}

/// Writes the atoms of configurations.
///
/// Positions and the box are in Å, rounded to 10⁻¹⁰ Å; the time in s and the energy in eV are read
/// back as they were, to the last bit. Atoms are in the order of their sites; a vacancy is written
/// as [`VACANCY_SYMBOL`]. The box is periodic but along the third axis of a square lattice, which
/// is one lattice constant long.
///
/// In extended XYZ, `Step`, `Time` and `energy` are in the comment line, and the column `site` has
/// the numbers of the sites. ASE reads the energy as that of its calculator, and the others in
/// `info`. A dump of LAMMPS has `ITEM: TIME` before `ITEM: TIMESTEP`, as LAMMPS writes it, and is
/// in no unit style of LAMMPS, since none has Å and s; `id` is the number of the site plus 1, and
/// `type` that of the species plus 1.
#[derive(Clone, Debug)]
pub struct FrameWriter {
    format: DumpFormat,
    crystal: Crystal,
    /// The symbol of each species, and whether it is written.
    symbols: Vec<(String, bool)>,
}

impl FrameWriter {
    /// A writer of configurations on a lattice. `constant` is the lattice constant in Å, `names`
    /// has the name of each species by its number, and `only` the species that are written, instead
    /// of all.
    ///
    /// # Errors
    /// When the lattice constant is not from 0.001 to 10⁶ Å, a name is empty or has a space or a
    /// control character, two are equal, a species but the vacancy has the name [`VACANCY_SYMBOL`],
    /// or `only` has a species without a name.
    pub fn new(
        format: DumpFormat,
        lattice: Lattice,
        constant: f64,
        names: &[String],
        only: Option<&[Species]>,
    ) -> Result<FrameWriter> {
        let crystal = Crystal::new(lattice, constant)?;
        let mut symbols: Vec<(String, bool)> = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let is_vacancy = number == Species::VACANCY.index();
            let symbol = if is_vacancy { VACANCY_SYMBOL } else { name };
            if symbol.is_empty() || symbol.contains(|c: char| c.is_whitespace() || c.is_control()) {
                bail!("expected the name of an atom without spaces, got {symbol:?}");
            }
            if !is_vacancy && symbol == VACANCY_SYMBOL {
                bail!(
                    "expected another name than {VACANCY_SYMBOL}, which is that of a vacancy in a dump"
                );
            }
            if symbols.iter().any(|(other, _)| other == symbol) {
                bail!("expected a name of its own for each kind of atom, got {symbol:?} twice");
            }
            let species = |other: &Species| other.index() == number;
            let is_chosen = only.is_none_or(|only| only.iter().any(species));
            symbols.push((symbol.to_owned(), is_chosen));
        }
        let missing = only.unwrap_or_default().iter().find(|one| one.index() >= names.len());
        if let Some(Species(number)) = missing {
            bail!("expected species below {}, as many as have names, got {number}", names.len());
        }
        Ok(FrameWriter { format, crystal, symbols })
    }

    /// Writes a frame. Costs two passes over the sites, and memory for a buffer.
    ///
    /// # Errors
    /// When `out` fails.
    ///
    /// # Panics
    /// When the configuration is on another lattice, or has a species without a name.
    pub fn write(
        &self,
        configuration: &Configuration,
        moment: Moment,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        assert_eq!(configuration.lattice(), self.crystal.lattice, "the writer is for one lattice");
        let occupants = configuration.occupants();
        let count = occupants.iter().filter(|species| self.symbol(**species).is_some()).count();
        let mut out = BufWriter::with_capacity(1 << 16, out);
        match self.format {
            DumpFormat::ExtendedXyz => self.xyz_header(count, moment, &mut out)?,
            DumpFormat::Lammps => self.lammps_header(count, moment, &mut out)?,
        }
        for (site, species) in self.crystal.lattice.sites().zip(occupants) {
            let Some(symbol) = self.symbol(*species) else { continue };
            let [x, y, z] = self.crystal.position(site).map(rounded);
            let (Site(site), Species(species)) = (site, *species);
            match self.format {
                DumpFormat::ExtendedXyz => writeln!(out, "{symbol} {x:?} {y:?} {z:?} {site}")?,
                DumpFormat::Lammps => {
                    let (id, number) = (u64::from(site) + 1, u16::from(species) + 1);
                    writeln!(out, "{id} {number} {symbol} {x:?} {y:?} {z:?}")?;
                }
            }
        }
        out.flush()
    }

    /// The symbol of a species, if it is written.
    fn symbol(&self, species: Species) -> Option<&str> {
        let (symbol, is_chosen) = &self.symbols[species.index()];
        is_chosen.then_some(symbol)
    }

    fn xyz_header(&self, count: usize, moment: Moment, out: &mut impl Write) -> io::Result<()> {
        let Moment { step, time, energy } = moment;
        let axes = self.crystal.box_axes().concat();
        let axes = axes.into_iter().map(|x| format!("{:?}", rounded(x))).collect::<Vec<_>>();
        let pbc = if self.is_plane() { "T T F" } else { "T T T" };
        write!(
            out,
            "{count}\nLattice=\"{}\" Properties=species:S:1:pos:R:3:site:I:1 pbc=\"{pbc}\" Step={step}",
            axes.join(" ")
        )?;
        if let Some(time) = time {
            write!(out, " Time={time:?}")?;
        }
        if let Some(energy) = energy {
            write!(out, " energy={energy:?}")?;
        }
        writeln!(out)
    }

    fn lammps_header(&self, count: usize, moment: Moment, out: &mut impl Write) -> io::Result<()> {
        let Moment { step, time, .. } = moment;
        let [[x, ..], [xy, y, _], [.., z]] = self.crystal.box_axes().map(|axis| axis.map(rounded));
        let flags = if self.is_plane() { "pp pp ff" } else { "pp pp pp" };
        if let Some(time) = time {
            write!(out, "ITEM: TIME\n{time:?}\n")?;
        }
        write!(out, "ITEM: TIMESTEP\n{step}\nITEM: NUMBER OF ATOMS\n{count}\nITEM: BOX BOUNDS ")?;
        match xy == 0.0 {
            true => write!(out, "{flags}\n0.0 {x:?}\n0.0 {y:?}\n0.0 {z:?}\n")?,
            // The second axis of hcp leans back: the bounds are those of an upright box around the
            // box.
            false => write!(
                out,
                "xy xz yz {flags}\n{xy:?} {x:?} {xy:?}\n0.0 {y:?} 0.0\n0.0 {z:?} 0.0\n"
            )?,
        }
        writeln!(out, "ITEM: ATOMS id type element x y z")
    }

    fn is_plane(&self) -> bool {
        self.crystal.lattice.structure() == Structure::Square
    }
}

/// A length in Å to ten digits after the point, which keeps dumps short. Zero has no sign.
fn rounded(length: f64) -> f64 {
    const SCALE: f64 = 1e10;
    (length * SCALE).round() / SCALE + 0.0
}
