// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DataLayer",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "TripData", targets: ["TripData"])],
  dependencies: [.package(name: "Perennial", path: "../../..")],
  targets: [
    // On Apple's platforms there is no dependency: `import SwiftData` means Apple's there.
    .target(
      name: "TripData",
      dependencies: [
        .product(
          name: "SwiftData", package: "Perennial",
          condition: .when(platforms: [.linux, .android, .windows]))
      ]),
    .testTarget(name: "TripDataTests", dependencies: ["TripData"]),
  ]
)
