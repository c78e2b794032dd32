// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SyncedPair",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Perennial", path: "../../.."),
    // For the tests, which start a hub of their own.
    .package(name: "PerennialApps", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "SyncedPair",
      dependencies: [
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
      ]),
    .testTarget(
      name: "SyncedPairTests",
      dependencies: [
        "SyncedPair",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "PerennialHub", package: "PerennialApps"),
        .product(name: "PerennialRecords", package: "Perennial"),
      ]),
  ]
)
