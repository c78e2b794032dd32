// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The platforms on which `import SwiftData` means this framework. On Apple's it means Apple's, and only the suites are
// compiled.
let platforms: [Platform] = [.linux, .android, .windows, .openbsd, .wasi]

// The suites are a package of their own, so that a Mac can raise their deployment target to the release of SwiftData
// that they are for.
let package = Package(
  name: "Conformance",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SwiftDataConformance", targets: ["SwiftDataConformance"])
  ],
  dependencies: [
    // With the traits that Apps has: both packages then use what one of them has compiled.
    .package(name: "Perennial", path: "..", traits: ["Macros", "FoundationGaps", "SealedSync"])
  ],
  targets: [
    .target(
      name: "SwiftDataConformance",
      dependencies: [
        .product(
          name: "SwiftData", package: "Perennial", condition: .when(platforms: platforms))
      ],
      swiftSettings: features
    ),
    // Runs the suites, and compares them with the list of symbols.
    .testTarget(
      name: "SwiftDataConformanceTests",
      dependencies: [
        "SwiftDataConformance",
        .product(
          name: "LayerTesting", package: "Perennial", condition: .when(platforms: platforms)),
      ],
      swiftSettings: features
    ),
  ],
  swiftLanguageModes: [.v6]
)
