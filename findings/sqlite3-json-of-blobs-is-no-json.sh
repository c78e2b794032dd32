#!/usr/bin/env bash
# The JSON that the shell of SQLite prints is no JSON if a value is a blob, and cuts texts at a zero.
#
# Seen with sqlite3 3.40.1 of Debian 12. Expected of -json: a blob as digits or Base64, or as a text with escapes, and a text as it is,
# for JSON has an escape for each character. Seen: the bytes of a blob are copied between quotation marks, so that most
# blobs (keys, UUIDs, pictures) make the document invalid UTF-8, which parsers refuse. A text ends before its first zero,
# whose escape the shell does write in a blob. Use hex(…) or quote(…) for blobs.
#
# Prints a document for each value and what a parser says. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
sqlite3 -version | cut -d ' ' -f 1
cat >parse.py <<'PYTHON'
import json
import sys

try:
    print("a document:", json.dumps(json.load(sys.stdin.buffer)))
except ValueError as error:
    print("no document:", type(error).__name__)
PYTHON
for value in "x'414243'" "x'410042'" "x'ff'" "'a' || char(0) || 'b'" "hex(x'ff')"; do
  echo "$value"
  sqlite3 -json :memory: "SELECT $value AS v" | python3 parse.py
done | tee seen
cat >expected <<'TEXT'
x'414243'
a document: [{"v": "ABC"}]
x'410042'
a document: [{"v": "A\u0000B"}]
x'ff'
no document: UnicodeDecodeError
'a' || char(0) || 'b'
a document: [{"v": "a"}]
hex(x'ff')
a document: [{"v": "FF"}]
TEXT
cmp seen expected
