"""Progress of long calls: a callback, a bar of tqdm, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Progress:
    """How far a long call has come.

    Attributes:
        what: what is being done, such as ``"reading games"``.
        done: how many units are done.
        total: of how many, or ``None`` if that is not known.
        unit: ``"B"`` for bytes of the files as they are on the disk, ``"rows"``, ``"sums"`` of keys, or
            ``"runs"`` and ``"ranges"`` of a build by many tasks, ``"steps"`` of a simulation, or ``"%"`` of its
            time.
        games: games so far, those that were rejected included.
        plies: plies of these games.
        rejected: games that were rejected.

    >>> import zobrist
    >>> seen = []
    >>> for _ in zobrist.visits("data/club.pgn.gz", progress=seen.append):
    ...     pass
    >>> seen[-1].what, seen[-1].unit, seen[-1].games, seen[-1].done == seen[-1].total
    ('reading games', 'B', 320, True)
    """

    what: str
    done: int
    total: int | None
    unit: str
    games: int
    plies: int
    rejected: int


#: A bar appears after this many seconds, so that short calls show none.
DELAY = 0.5


class Callback:
    """Calls a function with a :class:`Progress`, ten times a second at most."""

    def __init__(
        self, call: Callable[[Progress], object], what: str, unit: str, total: int | None
    ) -> None:
        self._call, self._what, self._unit, self._total = call, what, unit, total

    def update(self, done: int, games: int, plies: int, rejected: int) -> None:
        self._call(Progress(self._what, done, self._total, self._unit, games, plies, rejected))

    def close(self) -> None:
        pass


class Bar:
    """A bar of tqdm on standard error."""

    def __init__(self, tqdm: Any, what: str, unit: str, total: int | None) -> None:
        self._tqdm, self._what, self._unit, self._total = tqdm, what, unit, total
        self._begun = time.monotonic()
        self._bar: Any = None

    def update(self, done: int, games: int, plies: int, rejected: int) -> None:
        seconds = time.monotonic() - self._begun
        if self._bar is None:
            if seconds < DELAY:
                return
            self._bar = self._tqdm(
                total=self._total, desc=self._what, unit=self._unit, unit_scale=True, leave=False
            )
        self._bar.n = done
        if games:
            rate = plies / seconds
            text = f"{games:,} games, {rate:,.0f} plies/s"
            self._bar.set_postfix_str(f"{text}, {rejected:,} rejected" if rejected else text)
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def start(asked: Any, what: str, unit: str, total: int | None) -> Callback | Bar | None:
    """What ``progress=`` asks for: a function, True, False, or None for a bar on terminals."""
    if asked is False:
        return None
    if asked is not None and asked is not True:
        if not callable(asked):
            got = type(asked).__name__
            raise TypeError(f"progress: expected a function, True, False or None, got {got}")
        return Callback(asked, what, unit, total)
    if asked is None and not (sys.stderr is not None and sys.stderr.isatty()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if asked is True:
            raise ImportError("progress=True needs tqdm: pip install tqdm") from None
        return None
    return Bar(tqdm, what, unit, total)
