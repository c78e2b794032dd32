import Foundation
import Perennial
import PerennialAppleStores

/// The records of imported objects in the tables of the container's store; see ``ImportTables``.
struct ImportRecords {
  /// An entity of the file with the places of its records.
  struct Entity {
    let number: Int64
    /// The indices of the digests, by the names of attributes and to-one relationships.
    let values: [String: Int]
    /// The names under which to-many relationships are recorded, by their names.
    let links: [String: String]
    /// The number of digests of an object.
    let count: Int
  }

  private struct Row {
    let number: Int64
    /// The name under which the entity is recorded.
    let name: String
    var names: RecordedNames

    /// All names of the entity.
    var list: RecordedNames.List { [name] + names.entity }
  }

  private let connection: Connection
  private let store: String
  private var rows: [Row] = []
  /// The indices of the rows by the names of the file's entities.
  private var indices: [String: Int] = [:]
  private let model: [RecordedNames.Name]
  /// The records that are not written yet.
  private var pending: [SQLValue] = []

  /// The number of columns of a record.
  private static let width = 5
  /// The number of records that one statement inserts.
  private static let group = 64

  /// Reads the entities of a file's store, and makes the tables if they are missing.
  ///
  /// - Throws: ``StoreImportError/Code/unreadableRecords``.
  init(of file: AppleStore, on connection: Connection) throws {
    (store, self.connection) = (file.identifier, connection)
    model = file.model.entities.map { .init(name: $0.name, former: $0.renamingIdentifier) }
    if try !ImportTables.exist(on: connection) {
      try SchemaCheck.trusting(connection) { try ImportTables.create(on: connection) }
    }
    var former: [(index: Int, properties: [String])] = []
    try connection.rows(
      "SELECT number, entity, properties FROM \(ImportTables.entities) WHERE store = ? ORDER BY number",
      [.text(store)]
    ) { row in
      let number = row.int64()
      let name = row.string()
      let text = row.string()
      if let names = RecordedNames(json: text) {
        rows.append(Row(number: number, name: name, names: names))
      } else if let properties = FormerRecords.properties(json: text) {
        former.append((rows.count, properties))
        rows.append(Row(number: number, name: name, names: RecordedNames()))
      } else {
        throw Self.unreadable(name, file)
      }
    }
    for (index, properties) in former {
      rows[index].names = try FormerRecords(ofEntity: rows[index].number, on: connection)
        .update(properties)
      try writeNames(of: index)
    }
    indices = RecordedNames.indices(of: model, in: rows.map(\.list))
  }

  private static func unreadable(_ name: String, _ file: AppleStore) -> StoreImportError {
    StoreImportError(
      .unreadableRecords, path: file.url.path, entity: name,
      """
      The container's records of former imports of “\(name)” cannot be read, so values that were edited since cannot be \
      told from others. Nothing was imported. If a later version of the app has imported the file, use that version. If \
      not, restore a backup of the container, or import into a new container.
      """)
  }

  /// Records an entity, and returns the places of its records. Places that former imports have given stay.
  ///
  /// - Parameters:
  ///   - values: The attributes and to-one relationships that are imported.
  ///   - links: The to-many relationships that are imported.
  mutating func record(
    _ entity: StoredModel.Entity, values: Set<String> = [], links: Set<String> = []
  ) throws -> Entity {
    let index = try row(of: .init(name: entity.name, former: entity.renamingIdentifier))
    var names = rows[index].names
    if entity.name != rows[index].name { RecordedNames.add(entity.name, to: &names.entity) }
    let attributes = entity.attributes.map {
      RecordedNames.Name(name: $0.name, former: $0.renamingIdentifier)
    }
    func relationships(isToMany: Bool) -> [RecordedNames.Name] {
      entity.relationships.filter { $0.isToMany == isToMany }.map {
        RecordedNames.Name(name: $0.name, former: $0.renamingIdentifier)
      }
    }
    let places = RecordedNames.record(
      attributes + relationships(isToMany: false), wanted: values, in: &names.values)
    let linkPlaces = RecordedNames.record(
      relationships(isToMany: true), wanted: links, in: &names.links)
    if names != rows[index].names {
      rows[index].names = names
      try writeNames(of: index)
    }
    return Entity(
      number: rows[index].number, values: places,
      links: linkPlaces.mapValues { names.links[$0][0] }, count: names.values.count)
  }

