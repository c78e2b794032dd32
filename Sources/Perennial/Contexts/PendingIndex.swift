/// The unsaved objects of a context by class, and by the values of attributes that fetches ask for.
///
/// A fetch takes unsaved changes into account. Without the index it would evaluate its predicate for
/// every unsaved object, and an import that fetches before each insertion would be quadratic. The
/// index follows: a fetch takes in what was inserted, changed or deleted since the last one, and the
/// attributes that have changed. An attribute's values are only kept once a fetch has asked for them.
final class PendingIndex {
  /// The unsaved objects of one class.
  private struct Rows {
    var inserted: [any PersistentModel] = []
    var changed: [any PersistentModel] = []
    var deleted: [any PersistentModel] = []
    /// The values of attributes, by the property's index.
    var columns: [Int: PendingColumn] = [:]
    /// The attributes whose values are kept.
    var kept: PropertyMask = []
    /// The objects whose values have changed since they were taken in, and which values.
    var touched: [ObjectIdentifier: (model: any PersistentModel, mask: PropertyMask)] = [:]
  }

  private var rows: [Rows]
  /// How many of the pending changes were taken in.
  private var read = (inserted: 0, changed: 0, deleted: 0)

  init(_ graph: ObjectGraph) { rows = Array(repeating: Rows(), count: graph.tables.count) }

  // MARK: Following

  /// Values of an unsaved object are about to change, or are to be read again.
  func noteChange(of model: any PersistentModel, _ mask: PropertyMask) {
    guard let table = model._$header.pointee.table.map({ Int($0.index) }),
      !rows[table].kept.isDisjoint(with: mask)
    else { return }
    rows[table].touched[ObjectIdentifier(model), default: (model, [])].mask.formUnion(mask)
  }

  /// Takes in what has changed since the last time.
  func follow(_ graph: ObjectGraph) {
    let pending = graph.pending
    let inserted = pending.inserted[read.inserted...]
    let changed = pending.changed[read.changed...]
    let deleted = pending.deleted[read.deleted...]
    read = (pending.inserted.count, pending.changed.count, pending.deleted.count)
    for model in inserted { add(model, \.inserted, graph) }
    for model in changed { add(model, \.changed, graph) }
    for model in deleted { add(model, \.deleted, graph) }
    for table in rows.indices where !rows[table].touched.isEmpty {
      let touched = rows[table].touched.values
      rows[table].touched = [:]
      for (model, mask) in touched { takeIn(model, mask, table, graph) }
    }
  }

  private func add(
    _ model: any PersistentModel, _ list: WritableKeyPath<Rows, [any PersistentModel]>,
    _ graph: ObjectGraph
  ) {
    // One that has left the graph comes again if it returns.
    guard let table = model._$header.pointee.table, table.graph === graph else { return }
    let number = Int(table.index)
    rows[number][keyPath: list].append(model)
    if list != \.deleted, !rows[number].columns.isEmpty { takeIn(model, .all, number, graph) }
  }

  /// Reads values of an object.
  private func takeIn(
    _ model: any PersistentModel, _ mask: PropertyMask, _ table: Int, _ graph: ObjectGraph
  ) {
    let properties = graph.tables[table].layout.properties
    for index in rows[table].columns.keys where mask.contains(property: index) {
      let value = value(of: model, properties[index], graph)
      rows[table].columns[index]?.set(model, to: value)
    }
  }

  private func value(
    of model: any PersistentModel, _ property: PropertyLayout, _ graph: ObjectGraph
  ) -> SQLValue {
    let header = model._$header
    guard header.pointee.table?.graph === graph else { return .null }
    if header.pointee.state.contains(.stale) { graph.reload(model) }
    // Attributes that SQL compares have nothing to be encoded that could fail.
    return (try? model.readSQLValue(property)) ?? .null
  }

  /// The values of an attribute.
  private func column(_ property: PropertyLayout, _ table: GraphTable) -> PendingColumn? {
    let number = Int(table.index)
    if let column = rows[number].columns[property.index] { return column }
    guard let graph = table.graph else { return nil }
    rows[number].columns[property.index] = PendingColumn()
    rows[number].kept.insert(property.mask)
    for model in rows[number].inserted + rows[number].changed {
      takeIn(model, property.mask, number, graph)
    }
    return rows[number].columns[property.index]
  }

  // MARK: What there is

  /// Whether new objects of a table wait to be saved.
  func hasInserted(_ table: GraphTable) -> Bool { hasAny(\.inserted, .inserted, table) }

  /// Whether changes or deletions of a table's stored objects wait to be saved.
  func hasReplaced(_ table: GraphTable) -> Bool {
    hasAny(\.changed, .changed, table) || hasDeleted(table)
  }

  func hasDeleted(_ table: GraphTable) -> Bool { hasAny(\.deleted, .deleted, table) }

  /// At least how many rows of a table may be other than the store says.
  func replacedCount(_ table: GraphTable) -> Int {
    rows[Int(table.index)].changed.count + rows[Int(table.index)].deleted.count
  }

  /// Objects that have moved on are dropped from the end of the list, each of them once.
  private func hasAny(
    _ list: WritableKeyPath<Rows, [any PersistentModel]>, _ state: ModelState, _ table: GraphTable
  ) -> Bool {
    let number = Int(table.index)
    while let last = rows[number][keyPath: list].last {
      if last._$header.pointee.state.contains(state) { return true }
      rows[number][keyPath: list].removeLast()
    }
    return false
  }

  // MARK: Candidates

  /// The unsaved objects of a table that a condition may hold for: no others match, and some of
  /// these may not. An object may be among them more than once.
  ///
  /// - Parameters:
  ///   - condition: The condition of a plan, in which `rows` are the rows that are fetched.
  func candidates(
    for condition: SQLExpression, on rows: SQLTable, of table: GraphTable
  ) -> [any PersistentModel] {
    let selection = PendingSelection(rows, table) { self.column($0, table) }
    if let found = selection.find(condition) { return found.models() }
    return self.rows[Int(table.index)].inserted + self.rows[Int(table.index)].changed
  }
}

extension ObjectGraph {
  /// The unsaved objects by class and value, as they are now.
  func pendingIndex() -> PendingIndex {
    let index = pending.index ?? PendingIndex(self)
    pending.index = index
    index.follow(self)
    return index
  }
}
