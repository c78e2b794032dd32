import Foundation
import Perennial

/// The records of imported objects in the tables of the container's store; see ``ImportTables``.
struct ImportRecords {
  /// An entity of the file, as the last import has recorded it.
  struct Entity {
    let number: Int64
    /// The names of the properties that have digests, in the order of the digests.
    let properties: [String]
  }

  private let connection: Connection
  private let store: String
  /// The entities as former imports have recorded them.
  private var entities: [String: Entity] = [:]
  /// The entities as this import has recorded them.
  private var recorded: [String: Entity] = [:]
  /// The records that are not written yet.
  private var pending: [SQLValue] = []

  /// The number of columns of a record.
  private static let width = 5
  /// The number of records that one statement inserts.
  private static let group = 64

  /// Reads the entities of a file's store, and makes the tables if they are missing.
  ///
  /// - Parameter store: The identifier of the file's store.
  init(ofStore store: String, on connection: Connection) throws {
    (self.store, self.connection) = (store, connection)
    if try !ImportTables.exist(on: connection) {
      try SchemaCheck.trusting(connection) { try ImportTables.create(on: connection) }
    }
    try connection.rows(
      "SELECT number, entity, properties FROM \(ImportTables.entities) WHERE store = ?",
      [.text(store)]
    ) { row in
      let number = row.int64()
      let name = row.string()
      let properties = try? JSONDecoder().decode([String].self, from: Data(row.string().utf8))
      entities[name] = Entity(number: number, properties: properties ?? [])
    }
  }

  /// Returns the record of an entity by former imports; nil if nothing of it was imported.
  func entity(_ name: String) -> Entity? { entities[name] }

  /// Records an entity with the properties that have digests, and returns its number.
  mutating func record(_ name: String, properties: [String]) throws -> Int64 {
    let text = String(decoding: try JSONEncoder().encode(properties), as: UTF8.self)
    let number: Int64
    if let known = recorded[name] ?? entities[name] {
      number = known.number
      if known.properties != properties {
        try connection.run(
          "UPDATE \(ImportTables.entities) SET properties = ? WHERE number = ?",
          [.text(text), .integer(number)])
      }
    } else {
      number =
        try connection.integers(
          """
          INSERT INTO \(ImportTables.entities) (store, entity, properties) VALUES (?, ?, ?) \
          RETURNING number
          """, [.text(store), .text(name), .text(text)]
        ).first ?? 0
    }
    recorded[name] = Entity(number: number, properties: properties)
    return number
  }

  // MARK: Objects

  /// Passes each imported object of a hierarchy to a block, in the order of the keys in the file.
  func forEachObject(
    ofHierarchy number: Int64,
    _ body: (_ key: Int64, _ entity: Int64, _ target: Int64) throws -> Void
  ) throws {
    try connection.rows(
      "SELECT key, entity, pk FROM \(ImportTables.objects) WHERE hierarchy = ? ORDER BY key",
      [.integer(number)]
    ) { row in try body(row.int64(), row.int64(), row.int64()) }
  }

  /// Returns the keys of imported objects that the container no longer has.
  ///
  /// - Parameters:
  ///   - entity: The number of the entity in the file.
  ///   - table: The table of the objects in the container.
  func deletedKeys(
    ofHierarchy number: Int64, entity: Int64, from table: String
  ) throws -> [Int64] {
    try connection.integers(
      """
      SELECT pk FROM \(ImportTables.objects) AS o WHERE hierarchy = ? AND entity = ? \
      AND NOT EXISTS (SELECT 1 FROM \(SQLName.quoted(table)) AS t WHERE t._pk = o.pk)
      """, [.integer(number), .integer(entity)])
  }

  /// Returns the digests of an imported object.
  func digests(ofHierarchy number: Int64, key: Int64) throws -> [UInt64] {
    let data = try connection.first(
      "SELECT digests FROM \(ImportTables.objects) WHERE hierarchy = ? AND key = ?",
      [.integer(number), .integer(key)]
    ) { row in row.bytes { Data($0) } }
    guard let data else { return [] }
    return stride(from: 0, to: data.count - data.count % 8, by: 8).map { offset in
      data.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
    }
  }

  /// Records an imported object, or its new digests.
  mutating func record(
    _ key: Int64, ofHierarchy hierarchy: Int64, entity: Int64, target: Int64, digests: [UInt64]
  ) throws {
    let data = digests.withUnsafeBufferPointer { numbers in
      var data = Data(capacity: numbers.count * 8)
      for number in numbers {
        withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
      }
      return data
    }
    pending += [
      .integer(hierarchy), .integer(key), .integer(entity), .integer(target), .blob(data),
    ]
    if pending.count == Self.group * Self.width { try flush() }
  }

  /// Writes the records that are not written yet.
  mutating func flush() throws {
    if pending.isEmpty { return }
    let row = "(\(Array(repeating: "?", count: Self.width).joined(separator: ", ")))"
    let rows = Array(repeating: row, count: pending.count / Self.width).joined(separator: ", ")
    try connection.run(
      """
      INSERT OR REPLACE INTO \(ImportTables.objects) (hierarchy, key, entity, pk, digests) \
      VALUES \(rows)
      """, pending)
    pending.removeAll(keepingCapacity: true)
  }

  // MARK: Links

  /// Returns the digests of a relationship's references by the keys of their owners in the file.
  func linkDigests(ofEntity number: Int64, _ property: String) throws -> [Int64: UInt64] {
    var digests: [Int64: UInt64] = [:]
    try connection.rows(
      "SELECT key, digest FROM \(ImportTables.links) WHERE entity = ? AND property = ?",
      [.integer(number), .text(property)]
    ) { row in digests[row.int64()] = UInt64(bitPattern: row.int64()) }
    return digests
  }

  /// Records the digest of an object's references.
  ///
  /// - Parameter digest: The digest; nil if the object has no references.
  func recordLinks(
    of key: Int64, ofEntity number: Int64, _ property: String, digest: UInt64?
  ) throws {
    let owner: [SQLValue] = [.integer(number), .text(property), .integer(key)]
    guard let digest else {
      return try connection.run(
        "DELETE FROM \(ImportTables.links) WHERE entity = ? AND property = ? AND key = ?", owner)
    }
    try connection.run(
      """
      INSERT OR REPLACE INTO \(ImportTables.links) (entity, property, key, digest) \
      VALUES (?, ?, ?, ?)
      """, owner + [.integer(Int64(bitPattern: digest))])
  }
}
