import GRDBSQLite
import PerennialRuntime

// How rows become objects.

extension ObjectGraph {
  /// The objects of a query's rows, in order. The query's columns are the table's selection, from
  /// column `first` on.
  ///
  /// Objects that this context has already are taken from the identity map, and refreshed from the
  /// row if they are stale. Objects whose deletion is pending are left out.
  func objects(
    _ table: GraphTable, _ statement: Statement, on connection: Connection,
    mask: PropertyMask = .all, includingDeleted: Bool = false
  ) throws -> [AnyObject] {
    func open<Model: PersistentModel>(_ type: Model.Type) throws -> [AnyObject] {
      var objects: [AnyObject] = []
      try step(statement, on: connection) { pointer in
        var row = _Row(pointer)
        let model = try self.object(type, table, &row, mask: mask)
        if includingDeleted || !model._$header.pointee.state.contains(.deleted) {
          objects.append(model)
        }
      }
      return objects
    }
    return try open(table.layout.type)
  }

  /// Steps a statement through all its rows.
  func step(
    _ statement: Statement, on connection: Connection, _ body: (OpaquePointer) throws -> Void
  ) throws {
    statement.isBusy = true
    defer { statement.reset() }
    connection.countExecution()
    while true {
      let code = sqlite3_step(statement.pointer)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw connection.error }
      try body(statement.pointer)
    }
  }

  /// The object of the current row, whose key is in the row's current column.
  func object<Model: PersistentModel>(
    _ type: Model.Type, _ table: GraphTable, _ row: inout _Row, mask: PropertyMask = .all
  ) throws -> Model {
    row.keyColumn = row.column
    let rowID = row.int64()
    if let known = table.map.find(rowID) {
      let model = unsafeDowncast(known, to: Model.self)
      if model._$header.pointee.state.contains(.stale), mask == .all {
        try refresh(model, from: &row, table)
      }
      return model
    }
    let model = try make(type, table, rowID, &row)
    if mask != .all { markStale(model, PropertyMask.all.subtracting(mask)) }
    return model
  }

  /// Makes an object of a row, without running an initialiser where the class allows it.
  private func make<Model: PersistentModel>(
    _ type: Model.Type, _ table: GraphTable, _ rowID: Int64, _ row: inout _Row
  ) throws -> Model {
    let model: Model
    if Model._$canEmplace {
      let memory = perennial_allocate_object(unsafeBitCast(type, to: UnsafeRawPointer.self))
      guard let memory else {
        throw SwiftDataError.storeFailure.because("there is no memory for a \(type)")
      }
      model = Unmanaged<Model>.fromOpaque(memory).takeRetainedValue()
      model._$header.initialize(
        to: _ModelHeader(graph: self, entity: table.index, rowID: rowID))
      model._$emplace(&row)
    } else {
      guard let made = Model._$make(&row) else {
        throw SwiftDataError.unsupportedFeature.because("\(type) cannot be made from a row")
      }
      made._$header.pointee = _ModelHeader(graph: self, entity: table.index, rowID: rowID)
      model = made
    }
    table.map.insert(model, for: rowID)
    if table.hasEphemeral {
      for property in table.entity.ephemeral { model.setDefault(property) }
    }
    if row.failure != nil { try check(row, table, rowID) }
    return model
  }

  /// The object of an identity: from the identity map, or else from the store; nil if there is no
  /// such row.
  func load(_ table: GraphTable, _ rowID: Int64) throws -> (any PersistentModel)? {
    if let model = table.find(rowID) { return model }
    let connection = try connection(table.store)
    return try connection.exclusively {
      let statement = try connection.statement(table.entity.selectByKeySQL)
      sqlite3_bind_int64(statement.pointer, 1, rowID)
      return try self.objects(table, statement, on: connection).first.map(table.model)
    }
  }

  /// The objects of several identities, in one query for each 500 that are not there yet.
  func load(_ table: GraphTable, _ rowIDs: [Int64]) throws -> [AnyObject] {
    let missing = rowIDs.filter { table.map.find($0) == nil }
    var loaded: [AnyObject] = []
    let connection = try connection(table.store)
    for start in stride(from: 0, to: missing.count, by: 500) {
      let some = missing[start..<min(start + 500, missing.count)]
      let sql = selection(of: some.count, from: table)
      loaded += try connection.exclusively {
        let statement = try connection.statement(sql)
        for (offset, rowID) in some.enumerated() {
          sqlite3_bind_int64(statement.pointer, Int32(offset + 1), rowID)
        }
        return try self.objects(table, statement, on: connection)
      }
    }
    return loaded
  }

  /// The query for the rows of a number of keys.
  func selection(of count: Int, from table: GraphTable) -> String {
    if count == 1 { return table.entity.selectByKeySQL }
    let list = Array(repeating: "?", count: Self.listSize(count)).joined(separator: ", ")
    return """
      SELECT \(table.entity.selection(alias: "t0")) \
      FROM \(SQLName.quoted(table.layout.tableName)) AS t0 WHERE t0._pk IN (\(list))
      """
  }

  /// The number of parameters of a list of values: few different ones, so that statements are
  /// found again. Those that are not bound are NULL, which equals nothing.
  static func listSize(_ count: Int) -> Int {
    [1, 4, 16, 64, 256].first { $0 >= count } ?? 500
  }
}
