"""Simulations of alloys: barriers from a function are those of the built-in model, and every wrong use is refused."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import REPOSITORY
from command import run as command

import zobrist
from zobrist.lattice import Jump, Run, run

IRON = REPOSITORY / "data/iron-copper.toml"

#: Energies of pairs in eV on two shells, and migration energies: Vincent, Becquart and Domain (2008).
PAIRS = [
    {"Fe-Fe": -0.611, "Fe-X": -0.163, "Cu-Fe": -0.480, "X-X": 0.126, "Cu-X": -0.102, "Cu-Cu": -0.414},
    {"Fe-Fe": -0.611, "Fe-X": -0.163, "Cu-Fe": -0.571, "X-X": -0.014, "Cu-X": -0.180, "Cu-Cu": -0.611},
]
MIGRATION = {"Fe": 0.65, "Cu": 0.56}
CONSTANT = 2.87


def units(energy: float) -> int:
    """In 10⁻¹² eV. Sums of whole numbers do not depend on their order."""
    return round(energy * 1e12)


UNITS = [{pair: units(energy) for pair, energy in shell.items()} for shell in PAIRS]


def shells(vectors: np.ndarray) -> np.ndarray:
    """The shells of some vectors, from 0; 2 for all that are farther."""
    lengths = np.linalg.norm(vectors, axis=1) / CONSTANT
    return np.searchsorted([0.9, 1.1], lengths)


def pair_barrier(jump: Jump) -> float:
    """The barrier of the built-in model: E + ΔE/2."""
    change = 0
    for ends, sign in [(jump.start, -1), (jump.end, 1)]:
        for shell, symbol in zip(shells(jump.positions - ends), jump.symbols):
            if shell < 2:
                atom, vacancy = ("-".join(sorted([one, symbol])) for one in [jump.species, "X"])
                change += sign * (UNITS[shell][atom] - UNITS[shell][vacancy])
    return (2 * units(MIGRATION[jump.species]) + change) / 2e12


def pair_barriers(jumps: list[Jump]) -> list[float]:
    return [pair_barrier(jump) for jump in jumps]


def iron(**others: Any) -> dict[str, Any]:
    """A small box with two vacancies."""
    config: dict[str, Any] = {
        "seed": 11,
        "temperature": 773.0,
        "steps": 400,
        "samples": 8,
        "lattice": {"structure": "bcc", "cells": [8, 8, 8]},
        "composition": {"host": "Fe", "fractions": {"Fe": 0.97, "Cu": 0.03}, "vacancies": 2},
        "model": {"kind": "iron-copper"},
        "recall": {"mode": "jump-symmetry"},
    }
    return config | others


FUNCTION = {"kind": "function", "lattice_constant": CONSTANT, "reach": 2.88, "fingerprint": "pairs"}


def by_function(**others: Any) -> dict[str, Any]:
    return iron(model=FUNCTION) | others


def flat(value: float) -> Callable[[list[Jump]], list[float]]:
    return lambda jumps: [value] * len(jumps)


def assert_same_trajectory(one: Run, other: Run) -> None:
    for name in ["step", "time", "squared_displacement", "solute_pairs", "lone_solutes", "hash"]:
        assert (one.rows[name] == other.rows[name]).all(), name
    assert (one.time, one.hash, one.symbols()) == (other.time, other.hash, other.symbols())


@pytest.mark.parametrize("mode", ["none", "state", "environment", "environment-symmetry", "jump-symmetry"])
def test_a_function_gives_the_trajectory_of_the_built_in_model(mode: str) -> None:
    steps = 400 if mode == "jump-symmetry" else 60
    recall = {"mode": mode, "audit_one_in": 10}
    built_in = run(iron(steps=steps, recall=recall))
    asked: list[int] = []

    def barriers(jumps: list[Jump]) -> list[float]:
        asked.append(len(jumps))
        return pair_barriers(jumps)

    own = run(by_function(steps=steps, recall=recall), barriers=barriers)
    assert_same_trajectory(own, built_in)
    assert own.steps == steps
    assert np.isnan(own.rows["energy"]).all() and np.isfinite(built_in.rows["energy"]).all()
    # The misses of a step come together, those of the audit among them.
    assert len(asked) <= own.steps + 1
    assert asked[0] > 1
    assert sum(asked) >= own.evaluations > 0
    if mode == "none":
        assert own.recall is None and own.audit is None and own.hits == 0
    else:
        assert own.recall is not None and own.recall.entries > 0 and own.recall.evictions == 0
        assert own.audit is not None and own.audit.deviating == 0 == own.audit.largest
    if mode == "jump-symmetry":
        assert own.evaluations < own.hits / 3


def test_a_function_that_is_not_symmetric_is_found_by_the_audit() -> None:
    def barriers(jumps: list[Jump]) -> list[float]:
        return [0.5 + 0.1 * (jump.start[0] > 0) for jump in jumps]

    with pytest.warns(UserWarning, match="the audit computed .* differ by up to"):
        own = run(by_function(recall={"mode": "jump-symmetry", "audit_one_in": 3}), barriers=barriers)
    assert own.audit is not None and own.audit.deviating > 0
    assert own.audit.largest == pytest.approx(0.1)


def test_a_jump_has_what_is_around_it() -> None:
    seen: list[Jump] = []

    def barriers(jumps: list[Jump]) -> list[float]:
        seen.extend(jumps)
        return [0.6] * len(jumps)

    composition = {"host": "Fe", "fractions": {"Fe": 0.9, "Cu": 0.1}, "vacancies": 40}
    run(by_function(steps=10, composition=composition), barriers=barriers)
    for jump in seen:
        assert jump.species in ("Fe", "Cu")
        assert set(jump.symbols) <= {"Fe", "Cu", "X"}
        assert jump.positions.shape == (len(jump.symbols), 3)
        assert jump.positions.dtype == jump.start.dtype == np.float64
        assert jump.start.shape == jump.end.shape == (3,) and not jump.end.any()
        assert np.linalg.norm(jump.start) == pytest.approx(CONSTANT * np.sqrt(3) / 2)
        ends = np.array([jump.start, jump.end])
        distances = np.linalg.norm(jump.positions[:, None] - ends, axis=2)
        assert (distances.min(axis=1) < 2.88).all() and (distances > 1e-3).all()
        lengths = np.linalg.norm(jump.positions, axis=1)
        assert (np.diff(lengths) > -1e-9).all()
        for array in [jump.start, jump.end, jump.positions]:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0
    assert any("X" in jump.symbols for jump in seen)
    # Jumps in one direction share their arrays.
    assert len({id(jump.positions) for jump in seen}) <= 8
    again = pickle.loads(pickle.dumps(seen[0]))
    assert again.species == seen[0].species and (again.positions == seen[0].positions).all()


@pytest.mark.parametrize(
    "answer",
    [
        lambda jumps: np.full(len(jumps), 0.6),
        lambda jumps: np.full(len(jumps), 0.6)[::-1],
        lambda jumps: tuple(0.6 for _ in jumps),
        lambda jumps: [np.float64(0.6)] * len(jumps),
        lambda jumps: [(0.6, 6e12)] * len(jumps),
        lambda jumps: np.array([[0.6, 6e12]] * len(jumps)),
        lambda jumps: np.asfortranarray(np.array([[0.6, 6e12]] * len(jumps))),
    ],
)
def test_answers_of_every_type(answer: Callable[[list[Jump]], Any]) -> None:
    assert_same_trajectory(run(by_function(), barriers=answer), run(by_function(), barriers=flat(0.6)))


def test_whole_numbers_and_prefactors_count() -> None:
    ones = run(by_function(), barriers=lambda jumps: [1] * len(jumps))
    assert_same_trajectory(ones, run(by_function(), barriers=flat(1.0)))
    plain = run(by_function(), barriers=flat(0.6))
    fast = run(by_function(), barriers=lambda jumps: [(0.6, 12e12)] * len(jumps))
    assert fast.hash == plain.hash
    assert fast.time == pytest.approx(plain.time / 2)  # type: ignore[operator]


NAN, INFINITY = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (lambda n: [0.6] * (n - 1), r"expected 16 numbers in eV.*got 15 numbers"),
        (lambda n: [], r"got 0 numbers"),
        (lambda n: None, r"got NoneType of the type object"),
        (lambda n: 0.6, r"got the shape \(\)"),
        (lambda n: np.zeros((2, n)), r"got the shape \(2, 16\)"),
        (lambda n: np.zeros((n, 3)), r"got the shape \(16, 3\)"),
        (lambda n: ["0.6"] * n, r"got list of the type <U3"),
        (lambda n: [True] * n, r"got list of the type bool"),
        (lambda n: [0.6j] * n, r"got list of the type complex128"),
        (lambda n: [None] * n, r"got list of the type object"),
        (lambda n: {}, r"got dict of the type object"),
        (lambda n: (0.6 for _ in range(n)), r"got generator of the type object"),
        (lambda n: [0.6, (0.6, 6e12)] + [0.6] * (n - 2), r"got list, which is no array"),
        (
            lambda n: [0.6, NAN] + [0.6] * (n - 2),
            r"jump 2 of 16, \w+ from \(.*\): expected a finite barrier in eV, got nan",
        ),
        (lambda n: [INFINITY] * n, r"jump 1 of 16, .*expected a finite barrier in eV, got inf"),
        (lambda n: [-INFINITY] * n, r"expected a finite barrier in eV, got -inf"),
        (lambda n: [-0.25] * n, r"expected a barrier of 0 eV or more, got -0.25; .*allow_negative_barriers"),
        (lambda n: [(0.6, NAN)] * n, r"expected a finite prefactor above 0 in 1/s, got nan"),
        (lambda n: [(0.6, 0)] * n, r"expected a finite prefactor above 0 in 1/s, got 0"),
        (lambda n: [(0.6, INFINITY)] * n, r"expected a finite prefactor above 0 in 1/s, got inf"),
    ],
)
def test_wrong_answers(values: Callable[[int], Any], text: str) -> None:
    config = by_function(composition={"host": "Fe", "fractions": {"Fe": 1}, "vacancies": 2}, recall={"mode": "none"})
    with pytest.raises(zobrist.SimulationError, match=f"^step 1: .*{text}") as caught:
        run(config, barriers=lambda jumps: values(len(jumps)))
    assert isinstance(caught.value, zobrist.ZobristError)


def test_negative_barriers_can_be_allowed() -> None:
    model = FUNCTION | {"allow_negative_barriers": True}
    assert run(by_function(model=model), barriers=flat(-0.01)).steps == 400


class Failed(Exception):
    pass


def failing(after: int, error: BaseException) -> Callable[[list[Jump]], list[float]]:
    """The barriers of the pairs, until they fail."""
    calls = 0

    def barriers(jumps: list[Jump]) -> list[float]:
        nonlocal calls
        calls += 1
        if calls > after:
            raise error
        return pair_barriers(jumps)

    return barriers


def test_an_exception_comes_out_as_it_is(tmp_path: Path) -> None:
    error = Failed("no convergence")
    with pytest.raises(Failed) as caught:
        run(by_function(), barriers=failing(5, error), out=tmp_path / "alloy")
    assert caught.value is error and caught.value.args == ("no convergence",)
    assert caught.tb.tb_next is not None
    notes = getattr(error, "__notes__", None)
    if notes is not None:
        assert "of the simulation, asked for the barrier" in notes[0] and "from (" in notes[0]
        assert "resume=True continues" in notes[1]
    # The work that was done is saved, and goes on to the same end.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alloy.checkpoint", "alloy.csv"]
    rest = run(by_function(), barriers=pair_barriers, out=tmp_path / "alloy", resume=True)
    assert_same_trajectory(rest, run(by_function(), barriers=pair_barriers))


def test_the_files_are_those_of_the_command(tmp_path: Path) -> None:
    text = IRON.read_text().replace("300_000", "3000")
    for name in ["command", "python"]:
        (tmp_path / f"{name}.toml").write_text(text)
    command("lattice", "run", tmp_path / "command.toml")
    done = run(tmp_path / "python.toml", out=tmp_path / "python")
    for ending in ["csv", "checkpoint"]:
        files = [tmp_path / f"{name}.{ending}" for name in ["command", "python"]]
        assert files[0].read_bytes() == files[1].read_bytes(), ending
    lines = (tmp_path / "python.csv").read_text().splitlines()
    assert lines[0].split(",") == list(done.rows)
    assert len(lines) == 1 + len(done.rows["step"]) == 102
    assert f"{done.hash:016x}" == lines[-1].split(",")[8] == f"{done.rows['hash'][-1]:016x}"
    # Either goes on where the other has stopped.
    longer = tmp_path / "command.toml"
    longer.write_text(text.replace("3000", "4000"))
    more = run(longer, out=tmp_path / "command", resume=True)
    assert more.steps == 4000
    assert more.hash == run(longer).hash


def test_files_are_not_replaced_unawares(tmp_path: Path) -> None:
    out = tmp_path / "alloy"
    run(iron(), out=out)
    before = out.with_suffix(".csv").read_bytes()
    with pytest.raises(FileExistsError, match=r"alloy\.csv: the file exists; resume=True .* force=True"):
        run(iron(seed=12), out=out)
    assert out.with_suffix(".csv").read_bytes() == before
    run(iron(seed=12), out=out, force=True)
    assert out.with_suffix(".csv").read_bytes() != before
    with pytest.raises(zobrist.ConfigError, match="checkpoint of another simulation: seed"):
        run(iron(), out=out, resume=True)
    with pytest.raises(zobrist.ConfigError, match="expected 10 steps at most, .* got 400"):
        run(iron(seed=12, steps=10), out=out, resume=True)
    out.with_suffix(".checkpoint").write_bytes(b"zob")
    with pytest.raises(zobrist.DataError, match="cannot resume from .*alloy.checkpoint") as caught:
        run(iron(seed=12), out=out, resume=True)
    assert caught.value.file == str(out.with_suffix(".checkpoint"))
    with pytest.raises(zobrist.ReadError, match="cannot read .*other.checkpoint"):
        run(iron(), out=tmp_path / "other", resume=True)
    with pytest.raises(zobrist.ReadError, match="cannot write .*none/alloy"):
        run(iron(), out=tmp_path / "none/alloy")
    with pytest.raises(ValueError, match="resume: expected the name"):
        run(iron(), resume=True)
    with pytest.raises(ValueError, match="out: expected the name of the files .* got the folder"):
        run(iron(), out=f"{tmp_path}/")
    (tmp_path / "dir.csv").mkdir()
    with pytest.raises(zobrist.ReadError, match="what is there is not a file"):
        run(iron(), out=tmp_path / "dir", force=True)


def test_the_configuration_is_not_overwritten(tmp_path: Path) -> None:
    config = tmp_path / "alloy.csv"
    config.write_text(IRON.read_text())
    with pytest.raises(zobrist.ConfigError, match="it is the configuration"):
        run(config, out=tmp_path / "alloy", force=True)
    assert config.read_text() == IRON.read_text()


def test_a_file_of_the_recall_serves_the_next_run(tmp_path: Path) -> None:
    recall = {"mode": "jump-symmetry", "file": str(tmp_path / "barriers.recall")}
    first = run(by_function(recall=recall), barriers=pair_barriers)
    hot = run(by_function(recall=recall, temperature=900.0), barriers=pair_barriers)
    fresh = run(by_function(temperature=900.0), barriers=pair_barriers)
    assert_same_trajectory(hot, fresh)
    assert hot.evaluations < fresh.evaluations / 2 < first.evaluations
    model = FUNCTION | {"fingerprint": "others"}
    with pytest.raises(zobrist.ConfigError, match=r"cannot use the recall .*barriers\.recall"):
        run(by_function(recall=recall, model=model), barriers=pair_barriers)
    # Barriers that were dear are kept when a later one fails.
    other = {"mode": "jump-symmetry", "file": str(tmp_path / "kept.recall")}
    with pytest.raises(Failed):
        run(by_function(recall=other), barriers=failing(5, Failed()))
    rest = run(by_function(recall=other), barriers=pair_barriers)
    assert rest.evaluations < first.evaluations
    (tmp_path / "kept.recall").write_bytes(b"nothing of this kind")
    with pytest.raises(zobrist.DataError, match="cannot use the recall"):
        run(by_function(recall=other), barriers=pair_barriers)


def test_a_dictionary_is_a_configuration() -> None:
    text = IRON.read_text()
    config = {
        "seed": 42,
        "temperature": np.float32(773.0),
        "steps": np.int64(300_000),
        "lattice": {"structure": "bcc", "cells": np.array([32, 32, 32])},
        "composition": {"host": "Fe", "fractions": {"Fe": 0.99, "Cu": 0.01}, "vacancies": 1},
        "model": {"kind": "iron-copper"},
        "recall": {"mode": "jump-symmetry"},
    }
    assert "seed = 42" in text and "773.0" in text
    assert_same_trajectory(run(config), run(IRON))


def test_pairs_of_ones_own_and_lists_of_tables() -> None:
    shells = [
        {pair.replace("X", "vacancy"): energy for pair, energy in shell.items()} for shell in PAIRS
    ]
    model = {"kind": "pair", "migration": MIGRATION, "shell": shells}
    assert_same_trajectory(run(iron(model=model)), run(iron()))
    bad = [shells[0], shells[1] | {"Fe-Fe": "many"}]
    with pytest.raises(zobrist.ConfigError, match=r'^config\["model"\]'):
        run(iron(model=model | {"shell": bad}))


@pytest.mark.parametrize(
    ("config", "error", "text"),
    [
        (5, TypeError, "config: expected the path of a TOML file, or a dict .* got int"),
        (None, TypeError, "got NoneType"),
        ({1: 2}, TypeError, "config: expected keys that are texts, got 1"),
        (iron(steps=None), TypeError, r'config\["steps"\]: expected .* got NoneType; leave the key out'),
        (iron(lattice={"cells": object()}), TypeError, r'config\["lattice"\]\["cells"\]: .* got object'),
        (iron(temperature=-5), zobrist.ConfigError, r'^config\["temperature"\]: .* expected a number above 0, got -5'),
        (iron(temperature=NAN), zobrist.ConfigError, "expected a number above 0, got NaN"),
        (iron(stepps=5), zobrist.ConfigError, r'^config\["stepps"\]: unknown field `stepps`'),
        (
            iron(lattice={"structure": "bcc", "cells": [8, 8]}),
            zobrist.ConfigError,
            r'^config\["lattice"\]\["cells"\]: .*got 2',
        ),
        (
            iron(lattice={"structure": "diamond", "cells": [8, 8, 8]}),
            zobrist.ConfigError,
            r'\["structure"\]: .*"diamond"',
        ),
        (iron(model={"kind": "neural"}), zobrist.ConfigError, r'\["kind"\]: .*"neural"'),
        ({"seed": 1}, zobrist.ConfigError, "^config: missing field"),
        (iron(seed=2**64), zobrist.ConfigError, r'^config\["seed"\]'),
        (by_function(model=FUNCTION | {"fingerprint": ""}), zobrist.ConfigError, "`fingerprint`"),
        (by_function(), zobrist.ConfigError, "expected the function that `zobrist.lattice.run` is given"),
        ("none.toml", zobrist.ReadError, "cannot read none.toml: No such file"),
    ],
)
def test_wrong_configurations(config: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        run(config)


def test_a_dictionary_in_itself_is_refused() -> None:
    config = iron()
    config["model"] = {"kind": config}
    config["lattice"]["again"] = config
    with pytest.raises(ValueError, match="expected at most 16 levels"):
        run(config)


def test_errors_in_a_file_have_their_place(tmp_path: Path) -> None:
    path = tmp_path / "alloy.toml"
    path.write_text("seed = 1\ntemperature = -5\n")
    with pytest.raises(zobrist.ConfigError) as caught:
        run(path)
    path.write_text(IRON.read_text().replace("773.0", "-5.0"))
    with pytest.raises(zobrist.ConfigError) as caught:
        run(path)
    assert caught.value.file == str(path)
    assert (caught.value.line, caught.value.offset) == (4, path.read_text().index("-5.0"))
    assert str(caught.value).startswith(f"{path}:4 (byte ")


def test_a_reach_that_does_not_fit() -> None:
    for reach, text in [(2.0, "the reach: expected from 2.485 Å"), (28.0, "too small")]:
        with pytest.raises(zobrist.ConfigError, match=text):
            run(by_function(model=FUNCTION | {"reach": reach}), barriers=pair_barriers)


def test_one_run_at_a_time_uses_a_file_of_the_recall(tmp_path: Path) -> None:
    recall = {"mode": "jump-symmetry", "file": str(tmp_path / "barriers.recall")}

    def barriers(jumps: list[Jump]) -> list[float]:
        run(iron(recall=recall))
        return [0.6] * len(jumps)

    with pytest.raises(zobrist.ZobristError, match="expected that no other run uses it"):
        run(by_function(recall=recall), barriers=barriers)


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="barriers: expected a function of a list of jumps, got float"):
        run(by_function(), barriers=0.6)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='barriers: expected .model. of kind "function"'):
        run(iron(), barriers=pair_barriers)
    for seed in [-1, 2**64, 1.5, "1"]:
        with pytest.raises(ValueError, match="seed: expected a whole number"):
            run(iron(), seed=seed)  # type: ignore[arg-type]
    for temperature in [0.0, -1.0, NAN, INFINITY]:
        with pytest.raises(ValueError, match="temperature: expected a number of K above 0"):
            run(iron(), temperature=temperature)
    with pytest.raises(TypeError, match="progress: expected a function"):
        run(iron(), progress=5)  # type: ignore[arg-type]


def test_seed_and_temperature_take_the_place_of_those_of_the_configuration() -> None:
    assert_same_trajectory(run(iron(), seed=12, temperature=900), run(iron(seed=12, temperature=900)))
    assert run(iron(), seed=12).hash != run(iron()).hash


def test_rows_as_arrays_and_as_a_table() -> None:
    done = run(by_function(), barriers=pair_barriers)
    rows = done.rows
    assert [rows[name].dtype for name in ["step", "hash", "hits"]] == [np.uint64] * 3
    assert [rows[name].dtype for name in ["time", "energy"]] == [np.float64] * 2
    assert rows["step"].tolist() == [0, 50, 100, 150, 200, 250, 300, 350, 400]
    assert done.table.columns == list(rows)
    assert done.table["energy"] == [None] * 9
    assert done.table["time"] == rows["time"].tolist()
    assert done.table["hash"] == rows["hash"].tolist()
    assert (rows["hash"][-1], rows["time"][-1]) == (done.hash, done.time)
    assert repr(done).startswith("<zobrist.lattice.Run: 400 steps, ")


def test_observables_of_ones_choice() -> None:
    done = run(iron(output={"every": {"steps": 100}, "observables": ["clusters", "displacement"]}))
    assert done.rows["step"].tolist() == [0, 100, 200, 300, 400]
    assert done.rows["largest_cluster"].dtype == np.uint64
    assert done.rows["displacement_Cu"].dtype == np.float64


def test_metropolis() -> None:
    config = iron(method={"kind": "metropolis"}, recall={"mode": "environment-symmetry"})
    done = run(config)
    assert done.time is None and np.isnan(done.rows["time"]).all()
    assert done.rows["accepted"].dtype == np.uint64
    with pytest.raises(zobrist.ConfigError, match="expected a model that knows energies"):
        run(by_function(method={"kind": "metropolis"}), barriers=pair_barriers)


def test_atoms_at_the_end() -> None:
    done = run(iron(model=FUNCTION), barriers=pair_barriers)
    assert len(done.symbols()) == 2 * 8**3
    assert done.symbols().count("X") == 2 and done.symbols().count("Cu") == 31
    assert done.symbols(vacancies=False) == [symbol for symbol in done.symbols() if symbol != "X"]
    assert done.cell.tolist() == np.diag([8 * CONSTANT] * 3).tolist()
    is_atom = np.array(done.symbols()) != "X"
    assert (done.positions()[is_atom] == done.positions(vacancies=False)).all()
    halves = done.positions() * 2 / CONSTANT
    assert np.abs(halves - halves.round()).max() < 1e-9
    assert len({tuple(row) for row in halves.round().astype(int).tolist()}) == 2 * 8**3


def simulated(seed: int) -> Run:
    return run(by_function(), barriers=pair_barriers, seed=seed)


def test_results_come_from_other_processes() -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        runs = list(pool.map(simulated, [1, 2]))
        iron_alone = pool.submit(run, iron()).result()
    assert_same_trajectory(iron_alone, run(iron()))
    for seed, one in zip([1, 2], runs):
        here = simulated(seed)
        assert_same_trajectory(one, here)
        assert repr(one) == repr(here) and one.table == here.table
        assert (one.recall, one.audit) == (here.recall, here.audit)
        assert (one.positions() == here.positions()).all() and (one.cell == here.cell).all()


def test_progress_of_a_function_and_of_a_model() -> None:
    for config, barriers in [(by_function(), pair_barriers), (iron(), None)]:
        seen: list[zobrist.Progress] = []
        run(config, barriers=barriers, progress=seen.append)
        assert (seen[-1].what, seen[-1].unit) == ("simulating", "steps")
        assert seen[-1].done == seen[-1].total == 400

    def stop(progress: zobrist.Progress) -> None:
        raise Failed

    with pytest.raises(Failed):
        run(by_function(steps=10**9), barriers=pair_barriers, progress=stop)
    with pytest.raises(Failed):
        run(iron(steps=10**9), progress=stop)


def interrupt_soon() -> None:
    time.sleep(0.5)
    signal.raise_signal(signal.SIGINT)


def interrupted(call: Callable[[], object]) -> None:
    thread = threading.Thread(target=interrupt_soon)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        thread.join()


def test_a_long_run_can_be_interrupted(tmp_path: Path) -> None:
    for config, barriers in [(by_function(steps=10**9), pair_barriers), (iron(steps=10**9), None)]:
        out = tmp_path / config["model"]["kind"]
        interrupted(lambda: run(config, barriers=barriers, out=out))
        lines = out.with_suffix(".csv").read_text().splitlines()
        assert lines[1].startswith("0,0,")
        assert out.with_suffix(".checkpoint").stat().st_size > 1000


def test_a_function_can_be_interrupted() -> None:
    def barriers(jumps: Sequence[Jump]) -> list[float]:
        assert threading.current_thread() is threading.main_thread()
        for _ in range(1000):
            time.sleep(0.01)
        return [0.6] * len(jumps)

    begun = time.monotonic()
    interrupted(lambda: run(by_function(), barriers=barriers))
    assert time.monotonic() - begun < 8


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    run(IRON)
    done.set()
    thread.join()
    assert counted - before > 20


def test_a_function_may_run_simulations() -> None:
    def barriers(jumps: list[Jump]) -> list[float]:
        return [0.6 + 1e-3 * run(iron(steps=1)).steps] * len(jumps)

    assert run(by_function(steps=3), barriers=barriers).steps == 3
