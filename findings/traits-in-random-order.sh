#!/usr/bin/env bash
# A package with two enabled traits is compiled again by about every second build plan, although nothing of it has changed.
#
# Seen with Swift 6.3.1 on Debian 12. SwiftPM passes `-DTRAIT` for each enabled trait, in the order of a set, which differs
# between two processes. It plans anew if a file is added anywhere: here twelve times to the tests. Expected: the library is
# compiled once. Seen: it is compiled again in about half of the builds, and never if SWIFT_DETERMINISTIC_HASHING is set.
# (SwiftPM's issue 10525; the traits are sorted in 6.4.)
#
# Prints the number of builds that have compiled the library again, for both. Exits with 1 if there is none, or if there is
# one with deterministic hashing. (Chance alone gives none once in 4,096 runs.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
mkdir -p Sources/Lib Tests/LibTests
echo 'public func answer() -> Int { 42 }' >Sources/Lib/Lib.swift
printf 'import Testing\n@testable import Lib\n@Test func library() { #expect(answer() == 42) }\n' >Tests/LibTests/Lib.swift
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Traits",
  traits: [.trait(name: "First"), .trait(name: "Second"), .default(enabledTraits: ["First", "Second"])],
  targets: [.target(name: "Lib"), .testTarget(name: "LibTests", dependencies: ["Lib"])])
SWIFT

# Prints how many of 12 builds compile the library again.
repeated() {
  local count=0
  rm -rf .build Tests/LibTests/Added*
  env "$@" swift build --build-tests >/dev/null 2>&1
  for number in {1..12}; do
    echo "func added$number() {}" >Tests/LibTests/Added$number.swift
    env "$@" swift build --build-tests >output 2>&1
    if grep -q 'Compiling Lib Lib.swift' output; then count=$((count + 1)); fi
  done
  echo $count
}

random=$(repeated -u SWIFT_DETERMINISTIC_HASHING)
deterministic=$(repeated SWIFT_DETERMINISTIC_HASHING=1)
echo "Compiled again in $random of 12 builds, and in $deterministic with deterministic hashing."
[ "$random" -gt 0 ] && [ "$deterministic" -eq 0 ]
