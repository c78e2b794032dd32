#!/usr/bin/env bash
# Synchronization's AtomicLazyReference is called at each read, with metadata that is looked up; Atomic is inlined.
#
# Seen with Swift 6.3.1 on Debian 12, optimised. Expected: a read of each is a few instructions in the program, as both
# are an atomic load. Seen: the program calls load() of the module, which is not specialised: it calls the generic
# Optional.map and looks up metadata. callgrind counted 645 instructions for each of 550,000 reads.
#
# Prints which functions of the module the program calls. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
cat >main.swift <<'SWIFT'
import Synchronization

final class Thing: Sendable { let number = 1 }
struct Lazy: ~Copyable, Sendable { let thing = AtomicLazyReference<Thing>() }
struct Counter: ~Copyable, Sendable { let number = Atomic<Int>(1) }
let lazy = Lazy()
_ = lazy.thing.storeIfNil(Thing())
let counter = Counter()
var sum = 0
for _ in 0..<1_000 {
  sum += lazy.thing.load()?.number ?? 0
  sum += counter.number.load(ordering: .relaxed)
}
print(sum)
SWIFT
swiftc -O main.swift -o reads
./reads
nm --undefined-only reads | sed 's/.* //' | swift demangle --compact --simplified |
  grep -E '^(AtomicLazyReference|Atomic)\.[a-zA-Z]+\(' | sort | tee seen
cat >expected <<'TEXT'
AtomicLazyReference.load()
AtomicLazyReference.storeIfNil(_:)
TEXT
cmp seen expected
