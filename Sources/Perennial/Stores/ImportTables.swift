/// The tables of a file that remember which objects of other files were imported. Documentation/FileFormat.md is the
/// contract.
///
/// They are made by the first import. A later import of the same file, or of a newer copy of it, finds the rows of its
/// objects in them.
package enum ImportTables {
  /// The entities of the imported files.
  package static let entities = "_perennial_import_entities"
  /// The imported objects.
  package static let objects = "_perennial_import_objects"
  /// The references of imported to-many relationships, as digests.
  package static let links = "_perennial_import_links"

  /// All tables of imports.
  package static let all = [entities, objects, links]

  /// Returns `true` if something was imported into the file.
  package static func exist(on connection: Connection) throws -> Bool {
    try StoreMetadata.hasTable(entities, on: connection)
  }

  /// Creates the tables, inside a transaction. Does nothing if they exist.
  package static func create(on connection: Connection) throws {
    if try exist(on: connection) { return }
    try connection.run(
      """
      CREATE TABLE \(entities) (number INTEGER PRIMARY KEY, store TEXT NOT NULL, \
      entity TEXT NOT NULL, properties TEXT NOT NULL, UNIQUE (store, entity)) STRICT
      """)
    try connection.run(
      """
      CREATE TABLE \(objects) (hierarchy INTEGER NOT NULL, key INTEGER NOT NULL, \
      entity INTEGER NOT NULL, pk INTEGER NOT NULL, digests BLOB NOT NULL, \
      PRIMARY KEY (hierarchy, key)) STRICT, WITHOUT ROWID
      """)
    try connection.run(
      """
      CREATE TABLE \(links) (entity INTEGER NOT NULL, property TEXT NOT NULL, \
      key INTEGER NOT NULL, digest INTEGER NOT NULL, PRIMARY KEY (entity, property, key)) \
      STRICT, WITHOUT ROWID
      """)
  }

  /// Records that imported objects became other rows, for later imports.
  ///
  /// - Parameter keys: The keys of the rows by the former keys.
  package static func redirect(_ keys: [Int64: Int64], on connection: Connection) throws {
    guard !keys.isEmpty, try exist(on: connection) else { return }
    let pairs = keys.sorted { $0.key < $1.key }.map { "[\($0.key),\($0.value)]" }
    try connection.run(
      """
      UPDATE \(objects) AS o SET pk = m.new FROM (SELECT value ->> 0 AS old, value ->> 1 AS new \
      FROM json_each(?)) AS m WHERE o.pk = m.old
      """, [.text("[\(pairs.joined(separator: ","))]")])
  }

  /// Forgets all imports, inside a transaction.
  static func clear(on connection: Connection) throws {
    guard try exist(on: connection) else { return }
    for table in all { try connection.run("DELETE FROM \(table)") }
  }
}
