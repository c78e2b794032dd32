#!/usr/bin/env bash
# PRAGMA data_version of SQLite changes when another connection truncates the write-ahead log, without any commit.
#
# Seen with apsw 3.46.1.0 (SQLite 3.46.1, Python 3.11); with SQLite 3.40.1 too. The documentation says that the value stays
# for commits of the own connection, and is another one if another connection has changed the file. Expected: checkpoints
# do not count, because the contents stay. Seen: of the checkpoints of another connection, TRUNCATE counts, and PASSIVE,
# FULL and RESTART do not. The own connection's checkpoints and rollbacks never do. So a program that reads its caches
# again when the value changes does so once more than needed.
#
# Prints whether the value has changed after each step. Exits with 1 if that differs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet apsw==3.46.1.0
cat >version.py <<'PYTHON'
import apsw

own, other = apsw.Connection("kitchen.db"), apsw.Connection("kitchen.db")
own.execute("PRAGMA journal_mode = WAL").fetchall()
own.execute("CREATE TABLE recipe (id INTEGER)")


def version():
    return own.execute("PRAGMA data_version").fetchone()[0]


def step(what, connection, *statements):
    before = version()
    for statement in statements:
        connection.execute(statement).fetchall()
    print(f"{what}: {'changed' if version() != before else 'same'}")


step("own insertion", own, "INSERT INTO recipe VALUES (1)")
step("own rollback", own, "BEGIN IMMEDIATE", "INSERT INTO recipe VALUES (2)", "ROLLBACK")
step("insertion by another", other, "INSERT INTO recipe VALUES (3)")
step("empty transaction of another", other, "BEGIN IMMEDIATE", "COMMIT")
for mode in ["PASSIVE", "FULL", "RESTART", "TRUNCATE"]:
    own.execute("INSERT INTO recipe VALUES (4)")
    step(f"{mode} by another", other, f"PRAGMA wal_checkpoint({mode})")
step("TRUNCATE by the own", own, "INSERT INTO recipe VALUES (5)", "PRAGMA wal_checkpoint(TRUNCATE)")
PYTHON
venv/bin/python version.py | tee seen
cat >expected <<'TEXT'
own insertion: same
own rollback: same
insertion by another: changed
empty transaction of another: same
PASSIVE by another: same
FULL by another: same
RESTART by another: same
TRUNCATE by another: changed
TRUNCATE by the own: same
TEXT
cmp seen expected
