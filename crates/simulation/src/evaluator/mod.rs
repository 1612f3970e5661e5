//! Barriers from a program of one's own, which answers requests line by line.
//!
//! An [`Evaluator`] starts copies of a command, its workers, and writes requests to their standard
//! input. A [`Geometry`] makes the requests of the jumps on a lattice, and a [`CommandModel`] gives
//! the answers to a simulation.
//!
//! ```no_run
//! use std::sync::Arc;
//! use zobrist_lattice::model::Jump;
//! use zobrist_lattice::{Configuration, Lattice, Species, Structure};
//! use zobrist_simulation::evaluator::{Evaluator, EvaluatorSettings, Geometry};
//!
//! let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
//! let geometry = Arc::new(Geometry::new(lattice, 2.87, 2.87, &["Fe", "vacancy", "Cu"])?);
//! let command = vec!["python3".into(), "barriers.py".into()];
//! let mut settings = EvaluatorSettings::new(command, "/home/me/iron");
//! settings.workers = 4;
//! let evaluator = Evaluator::new(settings, geometry.clone())?;
//! let mut iron = Configuration::new(lattice);
//! let vacancy = lattice.site_at([0, 0, 0]).unwrap();
//! iron.set(vacancy, Species::VACANCY);
//! let to = lattice.neighbor(vacancy, [1, 1, 1]);
//! let requests = geometry.requests(&iron, &[Jump::new(vacancy, to, 7)]);
//! let answers = evaluator.evaluate(&requests)?;
//! println!("{} eV", answers[0].barrier);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Requests
//! A request is one line of JSON:
//!
//! ```json
//! {"id":1,"species":"Cu","start":[-1.435,-1.435,-1.435],"end":[0,0,0],"sites":[["Fe",-2.87,0,0],["X",0,0,2.87]]}
//! ```
//!
//! The atom of `species` jumps from `start` to the vacancy at `end`. `sites` are all sites within
//! reach of either end but the two themselves, by their distance from the vacancy, then by x, y and
//! z. Positions are those of a perfect lattice, in Å relative to the vacancy. A vacant site has the
//! species `X`. A number is the shortest decimal that reads back as the same double, and positions
//! that mirror each other have numbers that differ in sign alone.
//!
//! # Answers
//! An answer is one line with the `id` of a request, its `barrier` in eV and, if the worker likes,
//! a `prefactor` in 1/s; or with the `id` and an `error`, a text. Other keys are ignored, and so
//! are lines of white space; a `null` is as if the key were not there. Barriers are finite: JSON
//! has neither NaN nor infinity. A line has at most [`MAX_ANSWER`] bytes. Answers come in any
//! order. Standard output is for answers alone; what a worker writes to standard error appears on
//! that of this program.
//!
//! A worker gets at most `batch` requests that it has not answered, and gets them as soon as there
//! are any: it must answer what it has read rather than wait for more. It must also flush its
//! output after an answer, as programs often do not if it is a pipe.
//!
//! # Symmetry
//! A request is in the orientation in which the jump occurs. A recalled barrier may have been
//! computed for a symmetric image of the jump, so that a run is independent of recall only if the
//! evaluator gives symmetric requests the same barrier to the last bit. Sums of floating-point
//! numbers depend on their order, and an atom-by-atom sum therefore differs in the last digits
//! between images. Sums of whole numbers (energies in 10⁻¹² eV, say) do not. Rounding the barrier
//! to fewer digits than are exact makes a difference rare, though not impossible.
//!
//! # The life of a worker
//! Workers start at the first requests, in the folder of the settings, and in a process group of
//! their own, so that Ctrl-C does not reach them. One that ends by itself, or closes its standard
//! input or output, is started again once, with its requests; then that failure is final. One that
//! gives no answer in time, counted from the request or from the answer before, or writes something
//! other than an answer, is not started again. After the last clone of an [`Evaluator`] is dropped,
//! the workers' standard input is closed; one that has not ended two seconds later is killed. If
//! this program is killed, its workers see the end of their standard input, and should end.

mod answer;
mod error;
mod geometry;
mod geometry_error;
mod lines;
mod model;
mod pool;
mod process;
mod queue;
mod request;
mod settings;
mod worker;
mod xyz;

pub use answer::Answer;
pub use error::{EvaluatorError, FailedRequest};
pub use geometry::{Geometry, View};
pub use geometry_error::GeometryError;
pub use lines::MAX_ANSWER;
pub use model::CommandModel;
pub use pool::Evaluator;
pub(super) use process::find_program;
pub use request::Request;
pub use settings::{EvaluatorSettings, SettingsError};
