import Foundation
import StoreTesting
import SwiftData
import Testing

/// A store, and what lies beside it.
struct Storehouse {
  let directory: ScratchDirectory
  var url: URL { directory.file("house.store") }
  var folder: URL { directory.file("house.store-external") }

  init() throws { directory = try ScratchDirectory() }

  func open(_ types: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url)))
  }

  /// Returns the names of the files in the folder.
  func files() -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
  }

  /// The names that rows have, as SQLite sees them.
  func names(_ columns: String..., of table: String = "Enclosure") throws -> Set<String> {
    let queries = columns.map {
      "SELECT CAST(substr(\($0), 2) AS TEXT) FROM \(table) WHERE substr(\($0), 1, 1) = x'02'"
    }
    let rows = try RawDatabase(url).rows(queries.joined(separator: " UNION ALL "))
    return Set(rows.compactMap(\.first).map { $0.trimmingCharacters(in: ["'"]) })
  }

  /// Every file has a row that names it, and every name a file.
  func check(_ count: Int, location: SourceLocation = #_sourceLocation) throws {
    let names = try names("content", "preview", "text", "caption", "numbers", "secret")
    #expect(files() == names, sourceLocation: location)
    #expect(names.count == count, sourceLocation: location)
  }

  /// A value that is too large for a row, unless it is given another size.
  static func bytes(_ seed: UInt8, _ count: Int = 200_000) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed })
  }

  /// Takes the file of the only row's value away.
  func lose(_ column: String, of table: String = "Enclosure") throws -> String {
    let name = try #require(try names(column, of: table).first)
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    return name
  }
}
