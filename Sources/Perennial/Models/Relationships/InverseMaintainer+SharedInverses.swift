// A to-one relationship that several collections name as their inverse follows the collections: it
// references the owner of the collection to which the object was last added. An assignment to it removes
// the object from the collections of the previous owner. It adds the object to no collection, because it
// does not determine which one.

extension InverseMaintainer {
  /// Updates the shared inverse of an object that was added to a collection.
  static func followLink(
    _ member: any PersistentModel, to owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    guard let inverse = relationship.sharedInverse else { return }
    bringUpToDate(member)
    let previous = member.toOne(inverse.index)
    let ownerID = owner._$header.pointee.rowID
    if previous.rowID == ownerID, previous.isLinked { return }
    if previous.rowID != 0, previous.rowID != ownerID,
      let reference = ModelLayout.of(model: member).relationship(inverse.index)
    {
      leaveSharers(member, at: previous, reference)
    }
    mutate(member, property: inverse) { settle(owner, in: member, inverse.index) }
  }

  /// Updates the shared inverse of an object that was removed from a collection.
  static func followUnlink(
    _ member: any PersistentModel, from owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    guard let inverse = relationship.sharedInverse else { return }
    bringUpToDate(member)
    guard member.toOne(inverse.index).rowID == owner._$header.pointee.rowID,
      let reference = ModelLayout.of(model: member).relationship(inverse.index),
      !reference.sharers.contains(where: { holds(member, of: owner, in: $0) })
    else { return }
    mutate(member, property: inverse) { member.setToOne(inverse.index, .none) }
  }

  /// Removes an object from the collections of its previous owner, because its reference has another owner
  /// now.
  static func leaveSharers(
    _ member: any PersistentModel, at previous: _Storage.ToOneState, _ reference: RelationshipLayout
  ) {
    if reference.sharers.isEmpty { return }
    let index = reference.property.index
    let owner =
      previous.model as? any PersistentModel
      ?? member._$header.pointee.modelGraph?.target(
        of: member, property: index, rowID: previous.rowID)
    guard let owner = owner?.original, !isDraft(member, leadingTo: owner) else { return }
    for collection in reference.sharers where holds(member, of: owner, in: collection) {
      let layout = ModelLayout.of(model: owner)
      guard let relationship = layout.relationship(collection.index) else { continue }
      owner._$header.pointee.modelGraph?.setLink(
        from: owner, to: member, in: relationship, exists: false, position: nil)
      removeMember(member, from: owner, collection)
    }
  }

  private static func holds(
    _ member: any PersistentModel, of owner: any PersistentModel, in collection: PropertyLayout
  ) -> Bool {
    currentMembers(of: owner, collection.index).contains { $0 === member }
  }
}
