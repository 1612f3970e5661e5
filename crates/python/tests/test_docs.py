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
        yield name, value
        if not inspect.isclass(value):
            continue
        for member, of_class in vars(value).items():
            is_field = inspect.ismemberdescriptor(of_class) or not hasattr(of_class, "__doc__")
            if not member.startswith("_") and not is_field:
                yield f"{name}.{member}", getattr(value, member)


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = PUBLIC[name]
    text = inspect.getdoc(value) or ""
    if is_attribute_of_a_result(name):
        assert f"{name.split('.')[1]}:" in (inspect.getdoc(PUBLIC[name.split('.')[0]]) or "")
        return
    first = text.split("\n\n")[0]
    assert first.endswith((".", ":")), f"{name}: its docstring begins with no sentence: {first!r}"
    monkeypatch.chdir(REPOSITORY)
    given = {"tmp": tmp_path}
    test = doctest.DocTestParser().get_doctest(text, given, name, None, 0)
    if not test.examples:
        assert inspect.isdatadescriptor(value), f"{name}: no example in its docstring"
        return
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=printed.append)
    assert runner.failures == 0, "".join(printed)


def is_attribute_of_a_result(name: str) -> bool:
    """Fields of results are documented by their classes."""
    owner, _, member = name.partition(".")
    value = PUBLIC[name]
    return owner in {"Built", "MadeBook"} and bool(member) and inspect.isdatadescriptor(value)
