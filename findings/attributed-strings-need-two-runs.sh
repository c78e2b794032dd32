#!/usr/bin/env bash
# Off Apple's platforms, Foundation archives every attributed string, and reads those with two runs or more again.
#
# Seen with Swift 6.3.1 on Debian 12 (swift-corelibs-foundation). Expected: an archive that was written without an error is read
# by the same library. Seen: the archiver leaves out the list of runs if there is one run, as its counterpart on Apple's platforms
# does; the unarchiver requires the list, and throws `coderReadCorrupt` (4865) for a text without attributes and for one with
# the same attributes everywhere. A transformable attribute, whose transformer has no way to throw, reads nil.
#
# Prints what comes back. Exits with 1 if it is something else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
cat >main.swift <<'SWIFT'
import Foundation

func back(_ text: NSAttributedString) -> String {
  do {
    let data = try NSKeyedArchiver.archivedData(withRootObject: text, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSAttributedString.self, from: data)
    return read.map { $0.isEqual(to: text) ? "equal" : "another text" } ?? "nil"
  } catch { return "\((error as NSError).domain) \((error as NSError).code)" }
}

let key = NSAttributedString.Key("Link")
let text = NSMutableAttributedString(string: "Soup and bread")
print("no attributes: \(back(text))")
text.addAttribute(key, value: "menu", range: NSRange(location: 0, length: text.length))
print("one run: \(back(text))")
text.removeAttribute(key, range: NSRange(location: 4, length: text.length - 4))
print("two runs: \(back(text))")
SWIFT
swiftc main.swift -o archive
./archive 2>log | tee seen
cat >expected <<'TEXT'
no attributes: NSCocoaErrorDomain 4865
one run: NSCocoaErrorDomain 4865
two runs: equal
TEXT
cmp seen expected
