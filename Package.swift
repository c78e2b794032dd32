// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The folders of the target Perennial, each described by its README.
let layers = [
  "Backups", "Containers", "Contexts", "CustomStores", "Editing", "Fetching", "History",
  "Migrations", "Models", "Presets", "Results", "SQLite", "Schema", "Stores", "Support", "Sync",
  "Undo",
]

let package = Package(
  name: "Perennial",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Perennial", targets: ["Perennial"]),
    // Names, stamps and merge rules of records, which presets and sync share.
    .library(name: "PerennialRecords", targets: ["PerennialRecords"]),
    // Devices and a hub in one process, with faults.
    .library(name: "PerennialSimulator", targets: ["PerennialSimulator"]),
    .library(name: "PerennialPresets", targets: ["PerennialPresets"]),
    // Stores that agree with a hub.
    .library(name: "PerennialSync", targets: ["PerennialSync"]),
    // Support for tests of hubs: devices in memory.
    .library(name: "SyncTesting", targets: ["SyncTesting"]),
    // Support for random tests: seeds, amounts and random numbers.
    .library(name: "RandomTesting", targets: ["RandomTesting"]),
    // Support for tests with files of Apple's frameworks.
    .library(name: "AppleStoreTesting", targets: ["AppleStoreTesting"]),
    // Support for tests of the layers of a module.
    .library(name: "LayerTesting", targets: ["LayerTesting"]),
    .library(name: "PerennialInspection", targets: ["PerennialInspection"]),
    // Files of Apple's SwiftData and Core Data, read without a program's classes.
    .library(name: "PerennialAppleStores", targets: ["PerennialAppleStores"]),
    // The data of apps that used Apple's frameworks, imported into a container.
    .library(name: "PerennialStoreImport", targets: ["PerennialStoreImport"]),
    // SQLite's C functions, for programs that read a store's file beside the framework.
    .library(name: "PerennialSQLite", targets: ["PerennialSQLite"]),
    .library(name: "PerennialUI", targets: ["PerennialUI"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "FoundationGaps", targets: ["FoundationGaps"]),
  ],
  traits: [
    .trait(
      name: "Macros",
      description: """
        The @Model family of macros. Only a build that ships its models already expanded turns \
        this off, to save compiling swift-syntax.
        """
    ),
    .trait(
      name: "FoundationGaps",
      description: """
        With `import SwiftData`, declarations that Foundation lacks off Apple's platforms: formatters of \
        lists and relative dates, bookmarks, localized texts. A program that has its own, or a \
        Foundation that has gained them, turns this off.
        """
    ),
    .trait(
      name: "SealedSync",
      description: """
        Attributes that are encrypted on the device before they are sent to a hub. It needs \
        swift-crypto, which a program without this trait neither resolves nor builds.
        """
    ),
    .default(enabledTraits: ["Macros", "FoundationGaps"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
  ],
  targets: [
    .target(name: "PerennialRuntime"),
    // The system's SQLite.
    .systemLibrary(name: "PerennialSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // The system's zlib, for the model in files of Core Data.
    .systemLibrary(name: "PerennialZlib", providers: [.apt(["zlib1g-dev"])]),
    // The system's libcurl, which FoundationNetworking also uses.
    .systemLibrary(name: "PerennialCURL", providers: [.apt(["libcurl4-openssl-dev"])]),
    // Pure code, without a store or a network: Foundation is its only dependency.
    .target(name: "PerennialRecords", swiftSettings: features),
    // JSON as it is read and written beside `Codable`, with the position of a mistake, and dates as text.
    .target(name: "PerennialJSON", swiftSettings: features),
    // The algorithm by which devices and a hub agree. It knows no store, no network and no clock.
    .target(
      name: "PerennialReplication", dependencies: ["PerennialRecords"], swiftSettings: features),
    // Stores that are synced: the algorithm on SQLite, its requests, and the engine that drives it.
    .target(
      name: "PerennialSync",
      dependencies: [
        "Perennial", "PerennialRecords", "PerennialReplication",
        .target(name: "PerennialCURL", condition: .when(platforms: [.linux])),
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "Crypto", package: "swift-crypto", condition: .when(traits: ["SealedSync"])),
        .product(
          name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["SealedSync"])),
      ],
      swiftSettings: features),
    // Histories of devices and a hub in one process, which follow from a seed.
    .target(
      name: "PerennialSimulator", dependencies: ["PerennialRecords", "PerennialReplication"],
      path: "Tests/PerennialSimulator", swiftSettings: features),
    .target(
      name: "Perennial",
      dependencies: [
        "PerennialRecords",
        "PerennialRuntime",
        .target(name: "PerennialMacros", condition: .when(traits: ["Macros"])),
        "PerennialSQLite",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: layers.map { $0 + "/README.md" },
      swiftSettings: features
    ),
    .target(
      name: "PerennialPresets",
      dependencies: ["Perennial", "PerennialJSON", "PerennialRecords", "PerennialSQLite"],
      swiftSettings: features),
    // A store by itself, without the classes of the program that it belongs to.
    .target(
      name: "PerennialInspection",
      dependencies: ["Perennial", "PerennialJSON", "PerennialRecords", "PerennialSQLite"],
      swiftSettings: features),
    // Files that Apple's frameworks wrote.
    .target(
      name: "PerennialAppleStores",
      dependencies: ["Perennial", "PerennialJSON", "PerennialSQLite", "PerennialZlib"],
      swiftSettings: features),
    // The rows of such files as objects of a program's classes.
    .target(
      name: "PerennialStoreImport", dependencies: ["Perennial", "PerennialAppleStores"],
      swiftSettings: features),
    .target(
      name: "PerennialUI",
      dependencies: [
        "Perennial",
        .target(name: "PerennialMacros", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: features
    ),
    .target(
      name: "FoundationGaps",
      dependencies: ["Perennial"],
      exclude: ["README.md"],
      swiftSettings: features
    ),
    .target(
      name: "SwiftData",
      dependencies: [
        "Perennial", "PerennialUI",
        .target(name: "FoundationGaps", condition: .when(traits: ["FoundationGaps"])),
      ],
      swiftSettings: features
    ),
    .macro(
      name: "PerennialMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: features
    ),
    // Below SQLite: writes that fail when a test says so.
    .target(
      name: "FaultyDisk",
      dependencies: ["PerennialSQLite"],
      path: "Tests/FaultyDisk"
    ),
    // Seeds and amounts of random tests, and the numbers that follow from a seed.
    .target(name: "RandomTesting", path: "Tests/RandomTesting", swiftSettings: features),
    // Support for tests of stores: files, SQLite by itself, disks that fail.
    .target(
      name: "StoreTesting",
      dependencies: ["FaultyDisk", "PerennialSQLite", "RandomTesting"],
      path: "Tests/StoreTesting",
      swiftSettings: features
    ),
    // Support for tests of files of Apple's frameworks: stores that are written in their layout.
    .target(
      name: "AppleStoreTesting",
      dependencies: [
        "PerennialAppleStores", "PerennialSQLite", "PerennialZlib", "RandomTesting", "StoreTesting",
      ],
      path: "Tests/AppleStoreTesting", swiftSettings: features),
    // Models that several test targets use, and the files of stores that they are in.
    .target(
      name: "Fixtures",
      dependencies: ["StoreTesting", "SwiftData"],
      path: "Tests/Fixtures",
      exclude: ["FrozenStores"],
      swiftSettings: features
    ),
    // Reads the compiler's index of the sources: the uses of each symbol.
    .target(name: "CompilerIndex", path: "Tests/CompilerIndex"),
    // The tables of folders in Documentation/Architecture.md, and the uses between folders.
    .target(
      name: "LayerTesting", dependencies: ["CompilerIndex"], path: "Tests/LayerTesting",
      swiftSettings: features),
    // The tests of Perennial are in several modules: the time that the compiler takes for a file grows with the
    // expansions of macros in its module.
    .testTarget(
      name: "PerennialTests",
      dependencies: [
        "CompilerIndex", "Fixtures", "LayerTesting", "Perennial", "PerennialAppleStores",
        "PerennialInspection", "PerennialRecords", "PerennialRuntime", "PerennialSQLite",
        "PerennialStoreImport", "RandomTesting", "StoreTesting", "SwiftData",
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialContextTests",
      dependencies: ["Fixtures", "Perennial", "RandomTesting", "StoreTesting", "SwiftData"],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialFetchTests",
      dependencies: [
        "Fixtures", "Perennial", "PerennialRecords", "PerennialSQLite", "RandomTesting",
        "StoreTesting", "SwiftData",
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialStoreTests",
      dependencies: [
        "Fixtures", "Perennial", "PerennialInspection", "PerennialRecords", "PerennialSQLite",
        "RandomTesting", "StoreTesting", "SwiftData",
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialJSONTests", dependencies: ["PerennialJSON", "RandomTesting"],
      swiftSettings: features),
    .testTarget(
      name: "PerennialInspectionTests",
      dependencies: [
        "Fixtures", "Perennial", "PerennialInspection", "PerennialJSON", "RandomTesting",
        "StoreTesting", "SwiftData",
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialAppleStoresTests",
      dependencies: [
        "AppleStoreTesting", "Perennial", "PerennialAppleStores", "PerennialInspection",
        "PerennialJSON", "PerennialSQLite", "PerennialZlib", "RandomTesting", "StoreTesting",
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialStoreImportTests",
      dependencies: [
        "AppleStoreTesting", "Perennial", "PerennialAppleStores", "PerennialPresets",
        "PerennialStoreImport", "RandomTesting", "StoreTesting",
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialPresetsTests",
      dependencies: [
        "Perennial", "PerennialInspection", "PerennialJSON", "PerennialPresets",
        "PerennialRecords", "RandomTesting", "StoreTesting", "SwiftData",
      ],
      exclude: ["FrozenStores", "JSON/Goldens"],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialReplicationTests",
      dependencies: [
        "PerennialRecords", "PerennialSimulator", "PerennialReplication", "RandomTesting",
      ],
      swiftSettings: features
    ),
    // Devices with notes in memory and engines, and clocks that tests advance.
    .target(
      name: "SyncTesting",
      dependencies: [
        "PerennialRecords", "PerennialReplication", "PerennialSimulator", "PerennialSync",
      ],
      path: "Tests/SyncTesting", swiftSettings: features),
    .testTarget(
      name: "PerennialSyncTests",
      dependencies: [
        "LayerTesting", "Perennial", "PerennialInspection", "PerennialPresets", "PerennialRecords",
        "PerennialReplication", "PerennialSQLite", "PerennialSimulator", "PerennialSync",
        "RandomTesting", "StoreTesting", "SwiftData", "SyncTesting",
      ],
      exclude: ["mutants.txt"],
      swiftSettings: features
    ),
    // More histories than a test has time for.
    .executableTarget(
      name: "simulate-sync", dependencies: ["PerennialSimulator", "RandomTesting"],
      path: "Tests/SimulateSync",
      exclude: ["mutants.txt"], swiftSettings: features),
    // The times of sync on SQLite, in release mode.
    .executableTarget(
      name: "measure-sync",
      dependencies: [
        "PerennialRecords", "PerennialReplication", "PerennialSync", "SwiftData",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/MeasureSync", swiftSettings: features),
    // A Foundation that has gained what FoundationGaps declares.
    .target(name: "LaterFoundation", path: "Tests/LaterFoundation", swiftSettings: features),
    .testTarget(
      name: "FoundationGapsTests",
      dependencies: ["SwiftData"],
      swiftSettings: features
    ),
    .testTarget(
      name: "LaterFoundationTests",
      dependencies: ["LaterFoundation", "SwiftData"],
      swiftSettings: features
    ),
    // A client that is set up as new apps are: its declarations are the main actor's.
    .testTarget(
      name: "MainActorClientTests",
      dependencies: ["SwiftData"],
      swiftSettings: features + [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    // Small programs that the compiler refuses, or warns, or accepts.
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "AppleStoreTesting", "CompilerIndex", "PerennialAppleStores", "PerennialInspection",
        "PerennialPresets", "PerennialRecords", "PerennialStoreImport", "PerennialSync",
        "RandomTesting", "StoreTesting", "SwiftData",
      ],
      swiftSettings: features
    ),
  ],
  swiftLanguageModes: [.v6]
)

// PerennialUI is tested where there is no SwiftUI: its sources are compiled once more, and run, against
// a stub. Where a source says SwiftUI the stub is meant, and so on: `-module-alias` renames what is
// imported, so that no module is ever called SwiftUI that is not SwiftUI, and `canImport(SwiftUI)`
// stays false everywhere else. Nothing that is a product depends on these targets.
//
// On a Mac they are not there: the sources are compiled against SwiftUI itself. On Windows a clone may
// have no symbolic links, and the folder of PerennialUIOnStub is one.
#if os(Linux)
let stubbed: [SwiftSetting] = [
  .unsafeFlags(
    ["-module-alias", "SwiftUI=SwiftUIStub", "-module-alias", "PerennialUI=PerennialUIOnStub"])
]
package.targets += [
  .target(
    name: "SwiftUIStub",
    dependencies: ["Perennial"],
    path: "Tests/PerennialUITests/SwiftUIStub",
    swiftSettings: features
  ),
  .target(
    name: "PerennialUIOnStub",
    dependencies: [
      "Perennial", "SwiftUIStub",
      .target(name: "PerennialMacros", condition: .when(traits: ["Macros"])),
    ],
    path: "Tests/PerennialUITests/PerennialUIOnStub",
    swiftSettings: features + stubbed
  ),
  .testTarget(
    name: "PerennialUITests",
    dependencies: [
      "Perennial", "PerennialSQLite", "PerennialUIOnStub", "SwiftData", "SwiftUIStub",
    ],
    path: "Tests/PerennialUITests/Specifications",
    swiftSettings: features + stubbed
  ),
]
#endif
