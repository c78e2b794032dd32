import Foundation
import Perennial
import StoreTesting

/// The rows of presets in a store's file, without the order keys of references and links.
struct PresetRows {
  /// The columns of each row, by the table and the key.
  private(set) var rows: [String: [String]] = [:]
  /// The preset metadata of each row, by the table and the key.
  private(set) var metadata: [String: PresetMetadata] = [:]
  /// The links of each preset, with their marks, by the key of the preset.
  private var links: [String: Set<[String]>] = [:]
  private var keys: [String: String] = [:]

  init(at url: URL) throws {
    let database = try RawDatabase(url)
    let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table'").joined()
    for table in tables where !table.hasPrefix("_perennial") {
      let columns = try database.columns(of: table)
      if !columns.contains("\"_preset\"") { continue }
      if columns.contains("\"source\"") {
        try addLinks(in: table, database)
      } else {
        try addRows(of: table, columns.filter { !$0.hasSuffix("$position\"") }, database)
      }
    }
  }

  private mutating func addRows(
    of table: String, _ columns: [String], _ database: borrowing RawDatabase
  ) throws {
    let list = columns.map { "quote(\($0))" }.joined(separator: ", ")
    let found = try database.rows(
      "SELECT _pk, _preset, \(list) FROM \"\(table)\" WHERE _pk < 0 AND _preset IS NOT NULL")
    for row in found {
      let name = "\(table) \(row[0])"
      rows[name] = Array(row[2...])
      metadata[name] = try PresetMetadata(text: row[1])
      keys[name] = row[0]
    }
  }

  private mutating func addLinks(
    in table: String, _ database: borrowing RawDatabase
  ) throws {
    for row in try database.rows("SELECT source, target, quote(_preset) FROM \"\(table)\"") {
      for key in Set(row[0...1]) { links[key, default: []].insert([table] + row) }
    }
  }

  /// Returns the links of a row at either end.
  func links(of name: String) -> Set<[String]> {
    keys[name].flatMap { links[$0] } ?? []
  }
}

/// The stamps in a store's file.
enum StoredStamps {
  /// Returns the times of all stamps of edits and deletions.
  static func ofChanges(at url: URL) throws -> [Int64] {
    let database = try RawDatabase(url)
    var times = try PresetRows(at: url).metadata.values.flatMap { $0.stamps.cells.values }.map(
      \.time)
    for row in try database.rows("SELECT preset, stamp FROM _perennial_deleted_presets") {
      times += try PresetMetadata(text: row[0]).stamps.cells.values.map(\.time)
      times.append(Int64(row[1]) ?? .max)
    }
    times += try database.rows("SELECT stamp FROM _perennial_deleted_links").joined()
      .map { Int64($0) ?? .max }
    return times
  }

  /// Returns the times of the recorded resets, by entity and key: `""` and 0 for all presets.
  static func ofResets(at url: URL) throws -> [String: Int64] {
    let rows = try RawDatabase(url).rows("SELECT entity, pk, stamp FROM _perennial_resets")
    return Dictionary(
      rows.map { ("\($0[0]) \($0[1])", Int64($0[2]) ?? 0) }, uniquingKeysWith: { first, _ in first }
    )
  }
}
