import Foundation
import PerennialSQLite

/// One fetch in a context: the rows of the store, merged with pending changes.
struct FetchExecution<T: PersistentModel> {
  let graph: ObjectGraph
  let descriptor: FetchDescriptor<T>
  let table: EntityTable
  let plan: FetchPlan<T>
  private let includesSubclasses: Bool
  /// `true` to include objects that other fetches leave out. Used by deletions, and only effective if SQL
  /// alone evaluates the predicate.
  private let includesLeftOut: Bool
  let pending: PendingMatch<T>
  /// The tables of the entity in the other stores.
  private let otherTables: [EntityTable]

  /// Prepares a fetch.
  ///
  /// - Parameters:
  ///   - plan: The descriptor's plan, if it exists already.
  ///   - includesSubclasses: `true` to fetch objects of subclasses too.
  ///   - includesLeftOut: `true` to fetch objects with values that cannot be represented too.
  init(
    _ descriptor: FetchDescriptor<T>, _ graph: ObjectGraph, plan: FetchPlan<T>? = nil,
    includesSubclasses: Bool = true, includesLeftOut: Bool = false
  ) throws {
    self.graph = graph
    self.descriptor = descriptor
    table = try graph.table(of: T.self)
    otherTables = graph.tablesElsewhere(of: table)
    self.includesSubclasses = includesSubclasses
    self.includesLeftOut = includesLeftOut
    let plan = try
      (plan
      ?? FetchPlan(
        descriptor, graph.coordinator.hierarchies, includesSubclasses: includesSubclasses))
      .current(descriptor, in: graph)
    self.plan = plan
    let table = table
    pending = try graph.reader.throwingUnreadable {
      PendingMatch(
        descriptor, plan: plan, table: table, graph: graph, includesSubclasses: includesSubclasses)
    }
  }

  /// `true` if the result depends on pending changes.
  var hasPending: Bool { pending.isRelevant }

  /// `true` if SQL alone produces the result.
  var isExact: Bool {
    plan.isConditionExact && plan.isOrderExact && !hasPending && otherTables.isEmpty
      && table.keys == nil
  }

  /// The objects that the result includes besides those that every fetch includes.
  private var extent: ObjectExtent {
    var extent: ObjectExtent = descriptor.includePendingChanges ? [] : .deleted
    // A predicate cannot be evaluated in memory for an object whose values cannot be read.
    if includesLeftOut, plan.isConditionExact, !pending.coversEverything {
      extent.insert(.leftOut)
    }
    return extent
  }

  // MARK: Objects

