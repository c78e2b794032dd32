#!/usr/bin/env bash
# The JSON of Datasette has a blob as Base64, or as text if its bytes happen to be UTF-8.
#
# Seen with Datasette 0.65.5 and sqlite-utils 4.2.1 (Python 3.11, SQLite 3.40.1). A column of a STRICT table has blobs. Expected:
# all of them are objects with Base64, as sqlite-utils writes them, which is of the same authors and has the same form of
# objects. Seen: Datasette tries UTF-8 first. So the type of a value in JSON depends on its bytes, a blob cannot be told
# from a text, and a client that expects Base64 fails for some rows.
#
# Prints the rows of both. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet datasette==0.65.5 sqlite-utils==4.2.1 typing_extensions
python3 -c '
import sqlite3
sqlite3.connect("app.db").executescript("""
CREATE TABLE photo (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
INSERT INTO photo VALUES (1, x'"'414243'"'), (2, x'"'ff00'"');
""")'
{
  venv/bin/sqlite-utils rows app.db photo
  venv/bin/datasette app.db --get '/app/photo.json?_shape=array'
} | tee seen
cat >expected <<'TEXT'
[{"id": 1, "bytes": {"$base64": true, "encoded": "QUJD"}},
 {"id": 2, "bytes": {"$base64": true, "encoded": "/wA="}}]
[{"id": 1, "bytes": "ABC"}, {"id": 2, "bytes": {"$base64": true, "encoded": "/wA="}}]
TEXT
diff --ignore-blank-lines expected seen
