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

  /// Runs a test with a context of a new container, and removes the container's files. The objects that
  /// `fill` saves are not registered in the context.
  func with(
    _ types: [any PersistentModel.Type] = Stage.types,
    filledBy fill: (ModelContext) throws -> Void = { _ in },
    _ body: (ModelContext) throws -> Void
  ) throws {
    try inDirectory { directory in
      let container = try container(directory, types)
      try fill(ModelContext(container))
      try body(ModelContext(container))
    }
  }

  /// Creates a container whose files are in a directory. A second container finds the objects of the
  /// first, unless they are in memory.
  func container(
    _ directory: URL, _ types: [any PersistentModel.Type] = Stage.types
  ) throws -> ModelContainer {
    let configuration: any DataStoreConfiguration =
      switch self {
      case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
      case .file: ModelConfiguration(url: directory.appendingPathComponent("a.store"))
      case .json: JSONStoreConfiguration(url: directory.appendingPathComponent("a.json"))
      }
    return try ModelContainer(for: Schema(types), configurations: [configuration])
  }
}

/// Runs a test with a directory of its own.
func inDirectory(_ body: (URL) throws -> Void) throws {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("conformance-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  try body(directory)
}

/// Creates a container in memory, for tests that do not depend on stores.
func memoryContainer(
  _ types: [any PersistentModel.Type] = Stage.types
) throws -> ModelContainer {
  try ModelContainer(
    for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
}

/// Runs checks that intentionally do not hold for Apple's framework. On Apple's platforms, the checks
/// are skipped.
func deviation(_ reason: String, _ checks: () throws -> Void) rethrows {
  #if !canImport(Darwin)
  try checks()
  #endif
}

extension ModelContext {
  /// Another context of the same container, to read what this context has saved.
  var another: ModelContext { ModelContext(container) }

  /// Inserts models and saves.
  func add(_ models: any PersistentModel...) throws {
    for model in models { insert(model) }
    try save()
  }

  func all<T: PersistentModel>(
    _ type: T.Type, by order: SortDescriptor<T>...
  ) throws -> [T] {
    try fetch(FetchDescriptor<T>(sortBy: order))
  }
}