  /// Returns the index of the row of an entity. Inserts it if former imports have none.
  private mutating func row(of name: RecordedNames.Name) throws -> Int {
    if let index = indices[name.name] { return index }
    let list = RecordedNames.newList(name, of: model, beside: rows.map(\.list))
    var names = RecordedNames()
    names.entity = Array(list.dropFirst())
    let number = try connection.integers(
      """
      INSERT INTO \(ImportTables.entities) (store, entity, properties) VALUES (?, ?, ?) \
      RETURNING number
      """, [.text(store), .text(list[0]), .text(try names.json())]
    ).first
    indices[name.name] = rows.count
    rows.append(Row(number: number ?? 0, name: list[0], names: names))
    return rows.count - 1
  }

  private func writeNames(of index: Int) throws {
    try connection.run(
      "UPDATE \(ImportTables.entities) SET properties = ? WHERE number = ?",
      [.text(try rows[index].names.json()), .integer(rows[index].number)])
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

  /// Returns the keys of imported objects that are none of an entity in the container.
  ///
  /// - Parameters:
  ///   - number: The number of the entity in the file.
  ///   - target: The entity in the container.
  func absentKeys(
    ofHierarchy hierarchy: Int64, entity number: Int64, from target: ContainerEntity
  ) throws -> [Int64] {
    try connection.integers(
      """
      SELECT pk FROM \(ImportTables.objects) AS o WHERE hierarchy = ? AND entity = ? \
      AND NOT EXISTS (SELECT 1 FROM \(SQLName.quoted(target.layout.tableName)) AS t0 \
      WHERE t0._pk = o.pk\(target.table.isOwn(alias: "t0")))
      """, [.integer(hierarchy), .integer(number)])
  }

  /// Returns those of some keys that an object of any entity in some tables has.
  func existingKeys(_ keys: [Int64], in tables: Set<String>) throws -> Set<Int64> {
    if keys.isEmpty { return [] }
    return try tables.sorted().reduce(into: []) { found, table in
      found.formUnion(
        try connection.integers(
          """
          SELECT _pk FROM \(SQLName.quoted(table)) \
          WHERE _pk IN (SELECT value FROM json_each(?))
          """, [SQLValue.keys(keys)]))
    }
  }

  /// Returns the digests of an imported object.
  func digests(ofHierarchy number: Int64, key: Int64) throws -> [ValueDigest] {
    let data = try connection.first(
      "SELECT digests FROM \(ImportTables.objects) WHERE hierarchy = ? AND key = ?",
      [.integer(number), .integer(key)]
    ) { row in row.bytes { Data($0) } }
    guard let data else { return [] }
    return stride(from: 0, to: data.count - data.count % 8, by: 8).map { offset in
      data.withUnsafeBytes {
        ValueDigest(
          bits: UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
  }

  /// Records an imported object, or its new digests.
  mutating func record(
    _ key: Int64, ofHierarchy hierarchy: Int64, entity: Int64, target: Int64,
    digests: [ValueDigest]
  ) throws {
    var data = Data(capacity: digests.count * 8)
    for digest in digests {
      withUnsafeBytes(of: digest.bits.littleEndian) { data.append(contentsOf: $0) }
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
  func linkDigests(ofEntity number: Int64, _ property: String) throws -> [Int64: ValueDigest] {
    var digests: [Int64: ValueDigest] = [:]
    try connection.rows(
      "SELECT key, digest FROM \(ImportTables.links) WHERE entity = ? AND property = ?",
      [.integer(number), .text(property)]
    ) { row in digests[row.int64()] = ValueDigest(bits: UInt64(bitPattern: row.int64())) }
    return digests
  }

  /// Records the digest of an object's references.
  ///
  /// - Parameter digest: The digest; nil if the object has no references.
  func recordLinks(
    of key: Int64, ofEntity number: Int64, _ property: String, digest: ValueDigest?
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
      """, owner + [.integer(Int64(bitPattern: digest.bits))])
  }
}
