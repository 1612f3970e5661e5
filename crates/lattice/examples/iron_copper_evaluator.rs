//! An evaluator: a program that reads requests for barriers, one JSON object a line, and answers
//! each by a line.
//!
//! It has the pair energies of iron and copper, [`PairModel::iron_copper`], and gives the barriers
//! of that model to the last bit. It needs the two shells of sites around either end of a jump;
//! sites beyond are ignored.
//!
//! ```sh
//! echo '{"id":1,"species":"Cu","start":[1,1,1],"end":[0,0,0],"sites":[]}' |
//!     cargo run --release -p zobrist-lattice --example iron_copper_evaluator
//! ```

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};

use serde::Deserialize;
use zobrist_lattice::model::{Jump, Model, PairModel};
use zobrist_lattice::{Configuration, Lattice, Offset, Site, Species, Structure};

/// A jump of an atom from `start` to a vacancy at the origin, with the sites around. Lengths are in
/// any unit.
#[derive(Deserialize)]
struct Request<'a> {
    id: u64,
    species: &'a str,
    start: [f64; 3],
    #[serde(borrow)]
    sites: Vec<(&'a str, f64, f64, f64)>,
}

/// The farthest that a site on which a jump depends can be along an axis: the next atom and two
/// shells, in halves of the lattice constant.
const MAX_OFFSET: i32 = 3;

pub(crate) fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
    let mut evaluator = Evaluator {
        model: PairModel::iron_copper(lattice)?,
        box_of_iron: Configuration::new(lattice),
        vacancy: lattice.site_at([0, 0, 0]).expect("bcc has a site there"),
        directions: Structure::Bcc.directions(),
    };
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::stdout().lock();
    let (mut line, mut answers) = (String::new(), Vec::new());
    while input.read_line(&mut line)? > 0 {
        let request: Request<'_> = serde_json::from_str(&line)?;
        let id = request.id;
        match evaluator.barrier(&request) {
            Ok(barrier) => writeln!(answers, "{{\"id\":{id},\"barrier\":{barrier}}}")?,
            Err(error) => writeln!(answers, "{}", serde_json::json!({ "id": id, "error": error }))?,
        }
        line.clear();
        // Answers are held back only while there is another request: none may wait for one that has
        // not come.
        if !input.buffer().contains(&b'\n') {
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
    }
    Ok(())
}

struct Evaluator {
    model: PairModel,
    /// Iron everywhere between two requests.
    box_of_iron: Configuration,
    vacancy: Site,
    directions: Vec<Offset>,
}

impl Evaluator {
    /// The barrier of a jump in eV.
    fn barrier(&mut self, request: &Request<'_>) -> Result<f64, String> {
        // The start is half a diagonal of the cube away, half a lattice constant along each axis.
        let half = request.start[0].abs();
        let fine = |position: [f64; 3]| position.map(|x| (x / half).round() as i32);
        let lattice = self.model.lattice();
        let start = fine(request.start);
        let direction = self.directions.iter().position(|direction| *direction == start);
        let direction = direction.ok_or("expected a start that is a nearest neighbor in bcc")?;
        let to = lattice.neighbor(self.vacancy, start);
        let mut others = vec![(to, species(request.species)?)];
        for (name, x, y, z) in &request.sites {
            let offset = fine([*x, *y, *z]);
            let (species, is_near) = (species(name)?, offset.iter().all(|x| x.abs() <= MAX_OFFSET));
            if !species.is_host() && is_near {
                others.push((lattice.neighbor(self.vacancy, offset), species));
            }
        }
        self.box_of_iron.set(self.vacancy, Species::VACANCY);
        for (site, species) in &others {
            self.box_of_iron.set(*site, *species);
        }
        let jump = Jump::new(self.vacancy, to, direction);
        let barrier = self.model.barrier(&self.box_of_iron, jump);
        for (site, _) in others {
            self.box_of_iron.set(site, Species::HOST);
        }
        Ok(barrier)
    }
}

fn species(name: &str) -> Result<Species, String> {
    match name {
        "Fe" => Ok(Species::HOST),
        "X" => Ok(Species::VACANCY),
        "Cu" => Ok(Species(2)),
        _ => Err(format!("expected Fe, Cu or X, got {name:?}")),
    }
}
