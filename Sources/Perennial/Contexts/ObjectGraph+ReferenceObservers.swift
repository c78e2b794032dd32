// A reference reads as nil while the object at its end waits for its deletion, although nothing was
// written to the owner.

extension ObjectGraph {
  /// Tells those who follow references to objects that are about to go, or have come back: the
  /// observers of the owners, and live queries.
  ///
  /// Of those about to go, the delete rules tell most owners, by what they write to them. O(n) in the
  /// live objects of the entities that refer to the objects otherwise, and are followed. For live
  /// queries the store is asked too, once for each such reference.
  ///
  /// - Parameter areBack: Whether the objects have come back. By then others may refer to them than
  ///   those that the rules wrote to: who was saved elsewhere in the meantime.
  func announceReferences(to models: [any PersistentModel], areBack: Bool) {
    if models.isEmpty { return }
    var told: [(ModelObservation, PropertyMask)] = []
    var rowIDs: Set<Int64>?
    for table in tables where table.isObserved || feed != nil {
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
          feed?.noteChange(of: owner, property.mask)
          guard let observation = owner._$header.pointee.extras?.registrar else { continue }
          told.append((observation, property.mask))
        }
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  /// Live queries show objects that are not loaded, and with them what these refer to.
  private func noteStoredOwners(
    of rowIDs: Set<Int64>, _ property: PropertyLayout, _ table: GraphTable
  ) {
    guard let feed, feed.isInterested(in: table.index, property.mask),
      let column = property.columnName
    else { return }
    let keys = Array(rowIDs)
    do {
      let connection = try connection(table.store)
      for start in stride(from: 0, to: keys.count, by: 500) {
        let some = keys[start..<min(start + 500, keys.count)]
        let owners = try connection.exclusively {
          try connection.integers(
            """
            SELECT _pk FROM \(SQLName.quoted(table.layout.tableName)) WHERE \(SQLName.quoted(column)) \
            IN (\(some.map { _ in "?" }.joined(separator: ", ")))
            """, some.map { .integer($0) })
        }
        for owner in owners { feed.noteChange(table.index, owner, property.mask) }
      }
    } catch {
      Log.context.error("the objects that refer to restored objects cannot be read: \(error)")
      feed.collect(.unspecified)
    }
  }
}
