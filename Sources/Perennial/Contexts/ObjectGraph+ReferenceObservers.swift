// A reference reads as nil while the object at its end waits for its deletion, although nothing was
// written to the owner.

extension ObjectGraph {
  /// Tells those who follow references to objects that are about to go, or have come back: the
  /// observers of the owners, and live queries.
  ///
  /// Of those about to go, the delete rules tell most owners, by what they write to them. O(n) in the
  /// live objects of the entities that refer to the objects otherwise, and are followed.
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
}
