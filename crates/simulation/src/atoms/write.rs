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

/// An atom that is followed, or a vacancy: where it is, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FollowedAtom {
    /// Its species.
    pub species: Species,
    /// Its site.
    pub site: Site,
    /// Its displacement from the site where it began, in fine units, as if the box had no end.
    pub displacement: [i64; 3],
}

impl FollowedAtom {
    /// Creates an atom of a species on a site, after a displacement in fine units.
    #[must_use]
    pub const fn new(species: Species, site: Site, displacement: [i64; 3]) -> FollowedAtom {
        FollowedAtom { species, site, displacement }
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

    /// Returns the species whose atoms are written, each once.
    pub fn species(&self) -> impl Iterator<Item = Species> {
        let each = self.symbols.iter().enumerate();
        each.filter(|(_, (_, is_chosen))| *is_chosen).map(|(number, _)| Species(number as u8))
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
        self.header(count, false, moment, &mut out)?;
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

    /// Writes a frame of atoms that are followed: of each, besides, the number of the site where it
    /// began, its position as if the box had no end, and the turns around the box that this is
    /// away. The atoms are in the order of the sites where they began, which is the same in every
    /// frame. In extended XYZ, the columns are `id` (that site), `unwrapped` and `image`; in a
    /// dump of LAMMPS, `id` is that site plus 1, and `ix iy iz xu yu zu` follow.
    ///
    /// Costs sorting the atoms, and 48 bytes for each.
    ///
    /// # Errors
    /// When `out` fails.
    ///
    /// # Panics
    /// When an atom is of a species without a name, or its site is not on the lattice.
    pub fn write_followed(
        &self,
        atoms: impl Iterator<Item = FollowedAtom>,
        moment: Moment,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut atoms: Vec<(Site, FollowedAtom)> = atoms
            .filter(|atom| self.symbol(atom.species).is_some())
            .map(|atom| (self.crystal.site_before(atom.site, atom.displacement), atom))
            .collect();
        atoms.sort_unstable_by_key(|(first, _)| *first);
        let mut out = BufWriter::with_capacity(1 << 16, out);
        self.header(atoms.len(), true, moment, &mut out)?;
        for (first, atom) in atoms {
            let symbol = self.symbol(atom.species).unwrap_or_default();
            let (image, unwrapped) = self.crystal.unwrapped(first, atom.displacement);
            let ([x, y, z], [ix, iy, iz]) = (self.crystal.position(atom.site).map(rounded), image);
            let [xu, yu, zu] = unwrapped.map(rounded);
            let (Site(first), Site(site), Species(species)) = (first, atom.site, atom.species);
            match self.format {
                DumpFormat::ExtendedXyz => writeln!(
                    out,
                    "{symbol} {x:?} {y:?} {z:?} {site} {first} {xu:?} {yu:?} {zu:?} {ix} {iy} {iz}"
                )?,
                DumpFormat::Lammps => {
                    let (id, number) = (u64::from(first) + 1, u16::from(species) + 1);
                    writeln!(
                        out,
                        "{id} {number} {symbol} {x:?} {y:?} {z:?} {ix} {iy} {iz} {xu:?} {yu:?} {zu:?}"
                    )?;
                }
            }
        }
        out.flush()
    }

    fn header(
        &self,
        count: usize,
        is_followed: bool,
        moment: Moment,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self.format {
            DumpFormat::ExtendedXyz => self.xyz_header(count, is_followed, moment, out),
            DumpFormat::Lammps => self.lammps_header(count, is_followed, moment, out),
        }
    }

    /// The symbol of a species, if it is written.
    fn symbol(&self, species: Species) -> Option<&str> {
        let (symbol, is_chosen) = &self.symbols[species.index()];
        is_chosen.then_some(symbol)
    }

    fn xyz_header(
        &self,
        count: usize,
        is_followed: bool,
        moment: Moment,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let Moment { step, time, energy } = moment;
        let axes = self.crystal.box_axes().concat();
        let axes = axes.into_iter().map(|x| format!("{:?}", rounded(x))).collect::<Vec<_>>();
        let pbc = if self.is_plane() { "T T F" } else { "T T T" };
        let more = if is_followed { ":id:I:1:unwrapped:R:3:image:I:3" } else { "" };
        write!(
            out,
            "{count}\nLattice=\"{}\" Properties=species:S:1:pos:R:3:site:I:1{more} pbc=\"{pbc}\" Step={step}",
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

    fn lammps_header(
        &self,
        count: usize,
        is_followed: bool,
        moment: Moment,
        out: &mut impl Write,
    ) -> io::Result<()> {
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
        let more = if is_followed { " ix iy iz xu yu zu" } else { "" };
        writeln!(out, "ITEM: ATOMS id type element x y z{more}")
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
