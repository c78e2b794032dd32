/// Keeps both sides of a relationship consistent in memory, immediately, for objects inside and outside of
/// contexts.
///
/// An assignment changes one side, and these functions change the other. The object is added to the inverse
/// of the new partner and removed from the inverse of the old one. If the new partner's inverse is a to-one
/// relationship, its previous reference is replaced. New objects that are related to an object of a context
/// are inserted into the context.
enum InverseMaintainer {
  // MARK: To-one

  /// Updates the other side after the assignment of a to-one relationship.
  static func didReplaceToOne(
    _ replacement: _Storage.ToOneReplacement, of owner: any PersistentModel, _ index: Int
  ) {
    guard let relationship = ModelLayout.of(model: owner).relationship(index) else { return }
    if isDraft(owner, leadingTo: replacement.new) {
      // The slot references the object already, as after an initialiser.
      forgetOwner(owner, at: replacement.old, relationship: relationship, index: index)
      return
    }
    let new = admitted(replacement.new, to: owner, index)
    let newID = new?._$header.pointee.rowID ?? 0
    // Assigning the same object again changes nothing, not even its order key.
    if let new, newID == replacement.old.rowID, replacement.old.isLinked,
      agrees(new, with: owner, relationship)
    {
      var state = replacement.old
      if owner._$header.pointee.modelGraph != nil { state.model = nil }
      owner.setToOne(index, state)
      // Both ends of a one-to-one relationship count as changed by this context then.
      if let inverse = relationship.inverse, inverse.isToOne {
        new._$header.pointee.modelGraph?.noteChange(of: new, inverse.index, isPartner: false)
      }
      return
    }
    if newID != replacement.old.rowID, replacement.old.rowID != 0 {
      forgetOwner(owner, at: replacement.old, relationship: relationship, index: index)
    }
    settle(new, in: owner, index)
    if let new { tellTarget(new, of: owner, relationship) }
  }

  /// Returns `true` if a new object stays outside of the context of its target, because the block of a
  /// batch insertion is running.
  static func isDraft(
    _ owner: any PersistentModel, leadingTo target: (any PersistentModel)?
  ) -> Bool {
    owner._$header.pointee.modelGraph == nil && target?._$header.pointee.modelGraph != nil
      && BatchInsertScope.isBeingMade
  }

  /// Returns `true` if the other end of a one-to-one relationship references the owner. The other end of
  /// any other relationship is always consistent.
  static func agrees(
    _ target: any PersistentModel, with owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) -> Bool {
    guard let inverse = relationship.inverse, inverse.isToOne else { return true }
    bringUpToDate(target)
    return target.toOne(inverse.index).rowID == owner._$header.pointee.rowID
  }

  /// Returns the object that the owner's graph can reference for an assigned object.
  static func admitted(
    _ target: (any PersistentModel)?, to owner: any PersistentModel, _ index: Int
  ) -> (any PersistentModel)? {
    guard let target = target?.original else { return nil }
    if let graph = owner._$header.pointee.modelGraph {
      return graph.admit(target, to: owner, index)
    }
    guard let graph = target._$header.pointee.modelGraph else { return target }
    // The owner's setter could not do this, because the owner had no context.
    graph.mergeRemoteChanges()
    // An object that references an object of a context joins the context if the relationship has an
    // inverse.
    let relationship = ModelLayout.of(model: owner).relationship(index)
    if relationship?.inverse != nil || relationship?.sharers.isEmpty == false {
      graph.insert(owner)
    }
    return target
  }

  /// Stores a reference in the required form: by identity inside a graph, as a strong reference outside.
  static func settle(
    _ target: (any PersistentModel)?, in owner: any PersistentModel, _ index: Int
  ) {
    var state = _Storage.ToOneState(target)
    if target != nil { state.position = OrderKeyGenerator.next() }
    if let graph = owner._$header.pointee.modelGraph {
      state.model = nil
      graph.forgetPlace(of: owner, index)
    }
    owner.setToOne(index, state)
  }

