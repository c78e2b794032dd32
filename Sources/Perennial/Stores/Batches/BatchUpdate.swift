import PerennialRecords
import Foundation
import PerennialSQLite

/// Writes the same values to many rows of a table, in one statement.
struct BatchUpdate<Model: PersistentModel> {
  /// The rows of the table to update.
  enum Rows {
    case query(FetchPlan<Model>, except: [Int64])
    case rows([Int64])
  }

  let entity: StoreEntity
  private let updates: [(property: PropertyLayout, update: PropertyUpdate<Model>)]

  /// Finds the columns of the updates.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a key path that isn't a stored attribute.
  init(_ updates: [PropertyUpdate<Model>], _ entity: StoreEntity) throws {
    self.entity = entity
    var found: [(property: PropertyLayout, update: PropertyUpdate<Model>)] = []
    for update in updates {
      let property = entity.layout.property(at: update.keyPath)
      guard let property, !property.isRelationship, property.column != nil else {
        let name = "\(entity.layout.entityName).\(property?.name ?? "\(update.keyPath)")"
        throw SwiftDataError.unsupportedKeyPath.because(
          """
          \(name) is not a stored attribute; a batch update sets attributes only. Fetch the objects \
          and set it in each object
          """)
      }
      found.removeAll { $0.property === property }
      found.append((property, update))
    }
    self.updates = found
  }

  private var mask: PropertyMask { updates.map(\.property).mask }

  /// Sets the values in an object.
  func assign(to model: Model) {
    for (_, update) in updates { update.assign(model) }
  }

  /// Updates the rows that have other values.
  ///
  /// - Returns: The updated rows.
  func run(_ rows: Rows, on connection: Connection) throws -> ChangeSet {
    var bindings: [SQLValue] = []
    let condition: String
    switch rows {
    case .query(let plan, let exceptions):
      var query = "SELECT t0._pk FROM \(plan.from)"
      if let condition = plan.countCondition { query += " WHERE \(condition)" }
      bindings = plan.countBindings
      var text = "_pk IN (\(query))"
      if !exceptions.isEmpty {
        text += " AND _pk NOT IN (SELECT value FROM json_each(?))"
        bindings.append(.keys(exceptions))
      }
      condition = text
    case .rows(let rowIDs):
      condition = "_pk IN (SELECT value FROM json_each(?))"
      bindings = [.keys(rowIDs)]
    }
    let rowIDs = try write(condition, bindings, on: connection)
    var event = ChangeSet()
    if rowIDs.isEmpty { return event }
    event.changes[entity.layout.entityName] = ChangeSet.EntityChanges(
      updated: rowIDs.sorted().map { .init(rowID: $0, mask: mask) })
    return event
  }

  /// Updates the rows that have other values and meet a condition.
  ///
  /// - Returns: The keys of the updated rows.
  private func write(
    _ condition: String, _ bindings: [SQLValue], on connection: Connection
  ) throws -> [Int64] {
    let columns = updates.compactMap { $0.property.columnName.map(SQLName.quoted) }
    // The values have the first parameters, and are used several times.
    var assignments = columns.enumerated().map { "\($1) = ?\($0 + 1)" }
    let hasPresets = try PresetTables.concern(entity.layout.tableName, on: connection)
    if hasPresets { assignments.append(stamping) }
    let differences = columns.enumerated().map { "\($1) IS NOT ?\($0 + 1)" }
    let statement = try connection.statement(
      """
      UPDATE \(SQLName.quoted(entity.layout.tableName)) \
      SET \(assignments.joined(separator: ", ")) \
      WHERE (\(differences.joined(separator: " OR "))) AND \(condition) RETURNING _pk
      """)
    statement.isBusy = true
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    // A large value becomes one file, which all rows reference.
    binder.files = connection.files
    for (property, update) in updates { bind(update.value, of: property, &binder) }
    if let failure = binder.failure {
      let property = updates[Int(failure.parameter) - 1].property
      throw failure.error.because(
        "\(entity.layout.entityName).\(property.name): \(failure.error.explanation)")
    }
    if hasPresets { binder.bind(try connection.stamp()) }
    for binding in bindings { binder.bind(binding) }
    if let failure = binder.failure { throw failure.error }
    connection.countExecution()
    var rowIDs: [Int64] = []
    while true {
      switch sqlite3_step(statement.pointer) {
      case SQLITE_ROW: rowIDs.append(sqlite3_column_int64(statement.pointer, 0))
      case SQLITE_DONE: return rowIDs
      default: throw refusal(on: connection)
      }
    }
  }

  /// The assignment that records the values as edited fields in the metadata of presets. The stamp of
  /// the edit is the two parameters after the values.
  private var stamping: String {
    let mark = SQLName.preset
    let fields = updates.enumerated().map { number, update in
      let column = SQLName.quoted(update.property.columnName ?? "")
      return "\(SQLName.literal(update.property.name)), \(column), ?\(number + 1)"
    }
    let stamped = StampFunction.call(updates.count + 1, fields)
    return "\(mark) = CASE WHEN _pk < 0 THEN \(stamped) ELSE \(mark) END"
  }

  private func bind(_ value: Any, of property: PropertyLayout, _ binder: inout _Storage.Binder) {
    func open<S: _Storage.Slot>(_ type: S.Type) {
      (S(holding: value) ?? S())._bind(&binder)
    }
    _openExistential(property.slot, do: open)
  }

  private func refusal(on connection: Connection) -> SwiftDataError {
    let code = sqlite3_extended_errcode(connection.handle)
    guard code & 0xff == SQLITE_CONSTRAINT else { return connection.error }
    let names = updates.map(\.property.name).joined(separator: ", ")
    return .modelValidationFailure.because(
      """
      \(entity.layout.entityName): the store rejected the values of \(names) \
      (\(String(cString: sqlite3_errmsg(connection.handle)))); nothing was changed
      """)
  }
}
