import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// The objects and links of a store, as SQLite and the file system see them: to the last bit, wherever
/// large values lie.
enum StoreContents {
  static func lines(_ url: URL) throws -> [String] {
    let database = try RawDatabase(url)
    let tables = try database.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_perennial%' \
      ESCAPE '\\' AND name NOT LIKE 'sqlite%' ORDER BY name
      """)
    var lines: [String] = []
    for table in tables.joined() {
      let columns = try database.rows(
        "SELECT name FROM pragma_table_info('\(table)') ORDER BY name"
      ).joined()
      let values = columns.map { name in
        let column = "\"\(name)\""
        return """
          CASE typeof(\(column)) WHEN 'text' THEN 'text ' || hex(\(column)) \
          WHEN 'blob' THEN 'blob ' || hex(\(column)) ELSE quote(\(column)) END
          """
      }
      lines += try database.rows(
        "SELECT \(values.joined(separator: ", ")) FROM \"\(table)\""
      ).map { row in
        "\(table): \(try row.map { try resolved($0, url) }.joined(separator: " | "))"
      }.sorted()
    }
    return lines
  }

  /// The bytes of a value in place of the name of the file that has them.
  private static func resolved(_ value: String, _ url: URL) throws -> String {
    // A byte 2, and a UUID in ASCII.
    guard value.hasPrefix("blob 02"), value.utf8.count == 5 + 2 + 72 else { return value }
    let digits = Array(value.utf8.dropFirst(7))
    let name = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    let file = "\(url.path)-external/\(String(decoding: name, as: UTF8.self))"
    guard let data = FileManager.default.contents(atPath: file) else { return value }
    return "blob 01"
      + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

/// Exports a store, imports what was exported, and exports that again: the documents are the same to
/// the byte, and the stores have the same objects.
enum RoundTrip {
  static func expect(
    _ url: URL, as format: DocumentFormat, in directory: ScratchDirectory,
    _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let (first, second) = (directory.file("first.\(format)"), directory.file("second.\(format)"))
    let copy = directory.file("copy-\(format).store")
    for item in [first, second] { try? FileManager.default.removeItem(at: item) }
    for suffix in ["", "-wal", "-shm", "-external"] {
      try? FileManager.default.removeItem(atPath: copy.path + suffix)
    }
    let exported = try InspectedStore(url).export(to: first, as: format)
    let imported = try StoreImport(of: first, as: format, into: copy).run()
    #expect(imported == exported, comment, sourceLocation: location)
    let again = try InspectedStore(copy).export(to: second, as: format)
    #expect(again == exported, comment, sourceLocation: location)
    #expect(try files(first) == files(second), comment, sourceLocation: location)
    #expect(
      try StoreContents.lines(copy) == StoreContents.lines(url), comment, sourceLocation: location)
    try RawDatabase(copy).expectSoundness(comment, location: location)
    let verification = try InspectedStore(copy).verify()
    #expect(verification.problems == [], comment, sourceLocation: location)
  }

  /// The bytes of a file, or of the files of a folder by their names.
  static func files(_ url: URL) throws -> [String: Data] {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    guard isFolder.boolValue else { return ["": try Data(contentsOf: url)] }
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: url.appendingPathComponent($0)))
      })
  }
}
