/// The statements that write the rows of one entity.
// Sendable: constants, and texts that are composed when they are first needed. Writers of rows ask for
// them inside a `StoreTransaction`, from whose beginning to whose end one thread holds the lock of the
// store's writing connection. An entity belongs to one store, and a store has one writing connection.
package final class EntitySQL: @unchecked Sendable {
  /// The statement that inserts a row. Its parameters are the key, the columns, and the order keys.
  let insert: String
  /// The statement that inserts a preset. Its parameters are those of ``insert`` and the preset metadata.
  package let insertPreset: String
  /// The statement that deletes a row, whose key is its parameter.
  let delete: String
  /// The statement that deletes rows, whose keys are its parameter; see ``SQLValue/keys(_:)``.
  let deleteSeveral: String
  private let table: String
  private let columns: [PropertyLayout]
  private let positions: [PropertyLayout]
  private let insertion: Insertion
  private let presetInsertion: Insertion
  private var updates: [PropertyMask: String?] = [:]
  private var stampingUpdates: [PropertyMask: String?] = [:]
  /// The statements that insert several rows, by their number of rows; those of presets by the negative
  /// number.
  private var groups: [Int: String] = [:]

  /// Creates the statements of an entity.
  ///
  /// - Parameters:
  ///   - table: The quoted name of the table.
  ///   - entityName: The entity's name, if the table has an entity column.
  init(
    _ table: String, columns: [PropertyLayout], positions: [PropertyLayout],
    entityName: String?
  ) {
    (self.table, self.columns, self.positions) = (table, columns, positions)
    insertion = Insertion(table, columns: columns, positions: positions, entityName: entityName)
    presetInsertion = Insertion(
      table, columns: columns, positions: positions, entityName: entityName, isOfPresets: true)
    insert = "INSERT \(insertion.head) VALUES (\(insertion.values(0)))"
    insertPreset = "INSERT \(presetInsertion.head) VALUES (\(presetInsertion.values(0)))"
    delete = "DELETE FROM \(table) WHERE _pk = ?"
    deleteSeveral = "DELETE FROM \(table) WHERE _pk IN (SELECT value FROM json_each(?))"
  }

  // MARK: Insertions

  /// Returns the number of parameters of a row.
  package func insertedColumns(ofPresets: Bool) -> Int {
    (ofPresets ? presetInsertion : insertion).width
  }

  /// Returns the statement that inserts this many rows, or the rows before the first refused one; see
  /// ``RowGroups``.
  package func insert(rows: Int, ofPresets: Bool) -> String {
    let key = ofPresets ? -rows : rows
    if let known = groups[key] { return known }
    let insertion = ofPresets ? presetInsertion : insertion
    let values = (0..<rows).map { "(\(insertion.values($0 * insertion.width)))" }
    let sql = "INSERT OR FAIL \(insertion.head) VALUES \(values.joined(separator: ", "))"
    groups[key] = sql
    return sql
  }

  /// The parts of statements that insert rows.
  private struct Insertion {
    /// The table and its columns.
    let head: String
    /// The name of the entity, for a table with an entity column.
    let entity: String?
    /// The parameters of a row. Slots bind in order, including attributes that have no column.
    let parameters: [Int]
    /// The number of parameters of a row.
    let width: Int

    init(
      _ table: String, columns: [PropertyLayout], positions: [PropertyLayout],
      entityName: String?, isOfPresets: Bool = false
    ) {
      var names = [SQLName.primaryKey]
      var parameters = [1]
      if entityName != nil { names.append(SQLName.entity) }
      for (offset, property) in columns.enumerated() {
        guard let column = property.columnName else { continue }
        names.append(SQLName.quoted(column))
        parameters.append(offset + 2)
      }
      for (offset, property) in positions.enumerated() {
        guard let column = property.columnName else { continue }
        names.append(SQLName.quoted(SQLName.position(of: column)))
        parameters.append(columns.count + offset + 2)
      }
      if isOfPresets {
        names.append(SQLName.preset)
        parameters.append(columns.count + positions.count + 2)
      }
      head = "INTO \(table) (\(names.joined(separator: ", ")))"
      entity = entityName.map(SQLName.literal)
      self.parameters = parameters
      width = 1 + columns.count + positions.count + (isOfPresets ? 1 : 0)
    }

    /// Returns the values of a row whose parameters begin after `offset` others.
    ///
    /// A parameter without a number follows the greatest number so far. SQLite looks for a numbered
    /// parameter among all parameters before it. With thousands of them that takes longer than the
    /// insertion of the rows.
    func values(_ offset: Int) -> String {
      var greatest = offset == 0 ? 0 : (parameters.last ?? 0) - width
      let list = parameters.map { parameter in
        defer { greatest = parameter }
        return parameter == greatest + 1 ? "?" : "?\(parameter + offset)"
      }
      guard let entity else { return list.joined(separator: ", ") }
      return (list.prefix(1) + [entity] + list.dropFirst()).joined(separator: ", ")
    }
  }

  // MARK: Updates

  /// Returns the statement that writes the properties in a mask, or nil if none of them has a column.
  ///
  /// - Parameter isStamping: `true` for an edit of a preset, which records changed attributes as edited
  ///   fields. The stamp of the edit is the two parameters after the key.
  func update(_ mask: PropertyMask, isStamping: Bool = false) -> String? {
    if let known = isStamping ? stampingUpdates[mask] : updates[mask] { return known }
    let sql = makeUpdate(mask, isStamping: isStamping)
    if isStamping { stampingUpdates[mask] = .some(sql) } else { updates[mask] = .some(sql) }
    return sql
  }

  private func makeUpdate(_ mask: PropertyMask, isStamping: Bool) -> String? {
    var parameter = 1
    var assignments: [String] = []
    var fields: [String] = []
    for property in columns where mask.contains(property: property.index) {
      if let column = property.columnName.map(SQLName.quoted) {
        assignments.append("\(column) = ?\(parameter)")
        fields.append("\(SQLName.literal(property.name)), \(column), ?\(parameter)")
      }
      parameter += 1
    }
    for property in positions where mask.contains(property: property.index) {
      guard let column = property.columnName else { continue }
      // An unchanged order key is bound as NULL.
      let position = SQLName.quoted(SQLName.position(of: column))
      assignments.append("\(position) = ifnull(?\(parameter), \(position))")
      parameter += 1
    }
    guard !assignments.isEmpty else { return nil }
    if isStamping {
      assignments.append("\(SQLName.preset) = \(StampFunction.call(parameter + 1, fields))")
    }
    return "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE _pk = ?\(parameter)"
  }
}
