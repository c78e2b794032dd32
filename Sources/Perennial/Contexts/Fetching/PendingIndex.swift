/// The unsaved objects of a context by class, and by the values of attributes that fetches need.
///
/// A fetch takes unsaved changes into account. Without the index it would evaluate its predicate for every
/// unsaved object, and an import that fetches before each insertion would be quadratic. The index is
/// updated incrementally: a fetch adds the objects that were inserted, changed or deleted since the
/// previous fetch, and updates the changed attributes. The values of an attribute are only kept after a
/// fetch has needed them.
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
    /// The objects whose values have changed since they were added, and the changed properties.
    var touched: [ObjectIdentifier: (model: any PersistentModel, mask: PropertyMask)] = [:]
  }

  private var rows: [Rows]
  /// The number of pending changes that were added to the index.
  private var read = (inserted: 0, changed: 0, deleted: 0)

  init(_ graph: ObjectGraph) { rows = Array(repeating: Rows(), count: graph.tables.count) }

  // MARK: Updating

  /// Records that values of an unsaved object are about to change, or are to be read again.
  func noteChange(of model: any PersistentModel, _ mask: PropertyMask) {
    guard let table = model._$header.pointee.table.map({ Int($0.index) }),
      !rows[table].kept.isDisjoint(with: mask)
    else { return }
    rows[table].touched[ObjectIdentifier(model), default: (model, [])].mask.formUnion(mask)
  }

  /// Adds the changes since the previous call.
  func follow(_ graph: ObjectGraph) {
    let pending = graph.pending
    let inserted = pending.inserted[read.inserted...]
    let changed = pending.changed[read.changed...]
    let deleted = pending.deleted[read.deleted...]
    read = (pending.inserted.count, pending.changed.count, pending.deleted.count)
    for model in inserted { add(model, to: \.inserted, graph: graph) }
    for model in changed { add(model, to: \.changed, graph: graph) }
    for model in deleted { add(model, to: \.deleted, graph: graph) }
    for table in rows.indices where !rows[table].touched.isEmpty {
      let touched = rows[table].touched.values
      rows[table].touched = [:]
      for (model, mask) in touched { takeIn(model, mask: mask, table: table, graph: graph) }
    }
  }

  private func add(
    _ model: any PersistentModel, to list: WritableKeyPath<Rows, [any PersistentModel]>,
    graph: ObjectGraph
  ) {
    // An object that has left the graph is appended to the list again if it returns.
    guard let table = model._$header.pointee.table, table.graph === graph else { return }
    let number = Int(table.index)
    rows[number][keyPath: list].append(model)
    if list != \.deleted, !rows[number].columns.isEmpty {
      takeIn(model, mask: .all, table: number, graph: graph)
    }
  }

  /// Reads the values of an object for the columns in a mask.
  private func takeIn(
    _ model: any PersistentModel, mask: PropertyMask, table: Int, graph: ObjectGraph
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
    // The encoding cannot fail for attributes that SQL compares.
    return (try? model.readSQLValue(property)) ?? .null
  }

  /// Returns the values of an attribute.
  private func column(_ property: PropertyLayout, _ table: EntityTable) -> PendingColumn? {
    let number = Int(table.index)
    if let column = rows[number].columns[property.index] { return column }
    guard let graph = table.graph else { return nil }
    rows[number].columns[property.index] = PendingColumn()
    rows[number].kept.insert(property.mask)
    for model in rows[number].inserted + rows[number].changed {
      takeIn(model, mask: property.mask, table: number, graph: graph)
    }
    return rows[number].columns[property.index]
  }

  // MARK: Contents

  /// Returns `true` if new objects of a table wait to be saved.
  func hasInserted(_ table: EntityTable) -> Bool { hasAny(\.inserted, state: .inserted, of: table) }

  /// Returns `true` if changes or deletions of a table's stored objects wait to be saved.
  func hasReplaced(_ table: EntityTable) -> Bool {
    hasAny(\.changed, state: .changed, of: table) || hasDeleted(table)
  }

  func hasDeleted(_ table: EntityTable) -> Bool { hasAny(\.deleted, state: .deleted, of: table) }

  /// Returns an upper bound for the number of a table's rows that differ from the store.
  func replacedCount(_ table: EntityTable) -> Int {
    rows[Int(table.index)].changed.count + rows[Int(table.index)].deleted.count
  }

  /// Returns `true` if a list has an object with a state.
  ///
  /// Objects whose state has changed since are removed from the end of the list, each of them once.
  private func hasAny(
    _ list: WritableKeyPath<Rows, [any PersistentModel]>, state: ModelState, of table: EntityTable
  ) -> Bool {
    let number = Int(table.index)
    while let last = rows[number][keyPath: list].last {
      if last._$header.pointee.state.contains(state) { return true }
      rows[number][keyPath: list].removeLast()
    }
    return false
  }

  // MARK: Candidates

  /// Returns the unsaved objects of a table that may satisfy a condition.
  ///
  /// No other unsaved objects satisfy it, and some of the returned objects may not. The result may contain
  /// an object more than once.
  ///
  /// - Parameters:
  ///   - condition: The condition of a plan.
  ///   - rows: The table that represents the fetched rows in the condition.
  func candidates(
    for condition: SQLExpression, on rows: SQLTable, of table: EntityTable
  ) -> [any PersistentModel] {
    let selection = PendingSelection(rows, table) { self.column($0, table) }
    if let found = selection.find(condition) { return found.models() }
    return self.rows[Int(table.index)].inserted + self.rows[Int(table.index)].changed
  }
}

extension PendingIndex {
  /// Returns the index of a graph's unsaved objects with their current values.
  static func current(of graph: ObjectGraph) -> PendingIndex {
    let index = graph.pending.index ?? PendingIndex(graph)
    graph.pending.index = index
    index.follow(graph)
    return index
  }
}
