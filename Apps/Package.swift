// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "PerennialApps",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "Cookbook", targets: ["Cookbook"]),
    .executable(name: "perennial", targets: ["PerennialCLI"]),
    .library(name: "CookbookModel", targets: ["CookbookModel"]),
    .library(name: "PerennialHub", targets: ["PerennialHub"]),
    .library(name: "PerennialHubPostgreSQL", targets: ["PerennialHubPostgreSQL"]),
    .library(name: "PerennialStudio", targets: ["PerennialStudio"]),
    .library(name: "PowerCut", type: .dynamic, targets: ["PowerCut"]),
  ],
  traits: [
    .trait(
      name: "Models",
      description: """
        Programs that have models, such as Cookbook and its tests. `perennial` has none: without this trait it is \
        built without swift-syntax.
        """),
    .default(enabledTraits: ["Models"]),
  ],
  dependencies: [
    .package(
      name: "Perennial", path: "..",
      traits: [
        .trait(name: "Macros", condition: .when(traits: ["Models"])), "FoundationGaps",
        "SealedSync",
      ]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.0.2"),
    // The file of a hub is read by Foundation, so no trait is needed.
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
  ],
  targets: [
    .target(
      name: "CookbookModel",
      dependencies: [
        .product(name: "PerennialPresets", package: "Perennial"),
        .product(name: "PerennialRecords", package: "Perennial"),
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      resources: [.copy("Resources/Recipes.json"), .copy("Resources/Recipes-2.json")],
      swiftSettings: features
    ),
    // Numbers as people read them.
    .target(name: "ReadableText", swiftSettings: features),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Servers that withstand hostile clients: what Cookbook shares with other servers.
    .target(
      name: "HardenedHTTP",
      dependencies: [
        "CZlib",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: features
    ),
    .target(
      name: "CookbookWeb",
      dependencies: [
        "CookbookModel",
        "HardenedHTTP",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: [.copy("Resources/Assets"), .copy("Resources/Templates")],
      swiftSettings: features
    ),
    .executableTarget(
      name: "Cookbook",
      dependencies: [
        "CookbookModel",
        "CookbookWeb",
        "HardenedHTTP",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Perennial", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // The style that the pages of the studio and of the hub share.
    .target(name: "PageStyle", resources: [.embedInCode("Resources")], swiftSettings: features),
    // A browser for the contents of any store, without the program that it belongs to.
    .target(
      name: "PerennialStudio",
      dependencies: [
        "HardenedHTTP",
        "PageStyle",
        "ReadableText",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Perennial", package: "Perennial"),
        .product(name: "PerennialInspection", package: "Perennial"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      // In the program itself, which is installed as one file.
      resources: [.embedInCode("Resources")],
      swiftSettings: features
    ),
    // The hub that devices sync with. It knows neither SwiftData nor a model: records are enough for it.
    .target(
      name: "PerennialHub",
      dependencies: [
        "HardenedHTTP",
        "PageStyle",
        "ReadableText",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "PerennialRecords", package: "Perennial"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Admin/Resources")],
      swiftSettings: features
    ),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // The hub's database on a PostgreSQL server, for several hubs.
    .target(
      name: "PerennialHubPostgreSQL",
      dependencies: [
        "CPostgreSQL",
        "PerennialHub",
        .product(name: "PerennialRecords", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // Devices that use a hub, to measure it.
    .target(
      name: "PerennialHubLoad",
      dependencies: [
        "PerennialHub",
        .product(name: "PerennialRecords", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // Not called `perennial`, which is `Perennial` on disks that do not tell capital letters apart.
    .executableTarget(
      name: "PerennialCLI",
      dependencies: [
        "HardenedHTTP",
        "PerennialHub",
        "PerennialHubLoad",
        "PerennialHubPostgreSQL",
        "PerennialStudio",
        "ReadableText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Perennial", package: "Perennial"),
        .product(name: "PerennialAppleStores", package: "Perennial"),
        .product(name: "PerennialInspection", package: "Perennial"),
        .product(name: "PerennialPresets", package: "Perennial"),
        .product(name: "PerennialRecords", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // Files as SQLite alone sees them.
    .target(
      name: "StoreFiles",
      dependencies: [.product(name: "PerennialSQLite", package: "Perennial")],
      path: "Tests/StoreFiles",
      swiftSettings: features
    ),
    // Starts programs, apart from each other.
    .target(name: "Programs", path: "Tests/Programs", swiftSettings: features),
    // A browser, raw connections and event streams, for tests of servers.
    .target(
      name: "WebTesting", dependencies: ["Programs"], path: "Tests/WebTesting",
      swiftSettings: features),
    .testTarget(
      name: "HardenedHTTPTests",
      dependencies: [
        "HardenedHTTP",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: features
    ),
    .testTarget(
      name: "CookbookTests",
      dependencies: [
        "Cookbook",
        "CookbookModel",
        "CookbookWeb",
        "HardenedHTTP",
        "PerennialCLI",
        "Programs",
        "StoreFiles",
        "WebTesting",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // Measures a hub. Not a product: `swift build -c release --product hub-load`.
    .executableTarget(
      name: "hub-load",
      dependencies: [
        "HardenedHTTP",
        "PerennialHub",
        "PerennialHubLoad",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "PerennialRecords", package: "Perennial"),
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      path: "Tests/HubLoad",
      swiftSettings: features
    ),
    // Loaded into hubs by tests: keeps what a power cut would leave of their files.
    .target(name: "PowerCut", path: "Tests/PowerCut"),
    .testTarget(
      name: "PerennialHubTests",
      dependencies: [
        "HardenedHTTP",
        "PerennialCLI",
        "PerennialHub",
        "PerennialHubLoad",
        "PerennialHubPostgreSQL",
        "Programs",
        "WebTesting",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "LayerTesting", package: "Perennial"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "PerennialRecords", package: "Perennial"),
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "RandomTesting", package: "Perennial"),
        .product(name: "SyncTesting", package: "Perennial"),
      ],
      exclude: ["Fixtures", "Python"],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialCLITests",
      dependencies: [
        "CookbookModel",
        "PerennialCLI",
        "Programs",
        "StoreFiles",
        .product(name: "AppleStoreTesting", package: "Perennial"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Perennial", package: "Perennial"),
        .product(name: "PerennialPresets", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      exclude: ["Goldens", "Python"],
      swiftSettings: features
    ),
    .testTarget(
      name: "PerennialStudioTests",
      dependencies: [
        "PerennialCLI",
        "PerennialStudio",
        "Programs",
        "StoreFiles",
        "WebTesting",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Perennial", package: "Perennial"),
        .product(name: "PerennialInspection", package: "Perennial"),
        .product(name: "PerennialPresets", package: "Perennial"),
        .product(name: "PerennialSQLite", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // Devices with stores and a hub in one process.
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "HardenedHTTP",
        "PerennialHub",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "PerennialPresets", package: "Perennial"),
        .product(name: "PerennialRecords", package: "Perennial"),
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "RandomTesting", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
        .product(name: "SyncTesting", package: "Perennial"),
      ],
      swiftSettings: features
    ),
    // Examples to copy. Each folder is a package of its own, too; see Examples/README.md.
    .target(
      name: "TripData",
      dependencies: [
        .product(
          name: "SwiftData", package: "Perennial",
          condition: .when(platforms: [.linux, .android, .windows]))
      ],
      path: "Examples/DataLayer/Sources/TripData",
      swiftSettings: features
    ),
    .testTarget(
      name: "TripDataTests",
      dependencies: ["TripData"],
      path: "Examples/DataLayer/Tests/TripDataTests",
      swiftSettings: features
    ),
    .executableTarget(
      name: "NotesService",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      path: "Examples/NotesService/Sources/NotesService",
      swiftSettings: features
    ),
    .testTarget(
      name: "NotesServiceTests",
      dependencies: [
        "NotesService",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Examples/NotesService/Tests/NotesServiceTests",
      swiftSettings: features
    ),
    .executableTarget(
      name: "Expenses",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      path: "Examples/Expenses/Sources/Expenses",
      swiftSettings: features
    ),
    .testTarget(
      name: "ExpensesTests",
      dependencies: [
        "Expenses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/Expenses/Tests/ExpensesTests",
      swiftSettings: features
    ),
    .target(
      name: "Lending",
      dependencies: [.product(name: "SwiftData", package: "Perennial")],
      path: "Examples/InMemoryTests/Sources/Lending",
      swiftSettings: features
    ),
    .testTarget(
      name: "LendingTests",
      dependencies: ["Lending"],
      path: "Examples/InMemoryTests/Tests/LendingTests",
      swiftSettings: features
    ),
    .executableTarget(
      name: "SyncedPair",
      dependencies: [
        .product(name: "PerennialSync", package: "Perennial"),
        .product(name: "SwiftData", package: "Perennial"),
      ],
      path: "Examples/SyncedPair/Sources/SyncedPair",
      swiftSettings: features
    ),
    .testTarget(
      name: "SyncedPairTests",
      dependencies: [
        "PerennialHub",
        "SyncedPair",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "PerennialRecords", package: "Perennial"),
      ],
      path: "Examples/SyncedPair/Tests/SyncedPairTests",
      swiftSettings: features
    ),
  ],
  swiftLanguageModes: [.v6]
)
