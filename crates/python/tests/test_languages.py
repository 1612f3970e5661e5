"""Games with the letters of other languages: the same as in English."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import zobrist

GAME = '[White "{}"]\n\n1. e4 e5 2. {N}f3 {N}c6 3. {B}b5 {N}f6 4. O-O {N}xe4 5. {R}e1 {Q}e7 6. d3 {N}d6 1-0\n\n'
ENGLISH = {"N": "N", "B": "B", "R": "R", "Q": "Q"}
LETTERS = {
    "de": {"N": "S", "B": "L", "R": "T", "Q": "D"},
    "nl": {"N": "P", "B": "L", "R": "T", "Q": "D"},
    "fr": {"N": "C", "B": "F", "R": "T", "Q": "D"},
}


def rows_of(stream: Any, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for table in stream for row in table]


@pytest.mark.parametrize("language", LETTERS)
def test_games_are_those_of_english(tmp_path: Path, language: str) -> None:
    text = GAME.format("A", **LETTERS[language])
    path, english = tmp_path / "a.pgn", tmp_path / "english.pgn"
    path.write_text(text)
    english.write_text(GAME.format("A", **ENGLISH))
    visits = rows_of(zobrist.visits(path, language=language), "key", "ply", "move")
    assert len(visits) == 13
    assert visits == rows_of(zobrist.visits(english), "key", "ply", "move")
    assert visits == rows_of(zobrist.visits(english, language=language), "key", "ply", "move")
    assert visits == rows_of(zobrist.visits(texts=text, language=language), "key", "ply", "move")
    games = zobrist.games(path, moves=True, language=language)
    assert rows_of(games, "moves") == rows_of(zobrist.games(english, moves=True), "moves")
    assert rows_of(zobrist.check(path, language=language), "type") == []
    assert rows_of(zobrist.check(path), "type") == [("illegal-move",)]

    zobrist.build_index(tmp_path / "index", path, language=language)
    zobrist.build_index(tmp_path / "added", english)
    zobrist.add(tmp_path / "added", path, language=language)
    for folder, expected in [("index", 1), ("added", 2)]:
        (move,) = zobrist.Index(tmp_path / folder).moves()
        assert (move["uci"], move["games"]) == ("e2e4", expected)
    zobrist.runs.plan(tmp_path / "planned", path, runs=1, language=language)
    zobrist.runs.run(tmp_path / "planned", 1)
    zobrist.runs.combine(tmp_path / "planned", 1, 1)
    built = zobrist.runs.commit(tmp_path / "planned")
    assert (built.games, built.rejected) == (1, 0)
    books = [tmp_path / "a.bin", tmp_path / "english.bin"]
    zobrist.make_book(books[0], path, min_games=1, language=language)
    zobrist.make_book(books[1], english, min_games=1)
    assert books[0].read_bytes() == books[1].read_bytes()


def test_without_a_language_the_message_names_it(tmp_path: Path) -> None:
    rows = zobrist.visits(texts=GAME.format("A", **LETTERS["nl"]))
    assert list(rows) == []
    (reason,) = rows.rejected["reason"]
    assert reason.endswith("; the whole game is legal with the letters of Dutch"), reason


def test_unknown_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(GAME.format("A", **ENGLISH))
    for call in [
        lambda: zobrist.visits(path, language="klingon"),
        lambda: zobrist.games(path, language="klingon"),
        lambda: zobrist.check(path, language="klingon"),
        lambda: zobrist.build_index(tmp_path / "index", path, language="klingon"),
        lambda: zobrist.make_book(tmp_path / "a.bin", path, language="klingon"),
        lambda: zobrist.runs.plan(tmp_path / "planned", path, language="klingon"),
    ]:
        with pytest.raises(ValueError, match="language: expected the code of a language .*klingon"):
            call()
