// A reference reads as nil while the object at its end waits for its deletion, although nothing was
// written to the owner.

extension ObjectGraph {
  /// Tells the observers of references to objects that are about to go, or have come back.
  ///
  /// Where the delete rules write to the owners, they are told by that. O(n) in the live objects of
  /// the entities that refer to the objects otherwise, and have observers.
  func announceReferences(to models: [any PersistentModel]) {
    if models.isEmpty { return }
    var told: [(ModelObservation, PropertyMask)] = []
    var rowIDs: Set<Int64>?
    for table in tables where table.isObserved {
      let references = table.entity.references.filter { property in
        let inverse = table.layout.relationship(property.index)?.inverse
        guard inverse.map({ [.noAction, .deny].contains($0.deleteRule) }) ?? true,
          let destination = table.destinations[property.index]
        else { return false }
        return models.contains(where: destination.admits)
      }
      if references.isEmpty { continue }
      let keys = rowIDs ?? Set(models.map { $0._$header.pointee.rowID })
      rowIDs = keys
      for owner in table.objects {
        guard let observation = owner._$header.pointee.extras?.registrar else { continue }
        for property in references where keys.contains(owner.toOne(property.index).rowID) {
          told.append((observation, property.mask))
        }
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }
}
