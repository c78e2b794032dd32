import Foundation
import SwiftData
import Testing

/// Where a test's store lies.
enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  case file

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
    }
  }
}

/// What an attempt throws, as the framework's error.
func refusal(_ attempt: () throws -> Void) throws -> SwiftDataError {
  do {
    try attempt()
  } catch let error as SwiftDataError {
    return error
  }
  return try #require(nil as SwiftDataError?, "nothing was thrown")
}
