#!/usr/bin/env bash
# pandas reads blobs as texts if it is asked for nullable types.
#
# Seen with pandas 3.1.1 and numpy 2.4.6 (Python 3.11, SQLite 3.40.1). A column of a STRICT table has blobs. Without `dtype_backend`,
# `read_sql` has them as bytes. Expected: with "numpy_nullable", which is about missing values, and with "pyarrow", which has a
# type for bytes, they are bytes, too. Seen: they are decoded as UTF-8. Blobs that happen to be UTF-8 become texts without a
# word, and with another one the whole result is an error. So a frame with nullable keys cannot have blobs beside them.
#
# Prints the types and values. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1 numpy==2.4.6 pyarrow==26.0.1
cat >read.py <<'PYTHON'
import sqlite3

import pandas

database = sqlite3.connect(":memory:")
database.executescript("""
CREATE TABLE photo (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
INSERT INTO photo VALUES (1, x'414243'), (2, x'ff00');
""")
for where in ["id = 1", "TRUE"]:
    for options in [{}, {"dtype_backend": "numpy_nullable"}, {"dtype_backend": "pyarrow"}]:
        try:
            frame = pandas.read_sql(f"SELECT bytes FROM photo WHERE {where}", database, **options)
            print(*options.values(), frame.bytes.dtype, frame.bytes.tolist())
        except UnicodeDecodeError as error:
            print(*options.values(), type(error).__name__)
PYTHON
venv/bin/python read.py | tee seen
cat >expected <<'TEXT'
object [b'ABC']
numpy_nullable string ['ABC']
pyarrow string[pyarrow] ['ABC']
object [b'ABC', b'\xff\x00']
numpy_nullable UnicodeDecodeError
pyarrow UnicodeDecodeError
TEXT
cmp seen expected
