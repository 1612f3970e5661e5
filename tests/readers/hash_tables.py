"""Checks Parquet files of `zobrist hash` and `zobrist keys generate` against CSV of the same rows.

    python hash_tables.py BITS TABLE.parquet TABLE.csv SCHEME FINGERPRINT

pyarrow, DuckDB and Polars read the Parquet file; the CSV file is that of the command, whose keys are
hex digits.
"""

import csv
import sys

import duckdb
import polars
import pyarrow.parquet

from tables import same


def signed(word, bits):
    return word - (1 << bits) if word >> (bits - 1) else word


def expected_rows(path, bits):
    """The rows with the key in the columns that the Parquet file has."""
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            named = {}
            for name, value in row.items():
                if name in ("hash", "key"):
                    word = int(value, 16)
                    if bits <= 64:
                        named["key"] = signed(word, 32 if bits <= 32 else 64)
                    else:
                        named["key_high"] = signed(word >> 64, 64)
                        named["key_low"] = signed(word & (1 << 64) - 1, 64)
                elif name in ("line", "game", "ply", "slot", "index"):
                    named[name] = int(value)
                else:
                    named[name] = None if name == "meaning" and value == "" else value
            yield named


def main():
    bits, table, text, scheme, fingerprint = sys.argv[1:]
    rows = list(expected_rows(text, int(bits)))
    same("rows are there", True, len(rows) > 0)
    arrow = pyarrow.parquet.read_table(table)
    same("rows by pyarrow", rows, arrow.to_pylist())
    same("rows by Polars", rows, polars.read_parquet(table).to_dicts())
    query = duckdb.sql(f"SELECT * FROM '{table}'")
    same("rows by DuckDB", rows, [dict(zip(query.columns, row)) for row in query.fetchall()])
    metadata = arrow.schema.metadata or pyarrow.parquet.read_metadata(table).metadata
    same("scheme", scheme, metadata[b"zobrist.scheme"].decode())
    same("fingerprint", fingerprint, metadata[b"zobrist.fingerprint"].decode())
    groups = pyarrow.parquet.read_metadata(table)
    sizes = [groups.row_group(n).num_rows for n in range(groups.num_row_groups)]
    same("row groups are bounded", True, max(sizes) <= 1 << 17)
    types = {field.name: str(field.type) for field in arrow.schema}
    same("type of ply", "int32", types.get("ply", "int32"))
    same("type of line and game", {"int64"}, {types.get(n, "int64") for n in ("line", "game")})
    print(len(rows), "rows", types)


if __name__ == "__main__":
    main()
