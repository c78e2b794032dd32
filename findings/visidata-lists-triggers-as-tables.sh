#!/usr/bin/env bash
# VisiData lists the triggers of an SQLite file as tables, and fails to read them.
#
# Seen with VisiData 3.4 (Python 3.11, SQLite 3.40.1). A file has a table, a view and a trigger. Expected: a sheet for the table and
# one for the view, as there is none for an index. Seen: the trigger has a sheet, too, without columns, and an error says that
# it is no table. A file with search indices or sync, which have many triggers, begins with as many errors.
#
# Prints the errors and the list. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet visidata==3.4
python3 -c '
import sqlite3
sqlite3.connect("app.db").executescript("""
CREATE TABLE recipe (id INTEGER PRIMARY KEY, title TEXT);
CREATE INDEX by_title ON recipe (title);
CREATE VIEW quick AS SELECT title FROM recipe;
CREATE TRIGGER note AFTER INSERT ON recipe BEGIN SELECT 1; END;
INSERT INTO recipe VALUES (1, "Soup");
""")'
{
  venv/bin/vd --batch app.db --output list.csv </dev/null 2>&1 | grep -ao 'no such table: .*' | sort -u
  cut -d , -f 1 list.csv
} | tee seen
cat >expected <<'TEXT'
no such table: note
name
recipe
quick
note
TEXT
diff --ignore-blank-lines expected seen
