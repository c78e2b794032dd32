// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The tests of the macros are a package of their own. A test target that uses a macro's code is built for the machine
// that compiles, and SwiftPM then builds all tests of the package for it, with a second copy of each library.
//
// They use the sources as a macro all the same: swift-syntax is then built as for the plug-in, and built once if both
// packages have one scratch folder.
let package = Package(
  name: "MacroTests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")
  ],
  targets: [
    // The sources of the plug-in, by a symbolic link. The target has a name of its own, and so a folder of its own
    // beside the plug-in's.
    .macro(
      name: "MacrosUnderTest",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      path: "Sources/PerennialMacros",
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialMacrosTests",
      dependencies: [
        "MacrosUnderTest",
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
      ],
      swiftSettings: features
    ),
  ],
  swiftLanguageModes: [.v6]
)
