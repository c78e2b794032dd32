#!/usr/bin/env bash
# Foundation's JSONDecoder says of a number that does not fit its type that the data are not JSON, and not where it is.
#
# Seen with Swift 6.3.1 on Debian 12 (swift-foundation). Valid JSON has a number beyond 64 bits, or with a fraction, where the
# program has an Int64. Expected: an error with the number and its coding path, as for a text in its place, which gives
# `typeMismatch` with the path a[0]. Seen: `dataCorrupted` with an empty coding path, "The given data was not valid JSON.",
# and no underlying error: nothing distinguishes it from a body that is cut.
#
# Prints the errors. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
cat >main.swift <<'SWIFT'
import Foundation

struct Body: Decodable { let a: [Int64] }

for text in [#"{"a":[1180591620717411303424]}"#, #"{"a":[0.5]}"#, #"{"a":["x"]}"#, #"{"a":"#] {
  do {
    _ = try JSONDecoder().decode(Body.self, from: Data(text.utf8))
  } catch DecodingError.dataCorrupted(let context) {
    print(text, "dataCorrupted", context.codingPath.count, context.debugDescription, context.underlyingError == nil)
  } catch DecodingError.typeMismatch(_, let context) {
    print(text, "typeMismatch", context.codingPath.count)
  }
}
SWIFT
swiftc main.swift -o decode
./decode | tee seen
cat >expected <<'TEXT'
{"a":[1180591620717411303424]} dataCorrupted 0 The given data was not valid JSON. true
{"a":[0.5]} dataCorrupted 0 The given data was not valid JSON. true
{"a":["x"]} typeMismatch 2
{"a": dataCorrupted 0 The given data was not valid JSON. true
TEXT
cmp seen expected
