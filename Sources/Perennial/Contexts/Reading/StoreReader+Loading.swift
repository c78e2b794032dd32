import PerennialSQLite

// The loading of objects from rows.

extension StoreReader {
  /// Returns the objects of a query's rows, in order. The query's first columns are the table's selection.
  ///
  /// Objects that this context has already are taken from the identity map, and refreshed from the row if
  /// they are stale. Objects with a pending deletion, and objects with values that cannot be represented,
  /// are left out unless `extent` includes them.
  func objects(
    _ table: EntityTable, _ statement: Statement, on connection: Connection,
    mask: PropertyMask = .all, including extent: ObjectExtent = .shown
  ) throws -> [AnyObject] {
    if let family = table.entity.family {
      var factory = HierarchyFactory(family, table, graph, mask: mask)
      var objects = ObjectList()
      var row = _Storage.Row(statement.pointer)
      try step(statement, on: connection) { _ in
        row.column = 0
        if let object = try factory.object(&row, including: extent) {
          objects.append(object)
        }
      }
      return objects.objects()
    }
    func open<Model: PersistentModel>(_ type: Model.Type) throws -> [AnyObject] {
      let factory = ObjectFactory(type, table, graph, mask: mask)
      var objects = ObjectList()
      var row = _Storage.Row(statement.pointer)
      try step(statement, on: connection) { _ in
        row.column = 0
        if let object = try factory.object(&row, including: extent) {
          objects.append(object.toOpaque())
        }
      }
      return objects.objects()
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

  /// Returns the object of an identity, from the identity map or the store; nil if there is no such row, or
  /// if it has a value that cannot be represented.
  func load(_ table: EntityTable, _ rowID: Int64) throws -> (any PersistentModel)? {
    if let model = table.find(rowID) { return model.isLeftOut ? nil : model }
    if let source = graph.source(of: table) {
      try source.supply([rowID], of: table.coordinated, for: graph.client)
    }
    let connection = try connection(table.store)
    return try connection.exclusively {
      let statement = try connection.statement(table.entity.selectByKeySQL)
      sqlite3_bind_int64(statement.pointer, 1, rowID)
      return try objects(table, statement, on: connection).first.map(table.model)
    }
  }

  /// Loads the objects of those identities that have no object yet, in one query for each 500.
  func load(
    _ table: EntityTable, _ rowIDs: [Int64], _ mask: PropertyMask = .all,
    including extent: ObjectExtent = .shown
  ) throws -> [AnyObject] {
    let missing = rowIDs.filter { table.map.find($0) == nil }
    var loaded: [AnyObject] = []
    if let source = graph.source(of: table) {
      try source.supply(missing, of: table.coordinated, for: graph.client)
    }
    let connection = try connection(table.store)
    for start in stride(from: 0, to: missing.count, by: 500) {
      let some = missing[start..<min(start + 500, missing.count)]
      let sql = selection(of: some.count, from: table, mask)
      loaded += try connection.exclusively {
        let statement = try connection.statement(sql)
        for (offset, rowID) in some.enumerated() {
          sqlite3_bind_int64(statement.pointer, Int32(offset + 1), rowID)
        }
        return try objects(
          table, statement, on: connection, mask: mask, including: extent)
      }
    }
    return loaded
  }

  /// Returns the query for the rows of a number of keys.
  func selection(
    of count: Int, from table: EntityTable, _ mask: PropertyMask = .all
  ) -> String {
    if count == 1, mask == .all { return table.entity.selectByKeySQL }
    let list = Array(repeating: "?", count: Self.listSize(count)).joined(separator: ", ")
    return """
      SELECT \(table.entity.selection(alias: "t0", mask: mask)) \
      FROM \(SQLName.quoted(table.layout.tableName)) AS t0 \
      WHERE t0._pk IN (\(list))\(table.entity.membership(alias: "t0"))
      """
  }

  /// Returns the number of parameters for a list of values.
  ///
  /// There are few different numbers, so that cached statements are reused. Unbound parameters are NULL,
  /// which equals no value.
  static func listSize(_ count: Int) -> Int {
    [1, 4, 16, 64, 256].first { $0 >= count } ?? 500
  }

  // MARK: Stale objects

  /// Reads a stale object again, together with other stale objects.
  ///
  /// The number of others grows with each call, up to 499, because a program that reads one changed object
  /// will probably read the next. It is reset if fewer stale objects are found.
  func refresh(_ model: any PersistentModel) throws {
    let table = graph.table(of: model)
    let rowID = model._$header.pointee.rowID
    let others = table.map.neighbours(of: rowID, limit: table.refreshBatch) {
      let model = table.model($0)
      return model._$header.pointee.state.contains(.stale) && table.holds(model)
    }
    table.refreshBatch = others.count < table.refreshBatch ? 0 : min(others.count * 8 + 8, 499)
    let stale = [model] + others.map(table.model)
    let rowIDs = stale.map { $0._$header.pointee.rowID }
    let sql = selection(of: rowIDs.count, from: table)
    let connection = try connection(table.store)
    try connection.exclusively {
      let statement = try connection.statement(sql)
      for (offset, rowID) in rowIDs.enumerated() {
        sqlite3_bind_int64(statement.pointer, Int32(offset + 1), rowID)
      }
      // Stale objects are refreshed while their rows are read.
      _ = try objects(table, statement, on: connection, including: [.deleted, .leftOut])
    }
    for model in stale where model._$header.pointee.state.contains(.stale) {
      graph.feed?.noteDeparture(of: model)
      graph.detachDeleted(model)
    }
  }

  /// Reads the stale properties of an object from a row.
  func refresh(
    _ model: any PersistentModel, from row: inout _Storage.Row, _ table: EntityTable
  ) throws {
    let header = model._$header
    let mask = (header.pointee.extras?.stale ?? []).subtracting(
      table.ownProperties(of: header))
    header.pointee.extras?.stale = []
    header.pointee.state.remove(.stale)
    try graph.noteTransition(of: model) {
      model.forgetUnrepresented(in: mask)
      model._$load(&row, mask.rawValue)
      if row.failure != nil { try substitute(in: model, for: &row, table) }
    }
  }
}
