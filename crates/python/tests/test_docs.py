"""Every public name has a docstring, and the examples in it hold."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zobrist

REPOSITORY = Path(__file__).resolve().parents[3]


def public() -> Iterator[tuple[str, Any]]:
    """Public names, and the methods and attributes of the classes among them."""
    for name in zobrist.__all__:
        if name == "__version__":
            continue
        value = getattr(zobrist, name)
        yield from members(name, value)
        if inspect.ismodule(value):
            for inner in value.__all__:
                yield from members(f"{name}.{inner}", getattr(value, inner))


def members(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A name, and if it is a class those of its methods and attributes."""
    yield name, value
    if not inspect.isclass(value):
        return
    for member, of_class in vars(value).items():
        is_field = inspect.ismemberdescriptor(of_class) or not hasattr(of_class, "__doc__")
        if not member.startswith("_") and not is_field:
            yield f"{name}.{member}", getattr(value, member)


PUBLIC = dict(public())

RESULTS = {
    "Built",
    "MadeBook",
    "lattice.Run",
    "runs.BuiltRun",
    "runs.Combined",
    "runs.Plan",
    "runs.Status",
}


@pytest.mark.parametrize("name", PUBLIC)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = PUBLIC[name]
    text = inspect.getdoc(value) or ""
    if is_attribute_of_a_result(name):
        owner, _, attribute = name.rpartition(".")
        assert f"{attribute}:" in (inspect.getdoc(PUBLIC[owner]) or "")
        return
    first = text.split("\n\n")[0]
    assert first.endswith((".", ":")), f"{name}: its docstring begins with no sentence: {first!r}"
    monkeypatch.chdir(REPOSITORY)
    given = {"tmp": tmp_path}
    test = doctest.DocTestParser().get_doctest(text, given, name, None, 0)
    if not test.examples:
        is_other = inspect.isdatadescriptor(value) or inspect.ismodule(value)
        assert is_other, f"{name}: no example in its docstring"
        return
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=printed.append)
    assert runner.failures == 0, "".join(printed)


def is_attribute_of_a_result(name: str) -> bool:
    """Fields of results are documented by their classes."""
    owner, _, member = name.rpartition(".")
    value = PUBLIC[name]
    return owner in RESULTS and bool(member) and inspect.isdatadescriptor(value)
