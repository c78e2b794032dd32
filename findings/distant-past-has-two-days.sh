#!/usr/bin/env bash
# Foundation's ISO 8601 texts of days before 15 October 1582 are in another calendar than SQLite's.
#
# Seen with Swift 6.3.1 on Debian 12 (swift-foundation) and the sqlite3 of Python (SQLite 3.40.1). ISO 8601 has the Gregorian
# calendar for all years, and so has SQLite. Expected: the same text from both for the same second. Seen: Foundation writes
# and reads the Julian calendar there. `Date.distantPast` is 0001-01-01 for Foundation and the 30th of December of the year
# before for SQLite. So a text that one has written is read as another day by the other: two days off in the year 1, ten in
# 1582.
#
# Prints seconds since 1970 and both texts. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
cat >main.swift <<'SWIFT'
import Foundation

for seconds in [Date.distantPast.timeIntervalSince1970, -12_219_379_200, -12_219_292_800] {
  print(Int(seconds), Date(timeIntervalSince1970: seconds).formatted(.iso8601))
}
SWIFT
swiftc main.swift -o dates
./dates | while read -r seconds text; do
  other=$(python3 -c "
import sqlite3, sys
print(sqlite3.connect(':memory:').execute(
  \"SELECT strftime('%Y-%m-%dT%H:%M:%SZ', $seconds, 'unixepoch')\").fetchone()[0])")
  echo "$seconds $text $other"
done | tee seen
cat >expected <<'TEXT'
-62135769600 0001-01-01T00:00:00Z 0000-12-30T00:00:00Z
-12219379200 1582-10-04T00:00:00Z 1582-10-14T00:00:00Z
-12219292800 1582-10-15T00:00:00Z 1582-10-15T00:00:00Z
TEXT
cmp seen expected
