import Foundation
import SwiftData
import Testing

/// The kind of store in which a test keeps its objects.
enum Stage: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  case file
  /// A custom store, written against the public protocols.
  case json

  var testDescription: String { rawValue }

  static let types: [any PersistentModel.Type] = [
    Expedition.self, Camp.self, Cache.self, Climber.self, Summit.self,
  ]

  /// Runs a test with a container, and removes the container's files.
  func with<Result>(
    _ types: [any PersistentModel.Type] = Stage.types, _ body: (ModelContainer) throws -> Result
  ) throws -> Result {
    try inDirectory { try body(container($0, types)) }
  }

  /// Creates a container whose files are in a directory. A second container finds the objects of the
  /// first, unless they are in memory.
  func container(
    _ directory: URL, _ types: [any PersistentModel.Type] = Stage.types
  ) throws -> ModelContainer {
    let schema = Schema(types)
    switch self {
    case .memory:
      return try ModelContainer(
        for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    case .file:
      return try ModelContainer(
        for: schema,
        configurations: [ModelConfiguration(url: directory.appendingPathComponent("a.store"))])
    case .json:
      let configuration = JSONStoreConfiguration(url: directory.appendingPathComponent("a.json"))
      return try ModelContainer(
        for: schema, configurations: [configuration] as [any DataStoreConfiguration])
    }
  }
}

/// Runs a test with a directory of its own.
func inDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("conformance-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}

/// Creates a container in memory, for tests that do not depend on stores.
func memoryContainer() throws -> ModelContainer {
  try ModelContainer(
    for: Schema(Stage.types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
}

/// Runs checks that intentionally do not hold for Apple's framework. On Apple's platforms, the checks
/// are skipped.
func deviation(_ reason: String, _ checks: () throws -> Void) rethrows {
  #if !canImport(Darwin)
  try checks()
  #endif
}

extension ModelContext {
  func all<T: PersistentModel>(
    _ type: T.Type, by order: SortDescriptor<T>...
  ) throws -> [T] {
    try fetch(FetchDescriptor<T>(sortBy: order))
  }
}
