"""Compares two indexes by DuckDB. The manifests say which files count, and where the pieces of a source begin.

    same_index.py rows A B          all rows of the three tables are equal, numbers of games too
    same_index.py renumbered A B    they are, once each game of A has the number of the one of B that comes from
                                    the same place, its number in its file
    same_index.py places A B        as `renumbered`, without the first game of each position: the games of A
                                    are in another order
"""

import json
import sys
from pathlib import Path

import duckdb

how, *folders = sys.argv[1:]
db = duckdb.connect()


def read(folder, files):
    names = [str(Path(folder) / file["file"]) for file in files]
    return f"SELECT * FROM read_parquet({names})"


for name, folder in zip("ab", folders):
    manifest = json.loads((Path(folder) / "manifest.json").read_text())
    games = [
        f'SELECT * REPLACE (game + {file["before"]} AS game, "offset" + {file["offset"] or 0} AS "offset") '
        f"FROM ({read(folder, [file])})"
        for file in manifest["game_files"]
    ]
    db.execute(f"CREATE TABLE games_{name} AS {' UNION ALL '.join(games)}")
    for table in ("positions", "occurrences"):
        files = [file for segment in manifest["segments"] for file in segment[table]]
        db.execute(f"CREATE TABLE {table}_{name} AS {read(folder, files)}")


def equal(what, a, b):
    count = db.execute(f"SELECT count(*) FROM ({b})").fetchone()[0]
    assert count > 0, f"{what}: no rows"
    for first, second in ((a, b), (b, a)):
        rows = db.execute(f"({first}) EXCEPT ALL ({second})").fetchmany(3)
        assert not rows, f"{what}: {rows}"
    print(f"{what}: {count} rows")


if how == "rows":
    for table in ("games", "positions", "occurrences"):
        equal(table, f"FROM {table}_a", f"FROM {table}_b")
    sys.exit()
games = "SELECT * EXCLUDE (game_id) FROM games_"
equal("games", games + "a", games + "b")
db.execute(
    "CREATE TABLE numbers AS SELECT a.game_id AS old, b.game_id AS new "
    "FROM games_a a JOIN games_b b USING (file, game)"
)
all_games = db.execute("SELECT count(*) FROM games_b").fetchone()
distinct = "SELECT count(*) FROM numbers UNION ALL SELECT count(DISTINCT old) FROM numbers UNION ALL "
counts = db.execute(distinct + "SELECT count(DISTINCT new) FROM numbers").fetchall()
assert counts == [all_games] * 3, counts
equal(
    "occurrences",
    "SELECT o.* REPLACE (new AS game_id) FROM occurrences_a o JOIN numbers ON game_id = old",
    "FROM occurrences_b",
)
if how == "renumbered":
    equal(
        "positions",
        "SELECT p.* REPLACE (new AS first_game_id) FROM positions_a p JOIN numbers ON first_game_id = old",
        "FROM positions_b",
    )
else:
    positions = "SELECT * EXCLUDE (first_game_id) FROM positions_"
    equal("positions", positions + "a", positions + "b")
