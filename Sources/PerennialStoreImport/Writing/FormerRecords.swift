import Foundation
import Perennial

/// The records of an entity in the form that imports wrote before ``RecordedNames`` and ``ValueDigest``.
///
/// The names of the properties with digests were an array, in the order of the digests. Those of to-many relationships
/// were only beside their digests. A digest was the whole hash: its lowest bit did not tell whether the value was written.
struct FormerRecords {
  private let number: Int64
  private let connection: Connection

  /// The number of objects that are read at a time.
  private static let group = 1000

  init(ofEntity number: Int64, on connection: Connection) {
    (self.number, self.connection) = (number, connection)
  }

  /// Reads the names of an entity's properties; nil if the text is no array of names.
  static func properties(json: String) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(json.utf8))
  }

  /// Rewrites the digests in today's form, and returns the names.
  ///
  /// The values count as written, so that edits of the user stay.
  func update(_ properties: [String]) throws -> RecordedNames {
    var names = RecordedNames()
    names.values = properties.map { [$0] }
    names.links = try relationships().map { [$0] }
    try updateDigests()
    try connection.run(
      "UPDATE \(ImportTables.links) SET digest = digest & ~1 WHERE entity = ?", [.integer(number)])
    return names
  }

  /// Returns the names of the to-many relationships that have digests.
  private func relationships() throws -> [String] {
    var names: Set<String> = []
    try connection.rows(
      "SELECT DISTINCT property FROM \(ImportTables.links) WHERE entity = ?", [.integer(number)]
    ) { row in
      let name = row.string()
      names.insert(
        name.hasSuffix(Self.order) ? String(name.dropLast(Self.order.count)) : name)
    }
    return names.sorted()
  }

  /// The end of the name of an order's digest.
  private static let order = " order"

  // MARK: Digests

  private struct Object {
    let hierarchy: Int64
    let key: Int64
    let digests: Data
  }

  private func updateDigests() throws {
    var last: Object?
    repeat {
      let objects = try objects(after: last)
      for object in objects {
        let digests = Self.withoutLowestBits(object.digests)
        if digests == object.digests { continue }
        try connection.run(
          "UPDATE \(ImportTables.objects) SET digests = ? WHERE hierarchy = ? AND key = ?",
          [.blob(digests), .integer(object.hierarchy), .integer(object.key)])
      }
      last = objects.last
    } while last != nil
  }

  private func objects(after last: Object?) throws -> [Object] {
    var objects: [Object] = []
    try connection.rows(
      """
      SELECT hierarchy, key, digests FROM \(ImportTables.objects) \
      WHERE entity = ? AND (hierarchy, key) > (?, ?) ORDER BY hierarchy, key LIMIT \(Self.group)
      """,
      [.integer(number), .integer(last?.hierarchy ?? .min), .integer(last?.key ?? .min)]
    ) { row in
      objects.append(
        Object(hierarchy: row.int64(), key: row.int64(), digests: row.bytes { Data($0) }))
    }
    return objects
  }

  /// A digest has its lowest byte first.
  private static func withoutLowestBits(_ digests: Data) -> Data {
    Data(digests.enumerated().map { $0.offset % 8 == 0 ? $0.element & ~1 : $0.element })
  }
}
