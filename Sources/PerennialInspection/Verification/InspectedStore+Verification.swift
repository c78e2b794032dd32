import Perennial

extension InspectedStore {
  /// Verifies that the file is undamaged and consistent with its descriptions. Reads all rows. Checks that
  /// the files beside the store exist, without reading them.
  ///
  /// ```swift
  /// let verification = try store.verify { rows, all in print("\(rows) of \(all ?? 0)") }
  /// for problem in verification.problems { print(problem.kind, problem.description) }
  /// ```
  ///
  /// - Parameter progress: A closure that is called from time to time with the progress.
  /// - Throws: `SwiftDataError.storeFailure` if the file cannot be read at all. Problems that the
  ///   verification finds are returned and not thrown.
  public func verify(
    progress: @escaping TransferProgress = { _, _ in }
  ) throws -> Verification {
    try database.snapshot {
      var verification = StoreVerification(self, progress)
      return try verification.run()
    }
  }
}

/// A verification in progress, which collects the problems of a store.
struct StoreVerification {
  let store: InspectedStore
  let progress: TransferProgress
  var result = Verification()
  /// The number of values that reference each file beside the store.
  var uses: [String: Int] = [:]
  private var total = 0

  init(_ store: InspectedStore, _ progress: @escaping TransferProgress) {
    self.store = store
    self.progress = progress
  }

  var database: StoreDatabase { store.database }
  var schema: StoreSchema { store.schema }

  mutating func run() throws -> Verification {
    try checkPages()
    checkDescriptions()
    let tables = try checkTables()
    try checkReferences()
    let joins = schema.joins.filter(tables.contains)
    for table in schema.tables where tables.contains(table) { total += try store.count(table) }
    for join in joins { total += try store.count(join) }
    for table in schema.tables where tables.contains(table) { try checkEntities(of: table) }
    for entity in schema.entities where tables.contains(entity.table) {
      try checkValues(of: entity)
    }
    try checkRelationships(tables)
    for join in joins {
      let count = try store.count(join)
      result.links[join] = count
      result.rows += count
    }
    try checkPresets(tables)
    try checkFiles()
    try checkHistory()
    progress(total, total)
    return result
  }

  mutating func countRow() {
    result.rows += 1
    if result.rows % 1000 == 0 { progress(result.rows, total) }
  }

  // MARK: The file

  private mutating func checkPages() throws {
    for row in try database.values("PRAGMA integrity_check(1000)") {
      guard let text = row[0].text, text != "ok" else { continue }
      result.add(.integrity, text)
    }
  }

  // MARK: References

  /// Reports links to objects that do not exist.
  private mutating func checkReferences() throws {
    var checked: Set<[String]> = []
    for relationship in schema.storedRelationships where try store.stores(relationship) {
      try store.danglingLinks(of: relationship) { result.add(.reference, $0.description) }
      checked.formUnion(relationship.references.map { [relationship.table, $0.column] })
    }
    // The descriptions do not have the references of other tables, nor those to tables that are missing.
    let tables = try database.values("SELECT name FROM sqlite_master WHERE type = 'table'")
    for table in tables.compactMap({ $0[0].text }).sorted() {
      let columns = try database.values(
        "SELECT \"from\" FROM pragma_foreign_key_list(?)", [.text(table)])
      let others = columns.compactMap { $0[0].text }.filter { !checked.contains([table, $0]) }
      if !others.isEmpty { try checkForeignKeys(of: table, Set(others)) }
    }
  }

  /// Reports references by columns of a table that SQLite finds to be dangling.
  private mutating func checkForeignKeys(of table: String, _ columns: Set<String>) throws {
    let found = try database.values(
      """
      SELECT reference."from", found.parent, count(*) FROM pragma_foreign_key_check(?1) AS found \
      JOIN pragma_foreign_key_list(?1) AS reference ON reference.id = found.fkid \
      GROUP BY 1, 2 ORDER BY 1, 2
      """, [.text(table)])
    for row in found {
      guard let column = row[0].text, columns.contains(column), let parent = row[1].text else {
        continue
      }
      result.add(
        .reference,
        "\(table).\(column) references rows of \(parent) that do not exist: \(row[2])")
    }
  }

  // MARK: Descriptions

  private mutating func checkDescriptions() {
    for damage in database.damages { result.add(.description, damage.error.explanation) }
    for entity in schema.entities where database.checksums[entity.name] != entity.checksum {
      result.add(
        .description,
        """
        the description of \(entity.name) has the checksum \(entity.checksum), but was recorded \
        with \(database.checksums[entity.name] ?? "none")
        """)
    }
    let document = DocumentSchema(version: nil, entities: schema.entities)
    if let contradiction = document.contradiction { result.add(.description, contradiction) }
  }

  /// Checks the tables, columns and indices.
  ///
  /// - Returns: The tables that have all their columns.
  private mutating func checkTables() throws -> Set<String> {
    var whole: Set<String> = []
    func isWhole(_ table: String, _ columns: Set<String>, key: [String]) throws -> Bool {
      let there = Set(try store.columns(of: table).map(\.name))
      if there.isEmpty {
        result.add(.table, "the table \(table) is missing")
        return false
      }
      let missing = columns.subtracting(there).sorted()
      for column in missing { result.add(.table, "the column \(table).\(column) is missing") }
      let found = try database.values(
        "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(table)])
      if found.compactMap(\.first?.text) != key {
        result.add(
          .table, "the primary key of the table \(table) is not \(key.joined(separator: ", "))")
        return false
      }
      return missing.isEmpty
    }
    for table in schema.tables
    where try isWhole(table, schema.knownColumns(of: table), key: ["_pk"]) {
      whole.insert(table)
    }
    for join in schema.joins
    where try isWhole(join, Set(LinkShape.columns), key: ["source", "target"]) {
      whole.insert(join)
    }
    for index in try database.missingIndices() {
      result.add(.table, "the index \(index) is missing")
    }
    return whole
  }

  private mutating func checkHistory() throws {
    guard try store.hasTable("_perennial_history") else { return }
    let damaged = try database.values(
      "SELECT id FROM _perennial_history WHERE NOT json_valid(changes) ORDER BY id")
    for row in damaged {
      result.add(.history, "the transaction \(row[0]) of the history cannot be read")
    }
  }
}
