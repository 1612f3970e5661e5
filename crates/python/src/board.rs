//! The state of a board of python-chess, by its bitboards. Nothing of python-chess is imported.

use std::num::NonZeroU32;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, RemainingChecks, Role, Setup, Square,
};

use crate::error::{Class, Failure};
use crate::rules::Rules;

/// The state of a board, as it gives it.
#[derive(Clone, Debug)]
pub(crate) struct BoardState {
    setup: Setup,
    variant: Variant,
    mode: CastlingMode,
}

/// The variants as python-chess calls them.
const VARIANTS: [(&str, Variant); 9] = [
    ("chess", Variant::Chess),
    ("atomic", Variant::Atomic),
    ("antichess", Variant::Antichess),
    ("kingofthehill", Variant::KingOfTheHill),
    ("3check", Variant::ThreeCheck),
    ("crazyhouse", Variant::Crazyhouse),
    ("racingkings", Variant::RacingKings),
    ("horde", Variant::Horde),
    ("giveaway", Variant::Antichess),
];

macro_rules! names {
    ($($name:ident),*) => {
        /// Names of attributes, made once.
        struct Names { $($name: Py<PyString>),* }

        impl Names {
            fn new(py: Python) -> Names {
                Names { $($name: PyString::intern(py, stringify!($name)).unbind()),* }
            }
        }
    };
}

names! {
    pawns, knights, bishops, rooks, queens, kings, occupied_co, turn, castling_rights, ep_square,
    halfmove_clock, fullmove_number, chess960, uci_variant, promoted, pockets, remaining_checks, count,
    clean_castling_rights
}

static NAMES: PyOnceLock<Names> = PyOnceLock::new();

impl BoardState {
    /// The state of a board; `None` if the object is no board.
    pub(crate) fn of(board: &Bound<PyAny>) -> PyResult<Option<BoardState>> {
        let py = board.py();
        let names = NAMES.get_or_init(py, || Names::new(py));
        if board.getattr_opt(&names.occupied_co)?.is_none()
            || board.getattr_opt(&names.castling_rights)?.is_none()
        {
            return Ok(None);
        }
        let bits = |name: &Py<PyString>| -> PyResult<Bitboard> {
            Ok(Bitboard(board.getattr(name)?.extract()?))
        };
        let by_role = ByRole {
            pawn: bits(&names.pawns)?,
            knight: bits(&names.knights)?,
            bishop: bits(&names.bishops)?,
            rook: bits(&names.rooks)?,
            queen: bits(&names.queens)?,
            king: bits(&names.kings)?,
        };
        // Black is False and comes first.
        let colors = board.getattr(&names.occupied_co)?;
        let color = |index: usize| -> PyResult<Bitboard> {
            Ok(Bitboard(colors.get_item(index)?.extract()?))
        };
        let by_color = ByColor { white: color(1)?, black: color(0)? };
        let name: String = match board.getattr_opt(&names.uci_variant)? {
            Some(name) => name.extract().unwrap_or_default(),
            None => "chess".to_owned(),
        };
        let Some((_, variant)) = VARIANTS.iter().find(|(known, _)| *known == name) else {
            let reason = format!("expected a board of a known variant, got one of {name:?}");
            return Err(Failure::new(Class::Position, reason).into());
        };
        let mut setup = Setup::empty();
        setup.board = Board::try_from_bitboards(by_role, by_color).map_err(|_| {
            let reason = "expected a board with one piece on a square, got bitboards that overlap";
            Failure::new(Class::Position, reason)
        })?;
        setup.turn = Color::from_white(board.getattr(&names.turn)?.is_truthy()?);
        setup.castling_rights = bits(&names.castling_rights)?;
        if !setup.castling_rights.is_empty() {
            // A right without its king or rook is none, as in the board's FEN.
            let clean = board.call_method0(&names.clean_castling_rights)?;
            setup.castling_rights = Bitboard(clean.extract()?);
        }
        let ep: Option<u32> = board.getattr(&names.ep_square)?.extract()?;
        setup.ep_square = ep.and_then(|square| Square::try_from(square).ok());
        setup.halfmoves = board.getattr(&names.halfmove_clock)?.extract()?;
        let fullmoves: u32 = board.getattr(&names.fullmove_number)?.extract()?;
        setup.fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
        if *variant == Variant::Crazyhouse {
            setup.promoted = bits(&names.promoted)?;
            setup.pockets = Some(pockets(&board.getattr(&names.pockets)?, names)?);
        }
        if *variant == Variant::ThreeCheck {
            setup.remaining_checks = Some(checks(&board.getattr(&names.remaining_checks)?)?);
        }
        let is_chess960 = board.getattr(&names.chess960)?.is_truthy()?;
        let mode = if is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        Ok(Some(BoardState { setup, variant: *variant, mode }))
    }

    /// The position, if it is legal.
    pub(crate) fn position(&self, rules: Rules) -> Result<VariantPosition, Failure> {
        if rules.is_asked && rules.variant != self.variant {
            let (expected, got) = (rules.variant, self.variant);
            let reason = format!("expected a board of the variant {expected}, got one of {got}");
            return Err(Failure::new(Class::Position, reason));
        }
        let position = VariantPosition::from_setup(self.variant, self.setup.clone(), self.mode);
        position.map_err(|error| {
            Failure::new(
                Class::Position,
                format!("expected a legal position, got one with {error}"),
            )
        })
    }
}

/// The pockets, Black's first. A count may be larger than a real pocket has.
fn pockets(pockets: &Bound<PyAny>, names: &Names) -> PyResult<ByColor<ByRole<u8>>> {
    let pocket = |index: usize| -> PyResult<ByRole<u8>> {
        let pocket = pockets.get_item(index)?;
        let mut counts = ByRole::<u8>::default();
        for role in Role::ALL {
            // Pawns are 1 in python-chess.
            let count = pocket.call_method1(&names.count, (role as u8,))?;
            *counts.get_mut(role) = count.extract()?;
        }
        Ok(counts)
    };
    Ok(ByColor { white: pocket(1)?, black: pocket(0)? })
}

fn checks(checks: &Bound<PyAny>) -> PyResult<ByColor<RemainingChecks>> {
    let checks = checks.cast::<PyList>()?;
    let remaining = |index: usize| -> PyResult<RemainingChecks> {
        let count: u32 = checks.get_item(index)?.extract()?;
        RemainingChecks::try_from(count).map_err(|_| {
            let reason = format!("expected 0 to 3 remaining checks, got {count}");
            Failure::new(Class::Position, reason).into()
        })
    };
    Ok(ByColor { white: remaining(1)?, black: remaining(0)? })
}
