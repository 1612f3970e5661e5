//! A model of one's own whose barriers another program computes, line by line; here Python.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model};
use zobrist_lattice::{Configuration, Kmc, Lattice, RecallMode, Settings, Species, Structure};

/// Copper, species 2, beside the vacancy lowers its barriers.
const SCRIPT: &str = "import json, sys
for line in sys.stdin:
    print(json.dumps({'barrier': 0.65 - 0.01 * json.loads(line)['around'].count(2)}), flush=True)";

struct External {
    lattice: Lattice,
    reach: Vec<[i32; 3]>,
    program: Child,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Model for External {
    fn lattice(&self) -> Lattice {
        self.lattice
    }
    fn species_count(&self) -> usize {
        3 // the host, the vacancy, copper
    }
    fn reach(&self) -> &[[i32; 3]] {
        &self.reach
    }
    fn barrier(&mut self, alloy: &Configuration, jump: Jump) -> Result<Barrier, EvaluationError> {
        let species = |offset| alloy.occupant(self.lattice.neighbor(jump.vacancy, offset)).0;
        let around: Vec<u8> = self.reach.iter().map(|offset| species(*offset)).collect();
        writeln!(self.program.stdin.as_mut().ok_or("no pipe")?, "{}", json!({ "around": around }))?;
        let answer = self.answers.next().ok_or("expected an answer, but the program ended")??;
        let barrier = serde_json::from_str::<Value>(&answer)?["barrier"].as_f64();
        Ok(Barrier::new(barrier.ok_or_else(|| format!("expected a barrier, got {answer:?}"))?))
    }
    fn fingerprint(&self) -> u64 {
        1 // changes whenever the script does
    }
}

fn main() -> Result<(), EvaluationError> {
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let (mut program, reach) = (python.spawn()?, Structure::Bcc.directions());
    let answers = BufReader::new(program.stdout.take().ok_or("no standard output")?).lines();
    let lattice = Lattice::new(Structure::Bcc, [8; 3])?;
    let (mut alloy, mut settings) = (Configuration::new(lattice), Settings::new(773.0, 1));
    alloy.scatter(Species::VACANCY, 1, &mut Xoshiro256PlusPlus::new(1))?;
    alloy.scatter(Species(2), 20, &mut Xoshiro256PlusPlus::new(2))?;
    settings.recall = RecallMode::JumpSymmetry;
    let mut kmc = Kmc::new(External { lattice, reach, program, answers }, alloy, settings)?;
    kmc.run(1000)?;
    println!("{} steps, {} barriers computed", kmc.steps(), kmc.evaluations());
    Ok(())
}