  /// Removes the owner from the inverse of its previous target.
  private static func forgetOwner(
    _ owner: any PersistentModel, at old: _Storage.ToOneState, relationship: RelationshipLayout,
    index: Int
  ) {
    guard let inverse = relationship.inverse else {
      return leaveSharers(owner, at: old, relationship)
    }
    let graph = owner._$header.pointee.modelGraph
    let target =
      old.model as? any PersistentModel
      ?? (inverse.isToMany
        ? graph?.liveTarget(of: owner, property: index, rowID: old.rowID)
        : graph?.target(of: owner, property: index, rowID: old.rowID))
    if isDraft(owner, leadingTo: target) { return }
    if let target = target?.original {
      removeMember(owner, from: target, inverse)
    } else {
      graph?.touchTarget(of: owner, property: index, rowID: old.rowID, inverse)
    }
  }

  /// Adds the owner to the inverse of its new target.
  private static func tellTarget(
    _ target: any PersistentModel, of owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany {
      addMember(owner, to: target, inverse)
    } else {
      claim(target, for: owner, inverse, back: relationship.property)
    }
  }

  // MARK: To-many

  /// Returns the members of a to-many relationship for its getter, and loads them if needed.
  static func load<Element: PersistentModel>(
    _ type: Element.Type, of owner: any PersistentModel, _ index: Int
  ) -> [Element] {
    currentMembers(of: owner, index).compactMap { $0.isLeftOut ? nil : $0 as? Element }
  }

  /// Returns the members of a to-many relationship, and loads them if needed. The result includes objects
  /// that fetches leave out.
  static func currentMembers(
    of owner: any PersistentModel, _ index: Int
  ) -> [any PersistentModel] {
    let owner = owner.original
    bringUpToDate(owner)
    if let cache = owner.members(index) { return cache.erased }
    do {
      try owner._$header.pointee.modelGraph?.loadMembers(of: owner, index)
    } catch {
      Log.context.error("\(type(of: owner)): a relationship could not be loaded: \(error)")
    }
    let members = owner.members(index)?.erased ?? []
    if let graph = owner._$header.pointee.modelGraph, !graph.hasContext,
      case .joinTable = ModelLayout.of(model: owner).relationship(index)?.storage
    {
      // Both ends would hold each other, and there is no context whose end unloads them.
      owner.unloadMembers(index)
    }
    return members
  }

  static func link(
    _ model: any PersistentModel, to owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    if let inverse = relationship.inverse, inverse.isToOne {
      claim(model, for: owner, inverse, back: relationship.property)
      return
    }
    owner._$header.pointee.modelGraph?.setLink(
      from: owner, to: model, in: relationship, exists: true, position: OrderKeyGenerator.next())
    if let inverse = relationship.inverse {
      addMember(owner, to: model, inverse)
    } else {
      followLink(model, to: owner, relationship)
    }
  }

  static func unlink(
    _ model: any PersistentModel, from owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    guard let inverse = relationship.inverse else {
      owner._$header.pointee.modelGraph?.setLink(
        from: owner, to: model, in: relationship, exists: false, position: nil)
      return followUnlink(model, from: owner, relationship)
    }
    bringUpToDate(model)
    if inverse.isToOne {
      guard model.toOne(inverse.index).rowID == owner._$header.pointee.rowID else { return }
    } else {
      owner._$header.pointee.modelGraph?.setLink(
        from: owner, to: model, in: relationship, exists: false, position: nil)
    }
    removeMember(owner, from: model, inverse)
  }

  /// Gives the members of a collection new order keys, in order.
  static func renumber(
    _ models: ArraySlice<any PersistentModel>, in owner: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    let inverse = relationship.inverse
    for model in models {
      if let inverse, inverse.isToOne {
        place(model, in: owner, inverse)
      } else {
        owner._$header.pointee.modelGraph?.setLink(
          from: owner, to: model, in: relationship, exists: nil, position: OrderKeyGenerator.next())
      }
    }
  }

