#!/usr/bin/env bash
# The `transform` of sqlite-utils cannot change a table WITHOUT ROWID: it reads the text "rowid" in place of a column.
#
# Seen with sqlite-utils 4.2.1 (Python 3.11, SQLite 3.40.1). A table WITHOUT ROWID gets another name for a column. Expected: a new
# table without rowids has the rows, or an error that says that such tables are not supported. Seen: "datatype mismatch". The
# statement copies the column "rowid", in quotation marks. The table has no such column, so SQLite takes that for a text,
# and a text is no rowid of the new table, which would have rowids. The table stays as it was.
#
# Prints what transform would do and does. Exits with 1 if that is something else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet sqlite-utils==4.2.1 typing_extensions
python3 -c '
import sqlite3
sqlite3.connect("app.db").executescript("""
CREATE TABLE place (name TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
INSERT INTO place VALUES (3, 2);
""")'
{
  venv/bin/sqlite-utils transform app.db place --rename number count --sql | grep SELECT
  venv/bin/sqlite-utils transform app.db place --rename number count 2>&1 | tail -1 || true
  venv/bin/sqlite-utils schema app.db place
} | tee seen
cat >expected <<'TEXT'
   SELECT "rowid", "name", "number" FROM "place";
sqlite3.IntegrityError: datatype mismatch
CREATE TABLE place (name TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID
TEXT
cmp seen expected
