//! The list of the schemes.

use anyhow::Result;
use zobrist_chess::{AnyScheme, Scheme, SchemeId, with_any_scheme};
use zobrist_console::ending::Ending;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_go::{GoKey, GoScheme, GoSituation};

#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

/// The scheme of Go.
fn go<K: GoKey>() -> [String; 5] {
    [
        GoScheme::NAME.to_owned(),
        GoScheme::LAYOUT.to_string(),
        format!("{}, {} bits", GoScheme::source(), K::BITS),
        GoScheme::guarantee::<K>().to_string(),
        GoScheme::fingerprint::<K>().to_string(),
    ]
}

/// The scheme of Go with the turn, passes and the ko point.
fn go_situation<K: GoKey>() -> [String; 5] {
    [
        GoSituation::NAME.to_owned(),
        GoSituation::LAYOUT.to_string(),
        format!("{}, {} bits", GoSituation::source(), K::BITS),
        GoSituation::guarantee::<K>().to_string(),
        GoSituation::fingerprint::<K>().to_string(),
    ]
}

const COLUMNS: &[&str] = &["name", "layout", "source", "guarantee", "fingerprint"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut rows = args.format.header(COLUMNS);
    let mut row =
        |values: [&str; 5]| args.format.append(&mut rows, COLUMNS, &values.map(Value::Text));
    let composed = AnyScheme::NAMES.into_iter().filter_map(AnyScheme::named);
    let composed = composed.filter(|scheme| matches!(scheme, AnyScheme::Composed(_)));
    for scheme in SchemeId::ALL.into_iter().map(AnyScheme::from).chain(composed) {
        with_any_scheme!(&scheme, scheme => {
            // Those of a source that draws for places of no feature, too, are listed.
            let source = scheme.source().map_or("listed".to_owned(), |source| source.to_string());
            row([
                scheme.name(),
                &scheme.chess_layout().layout().to_string(),
                &format!("{source}, {} bits", scheme.bits()),
                &scheme.guarantee().to_string(),
                &scheme.fingerprint().to_string(),
            ]);
        });
    }
    let of_go = [go::<u64>(), go::<u128>(), go_situation::<u64>(), go_situation::<u128>()];
    for scheme in of_go {
        row(scheme.each_ref().map(String::as_str));
    }
    print(&rows)?;
    Ok(Ending::Done)
}