  /// Moves an object to the end of its owner's collection.
  private static func place(
    _ model: any PersistentModel, in owner: any PersistentModel, _ inverse: PropertyLayout
  ) {
    var state = model.toOne(inverse.index)
    guard state.rowID == owner._$header.pointee.rowID else { return }
    let header = model._$header
    let isOwn =
      header.pointee.modelGraph == nil || header.pointee.state.contains(.inserted)
      || header.pointee.dirty.contains(property: inverse.index)
    if isOwn {
      state.position = OrderKeyGenerator.next()
      model.setToOne(inverse.index, state)
    } else {
      // Only the order key is new. The reference isn't a change of this context.
      header.pointee.modelGraph?.setPlace(of: model, inverse)
    }
  }

  // MARK: The other side

  /// Sets `owner` as the target of the reference of `model`, and removes `model` from its previous partner.
  private static func claim(
    _ model: any PersistentModel, for owner: any PersistentModel, _ inverse: PropertyLayout,
    back property: PropertyLayout
  ) {
    bringUpToDate(model)
    let previous = model.toOne(inverse.index)
    let ownerID = owner._$header.pointee.rowID
    if previous.rowID == ownerID, previous.isLinked {
      // The owner referenced another object in a one-to-one relationship. Both ends must count as changed
      // by this context, or a save of another context would change one end without the other.
      if property.isToOne {
        model._$header.pointee.modelGraph?.noteChange(of: model, inverse.index, isPartner: false)
      }
      return
    }
    if previous.rowID != 0, previous.rowID != ownerID,
      let relationship = ModelLayout.of(model: model).relationship(inverse.index)
    {
      forgetOwner(model, at: previous, relationship: relationship, index: inverse.index)
    }
    mutate(model, property: inverse) { settle(owner, in: model, inverse.index) }
  }

  /// Adds an object to a to-many relationship, or sets it as the target of a to-one relationship.
  static func addMember(
    _ member: any PersistentModel, to owner: any PersistentModel, _ property: PropertyLayout
  ) {
    mutate(owner, property: property) {
      if let cache = owner.members(property.index) {
        // Only a collection that was set in an initialiser, or the inverse of one, can contain the member
        // already. A search of every collection would make imports quadratic.
        let mayHave = cache.isUnlinked || !isInverseOfToOne(property, of: owner)
        if !cache.ends(with: member), !mayHave || !cache.contains(member) { cache.append(member) }
      } else if !owner._$header.pointee.isStored {
        owner.setMembers(property.index, [member])
      }
    }
  }

  /// Removes an object from a to-many relationship, or from a to-one relationship that references it.
  static func removeMember(
    _ member: any PersistentModel, from owner: any PersistentModel, _ property: PropertyLayout
  ) {
    bringUpToDate(owner)
    if property.isToOne {
      guard owner.toOne(property.index).rowID == member._$header.pointee.rowID else { return }
      mutate(owner, property: property) { owner.setToOne(property.index, .none) }
      return
    }
    mutate(owner, property: property) { owner.members(property.index)?.remove(member) }
  }

  /// Reads the remote changes to an object before its relationships are used.
  static func bringUpToDate(_ model: any PersistentModel) {
    let header = model._$header
    if header.pointee.state.contains(.stale) { header.pointee.modelGraph?.reload(model) }
  }

  /// Changes a property of an object because its partner has changed. The object counts as changed, and its
  /// observers are notified.
  static func mutate(
    _ model: any PersistentModel, property: PropertyLayout, _ change: () -> Void
  ) {
    bringUpToDate(model)
    let header = model._$header
    let observation = header.pointee.extras?.registrar
    observation?.willChange(model, property)
    header.pointee.modelGraph?.noteChange(of: model, property.index, isPartner: true)
    change()
    observation?.didChange(model, property)
  }

  /// Returns `true` if a to-many relationship of a model has a to-one relationship as its inverse.
  private static func isInverseOfToOne(
    _ property: PropertyLayout, of owner: any PersistentModel
  ) -> Bool {
    ModelLayout.of(model: owner).relationship(property.index)?.inverse?.isToOne == true
  }
}
