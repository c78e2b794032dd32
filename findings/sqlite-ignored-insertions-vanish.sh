#!/usr/bin/env bash
# An authorizer of SQLite that answers “ignore” to an insertion makes it vanish without an error; a deletion it does not stop.
#
# Seen with apsw 3.46.1.0 (SQLite 3.46.1, Python 3.11); in a trigger, with SQLite 3.40.1 too. SQLite's documentation says
# that SQLITE_IGNORE disallows the action while the statement is compiled on, that a read column is then NULL, and that a
# DELETE goes on, row by row. Expected of a statement that is nothing but the insertion: an error. Seen: it succeeds, inserts
# nothing, and with RETURNING it returns no row. An ignored UPDATE leaves the values as they are. In a trigger, the insertion
# is left out, but not the trigger: its empty program is called for each row. So a program can keep the triggers of a file
# from noting its own writes, at the price of that call.
#
# Prints the rows after each statement. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet apsw==3.46.1.0
cat >ignore.py <<'PYTHON'
import apsw

database = apsw.Connection(":memory:")
database.execute("CREATE TABLE recipe (id INTEGER PRIMARY KEY)")
database.execute("CREATE TABLE noted (id INTEGER)")
database.execute(
    "CREATE TRIGGER note AFTER INSERT ON recipe BEGIN INSERT INTO noted VALUES (new.id); END")


def ignore(ignored):
    def answer(action, table, *_):
        return apsw.SQLITE_IGNORE if action == ignored and table == "noted" else apsw.SQLITE_OK

    database.authorizer = answer


def show(what):
    notes = [row[0] for row in database.execute("SELECT id FROM noted ORDER BY id")]
    print(f"{what}: {notes}")


database.execute("INSERT INTO recipe VALUES (1)")
show("noted by the trigger")
ignore(apsw.SQLITE_INSERT)
database.execute("INSERT INTO recipe VALUES (2)")
show("with an ignored insertion")
program = [row[1] for row in database.execute("EXPLAIN INSERT INTO recipe VALUES (3)")]
print("calls of the trigger's program:", program.count("Program"))
print("returned:", database.execute("INSERT INTO noted VALUES (4) RETURNING id").fetchall())
show("inserted directly")
ignore(apsw.SQLITE_UPDATE)
database.execute("UPDATE noted SET id = 5")
show("with an ignored update")
ignore(apsw.SQLITE_DELETE)
database.execute("DELETE FROM noted")
show("with an ignored deletion")
PYTHON
venv/bin/python ignore.py | tee seen
cat >expected <<'TEXT'
noted by the trigger: [1]
with an ignored insertion: [1]
calls of the trigger's program: 1
returned: []
inserted directly: [1]
with an ignored update: [1]
with an ignored deletion: []
TEXT
cmp seen expected
