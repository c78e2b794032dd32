#!/usr/bin/env bash
# csvkit's csvjson and csvsql make whole numbers floating-point numbers: two keys that differ become one.
#
# Seen with csvkit 2.2.0 and agate 1.14.2 (Python 3.11). Keys of 63 bits, as stores of several devices have them, are whole
# numbers beyond 2^53. Expected: Python's integers have no limit, so they stay as they are; or, as for large numbers in
# spreadsheets, text. Seen: csvsort and csvlook keep all digits, csvjson and csvsql print the nearest double, without a warning,
# also for small numbers (1 is 1.0). Both keep the digits with --no-inference (-I), as text.
#
# Prints the keys after each tool. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet csvkit==2.2.0 agate==1.14.2
printf 'key,title\n9007199254740993,Soup\n9007199254740992,Stew\n1,Tea\n' >keys.csv
{
  venv/bin/csvsort -c title keys.csv
  venv/bin/csvjson keys.csv
  echo
  venv/bin/csvsql --query 'SELECT key, title FROM keys' keys.csv
  venv/bin/csvsql --no-inference --query 'SELECT key, title FROM keys' keys.csv
} | tee seen
cat >expected <<'TEXT'
key,title
9007199254740993,Soup
9007199254740992,Stew
1,Tea
[{"key": 9007199254740992.0, "title": "Soup"}, {"key": 9007199254740992.0, "title": "Stew"}, {"key": 1.0, "title": "Tea"}]
key,title
9007199254740992.0,Soup
9007199254740992.0,Stew
1.0,Tea
key,title
9007199254740993,Soup
9007199254740992,Stew
1,Tea
TEXT
cmp seen expected
