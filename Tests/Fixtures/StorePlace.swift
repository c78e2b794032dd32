import Foundation
import StoreTesting
import SwiftData
import Testing

/// The place of a test's store.
enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  case file
  /// A store of the program's own, in a JSON file.
  case custom

  /// Stores of the framework: their identifiers are known from birth, and statements are counted.
  static let builtIn: [Place] = [.memory, .file]

  var testDescription: String { rawValue }

  /// Runs a test with a container, and removes what it left on disk.
  func with<Result>(
    _ types: any PersistentModel.Type...,
    body: (ModelContainer) throws -> Result
  ) throws -> Result {
    let schema = Schema(types)
    switch self {
    case .memory:
      return try body(
        ModelContainer(
          for: schema,
          configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
      )
    case .file:
      let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("perennial-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: directory) }
      let configuration = ModelConfiguration(url: directory.appendingPathComponent("a.store"))
      return try body(ModelContainer(for: schema, configurations: [configuration]))
    case .custom:
      let directory = try ScratchDirectory()
      let configuration = JSONStoreConfiguration(url: directory.file("a.json"))
      return try withExtendedLifetime(directory) {
        try body(
          ModelContainer(
            for: schema, configurations: [configuration] as [any DataStoreConfiguration]))
      }
    }
  }
}

/// Returns the framework's error that an attempt throws.
func refusal(_ attempt: () throws -> Void) throws -> SwiftDataError {
  do {
    try attempt()
  } catch let error as SwiftDataError {
    return error
  }
  return try #require(nil as SwiftDataError?, "nothing was thrown")
}
