//! The options that say how much is printed on standard error, for all commands.

use std::sync::OnceLock;

use clap::Args;

/// How much is printed on standard error.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Verbosity {
    /// Print no progress and no closing line; errors and rejections are printed all the same
    #[arg(short, long, global = true, hide_short_help = true, help_heading = HEADING)]
    quiet: bool,
    /// Print each error: without it, the first ten of a kind are printed, and the others counted
    #[arg(long, global = true, hide_short_help = true, help_heading = HEADING)]
    all_errors: bool,
}

const HEADING: &str = "Global options";

static CHOSEN: OnceLock<Verbosity> = OnceLock::new();

impl Verbosity {
    /// Makes this the choice of the user, which was the default until now.
    pub fn choose(self) {
        CHOSEN.get_or_init(|| self);
    }
}

fn chosen() -> Verbosity {
    CHOSEN.get().copied().unwrap_or_default()
}

/// True if neither progress nor a closing line is printed.
pub fn is_quiet() -> bool {
    chosen().quiet
}

/// True if no error is only counted.
pub fn prints_all_errors() -> bool {
    chosen().all_errors
}
