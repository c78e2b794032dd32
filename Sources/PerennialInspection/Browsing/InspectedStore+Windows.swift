import Perennial

extension InspectedStore {
  /// Returns consecutive objects of a query.
  ///
  /// The time does not depend on the place of the window if the sorted property is indexed, or if the objects
  /// are in the order of their keys.
  ///
  /// ```swift
  /// var window = try store.window(of: RowQuery(entity: "Recipe"), limit: 50)
  /// while window.hasNext, let last = window.rows.last {
  ///   window = try store.window(of: RowQuery(entity: "Recipe"), .after(last.key), limit: 50)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The entity, the condition and the order of the objects.
  ///   - start: The place of the window.
  ///   - limit: The largest number of objects.
  ///   - length: The number of characters or bytes after which values are shortened.
  /// - Throws: ``InspectionError`` if there is no such entity, or if its objects cannot be sorted by the
  ///   property; `SwiftDataError.storeFailure`.
  public func window(
    of query: RowQuery, _ start: RowWindow.Start = .first, limit: Int, length: Int = 200
  ) throws -> RowWindow {
    let shape = try shape(ofEntity: query.entity)
    return try read(query, from: start, limit: limit) { keyset, clauses, bindings in
      let rows = try excerpts(shape, length: length, clauses: clauses, bindings: bindings)
      let page = keyset.page(rows)
      return RowWindow(
        rows: page.elements, hasPrevious: page.hasPrevious, hasNext: page.hasNext,
        startsOver: keyset.startsOver, predecessor: keyset.predecessor(of: rows.map(\.key)))
    }
  }

  /// Returns the statement in SQL that finds all objects of a query, with its values as literals.
  ///
  /// Conditions on texts can use functions whose names begin with `perennial_`. Only connections of this library
  /// have them.
  ///
  /// ```swift
  /// var query = RowQuery(entity: "Recipe")
  /// query.search = "soup"
  /// print(try store.statement(of: query))
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity, or if its objects cannot be sorted by the property.
  public func statement(of query: RowQuery) throws -> String {
    let shape = try shape(ofEntity: query.entity)
    let conditions = try conditions(of: query, shape).map { SQLCondition(sql: $0.literalSQL) }
    return """
      SELECT * FROM \(SQLName.quoted(shape.table))\(conditions.clause) \
      ORDER BY \(try order(of: query, shape).terms)
      """
  }

  /// Runs a block with the clauses after FROM that find the objects of a window, and one more.
  func read<Result>(
    _ query: RowQuery, from start: RowWindow.Start, limit: Int,
    _ body: (Keyset, _ clauses: String, _ bindings: [SQLValue]) throws -> Result
  ) throws -> Result {
    let shape = try shape(ofEntity: query.entity)
    let order = try order(of: query, shape)
    let conditions = try conditions(of: query, shape)
    return try database.snapshot {
      let keyset = try Keyset(start, order, limit: limit) { order, anchor in
        try order.rows(behind: anchor, of: SQLName.quoted(shape.table), [], in: database)
      }
      let all = conditions + (keyset.condition.map { [$0] } ?? [])
      return try body(
        keyset, "\(all.clause) ORDER BY \(keyset.order.terms) LIMIT \(keyset.limit + 1)",
        all.bindings)
    }
  }

  private func order(of query: RowQuery, _ shape: RowShape) throws -> KeysetOrder {
    guard let name = query.sort else {
      return KeysetOrder(
        column: nil, key: SQLName.primaryKey, isDescending: query.isDescending)
    }
    guard let field = shape.properties.last(where: { $0.name == name }), field.isOrdered else {
      throw InspectionError(
        .unknownProperty, "Objects of \(shape.entity) cannot be sorted by “\(name)”.")
    }
    return KeysetOrder(
      column: SQLName.quoted(field.column), key: SQLName.primaryKey,
      isDescending: query.isDescending, isNullable: shape.isShared || field.canBeNull)
  }

  /// Returns the conditions of a query, without those of a window.
  func conditions(of query: RowQuery, _ shape: RowShape) throws -> [SQLCondition] {
    var conditions: [SQLCondition] = []
    if shape.isShared {
      conditions.append(
        SQLCondition(sql: "\(SQLName.entity) = ?", bindings: [.text(shape.entity)]))
    }
    if let filter = query.filter { conditions.append(filter.condition) }
    if !query.search.isEmpty {
      let fields = shape.properties.filter { field in
        !field.isExternal && (field.kind == .attribute(.text) || field.kind == .attribute(.url))
      }
      let terms = fields.map {
        "perennial_localized_contains(\(SQLName.quoted($0.column)), ?)"
      }
      conditions.append(
        SQLCondition(
          sql: terms.isEmpty ? "0" : terms.joined(separator: " OR "),
          bindings: fields.map { _ in .text(query.search) }))
    }
    return conditions
  }
}

/// The direction in which a window is read, and the condition for its rows.
struct Keyset {
  let order: KeysetOrder
  let condition: SQLCondition?
  /// `true` if the row at which the window should begin is missing.
  let startsOver: Bool
  /// The largest number of rows, which has a successor.
  let limit: Int
  private let start: RowWindow.Start

  /// - Parameters:
  ///   - limit: The largest number of rows. A negative one is 0.
  ///   - behind: A closure that returns the condition for the rows behind a row; nil if it is missing.
  init(
    _ start: RowWindow.Start, _ order: KeysetOrder, limit: Int,
    behind: (KeysetOrder, Int64) throws -> SQLCondition?
  ) throws {
    let (direction, anchor): (KeysetOrder, Int64?) =
      switch start {
      case .first: (order, nil)
      case .last: (order.reversed, nil)
      case .after(let key): (order, key)
      case .before(let key): (order.reversed, key)
      }
    let condition = try anchor.flatMap { try behind(direction, $0) }
    self.condition = condition
    startsOver = anchor != nil && condition == nil
    self.order = startsOver ? order : direction
    self.start = startsOver ? .first : start
    self.limit = min(max(0, limit), .max - 1)
  }

  /// Returns the elements of a window in the order of the query.
  ///
  /// - Parameter found: The elements in the direction of reading, and one more if there is one.
  func page<Element>(
    _ found: [Element]
  ) -> (elements: [Element], hasPrevious: Bool, hasNext: Bool) {
    let (elements, isMore) = (Array(found.prefix(limit)), found.count > limit)
    return switch start {
    case .first: (elements, false, isMore)
    case .after: (elements, true, isMore)
    case .last: (elements.reversed(), isMore, false)
    case .before: (elements.reversed(), isMore, true)
    }
  }

  /// Returns the key of the row before a window; nil if there is no such row.
  ///
  /// - Parameter found: The keys of the rows in the direction of reading, and one more if there is one.
  func predecessor(of found: [Int64]) -> Int64? {
    switch start {
    case .first: nil
    case .after(let key): key
    case .last, .before: found.count > limit ? found[limit] : nil
    }
  }
}
