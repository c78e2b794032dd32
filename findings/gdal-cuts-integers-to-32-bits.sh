#!/usr/bin/env bash
# GDAL reads the INTEGER columns of SQLite as 32 bits, unless the table is STRICT; results of SQL always.
#
# Seen with GDAL 3.12.4 (pyogrio 0.13.0, Python 3.11) and GDAL 3.6.2 of Debian 12. INTEGER of SQLite has 64 bits. Expected: GDAL
# reads Integer64, for which it has a type, in all tables and in all results. Seen: only columns of STRICT tables and those that
# are declared BIGINT are read so. In others, and in each result of SQL, numbers beyond 32 bits become 2147483647. There is a
# warning, the status is that of a success. A layer's identifier (FID) has 64 bits everywhere.
#
# Prints the type and the number for each. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pyogrio==0.13.0 numpy==2.4.6
cat >read.py <<'PYTHON'
import sqlite3

import pyogrio

database = sqlite3.connect("app.db")
database.executescript("""
CREATE TABLE plain (id INTEGER PRIMARY KEY, part INTEGER);
CREATE TABLE strict (id INTEGER PRIMARY KEY, part INTEGER) STRICT;
CREATE TABLE big (id INTEGER PRIMARY KEY, part BIGINT);
""")
for table in ["plain", "strict", "big"]:
    database.execute(f"INSERT INTO {table} VALUES (9007199254740993, 9007199254740993)")
database.commit()
print("GDAL", *pyogrio.__gdal_version__)
for table in ["plain", "strict", "big"]:
    for options in [{"layer": table}, {"sql": f"SELECT id, part FROM {table}"}]:
        about, identifiers, _, columns = pyogrio.raw.read("app.db", return_fids=True, **options)
        values = [f"{name}:{kind}:{column[0]}" for name, kind, column in zip(about["fields"], about["dtypes"], columns)]
        print(table, *options, identifiers[0], *values)
PYTHON
venv/bin/python -W ignore read.py | tee seen
cat >expected <<'TEXT'
GDAL 3 12 4
plain layer 9007199254740993 part:int32:2147483647
plain sql 0 id:int32:2147483647 part:int32:2147483647
strict layer 9007199254740993 part:int64:9007199254740993
strict sql 0 id:int32:2147483647 part:int32:2147483647
big layer 9007199254740993 part:int64:9007199254740993
big sql 0 id:int32:2147483647 part:int64:9007199254740993
TEXT
cmp seen expected
