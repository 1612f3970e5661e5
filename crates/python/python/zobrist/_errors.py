"""The errors of this package."""

from __future__ import annotations


class ZobristError(Exception):
    """What went wrong: what was expected, what came, and what to do.

    The parts of the place are ``None`` where they are not known.

    Attributes:
        file: the file, or ``texts[3]`` for the fourth of the texts.
        line: the line in it, from 1.
        offset: the byte in it after decompression, from 0.
        row: the row of a column, from 0.
        reason: the message without the place.

    >>> import zobrist
    >>> try:
    ...     zobrist.Index("data")
    ... except zobrist.ZobristError as error:
    ...     print(type(error).__name__, error.line)
    DataError None
    """

    file: str | None
    line: int | None
    offset: int | None
    row: int | None
    reason: str

    def __init__(
        self,
        message: str,
        *,
        reason: str | None = None,
        file: str | None = None,
        line: int | None = None,
        offset: int | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = message if reason is None else reason
        self.file = file
        self.line = line
        self.offset = offset
        self.row = row


class PositionError(ZobristError, ValueError):
    """A position cannot be read, or is not legal. ``row`` says where it stands in a column.

    >>> import zobrist
    >>> try:
    ...     zobrist.hash(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8 w - -"])
    ... except zobrist.PositionError as error:
    ...     print(error)
    row 1: cannot read the position "8/8 w - -": column 4: expected a slash and the next rank, got " "
    """


class MoveError(ZobristError, ValueError):
    """A move cannot be played. The message names the legal moves that look like it.

    >>> import zobrist
    >>> try:
    ...     _ = zobrist.build_index(f"{tmp}/moves", "data/club.pgn.gz")
    ...     zobrist.Index(f"{tmp}/moves").moves(moves="e5")
    ... except zobrist.MoveError as error:
    ...     print(error)
    cannot play "e5" in the line "e5": illegal move; did you mean e3 or e4?
    """


class SchemeError(ZobristError, ValueError):
    """There is no such scheme, its file cannot be read, or it lacks the width.

    >>> import zobrist
    >>> try:
    ...     zobrist.hash("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "poliglot")
    ... except zobrist.SchemeError as error:
    ...     print(error)
    scheme: expected polyglot, ... got "poliglot"; did you mean polyglot?
    """


class ReadError(ZobristError, OSError):
    """A file cannot be opened, written or read to its end, such as an archive that is cut.

    >>> import zobrist
    >>> try:
    ...     zobrist.visits("none.pgn")
    ... except zobrist.ReadError as error:
    ...     print(error)
    cannot open none.pgn: No such file or directory (os error 2)
    """


class DataError(ZobristError):
    """A folder is not an index, a file is not a book, or either is damaged.

    >>> import zobrist
    >>> try:
    ...     zobrist.Index("data")
    ... except zobrist.DataError as error:
    ...     print(error)
    data holds no index; zobrist.build_index makes one
    """


class PlanError(ZobristError):
    """A build by many tasks cannot go on: there is no plan, or another, or parts of it are missing.

    >>> import zobrist.runs
    >>> try:
    ...     zobrist.runs.status("data")
    ... except zobrist.PlanError as error:
    ...     print(error)
    data holds no plan of a build; plan it first; zobrist.runs.plan does it
    """


class FilterError(ZobristError, ValueError):
    """A filter that no game can meet, or that cannot be read, such as the date ``2024-13``.

    >>> import zobrist
    >>> try:
    ...     zobrist.make_book(f"{tmp}/book.bin", "data/club.pgn.gz", since="2024-13")
    ... except zobrist.FilterError as error:
    ...     print(error)
    since: expected a month from 01 to 12, got "2024-13"
    """


class ConfigError(ZobristError, ValueError):
    """A simulation is not described as it must be, or its files are those of another one.

    >>> import zobrist
    >>> try:
    ...     zobrist.lattice.run({"seed": 1, "temperature": -5})
    ... except zobrist.ConfigError as error:
    ...     print(error)
    config: missing field `lattice`
    """


class SimulationError(ZobristError):
    """A step of a simulation cannot be done: a barrier is none, or a program of one's own has failed.

    >>> import zobrist
    >>> config = {
    ...     "seed": 1, "temperature": 900, "steps": 10,
    ...     "lattice": {"structure": "fcc", "cells": [4, 4, 4]},
    ...     "composition": {"host": "Cu", "fractions": {"Cu": 1}, "vacancies": 1},
    ...     "model": {"kind": "function", "lattice_constant": 3.6, "reach": 2.6, "fingerprint": "none"},
    ... }
    >>> try:
    ...     zobrist.lattice.run(config, barriers=lambda jumps: [float("nan")] * len(jumps))
    ... except zobrist.SimulationError as error:
    ...     print(error)
    step 1: jump 1 of 12, Cu from (..., ..., ...): expected a finite barrier in eV, got nan
    """
