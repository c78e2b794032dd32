// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Expenses",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Perennial", path: "../../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "Expenses",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SwiftData", package: "Perennial"),
      ]),
    .testTarget(
      name: "ExpensesTests",
      dependencies: [
        "Expenses", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ]
)
