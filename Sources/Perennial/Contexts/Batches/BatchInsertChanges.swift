/// The rows that a batch insertion has inserted, updated or referenced.
struct BatchInsertChanges {
  /// The rows of one table.
  private struct Rows {
    /// The keys of new rows.
    var inserted: [Int64] = []
    /// The keys of existing rows that new objects have updated or matched (upserts).
    var existing: Set<Int64> = []
    /// The existing rows that were changed, and their changed properties.
    var changed: [Int64: PropertyMask] = [:]
    /// The rows at the other ends of relationships, and their inverse properties.
    var targets: [Int64: PropertyMask] = [:]
  }

  private let graph: ObjectGraph
  /// The rows of each table, by the table's index.
  private var rows: [Rows]
  private var links = LinkChanges()

  init(_ graph: ObjectGraph) {
    self.graph = graph
    rows = Array(repeating: Rows(), count: graph.tables.count)
  }

  mutating func add(_ plan: SavePlan, _ writer: RowWriter) {
    for change in plan.rows.inserted {
      let number = change.number
      if let rowID = writer.aliases[change.rowID] {
        rows[number].existing.insert(rowID)
        if !writer.kept.contains(rowID) { rows[number].changed[rowID] = .all }
      } else {
        rows[number].inserted.append(change.rowID)
      }
      for reference in change.containerEntity.links.answeredReferences {
        let rowID = change.model.toOne(reference.index).rowID
        if rowID == 0 { continue }
        rows[reference.destination].targets[rowID, default: []].formUnion(reference.inverse)
      }
    }
    links.add(writer.consequences.links)
    for (name, changes) in writer.consequences.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      for update in changes.updated {
        rows[number].targets[update.rowID, default: []].formUnion(update.mask)
      }
    }
  }

  // MARK: The other sides of relationships

  /// Checks that the objects that new objects reference still satisfy the rules of their relationships.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure``.
  func settleTargets(on connection: Connection) throws {
    for (table, rows) in zip(graph.tables, rows) where !rows.targets.isEmpty {
      for property in table.layout.properties where property.isRelationship {
        guard let rule = TargetRule(property, of: table.layout) else { continue }
        for (rowID, mask) in rows.targets where mask.contains(property: property.index) {
          try rule.settle(rowID, of: table, on: connection)
        }
      }
    }
  }

  // MARK: The event

  /// Returns the change set, and the keys of those inserted objects whose rows existed before.
  func event(on connection: Connection) throws -> (ChangeSet, upserts: Set<Int64>) {
    var event = ChangeSet()
    var upserts: Set<Int64> = []
    for (table, rows) in zip(graph.tables, rows) {
      var existing = rows.existing
      // An object may have matched a row that the same batch inserted.
      if !existing.isEmpty { existing.subtract(rows.inserted) }
      upserts.formUnion(existing)
      let changed = rows.changed.merging(rows.targets) { $0.union($1) }
      let changes = ChangeSet.EntityChanges(
        inserted: rows.inserted + existing.sorted(),
        updated: changed.sorted { $0.key < $1.key }.map { .init(rowID: $0.key, mask: $0.value) })
      if !changes.isEmpty { event.changes[table.layout.entityName] = changes }
    }
    event.links = links
    return (event, upserts)
  }
}
