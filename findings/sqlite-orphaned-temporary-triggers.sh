#!/usr/bin/env bash
# A temporary trigger of SQLite whose table another connection drops is listed, and cannot be dropped.
#
# Seen with apsw 3.46.1.0 (SQLite 3.46.1, Python 3.11); with SQLite 3.40.1 too. DROP TABLE removes the triggers of its table,
# and for the connection that drops it also the temporary ones. Expected of another connection with a temporary trigger on
# the table: the trigger is gone when that connection reads the schema again, or can be dropped. Seen: sqlite_temp_master
# goes on to list it, DROP TRIGGER fails with “no such trigger”, and DROP TRIGGER IF EXISTS does nothing. A trigger with the
# same name can be made on another table: the name is listed twice then. So a program that removes its
# temporary triggers by the list needs IF EXISTS, and must not take the names for unique.
#
# Prints what the connection sees. Exits with 1 if it is something else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet apsw==3.46.1.0
cat >orphan.py <<'PYTHON'
import apsw

own, other = apsw.Connection("kitchen.db"), apsw.Connection("kitchen.db")
own.execute("CREATE TABLE recipe (id INTEGER); CREATE TABLE tag (id INTEGER); CREATE TABLE seen (what TEXT)")
own.execute(
    "CREATE TEMP TRIGGER watch AFTER INSERT ON main.recipe BEGIN INSERT INTO seen VALUES ('recipe'); END")


def listed():
    return [row[0] for row in own.execute(
        "SELECT tbl_name FROM sqlite_temp_master WHERE name = 'watch' ORDER BY 1")]


other.execute("DROP TABLE recipe")
own.execute("SELECT count(*) FROM sqlite_master").fetchall()
print("after another connection has dropped the table:", listed())
try:
    own.execute("DROP TRIGGER temp.watch")
    print("the trigger was dropped")
except apsw.SQLError as error:
    print(error)
own.execute("DROP TRIGGER IF EXISTS temp.watch")
print("after IF EXISTS:", listed())
own.execute(
    "CREATE TEMP TRIGGER watch AFTER INSERT ON main.tag BEGIN INSERT INTO seen VALUES ('tag'); END")
print("after a second one:", listed())
PYTHON
venv/bin/python orphan.py | tee seen
cat >expected <<'TEXT'
after another connection has dropped the table: ['recipe']
SQLError: no such trigger: temp.watch
after IF EXISTS: ['recipe']
after a second one: ['recipe', 'tag']
TEXT
cmp seen expected
