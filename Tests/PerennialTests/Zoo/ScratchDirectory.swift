import Foundation
import Testing

/// A directory of one test, removed when the test lets go of it.
final class ScratchDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// Where the store of a parameterised test lies.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case file, memory
  var testDescription: String { rawValue }
}
