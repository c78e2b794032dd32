#!/usr/bin/env bash
# The `transform` of sqlite-utils keeps the indices of a table, and loses its triggers without a word.
#
# Seen with sqlite-utils 4.2 (Python 3.11, SQLite 3.40.1). It makes a new table, copies the rows, and gives the new table the old
# name, as SQLite's documentation advises; that advice also says to make indices, triggers and views again. Expected: all
# three are there afterwards. Seen: indices and views are, triggers are not. So a file whose application relies on triggers,
# as search indices and sync do, is silently broken by a change of one column's type.
#
# Prints the objects of the table before and after. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
# sqlite-utils 4.2 imports typing_extensions, and does not require it: on Python 3.11 it fails without.
venv/bin/pip install --quiet sqlite-utils==4.2 typing_extensions
cat >make.py <<'PYTHON'
import sqlite3

sqlite3.connect("app.db").executescript("""
CREATE TABLE recipe (id INTEGER PRIMARY KEY, title TEXT, minutes TEXT);
CREATE TABLE noted (id INTEGER);
CREATE INDEX by_title ON recipe (title);
CREATE VIEW quick AS SELECT title FROM recipe WHERE minutes < 20;
CREATE TRIGGER note AFTER UPDATE ON recipe BEGIN INSERT INTO noted VALUES (new.id); END;
INSERT INTO recipe VALUES (1, 'Pasta', '12');
""")
PYTHON
cat >list.py <<'PYTHON'
import sqlite3

rows = sqlite3.connect("app.db").execute(
    "SELECT type, name FROM sqlite_master WHERE type IN ('index', 'trigger', 'view') ORDER BY 1, 2")
print(" ".join(f"{kind}:{name}" for kind, name in rows))
PYTHON
venv/bin/python make.py
{
  venv/bin/python list.py
  venv/bin/sqlite-utils transform app.db recipe --type minutes integer
  venv/bin/python list.py
} | tee seen
cat >expected <<'TEXT'
index:by_title trigger:note view:quick
index:by_title view:quick
TEXT
cmp seen expected
