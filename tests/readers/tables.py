"""The tables of an index, read by DuckDB and by pyarrow, which checks every page."""

import json
import re
import zlib

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

INT, LONG, TEXT, BYTES = "INT32", "INT64", "STRING", "BYTE_ARRAY"

# Columns in their order: name, type, whether a value must be there.
TABLES = {
    "positions": [
        ("key", LONG, True),
        ("check", INT, True),
        ("move", INT, True),
        ("white", LONG, True),
        ("draws", LONG, True),
        ("black", LONG, True),
        ("unknown", LONG, True),
        ("elo_sum", LONG, True),
        ("elo_count", LONG, True),
        ("first_year", INT, False),
        ("last_year", INT, False),
        ("first_game_id", LONG, True),
    ],
    "occurrences": [
        ("key", LONG, True),
        ("game_id", LONG, True),
        ("ply", INT, True),
        ("move", INT, True),
    ],
    "games": [
        ("game_id", LONG, True),
        ("game", LONG, True),
        ("white_name", TEXT, False),
        ("black_name", TEXT, False),
        ("white_elo", INT, False),
        ("black_elo", INT, False),
        ("result", TEXT, True),
        ("date", TEXT, False),
        ("utc_date", TEXT, False),
        ("year", INT, False),
        ("event", TEXT, False),
        ("site", TEXT, False),
        ("round", TEXT, False),
        ("time_control", TEXT, False),
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


def page_header(content, at):
    """Sizes and CRC of the page at a place, whose header is in Thrift's compact protocol."""
    start, header = at, {}

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = content[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value >> 1 ^ -(value & 1)

    def struct(names):
        nonlocal at
        field = 0
        while content[at]:
            delta, kind = content[at] >> 4, content[at] & 15
            at += 1
            same("a short form of a field", True, delta > 0)
            field += delta
            if kind == 5:
                header[names.get(field)] = number()
            elif kind == 12:
                struct({})
            else:
                same("a field of a page header", True, kind in (1, 2))
        at += 1

    struct({3: "compressed", 4: "crc"})
    return header | {"bytes": at - start}


class Index:
    """A folder as its manifest describes it."""

    def __init__(self, folder):
        self.folder = folder
        text = (folder / "manifest.json").read_bytes()
        self.manifest = json.loads(text)
        same("format", ("zobrist-position-index", 1), (self.manifest["format"], self.manifest["version"]))
        # The last field, of the text with zeros in its place.
        told = self.manifest["crc32"]
        pattern = rb'"crc32": "[0-9a-f]{8}"\n}$'
        zeroed, fields = re.subn(pattern, b'"crc32": "00000000"\n}', text.rstrip())
        same("the manifest's CRC-32", (1, told), (fields, f"{zlib.crc32(zeroed):08x}"))
        self.scheme = self.manifest["scheme"]
        if self.scheme not in ("fide", "polyglot"):
            raise SystemExit(f"expected an index by fide or polyglot, got {self.scheme}")
        self.duckdb = duckdb.connect()
        self.queries = self.query, self.query_ranges

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
        got = len(content), zlib.crc32(content[entry["pages_end"] :])
        same(f"{path}, bytes and CRC-32", told, got)
        self.footer(table, path, content, entry["pages_end"])
        columns = pq.read_table(path, page_checksum_verification=True).to_pydict()
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
            same(f"{path}, bound", True, entry["bound"] >= numbers.stop)
            same(f"{path}, numbers", list(numbers), [row[0] for row in by_pyarrow])
        else:
            first, end = entry["parts"]
            bits = self.manifest["part_bits"]
            lowest = f"{first << 16 - bits:04x}"
            same(f"{path}, name", lowest, path.stem.split("-")[1])
            for row in by_pyarrow:
                part = (row[0] >> 64 - bits) + (1 << bits - 1)
                if not first <= part < end:
                    raise SystemExit(f"{path}: a key of part {part}: {row}")
        return by_pyarrow

    def footer(self, table, path, content, pages_end):
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
        metadata = {k.decode(): v.decode() for k, v in file.metadata.metadata.items()}
        sums = metadata.pop("zobrist.page_checksums")
        same(f"{path}, metadata", told, metadata)
        self.pages(path, file.metadata, content[:pages_end], sums)
        for number in range(file.metadata.num_row_groups):
            group = file.metadata.row_group(number)
            sorting = [(c.column_index, c.descending) for c in group.sorting_columns]
            same(f"{path}, sorting columns", [(i, False) for i in range(SORTED_BY[table])], sorting)
            columns = [group.column(i) for i in range(group.num_columns)]
            if not all(column.has_offset_index for column in columns):
                raise SystemExit(f"{path}: a column without offset index")
            if not columns[0].has_column_index:
                raise SystemExit(f"{path}: the first column without column index")

    def pages(self, path, metadata, pages, sums):
        """The checksums of the pages, which follow each other without a gap: a list a row group."""
        groups, at = [], len(b"PAR1")
        for number in range(metadata.num_row_groups):
            group, got = metadata.row_group(number), ""
            for column in map(group.column, range(group.num_columns)):
                first = column.dictionary_page_offset or column.data_page_offset
                same(f"{path}, the first page of {column.path_in_schema}", at, first)
                end = at + column.total_compressed_size
                while at < end:
                    header = page_header(pages, at)
                    body = at + header["bytes"]
                    next_page = body + header["compressed"]
                    told, crc = header["crc"] % 2**32, zlib.crc32(pages[body:next_page])
                    same(f"{path}, CRC of the page at {at}", told, crc)
                    got += f"{zlib.crc32(pages[at:next_page]):08x}"
                    at = next_page
            groups.append(got)
        same(f"{path}, the end of the pages", len(pages), at)
        same(f"{path}, checksums of pages", sums, " ".join(groups))

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

    def query_ranges(self, table, columns, key):
        """The rows of a key, from the bytes that two requests a segment bring."""
        rows = []
        bits = self.manifest["part_bits"]
        part = (key >> 64 - bits) + (1 << bits - 1)
        for segment in self.manifest["segments"]:
            (entry,) = (
                file for file in segment[table] if file["parts"][0] <= part < file["parts"][1]
            )
            with open(self.folder / entry["file"], "rb") as file:
                rows += ranges_of_key(file, entry, columns, key)
        return sorted(rows)


def ranges_of_key(file, entry, columns, key):
    """What is not asked for stays zero."""
    content = bytearray(entry["bytes"])

    def request(start, end):
        file.seek(start)
        content[start:end] = file.read(end - start)

    request(entry["pages_end"], entry["bytes"])
    metadata = pq.read_metadata(pa.BufferReader(bytes(content)))
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        key_column, last = group.column(0), group.column(group.num_columns - 1)
        if key_column.statistics.min <= key <= key_column.statistics.max:
            end = last.dictionary_page_offset or last.data_page_offset
            request(key_column.data_page_offset, end + last.total_compressed_size)
            found = pq.ParquetFile(pa.BufferReader(bytes(content)), page_checksum_verification=True)
            names = ["key", *columns]
            table = found.read_row_group(number, names).to_pydict()
            every = zip(*(table[name] for name in names))
            yield from (row[1:] for row in every if row[0] == key)
