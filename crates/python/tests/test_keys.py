"""`keys`, and the methods of `Scheme` about them."""

from __future__ import annotations

import copy
import pickle
import re

import chess
import chess.polyglot
import numpy as np
import pytest
import zobrist
from command import REPOSITORY, run

ROOKIE = REPOSITORY / "data" / "rookie" / "rookie.toml"


def test_polyglot_has_the_array_of_python_chess() -> None:
    keys = zobrist.keys()
    assert keys.dtype == np.uint64
    assert keys.tolist() == list(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
    assert np.array_equal(keys, zobrist.keys("polyglot"))
    assert np.array_equal(keys, zobrist.Scheme("fide").keys())


def test_the_array_is_a_copy() -> None:
    keys = zobrist.keys()
    keys[0] = 0
    assert zobrist.keys()[0] == chess.polyglot.POLYGLOT_RANDOM_ARRAY[0]


def test_widths() -> None:
    narrow, wide = zobrist.keys("zobrist", bits=32), zobrist.keys("zobrist", bits=128)
    assert (narrow.dtype, narrow.shape) == (np.uint32, (939,))
    assert (wide.dtype, wide.shape) == (np.uint64, (939, 2))
    assert np.array_equal(wide, zobrist.Scheme("zobrist", 128).keys())
    # The hash of a position is the XOR of the keys of its features, here those of 128 bits.
    position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    slots = zobrist.Scheme("zobrist").features()
    high, low = np.bitwise_xor.reduce(
        wide[[slots.index(feature) for feature in zobrist.explain(position, "zobrist")["feature"]]]
    ).tolist()
    assert high << 64 | low == zobrist.hash(position, "zobrist", bits=128)


@pytest.mark.parametrize("scheme", ["polyglot", "zobrist", str(ROOKIE)])
def test_features_are_those_that_explain_names(scheme: str) -> None:
    own = zobrist.Scheme.from_file(scheme) if scheme.endswith("toml") else zobrist.Scheme(scheme)
    by_feature = dict(zip(own.features(), own.keys().tolist(), strict=True))
    for position in ("e4 e5 Nf3", "e4 d5 e5 f5", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"):
        for row in zobrist.explain(position, own):
            assert by_feature[row["feature"]] == row["key"]


def test_polyglot_features_are_in_the_order_of_the_format() -> None:
    features = zobrist.Scheme("polyglot").features()
    assert len(set(features)) == len(features) == 781
    names = ["pawn", "knight", "bishop", "rook", "queen", "king"]
    pieces = [
        f"{color} {name} {chess.square_name(square)}"
        for name in names
        for color in ("black", "white")
        for square in chess.SQUARES
    ]
    assert features[:768] == pieces
    assert features[772:780] == [f"en passant file {file}" for file in "abcdefgh"]
    assert features[780] == "white to move"


def test_own_keys_are_those_of_the_file_and_the_command() -> None:
    keys = zobrist.keys(ROOKIE).tolist()
    text = (ROOKIE.parent / "zobrist.h").read_text()
    assert keys == [int(number, 16) for number in re.findall("0x[0-9a-f]+", text)]
    assert keys == [int(line, 16) for line in run("keys", "generate", "--source", ROOKIE).split()]


@pytest.mark.parametrize(
    "scheme",
    [
        zobrist.Scheme("polyglot"),
        zobrist.Scheme("zobrist", 32),
        zobrist.Scheme("zobrist", 128),
        zobrist.Scheme.from_file(ROOKIE),
    ],
    ids=repr,
)
def test_a_scheme_can_be_pickled(scheme: zobrist.Scheme) -> None:
    for again in (pickle.loads(pickle.dumps(scheme)), copy.deepcopy(scheme)):
        assert again == scheme
        assert hash(again) == hash(scheme)
        assert (again.name, again.bits, again.fingerprint) == (
            scheme.name,
            scheme.bits,
            scheme.fingerprint,
        )
        assert again.secondary_keys == scheme.secondary_keys
        assert np.array_equal(again.keys(), scheme.keys())
        assert again.features() == scheme.features()
        for position in ("e4", "e4 d5 e5 f5"):
            assert zobrist.explain(position, again) == zobrist.explain(position, scheme)


def test_errors() -> None:
    with pytest.raises(zobrist.SchemeError, match="scheme: expected polyglot"):
        zobrist.keys("crc32")
    with pytest.raises(zobrist.SchemeError, match="64 bits, not of 128"):
        zobrist.keys(bits=128)
    with pytest.raises(TypeError, match="expected a name, a path or a Scheme, got int"):
        zobrist.keys(64)
    with pytest.raises(zobrist.SchemeError, match="missing.toml"):
        zobrist.keys("missing.toml")
