#!/usr/bin/env bash
# pandas rounds whole numbers of SQLite before it gives a column the type that `dtype` asks for.
#
# Seen with pandas 3.1.1 and numpy 2.4.6 (Python 3.11, SQLite 3.40.1). A column of references has keys of 63 bits and NULL.
# `read_sql` has `dtype`, as `read_csv` has, where "Int64" keeps all digits of such a column, and `coerce_float`, which
# converts decimals to floating-point numbers. Expected: each of them keeps the digits. Seen: pandas makes a column of
# floating-point numbers first and then converts it, so that 9007199254740993 becomes 9007199254740992, as "Int64" and
# without a warning. `coerce_float=False` changes nothing. `dtype_backend="numpy_nullable"` keeps the digits.
#
# Prints the column for each way of reading. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1 numpy==2.4.6
cat >read.py <<'PYTHON'
import io
import sqlite3

import pandas

database = sqlite3.connect(":memory:")
database.execute("CREATE TABLE part (whole INTEGER)")
database.executemany("INSERT INTO part VALUES (?)", [(9007199254740993,), (None,)])


def show(name, frame):
    print(name, frame.whole.dtype, *frame.whole.tolist())


def read(**options):
    return pandas.read_sql("SELECT whole FROM part", database, **options)


show("csv", pandas.read_csv(io.StringIO("whole,x\n9007199254740993,1\n,2\n"), dtype={"whole": "Int64"}))
show("sql", read())
show("dtype", read(dtype={"whole": "Int64"}))
show("coerce_float", read(coerce_float=False))
show("dtype_backend", read(dtype_backend="numpy_nullable"))
PYTHON
venv/bin/python read.py | tee seen
cat >expected <<'TEXT'
csv Int64 9007199254740993 <NA>
sql float64 9007199254740992.0 nan
dtype Int64 9007199254740992 <NA>
coerce_float float64 9007199254740992.0 nan
dtype_backend Int64 9007199254740993 <NA>
TEXT
cmp seen expected
