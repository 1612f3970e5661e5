//! `zobrist lattice displacement`: mean squared displacements of a trajectory.

use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_console::text_table::{Column, lines};
use zobrist_input::counted;
use zobrist_simulation::Displacements;

use super::files::LatticeLimit;

/// Mean squared displacements of the atoms of a trajectory
///
/// By species and lag: along x, y and z, and their sum, in Å², each with its standard error. The
/// file is a dump of `lattice run` with `trajectories = true` in `[output.dump]`, or one of LAMMPS
/// with `id xu yu zu`, plain or compressed.
///
/// The frames are divided into blocks, at equal distances in steps or in time. A value is the mean
/// over the atoms, from the first frame of each block, and over the blocks; its error is their
/// standard deviation divided by the root of their number. Frames at the beginning that are more
/// than the blocks take are left out. The diffusion coefficient is the slope of the sum over the
/// time, divided by 6, or by 4 on a square lattice (docs/lattice-config.md).
///
/// Cost: the file is read twice; two frames are in memory.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice displacement path.xyz",
    "zobrist lattice displacement path.xyz --blocks 4 --format csv"
))]
pub(crate) struct Args {
    /// The trajectory, in extended XYZ or as a text dump of LAMMPS
    file: PathBuf,
    /// Blocks into which the frames are divided
    #[arg(long, value_name = "N", default_value = "10", help_heading = "Output")]
    blocks: NonZeroU64,
    /// Elements of the types 1, 2, … if the file has no names
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Input")]
    types: Vec<String>,
    /// Output format
    ///
    /// Text is an aligned table with a header.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: LatticeLimit,
}

const COLUMNS: &[&str] = &[
    "species",
    "atoms",
    "lag",
    "steps",
    "time",
    "x",
    "x_error",
    "y",
    "y_error",
    "z",
    "z_error",
    "total",
    "total_error",
];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let limit = args.limit.of_input().input;
    let found = Displacements::of(&args.file, args.blocks.get(), &args.types, limit)?;
    let left_out = found.left_out;
    if left_out > 0 {
        let (left_out, all) = (counted(left_out, "frame", "frames"), found.frames);
        say(&format!(
            "zobrist: left out {left_out} of {all} at the beginning: the others divide into {} blocks\n",
            args.blocks
        ));
    }
    let mut table: Vec<Column> = COLUMNS.iter().map(|name| Column::right(name)).collect();
    table[0] = Column::left(COLUMNS[0]);
    if args.format != Format::Text {
        print(&args.format.header(COLUMNS))?;
    }
    for row in &found.rows {
        let real = |number: Option<f64>| number.map_or(Value::Null, Value::Real);
        let along =
            (0..4).flat_map(|axis| [Some(row.means[axis]), row.errors.map(|errors| errors[axis])]);
        if args.format == Format::Text {
            let number = |number: Option<f64>| number.map_or("-".to_owned(), |x| format!("{x:.4}"));
            let steps = row.steps.map_or("-".to_owned(), |steps| steps.to_string());
            let time = row.time.map_or("-".to_owned(), |time| format!("{time:e}"));
            let cells =
                [row.species.clone(), row.atoms.to_string(), row.lag.to_string(), steps, time];
            for (column, cell) in table.iter_mut().zip(cells.into_iter().chain(along.map(number))) {
                column.cells.push(cell);
            }
            continue;
        }
        let mut values = vec![
            Value::Text(&row.species),
            Value::Number(row.atoms),
            Value::Number(row.lag),
            real(row.steps),
            real(row.time),
        ];
        values.extend(along.map(real));
        let mut out = Vec::new();
        args.format.append(&mut out, COLUMNS, &values);
        print(&out)?;
    }
    if args.format == Format::Text {
        for line in lines(&table) {
            print(format!("{line}\n").as_bytes())?;
        }
    }
    Ok(Ending::Done)
}
