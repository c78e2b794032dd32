// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "NotesService",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Perennial", path: "../../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "NotesService",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "SwiftData", package: "Perennial"),
      ]),
    .testTarget(
      name: "NotesServiceTests",
      dependencies: ["NotesService", .product(name: "NIOCore", package: "swift-nio")]),
  ]
)
