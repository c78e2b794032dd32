/// Notifies the observers of references whose target was deleted or restored. A reference reads as nil while
/// the deletion of its target is pending, although the owner was not changed.
struct ReferenceObservers {
  let graph: ObjectGraph

  /// Notifies observers and live queries of objects that reference deleted or restored objects.
  ///
  /// For a deletion, most owners are notified already, because a delete rule changes them. Only references
  /// without such a rule are visited. O(n) in the live objects of the entities with visited references, if
  /// these entities have observers or the context has live queries. For live queries, the owners of
  /// restored objects are also looked up in the store, by one query for each reference and 500 objects.
  ///
  /// - Parameters:
  ///   - models: The deleted or restored objects.
  ///   - areBack: `true` if the objects were restored. All references to them are visited in this case,
  ///     because remote changes may have added references since the deletion.
  func announce(to models: [any PersistentModel], areBack: Bool) {
    if models.isEmpty { return }
    var told: [(ModelObservation, PropertyMask)] = []
    var rowIDs: Set<Int64>?
    for table in graph.tables where table.isObserved || graph.liveQueries != nil {
      let references = table.entity.references.filter { property in
        let inverse = table.layout.relationship(property.index)?.inverse
        let isByItself = inverse.map { [.noAction, .deny].contains($0.deleteRule) } ?? true
        guard areBack || isByItself, let destination = table.destinations[property.index] else {
          return false
        }
        return models.contains(where: destination.admits)
      }
      if references.isEmpty { continue }
      let keys = rowIDs ?? Set(models.map { $0._$header.pointee.rowID })
      rowIDs = keys
      if areBack { references.forEach { noteStoredOwners(of: keys, $0, table) } }
      for owner in table.objects {
        for property in references where keys.contains(owner.toOne(property.index).rowID) {
          graph.liveQueries?.noteChange(of: owner, property.mask)
          guard let observation = owner._$header.pointee.extras?.registrar else { continue }
          told.append((observation, property.mask))
        }
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  /// Notes the stored owners of objects for live queries, which also show objects that are not loaded.
  private func noteStoredOwners(
    of rowIDs: Set<Int64>, _ property: PropertyLayout, _ table: EntityTable
  ) {
    guard let liveQueries = graph.liveQueries,
      liveQueries.isInterested(in: table.index, property.mask),
      let column = property.columnName
    else { return }
    let keys = Array(rowIDs)
    do {
      let connection = try graph.reader.connection(table.store)
      for start in stride(from: 0, to: keys.count, by: 500) {
        let some = keys[start..<min(start + 500, keys.count)]
        let owners = try connection.integers(
          """
          SELECT _pk FROM \(SQLName.quoted(table.layout.tableName)) WHERE \(SQLName.quoted(column)) \
          IN (\(some.map { _ in "?" }.joined(separator: ", ")))
          """, some.map { .integer($0) })
        for owner in owners {
          liveQueries.noteChange(in: table.index, rowID: owner, mask: property.mask)
        }
      }
    } catch {
      Log.context.error("the objects that reference restored objects cannot be read: \(error)")
      liveQueries.collect(.unspecified, isOwn: false)
    }
  }
}
