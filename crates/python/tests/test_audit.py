"""`audit`: by definition for few keys, and as the command for those of schemes."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from functools import reduce
from itertools import combinations
from operator import xor
from pathlib import Path

import numpy as np
import pytest
import zobrist
from command import REPOSITORY, rows

ROOKIE = REPOSITORY / "data" / "rookie" / "rookie.toml"
FIELDS = ["keys", "bits", "rank", "guarantee", "smallest", "counts", "dependencies", "is_complete"]


def by_definition(keys: list[int], weight: int) -> list[list[int]]:
    sizes = range(1, weight + 1)
    sets = (chosen for size in sizes for chosen in combinations(range(len(keys)), size))
    return [list(chosen) for chosen in sets if reduce(xor, (keys[i] for i in chosen)) == 0]


def rank_of(keys: list[int]) -> int:
    basis: list[int] = []
    for key in keys:
        for other in basis:
            key = min(key, key ^ other)
        if key:
            basis.append(key)
    return len(basis)


@pytest.mark.parametrize("weight", range(1, 8))
@pytest.mark.parametrize("seed", range(4))
def test_small_sets_by_definition(weight: int, seed: int) -> None:
    numbers = random.Random(seed)
    # Zeros and equal keys among them.
    keys = [numbers.randrange(256) for _ in range(20)] + [0, 5, 5]
    audit = zobrist.audit(keys, weight, bits=8)
    expected = by_definition(keys, weight)
    assert audit.dependencies == expected
    assert audit.counts == [sum(len(d) == w for d in expected) for w in range(1, weight + 1)]
    assert (audit.keys, audit.bits, audit.weight) == (23, 8, weight)
    assert (audit.rank, audit.smallest) == (rank_of(keys), 1)
    assert audit.is_complete
    assert audit.guarantee == "none"


@pytest.mark.parametrize(
    ("scheme", "bits", "weight"),
    [
        ("polyglot", None, 5),
        ("zobrist", None, 4),
        ("zobrist", 32, 4),
        ("zobrist", 128, 3),
        (str(ROOKIE), None, 4),
    ],
)
def test_schemes_as_the_command(scheme: str, bits: int | None, weight: int) -> None:
    width = [] if bits is None else ["--bits", bits]
    (report,) = rows("keys", "audit", scheme, "--weight", weight, *width)
    audit = zobrist.audit(scheme, weight, bits=bits)
    assert {name: getattr(audit, name) for name in FIELDS} == {n: report[n] for n in FIELDS}
    assert audit.weight == report["exhaustive_to_weight"]


def test_all_forms_of_keys_are_the_same() -> None:
    keys = np.random.default_rng(3).integers(1 << 24, size=200, dtype=np.uint32)
    audit = zobrist.audit(keys, 5)
    assert 0 < len(audit.dependencies) < 10_000
    for other in (keys.tolist(), keys.astype(np.uint64), list(keys), tuple(keys.tolist())):
        assert zobrist.audit(other, 5, bits=32) == audit
    assert zobrist.audit(keys[::2], 5) == zobrist.audit(keys[::2].copy(), 5)
    wide = np.stack([np.zeros(200, np.uint64), keys.astype(np.uint64)], axis=1)
    assert zobrist.audit(wide, 5, bits=32) == audit
    assert zobrist.audit(wide, 5).bits == 128
    assert zobrist.audit([1 << 100, 1 << 100], 2).bits == 128
    assert zobrist.audit([1, 1], 2).bits == 64
    # A scheme by any name; its keys alone have no guarantee.
    scheme = zobrist.Scheme("zobrist", 32)
    first = zobrist.audit(scheme, 3)
    assert first == zobrist.audit("zobrist", 3, bits=32)
    assert first != zobrist.audit(scheme.keys(), 3)
    assert first.guarantee.startswith("any ")
    for own in (ROOKIE, str(ROOKIE), zobrist.Scheme.from_file(ROOKIE)):
        assert zobrist.audit(own, 3).keys == len(zobrist.keys(ROOKIE))


def test_the_list_has_a_limit_and_threads_change_nothing() -> None:
    keys = list(range(1, 65))
    every = zobrist.audit(keys, 4, threads=1)
    assert zobrist.audit(keys, 4, threads=4) == every
    some = zobrist.audit(keys, 4, list=10)
    assert some.dependencies == every.dependencies[:10]
    assert some.counts == every.counts
    assert (some.is_complete, every.is_complete) == (False, sum(every.counts) <= 10_000)
    none = zobrist.audit(keys, 4, list=0)
    assert (none.dependencies, none.counts) == ([], every.counts)


def test_repr() -> None:
    assert repr(zobrist.audit("polyglot", 2)) == (
        "<zobrist.Audit of 781 keys of 64 bits: rank 64, no dependency of up to 2 keys>"
    )
    assert repr(zobrist.audit([1, 2, 3], 3, bits=2)) == (
        "<zobrist.Audit of 3 keys of 2 bits: rank 2, 1 dependency of up to 3 keys, of 3>"
    )
    assert repr(zobrist.audit([0, 1, 1], 3, bits=2)) == (
        "<zobrist.Audit of 3 keys of 2 bits: rank 1, 3 dependencies of up to 3 keys, "
        "the smallest of 1>"
    )


def test_it_is_frozen() -> None:
    audit = zobrist.audit([1, 2], 1)
    with pytest.raises(AttributeError):
        audit.rank = 3  # type: ignore[misc]


def test_ctrl_c_stops_it() -> None:
    def press() -> None:
        time.sleep(1)
        os.kill(os.getpid(), signal.SIGINT)

    # Minutes, if nobody stops it.
    started = time.monotonic()
    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        zobrist.audit("zobrist", 8, threads=1)
    thread.join()
    assert time.monotonic() - started < 30


def test_progress() -> None:
    seen: list[zobrist.Progress] = []
    zobrist.audit("polyglot", 6, progress=seen.append)
    assert seen[-1].done == seen[-1].total
    assert (seen[-1].what, seen[-1].unit) == ("auditing keys", "sums")

    def fail(_: zobrist.Progress) -> None:
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        zobrist.audit("polyglot", 6, progress=fail)


@pytest.mark.parametrize("combine", ["sum47", "sum48", "sum64"])
def test_keys_that_add_are_refused(tmp_path: Path, combine: str) -> None:
    bits = int(combine[3:])
    path = tmp_path / "adds.toml"
    path.write_text(
        f'name = "adds"\nbits = {bits}\ncombine = "{combine}"\nlayout = ["pieces", "turn"]\n'
        'keys = { source = "splitmix64", seed = 1 }\n'
        '[pieces]\norder = "PNBRQKpnbrqk"\n[turn]\nkey-for = "black"\n'
    )
    with pytest.raises(ValueError, match=f"adds, which add modulo 2\\^{bits}"):
        zobrist.audit(path, 2)
    # Other functions take them.
    hashes = zobrist.explain("e4", path)["hash"]
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert hashes[-1] == zobrist.hash(fen, path)
    assert zobrist.keys(path).dtype == np.uint64


def test_errors() -> None:
    for weight in (-1, 0, 13):
        with pytest.raises(ValueError, match=f"weight: expected 1 to 12, got {weight}"):
            zobrist.audit("polyglot", weight)
    with pytest.raises(ValueError, match="at most 65535 different keys"):
        zobrist.audit(np.arange(70_000, dtype=np.uint64), 3)
    with pytest.raises(ValueError, match="at least one, got none"):
        zobrist.audit([], 2)
    with pytest.raises(ValueError, match="keys of 8 bits, got 0x100 at index 1"):
        zobrist.audit([1, 256], 2, bits=8)
    with pytest.raises(ValueError, match="bits: expected 1 to 128, got 129"):
        zobrist.audit([1], 1, bits=129)
    for number in (-1, 1 << 128):
        with pytest.raises(ValueError, match=f"got {number} at index 1"):
            zobrist.audit([1, number], 2)
    with pytest.raises(TypeError, match="a list of int, got str at index 0"):
        zobrist.audit(["polyglot"], 2)
    with pytest.raises(TypeError, match=r"the dtype float64 and the shape \(2,\)"):
        zobrist.audit(np.array([1.0, 2.0]), 2)
    with pytest.raises(TypeError, match=r"the dtype uint64 and the shape \(2, 3\)"):
        zobrist.audit(np.zeros((2, 3), np.uint64), 2)
    with pytest.raises(TypeError, match="expected a scheme, an array.*got int"):
        zobrist.audit(3, 2)
    with pytest.raises(TypeError, match="expected a scheme, an array.*got bytes"):
        zobrist.audit(b"keys", 2)
    with pytest.raises(zobrist.SchemeError, match="polyglot"):
        zobrist.audit("polyglott", 2)
    with pytest.raises(zobrist.SchemeError, match="64 bits, not of 32"):
        zobrist.audit("polyglot", 2, bits=32)
    with pytest.raises(ValueError, match="MiB; take a smaller weight"):
        zobrist.audit("polyglot", 9, memory="16MiB")
    with pytest.raises(ValueError, match="threads: expected 1 to"):
        zobrist.audit([1], 1, threads=0)
