// The loading of objects from rows.

extension StoreReader {
  /// Returns the objects of a query's rows, in order. The query's first columns are the table's selection.
  ///
  /// Objects that this context has already are taken from the identity map, and refreshed from the row if
  /// they are stale. Objects with a pending deletion, and objects with values that cannot be represented,
  /// are left out unless `extent` includes them.
  ///
  /// - Parameter bind: Binds the parameters of the query.
  func objects(
    of table: EntityTable, _ sql: String, mask: PropertyMask = .all,
    including extent: ObjectExtent = .shown, bind: (Statement) throws -> Void
  ) throws -> [AnyObject] {
    let rows = try RowCursor(sql, on: connection(table.store), bind: bind)
    if let family = table.entity.family {
      var factory = HierarchyFactory(family, table: table, graph: graph, mask: mask)
      return try factory.objects(of: rows, including: extent)
    }
    func open<Model: PersistentModel>(
      _ type: Model.Type, _ rows: consuming RowCursor
    ) throws -> [AnyObject] {
      let factory = ObjectFactory(type, table: table, graph: graph, mask: mask)
      return try factory.objects(of: rows, including: extent)
    }
    return try open(table.layout.type, rows)
  }

  /// Returns the object of an identity, from the identity map or the store; nil if there is no such row, or
  /// if it has a value that cannot be represented.
  func load(_ table: EntityTable, _ rowID: Int64) throws -> (any PersistentModel)? {
    if let model = table.find(rowID) { return model.isLeftOut ? nil : model }
    if let source = graph.source(of: table) {
      try source.supply([rowID], of: table.containerEntity, for: graph.client)
    }
    return try objects(of: table, table.entity.selectByKeySQL) { statement in
      statement.bind(keys: CollectionOfOne(rowID))
    }.first.map(table.model)
  }

  /// Loads the objects of those identities that have no object yet, in one query for each 500.
  func load(
    _ table: EntityTable, rowIDs: [Int64], mask: PropertyMask = .all,
    including extent: ObjectExtent = .shown
  ) throws -> [AnyObject] {
    let missing = rowIDs.filter { table.map.find($0) == nil }
    var loaded: [AnyObject] = []
    if let source = graph.source(of: table) {
      try source.supply(missing, of: table.containerEntity, for: graph.client)
    }
    for start in stride(from: 0, to: missing.count, by: 500) {
      let some = missing[start..<min(start + 500, missing.count)]
      let sql = selection(of: some.count, from: table, mask)
      loaded += try objects(of: table, sql, mask: mask, including: extent) { statement in
        statement.bind(keys: some)
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
      SELECT \(table.entity.selection(of: mask)) \
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
    // Stale objects are refreshed while their rows are read.
    let sql = selection(of: rowIDs.count, from: table)
    _ = try objects(of: table, sql, including: [.deleted, .leftOut]) { statement in
      statement.bind(keys: rowIDs)
    }
    for model in stale where model._$header.pointee.state.contains(.stale) {
      graph.liveQueries?.didDisappear(of: model)
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
