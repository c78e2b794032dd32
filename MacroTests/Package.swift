// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The tests of the macros are a package of their own. A test target that uses a macro's code is built for the machine
// that compiles, and SwiftPM then builds all tests of the package for it, with a second copy of each library.
let package = Package(
  name: "MacroTests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")
  ],
  targets: [
    // The sources of the plug-in, by a symbolic link, without the program.
    .target(
      name: "PerennialMacros",
      dependencies: [.product(name: "SwiftSyntaxMacros", package: "swift-syntax")],
      exclude: ["Plugin.swift"],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialMacrosTests",
      dependencies: [
        "PerennialMacros",
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
      ],
      swiftSettings: features
    ),
  ],
  swiftLanguageModes: [.v6]
)