  /// Returns the result of the fetch, without prefetched relationships.
  func objects() throws -> [T] {
    if let source = graph.source(of: table), let objects = try objects(answeredBy: source) {
      return objects
    }
    if isExact {
      return try stored(limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
    }
    return try graph.reader.throwingUnreadable { try mergedInMemory() }
  }

  /// Returns the result of a fetch that SQL alone cannot produce.
  private func mergedInMemory() throws -> [T] {
    var objects: [T]
    if pending.coversEverything {
      // The condition reads other objects with pending changes, so it is evaluated in memory.
      objects = try everything().filter(pending.evaluate)
      objects = try ordered(objects, also: pending.inserted)
    } else {
      objects = try stored(limit: storedLimit, offset: nil)
      if !plan.isConditionExact { objects = objects.filter(pending.evaluate) }
      if hasPending {
        objects.removeAll(where: pending.isChanged)
        objects = try ordered(objects, also: pending.inserted + pending.changed)
      } else if !plan.isOrderExact {
        objects = try ordered(objects, also: [])
      }
    }
    return window(objects)
  }

  /// The number of rows to fetch, because changed objects replace some of the rows; nil for all rows.
  private var storedLimit: Int? {
    guard plan.isConditionExact, plan.isOrderExact else { return nil }
    return window(widenedBy: pending.replaced)
  }

  /// Merges stored and pending objects into one sorted list.
  private func ordered(_ stored: [T], also pending: [T]) throws -> [T] {
    let order = ModelOrder(descriptor.sortBy)
    if pending.isEmpty, plan.isOrderExact, !self.pending.coversEverything { return stored }
    guard plan.isOrderExact, !self.pending.coversEverything else {
      return (stored + pending).sorted(by: order.areInIncreasingOrder)
    }
    return Self.merge(stored, pending.sorted(by: order.areInIncreasingOrder), by: order)
  }

  private static func merge(_ left: [T], _ right: [T], by order: ModelOrder<T>) -> [T] {
    var merged: [T] = []
    merged.reserveCapacity(left.count + right.count)
    var next = 0
    for model in left {
      while next < right.count, order.areInIncreasingOrder(right[next], model) {
        merged.append(right[next])
        next += 1
      }
      merged.append(model)
    }
    merged += right[next...]
    return merged
  }

  // MARK: Rows

  /// Returns a fetch whose statement leaves out the rows with unknown values; nil if there are no such
  /// rows.
  ///
  /// Without such a statement these rows are left out when their objects are created.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``.
  func leavingOut() throws -> FetchExecution? {
    if plan.leavesOut || plan.ownChecks.isEmpty || includesLeftOut { return nil }
    let unknown = try graph.reader.unknownValues(plan.caseChecks + plan.ownChecks)
    if unknown.restricted(to: plan.ownChecks).isEmpty { return nil }
    return try FetchExecution(
      descriptor, graph,
      plan: plan.regarding(
        unknown, leavesOut: true, descriptor: descriptor, hierarchies: graph.coordinator.hierarchies
      ),
      includesSubclasses: includesSubclasses)
  }

  /// Returns the objects of the rows that the plan finds, in its order.
  private func stored(limit: Int?, offset: Int?) throws -> [T] {
    // Rows that the offset skips are not decoded, so the statement itself has to leave rows out.
    if let offset, offset > 0, let exact = try leavingOut() {
      return try exact.stored(limit: limit, offset: offset)
    }
    let before = graph.reading.leftOutRows
    let mask = try fetchedProperties()
    let sql = plan.select(table.entity.selection(of: mask), limit: limit, offset: offset)
    let objects = try objects(sql, plan.bindings, mask: mask)
    // Other rows fill the limit in place of those that were left out.
    if limit != nil, graph.reading.leftOutRows != before, let exact = try leavingOut() {
      return try exact.stored(limit: limit, offset: offset)
    }
    return objects
  }

  /// Returns the objects of all rows, in the order of their creation.
  private func everything() throws -> [T] {
    let mask = try fetchedProperties()
    return try objects(selectEverything(mask), [], mask: mask)
  }

  private func selectEverything(_ mask: PropertyMask) -> String {
    let entity = table.entity
    let membership =
      includesSubclasses ? entity.membership(alias: "t0") : entity.isOwn(alias: "t0")
    return """
      SELECT \(entity.selection(of: mask)) \
      FROM \(SQLName.quoted(table.layout.tableName)) AS t0 \
      WHERE TRUE\(membership) ORDER BY t0._pk
      """
  }

  /// Returns the statement with which ``objects()`` begins.
  func statement() throws -> (sql: String, bindings: [SQLValue]) {
    let mask = try fetchedProperties()
    if pending.coversEverything { return (selectEverything(mask), []) }
    let (limit, offset) =
      isExact ? (descriptor.fetchLimit, descriptor.fetchOffset) : (storedLimit, nil)
    return (
      plan.select(table.entity.selection(of: mask), limit: limit, offset: offset), plan.bindings
    )
  }

  /// Returns the objects of a statement's rows, from all stores that have the entity. The rows of each
  /// store are in order.
  private func objects(
    _ sql: String, _ bindings: [SQLValue], mask: PropertyMask
  ) throws -> [T] {
    var all: [T] = []
    for table in [table] + otherTables {
      let objects = try graph.reader.objects(of: table, sql, mask: mask, including: extent) {
        try $0.bind(bindings)
      }
      if all.isEmpty {
        all = Self.typed(objects)
      } else if plan.isOrderExact {
        all = Self.merge(all, Self.typed(objects), by: ModelOrder(descriptor.sortBy))
      } else {
        all += Self.typed(objects)
      }
    }
    return all
  }

  /// Returns the number of objects, counted by SQL if SQL alone can.
  func count() throws -> Int {
    if let source = graph.source(of: table) {
      return try count(in: source) ?? objects().count
    }
    // The order does not affect the number.
    guard plan.isConditionExact, !hasPending, otherTables.isEmpty else {
      return try objects().count
    }
    if let exact = try leavingOut() { return try exact.count() }
    let sql = plan.count(limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
    var count = 0
    try rows(sql, plan.countBindings) { count = Int(sqlite3_column_int64($0, 0)) }
    return count
  }

  /// Returns the primary keys of the rows, in order.
  func rowIDs() throws -> [Int64] {
    if let source = graph.source(of: table), let rowIDs = try rowIDs(in: source) { return rowIDs }
    guard isExact else { return try objects().map { $0._$header.pointee.rowID } }
    if let exact = try leavingOut() { return try exact.rowIDs() }
    let sql = plan.select("t0._pk", limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
    var rowIDs: [Int64] = []
    try rows(sql, plan.bindings) { rowIDs.append(sqlite3_column_int64($0, 0)) }
    return rowIDs
  }

  /// Returns the identifiers of the rows, in order.
  func identifiers() throws -> [PersistentIdentifier] {
    guard table.entity.family != nil else {
      return try rowIDs().map { graph.identifier($0, table) }
    }
    guard isExact else { return try objects().map(\.persistentModelID) }
    if let exact = try leavingOut() { return try exact.identifiers() }
    let sql = plan.select(
      "t0._pk, t0.\(SQLName.entity)", limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
    var origins: [String: EntityTable] = [:]
    for member in table.members { origins[member.layout.entityName] = member }
    var identifiers: [PersistentIdentifier] = []
    try rows(sql, plan.bindings) { statement in
      var row = _Storage.Row(statement)
      let rowID = row.int64()
      identifiers.append((origins[row.string()] ?? table).identifier(rowID))
    }
    return identifiers
  }

  /// Passes the rows of a statement to a block. The statement reads the first store that has the entity.
  func rows(_ sql: String, _ bindings: [SQLValue], forEach body: (OpaquePointer) -> Void) throws {
    try graph.reader.connection(table.store).rows(sql, bindings) { body($0.statement) }
  }

  /// Returns the properties that the descriptor requests; the others are loaded when they are read.
  func fetchedProperties() throws -> PropertyMask {
    if descriptor.propertiesToFetch.isEmpty { return .all }
    let mask = try descriptor.propertiesToFetch.reduce(PropertyMask()) { mask, keyPath in
      guard let property = table.layout.property(at: keyPath) else {
        throw SwiftDataError.unsupportedKeyPath.because(
          "\(keyPath) is not a stored property of \(table.layout.entityName)"
        )
      }
      return mask.union(property.mask)
    }
    // A constant property cannot be loaded later.
    return table.members.allSatisfy { $0.layout.type._$canEmplace } ? mask : .all
  }

  /// Returns the objects as an array of their type.
  ///
  /// Without the Objective-C runtime, arrays of class references have the same layout for every class.
  private static func typed(_ objects: [AnyObject]) -> [T] {
    #if canImport(ObjectiveC)
    return objects.map { unsafeDowncast($0, to: T.self) }
    #else
    return unsafeBitCast(objects, to: [T].self)
    #endif
  }
}

extension FetchPlan {
  /// Returns the plan that is adapted to the unrepresentable values that the store has now, in the
  /// columns that the condition and the order read. This is usually the plan itself.
  ///
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` if no evaluation of the predicate can succeed.
  func current(
    _ descriptor: FetchDescriptor<T>, in graph: ObjectGraph
  ) throws -> FetchPlan {
    try checkVariables()
    if caseChecks.isEmpty { return self }
    let unknown = try graph.reader.unknownValues(caseChecks)
    if unknown == self.unknown.restricted(to: caseChecks) { return self }
    return regarding(
      unknown, leavesOut: false, descriptor: descriptor, hierarchies: graph.coordinator.hierarchies)
  }
}
