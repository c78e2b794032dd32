import Foundation
import PerennialPresets
import StoreTesting
import SwiftData

/// Store files of first launches, one for each version of the catalog. Devices with files begin with copies of
/// them, which takes a third of the time of a first launch. Devices in memory launch by themselves.
enum LibraryTemplate {
  static let schema = Schema(Library.models)
  private static let files: [Result<Data, any Error>] = (1...LibraryCatalog.latest).map { version in
    Result { try file(version) }
  }

  /// Writes the store of a first launch to a file.
  static func copy(version: Int, to url: URL) throws {
    guard files.indices.contains(version - 1) else { return }
    try files[version - 1].get().write(to: url)
  }

  private static func file(_ version: Int) throws -> Data {
    let directory = try ScratchDirectory()
    let url = directory.file("template.store")
    try launch(url, version)
    return try Data(contentsOf: url)
  }

  /// Opens and closes a store, so that its file has all of its contents.
  private static func launch(_ url: URL, _ version: Int) throws {
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    try container.usePresets([LibraryCatalog.version(version)])
  }
}
