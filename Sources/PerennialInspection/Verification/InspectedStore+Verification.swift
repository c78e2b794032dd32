import Perennial

extension InspectedStore {
  /// Verifies that the file is undamaged and consistent with its descriptions. Reads all rows. Checks that
  /// the files beside the store exist, without reading them.
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
    let joins = schema.joins.filter(tables.contains)
    for table in schema.tables where tables.contains(table) { total += try store.count(table) }
    for join in joins { total += try store.count(join) }
    for table in schema.tables where tables.contains(table) { try checkEntities(of: table) }
    for entity in schema.entities where tables.contains(entity.table) {
      try checkValues(of: entity)
    }
    try checkRelationships(tables)
    for join in joins { result.rows += try store.count(join) }
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
    for reference in try database.danglingReferences() { result.add(.reference, reference) }
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
    func isWhole(_ table: String, _ columns: Set<String>) throws -> Bool {
      let there = Set(try store.columns(of: table).map(\.name))
      if there.isEmpty {
        result.add(.table, "the table \(table) is missing")
        return false
      }
      let missing = columns.subtracting(there).sorted()
      for column in missing { result.add(.table, "the column \(table).\(column) is missing") }
      return missing.isEmpty
    }
    for table in schema.tables where try isWhole(table, schema.knownColumns(of: table)) {
      whole.insert(table)
    }
    for join in schema.joins where try isWhole(join, Set(LinkShape.columns)) {
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
