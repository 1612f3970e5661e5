"""Python blocks of pages of documentation, and the output that stands below them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]

PAGES = ["crates/python/README.md", "docs/python.md"]

#: The first line of a block that needs an engine: ``tests/spark`` runs it, where ``/shared`` is a folder.
ON_A_CLUSTER = "# on a cluster\n"

#: The first line of a block that uses the names of the block before.
CONTINUED = "# continued\n"

_BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    code: str
    output: str | None

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, match.start()) + 2, match[1], match[2])
        for match in _BLOCK.finditer(text)
    ]


def programs(page: str) -> list[list[Block]]:
    """The blocks, those together that share their names."""
    found: list[list[Block]] = []
    for block in blocks(page):
        if block.code.startswith(ON_A_CLUSTER):
            continue
        if block.code.startswith(CONTINUED):
            found[-1].append(block)
        else:
            found.append([block])
    return found


def is_like(expected: str, got: str) -> bool:
    """True if the texts are equal, where each ``…`` stands for any text."""
    parts = [re.escape(part) for part in expected.split("…")]
    return re.fullmatch(".*".join(parts), got, re.DOTALL) is not None
