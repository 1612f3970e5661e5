//! The pictures that a run draws, and when.

use std::path::Path;

use anyhow::{Error, Result};
use zobrist_lattice::{Configuration, Site};
use zobrist_simulation::{Config, Every, Run};

use super::curves::{Drawing, curves};
use super::files::Files;
use super::picture::picture;
use super::rows::Rows;

/// Draws the picture of the start.
pub(super) fn before(start: &Configuration, others: &[Site], config: &Config) -> Result<String> {
    picture(start, others, &config.alloy, &title("at the start"))
}

/// Draws the picture of a time in s.
pub(super) fn draw_at(files: &Files, time: f64, run: &Run, config: &Config) -> Option<Error> {
    let (_, file) = files.at.iter().find(|(at, _)| *at == time)?;
    let at = run.time().unwrap_or(time);
    let engine = run.engine();
    let title = title(&format!("at {at:e} s"));
    let drawn = picture(engine.configuration(), &engine.others(), &config.alloy, &title);
    drawn.and_then(|drawn| file.write(drawn.as_bytes())).err()
}

/// Draws the picture of the end, and the curves, each even if the other cannot be written.
pub(super) fn draw(files: &Files, run: &Run, rows: &Rows, config: &Config) -> Vec<Error> {
    let engine = run.engine();
    let when = match run.time() {
        Some(time) => format!("after {} steps and {time:.3e} s", run.steps()),
        None => format!("after {} steps", run.steps()),
    };
    let after = picture(engine.configuration(), &engine.others(), &config.alloy, &title(&when));
    let after = after.and_then(|after| files.after.write(after.as_bytes()));
    let curves = files.curves.as_ref().map(|file| {
        let rows = rows.numbers(run.columns());
        let title = format!("Observables of {}", file_name(config));
        let drawing = Drawing::of_run(run.columns(), &rows, is_logarithmic(config), &title);
        file.write(curves(&drawing)?.as_bytes())
    });
    [Some(after), curves].into_iter().flatten().filter_map(Result::err).collect()
}

/// The name of the configuration without its folder.
pub(super) fn file_name(config: &Config) -> String {
    let name = Path::new(config.name()).file_name().unwrap_or_default();
    name.display().to_string()
}

/// True if curves are drawn over the logarithm of the time.
pub(super) fn is_logarithmic(config: &Config) -> bool {
    let every = config.output.as_ref().and_then(|output| output.every);
    matches!(every, Some(Every::PerDecade(_)))
}

/// The title of a picture.
fn title(when: &str) -> String {
    format!("Solutes and vacancies along the last axis, {when}")
}
