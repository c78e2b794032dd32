#!/usr/bin/env bash
# Foundation's JSONEncoder writes a Decimal that is not a number as `NaN`, which is no JSON and which JSONDecoder refuses.
#
# Seen with Swift 6.3.1 on Debian 12 (swift-foundation). A Double that is not a number is an `EncodingError`, unless a strategy
# for non-conforming numbers is set. Expected: the same for a Decimal. Seen: no error and the text `{"amount":NaN}`, with and
# without the strategy; the decoder then throws for its own encoder's output, also with the strategy.
#
# Prints what is written and read. Exits with 1 if it is something else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
cat >main.swift <<'SWIFT'
import Foundation

struct Price<Number: Codable>: Codable { var amount: Number }

func attempt<Number: Codable>(_ amount: Number, named: Bool) {
  let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
  if named {
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }
  guard let data = try? encoder.encode(Price(amount: amount)) else {
    return print(Number.self, named, "refused by the encoder")
  }
  let isRead = (try? decoder.decode(Price<Number>.self, from: data)) != nil
  print(Number.self, named, String(decoding: data, as: UTF8.self), isRead ? "read" : "refused by the decoder")
}

for named in [false, true] {
  attempt(Double.nan, named: named)
  attempt(Decimal.nan, named: named)
}
SWIFT
swiftc main.swift -o encode
./encode | tee seen
cat >expected <<'TEXT'
Double false refused by the encoder
Decimal false {"amount":NaN} refused by the decoder
Double true {"amount":"nan"} read
Decimal true {"amount":NaN} refused by the decoder
TEXT
cmp seen expected
