// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Without its macros: the models are committed as their expansions, so that an optimised build
    // need not compile swift-syntax.
    .package(name: "Perennial", path: "..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "HeapUse"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "HeapUse",
        .product(name: "SwiftData", package: "Perennial"),
        .product(name: "PerennialPresets", package: "Perennial"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Starts and stops the count of instructions, and fixes the clock and the random numbers.
    .target(name: "Counting"),
    // The workloads of `make bench-count`: Perennial's alone, so that nothing else is built for it.
    .executableTarget(
      name: "CountedWorkloads",
      dependencies: [
        "Counting",
        .product(name: "PerennialSQLite", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
        .product(name: "PerennialPresets", package: "Perennial"),
      ]
    ),
    .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks"]),
  ],
  swiftLanguageModes: [.v6]
)
