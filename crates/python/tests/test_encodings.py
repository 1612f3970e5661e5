"""Names in games that are not UTF-8: the same as those of the same games in UTF-8."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import zobrist

NAMES = {
    "windows-1250": ["Dvořák, Jiří", "Štoček, Jiří", "Świercz, Dariusz"],
    "ISO-8859-2": ["Dvořák, Jiří", "Štoček, Jiří", "Świercz, Dariusz"],
    "windows-1251": ["Карпов, Анатолий", "Каспаров, Гарри"],
    "KOI8-U": ["Карпов, Анатолий", "Каспаров, Гарри"],
    "windows-1252": ["Müller, Karsten", "Étienne, Joël"],
}


def games_of(names: list[str]) -> str:
    return "".join(f'[White "{name}"]\n[Annotator "{name}"]\n\n1. e4 e5 1-0\n\n' for name in names)


def rows_of(*args: Any, **options: Any) -> list[tuple[Any, ...]]:
    stream = zobrist.games(*args, **options)
    return [(row["white_name"], row["tags"]) for table in stream for row in table]


@pytest.mark.parametrize("encoding", NAMES)
def test_encoded_games_are_those_of_utf8(tmp_path: Path, encoding: str) -> None:
    names = NAMES[encoding]
    text = games_of(names)
    encoded = text.encode(encoding.lower().replace("windows-", "cp"))
    path = tmp_path / "a.pgn"
    path.write_bytes(encoded)
    expected = rows_of(texts=text)
    assert [name for name, _ in expected] == names
    with pytest.warns(UserWarning, match=rf"a\.pgn: .* as {encoding}.*; encoding= says otherwise"):
        assert rows_of(path) == expected
    with pytest.warns(UserWarning, match=f"texts: .* as {encoding}"):
        assert rows_of(texts=encoded) == expected
    assert rows_of(path, encoding=encoding) == expected
    assert rows_of(texts=[encoded], encoding=encoding) == expected
    with pytest.warns(UserWarning, match=encoding) as told:
        zobrist.build_index(tmp_path / "index", path)
    assert len(told) == 1
    zobrist.build_index(tmp_path / "given", path, encoding=encoding)
    for folder in ["index", "given"]:
        index = zobrist.Index(tmp_path / folder)
        (move,) = index.moves(player=names[0])
        assert move["games"] == 1
    made = zobrist.make_book(
        tmp_path / "a.bin", path, min_games=1, player=names[0], encoding=encoding
    )
    assert made.kept == 1


def test_nothing_is_told_where_all_tags_are_utf8(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    game = games_of(["Dvořák, Jiří"]).encode().replace(b"1. e4", b"{J\xfcrgen} 1. e4")
    path = tmp_path / "a.pgn"
    path.write_bytes(game)
    expected = rows_of(texts=games_of(["Dvořák, Jiří"]))
    assert rows_of(path) == rows_of(texts=game) == expected
    zobrist.build_index(tmp_path / "index", path)
    assert not recwarn.list


def test_unknown_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(games_of(["A"]))
    for call in [
        lambda: zobrist.games(path, encoding="klingon"),
        lambda: zobrist.build_index(tmp_path / "index", path, encoding="klingon"),
        lambda: zobrist.make_book(tmp_path / "a.bin", path, encoding="klingon"),
    ]:
        with pytest.raises(ValueError, match='encoding: expected an encoding of games, .*"klingon"'):
            call()
