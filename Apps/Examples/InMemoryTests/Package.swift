// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "InMemoryTests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Perennial", path: "../../..")],
  targets: [
    .target(
      name: "Lending", dependencies: [.product(name: "SwiftData", package: "Perennial")]),
    .testTarget(name: "LendingTests", dependencies: ["Lending"]),
  ]
)
