"""The tables of an index, read by DuckDB and by pyarrow."""

import json
import zlib

import duckdb
import pyarrow.parquet as pq

INT, LONG, TEXT, BYTES = "INT32", "INT64", "STRING", "BYTE_ARRAY"

# Columns in their order: name, type, whether a value must be there.
TABLES = {
    "positions": [
        ("key", LONG, True),
        ("check", INT, True),
        ("move", INT, True),
        ("white", INT, True),
        ("draws", INT, True),
        ("black", INT, True),
        ("unknown", INT, True),
        ("elo_sum", LONG, True),
        ("elo_count", LONG, True),
        ("first_year", INT, False),
        ("last_year", INT, False),
        ("first_game", INT, True),
    ],
    "occurrences": [("key", LONG, True), ("game", INT, True), ("ply", INT, True)],
    "games": [
        ("game", INT, True),
        ("white", TEXT, False),
        ("black", TEXT, False),
        ("white_elo", INT, False),
        ("black_elo", INT, False),
        ("result", TEXT, True),
        ("date", TEXT, False),
        ("year", INT, False),
        ("event", TEXT, False),
        ("site", TEXT, False),
        ("round", TEXT, False),
        ("variant", TEXT, False),
        ("fen", TEXT, False),
        ("tags", TEXT, True),
        ("moves", BYTES, True),
        ("plies", INT, True),
        ("indexed", INT, True),
        ("file", TEXT, True),
        ("offset", LONG, True),
    ],
}
SORTED_BY = {"positions": 3, "occurrences": 3, "games": 1}
DUCKDB_TYPES = {INT: "INTEGER", LONG: "BIGINT", TEXT: "VARCHAR", BYTES: "BLOB"}


def same(what, expected, got):
    if expected != got:
        raise SystemExit(f"{what}:\n  expected {expected!r}\n  got      {got!r}")


def same_rows(what, expected, got):
    """The same for many rows: names the first that differ."""
    for row, (a, b) in enumerate(zip(expected, got)):
        same(f"{what}, row {row}", a, b)
    same(f"{what}, rows", len(expected), len(got))


class Index:
    """A folder as its manifest describes it."""

    def __init__(self, folder):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text())
        same("format", ("zobrist-index", 1), (self.manifest["format"], self.manifest["version"]))
        self.scheme = self.manifest["scheme"]
        if self.scheme not in ("fide", "polyglot"):
            raise SystemExit(f"expected an index by fide or polyglot, got {self.scheme}")
        self.duckdb = duckdb.connect()

    def files(self, table):
        if table == "games":
            return self.manifest["game_files"]
        return [file for segment in self.manifest["segments"] for file in segment[table]]

    def rows(self, table):
        """All rows in the order of the files, each file read twice and checked."""
        rows = []
        listed = sorted(self.folder / entry["file"] for entry in self.files(table))
        same(f"files of {table}", listed, sorted((self.folder / table).iterdir()))
        for entry in self.files(table):
            rows += self.file(table, entry)
        return rows

    def file(self, table, entry):
        path = self.folder / entry["file"]
        content = path.read_bytes()
        told = entry["bytes"], entry["crc32"]
        same(f"{path}, bytes and CRC-32", told, (len(content), zlib.crc32(content)))
        self.footer(table, path)
        columns = pq.read_table(path).to_pydict()
        by_pyarrow = list(zip(*(columns[name] for name, _, _ in TABLES[table])))
        relation = self.duckdb.read_parquet(str(path))
        types = [(name, DUCKDB_TYPES[kind]) for name, kind, _ in TABLES[table]]
        got = list(zip(relation.columns, map(str, relation.types)))
        same(f"{path}, DuckDB's types", types, got)
        same_rows(f"{path}, DuckDB against pyarrow", by_pyarrow, relation.fetchall())
        same(f"{path}, rows", entry["rows"], len(by_pyarrow))
        for a, b in zip(by_pyarrow, by_pyarrow[1:]):
            if a[: SORTED_BY[table]] >= b[: SORTED_BY[table]]:
                raise SystemExit(f"{path} is not sorted: {a} before {b}")
        if table == "games":
            numbers = range(entry["first"], entry["first"] + entry["rows"])
            same(f"{path}, numbers", list(numbers), [row[0] for row in by_pyarrow])
        else:
            first, end = entry["parts"]
            for row in by_pyarrow:
                part = (row[0] >> 56) + 128
                if not first <= part < end:
                    raise SystemExit(f"{path}: a key of part {part}: {row}")
        return by_pyarrow

    def footer(self, table, path):
        file = pq.ParquetFile(path)
        schema = [file.schema.column(i) for i in range(len(file.schema))]
        got = [
            (
                column.name,
                "STRING" if column.logical_type.type == "STRING" else column.physical_type,
                column.max_definition_level == 0,
            )
            for column in schema
        ]
        same(f"{path}, columns", TABLES[table], got)
        told = {
            "zobrist.version": "1",
            "zobrist.table": table,
            "zobrist.scheme": self.scheme,
            "zobrist.fingerprint": self.manifest["fingerprint"],
        }
        metadata = file.metadata.metadata
        same(f"{path}, metadata", told, {k.decode(): v.decode() for k, v in metadata.items()})
        for number in range(file.metadata.num_row_groups):
            group = file.metadata.row_group(number)
            sorting = [(c.column_index, c.descending) for c in group.sorting_columns]
            same(f"{path}, sorting columns", [(i, False) for i in range(SORTED_BY[table])], sorting)
            columns = [group.column(i) for i in range(group.num_columns)]
            if not all(column.has_offset_index for column in columns):
                raise SystemExit(f"{path}: a column without offset index")
            if not columns[0].has_column_index:
                raise SystemExit(f"{path}: the first column without column index")

    def query(self, table, columns, key):
        """The rows of a key, found by DuckDB and by pyarrow."""
        names = ", ".join(f'"{column}"' for column in columns)
        files = str(self.folder / table / "*.parquet")
        sql = f"SELECT {names} FROM read_parquet(?) WHERE key = ?"
        by_duckdb = sorted(self.duckdb.execute(sql, [files, key]).fetchall())
        found = pq.read_table(self.folder / table, columns=columns, filters=[("key", "==", key)])
        by_pyarrow = sorted(zip(*(found.column(column).to_pylist() for column in columns)))
        same(f"{table} of key {key}, DuckDB against pyarrow", by_pyarrow, by_duckdb)
        return by_duckdb
