#!/usr/bin/env bash
# Off Apple's platforms, Foundation's archiver writes equal objects once: in an archive of true and 1, both are read as true.
#
# Seen with Swift 6.3.1 on Debian 12 (swift-corelibs-foundation). Expected: an archive refers to an object a second time if it is
# the same object, so that each number comes back with its type. Seen: what is equal is the same object afterwards, and a
# Boolean equals the number 1. So the list [true, 1] comes back as [true, true], and [1, true] as [1, 1].
#
# Prints the values that come back, as JSON. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
cat >main.swift <<'SWIFT'
import Foundation

func show(_ list: NSArray) throws {
  let data = try NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: true)
  let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSNumber.self], from: data)
  let json = try JSONSerialization.data(withJSONObject: read as? NSArray ?? [])
  print(String(decoding: json, as: UTF8.self))
}
try show(NSArray(array: [NSNumber(value: true), NSNumber(value: 1)]))
try show(NSArray(array: [NSNumber(value: 1), NSNumber(value: true)]))
try show(NSArray(array: [NSNumber(value: true), NSNumber(value: 2)]))
SWIFT
swiftc main.swift -o archive
./archive | tee seen
cat >expected <<'TEXT'
[true,true]
[1,1]
[true,2]
TEXT
cmp seen expected
