#!/usr/bin/env bash
# A test target that depends on a macro target makes SwiftPM build every library twice.
#
# Seen with Swift 6.3.1 and swift-syntax 603.0.1 on Debian 12. A package has a macro, a library that uses it, tests of
# the library, and tests of the macro's code. Expected: the tests of the macro are built for the machine that compiles,
# all others as usual. Seen: all tests are in one product, which is built for that machine, so the library is built once
# as usual (Lib.build) and once more for the tests (Lib-tool.build). Without the tests of the macro there is one copy.
#
# Prints the modules of the library and of its tests in both build plans. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swift --version 2>&1 | head -1
mkdir -p Sources/Lib Sources/LibMacros Tests/LibTests Tests/LibMacrosTests
echo 'public func answer() -> Int { 42 }' >Sources/Lib/Lib.swift
cat >Sources/LibMacros/Plugin.swift <<'SWIFT'
import SwiftCompilerPlugin
import SwiftSyntaxMacros
@main struct Plugin: CompilerPlugin { let providingMacros: [any Macro.Type] = [] }
SWIFT
printf 'import Testing\n@testable import Lib\n@Test func library() { #expect(answer() == 42) }\n' >Tests/LibTests/Lib.swift
printf 'import Testing\n@testable import LibMacros\n@Test func macros() { _ = Plugin.self }\n' >Tests/LibMacrosTests/Lib.swift

# Prints the modules of the build plan for the tests, with or without those of the macro.
modules() {
  cat >Package.swift <<SWIFT
// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription
let package = Package(
  name: "Doubled", platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
  targets: [
    .macro(
      name: "LibMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .target(name: "Lib", dependencies: ["LibMacros"]),
    .testTarget(name: "LibTests", dependencies: ["Lib"]),
    $1
  ])
SWIFT
  swift build --build-tests --print-manifest-job-graph 2>/dev/null |
    grep -oE '\b(Lib|LibTests)(-tool)?\.build' | sort -u | tr '\n' ' '
}

without=$(modules '')
with=$(modules '.testTarget(name: "LibMacrosTests", dependencies: ["LibMacros"]),')
echo "Without tests of the macro: $without"
echo "With tests of the macro:    $with"
[ "$without" = "Lib.build LibTests.build " ] && [ "$with" = "Lib-tool.build Lib.build LibTests-tool.build " ]
