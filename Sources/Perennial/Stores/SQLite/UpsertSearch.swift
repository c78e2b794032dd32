/// Finds the rows that new objects of one entity collide with by their unique values.
struct UpsertSearch {
  private let layout: ModelLayout
  private let connection: Connection
  /// Whether there were rows before this save; none need be searched if there were not.
  private let hasRows: Bool
  private let queries: [String]
  /// The unique values of this save's new objects, by constraint.
  private var taken: [[[SQLValue]: Int64]]

  init(_ layout: ModelLayout, _ connection: Connection) throws {
    self.layout = layout
    self.connection = connection
    let table = SQLName.quoted(layout.tableName)
    hasRows = try !connection.integers("SELECT 1 FROM \(table) LIMIT 1").isEmpty
    queries = layout.uniquenessConstraints.map { constraint in
      let conditions = constraint.compactMap(\.columnName).map {
        "\(SQLName.quoted($0)) = ?"
      }
      return "SELECT _pk FROM \(table) WHERE \(conditions.joined(separator: " AND "))"
    }
    taken = Array(repeating: [:], count: queries.count)
  }

  /// The key of the row, or of the earlier new object, that an object collides with.
  mutating func row(of model: any PersistentModel) throws -> Int64? {
    var found: Int64?
    var keys: [[SQLValue]?] = []
    for (number, constraint) in layout.uniquenessConstraints.enumerated() {
      let values = constraint.map { model.sqlValue($0.index) }
      // As in SQL, what is nil is not equal to anything.
      guard !values.contains(.null) else {
        keys.append(nil)
        continue
      }
      keys.append(values)
      if found != nil { continue }
      found = taken[number][values]
      if found == nil, hasRows { found = try connection.integers(queries[number], values).first }
    }
    let row = found ?? model._$header.pointee.rowID
    for (number, key) in keys.enumerated() {
      if let key { taken[number][key] = row }
    }
    return found
  }
}
