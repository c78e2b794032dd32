import Perennial

/// The comparison of a store with a backup that has the same schema.
///
/// SQLite compares the rows: the database of the backup is attached to the connection that reads the store.
struct StoreComparison {
  private let store: InspectedStore
  private let saved: InspectedStore

  /// Creates a comparison. Both stores have the same tables of entities and of links. The connection of the store is
  /// not used for anything else.
  init(of store: InspectedStore, with saved: InspectedStore) {
    (self.store, self.saved) = (store, saved)
  }

  /// - Throws: `SwiftDataError.storeFailure`.
  func run() throws -> RestorationChanges {
    // The backup may be read from a copy. Its connection has the path.
    let file = try saved.database.values(
      "SELECT file FROM pragma_database_list WHERE name = 'main'")
    guard let path = file.first?.first else { return RestorationChanges() }
    try store.database.run("ATTACH ? AS saved", [path])
    return try store.database.snapshot(compare)
  }

  /// Returns the changes of a restoration that creates a store: all rows are inserted.
  static func insertions(of saved: InspectedStore) throws -> RestorationChanges {
    var changes = RestorationChanges()
    for entity in saved.schema.entities {
      changes.objects[entity.name] = RestorationChanges.Counts(
        inserted: try saved.count(try saved.shape(of: entity)), updated: 0, deleted: 0)
    }
    for table in saved.schema.joins {
      changes.links[table] = RestorationChanges.Counts(
        inserted: try saved.count(table), updated: 0, deleted: 0)
    }
    return changes
  }

  private func compare() throws -> RestorationChanges {
    var changes = RestorationChanges()
    for entity in store.schema.entities {
      let condition =
        store.schema.isShared(entity.table)
        ? "\(SQLName.entity) = \(SQLName.literal(entity.name))" : nil
      changes.objects[entity.name] = try counts(
        of: entity.table, by: [SQLName.primaryKey], where: condition)
    }
    for table in store.schema.joins {
      changes.links[table] = try counts(of: table, by: ["source", "target"], where: nil)
    }
    return changes
  }

  /// Returns the numbers of different rows of a table.
  ///
  /// - Parameters:
  ///   - keys: The columns of the primary key.
  ///   - condition: The condition for the rows that are compared; nil for all.
  private func counts(
    of table: String, by keys: [String], where condition: String?
  ) throws -> RestorationChanges.Counts {
    let name = SQLName.quoted(table)
    let isSame = keys.map { "one.\($0) = other.\($0)" }.joined(separator: " AND ")
    func count(_ from: String, _ conditions: String?...) throws -> Int {
      let conditions = conditions.compactMap(\.self).joined(separator: " AND ")
      return Int(
        try store.database.integer("SELECT count(*) FROM \(from) WHERE \(conditions)") ?? 0)
    }
    func countMissing(in first: String, of second: String) throws -> Int {
      try count(
        "\(second).\(name) AS other", condition.map { "other.\($0)" },
        "NOT EXISTS (SELECT 1 FROM \(first).\(name) AS one WHERE \(isSame))")
    }
    return RestorationChanges.Counts(
      inserted: try countMissing(in: "main", of: "saved"),
      updated: try count(
        "main.\(name) AS one JOIN saved.\(name) AS other ON \(isSame)",
        condition.map { "other.\($0)" }, try difference(of: table)),
      deleted: try countMissing(in: "saved", of: "main"))
  }

  /// Returns the condition that two rows with the same key have other values. A column that only one of the files
  /// has counts as NULL in the other one: the first preset of an entity adds a column.
  private func difference(of table: String) throws -> String {
    let columns = try [store, saved].map { Set(try $0.columns(of: table).map(\.name)) }
    let all = columns[0].union(columns[1]).sorted()
    func values(_ alias: String, _ there: Set<String>) -> String {
      let values = all.map { there.contains($0) ? "\(alias).\(SQLName.quoted($0))" : "NULL" }
      return "(\(values.joined(separator: ", ")))"
    }
    return "\(values("one", columns[0])) IS NOT \(values("other", columns[1]))"
  }
}
