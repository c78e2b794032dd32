// The operations on a graph that `InverseMaintainer` uses.

extension ObjectGraph {
  /// Returns the object of this graph that an object of this graph can reference for an assigned object.
  func admit(
    _ target: any PersistentModel, to owner: any PersistentModel, _ index: Int
  ) -> (any PersistentModel)? {
    guard let other = target._$header.pointee.graph else {
      insert(target)
      return target._$header.pointee.belongs(to: self) ? target : nil
    }
    guard let counterpart = self === other ? target : counterpart(of: target, for: owner, index)
    else {
      return nil
    }
    return isReachable(counterpart, from: owner, index) ? counterpart : nil
  }

  /// Returns the table that a relationship of an object references.
  func destination(of owner: any PersistentModel, _ index: Int) -> EntityTable? {
    table(of: owner).destinations[index]
  }

  /// Returns the target of a to-one relationship if it is loaded.
  func liveTarget(
    of owner: any PersistentModel, property index: Int, rowID: Int64
  ) -> (any PersistentModel)? {
    destination(of: owner, index)?.find(rowID)
  }

  /// Records that the save changes a collection of a target that this graph does not hold.
  func touchTarget(
    of owner: any PersistentModel, property index: Int, rowID: Int64, _ inverse: PropertyLayout
  ) {
    guard let table = destination(of: owner, index) else { return }
    pending.touched.insert(
      ObjectCollection(table: table.index, rowID: rowID, property: inverse.index))
  }

  /// Returns the object of this graph for the row of another graph's object.
  ///
  /// If the other object was never saved, the method returns nil and the next save throws.
  private func counterpart(
    of target: any PersistentModel, for owner: any PersistentModel, _ index: Int
  ) -> (any PersistentModel)? {
    let property = table(of: owner).layout.properties[index].name
    let name = "\(type(of: owner)).\(property)"
    let other = target._$header.pointee.graph
    if other?.coordinator === coordinator, target._$header.pointee.state.contains(.saved),
      // Contexts of one container have the same tables.
      let table = target._$header.pointee.table.map({ tables[Int($0.index)] }),
      let counterpart = try? reader.load(table, target._$header.pointee.rowID)
    {
      return counterpart
    }
    refuse(
      .modelInAnotherContext.because(
        """
        \(name) was given an object of another context, \(type(of: target)), that is not saved; \
        the relationship was left empty. Save the object there first, or create it in this context.
        """, [owner.persistentModelID, target.persistentModelID]))
    return nil
  }

  /// Moves an object to the end of the collection that is the inverse of a to-one relationship.
  func setPlace(of model: any PersistentModel, _ property: PropertyLayout) {
    if isClosed { return }
    pending.orderKeys[table(of: model).collection(model, property.index)] = OrderKeyGenerator.next()
  }

  /// Discards the order key that was recorded for an object. Its reference is a change of this context now,
  /// and has its own order key.
  func forgetPlace(of model: any PersistentModel, _ index: Int) {
    if pending.orderKeys.isEmpty { return }
    pending.orderKeys[table(of: model).collection(model, index)] = nil
  }

  /// Inserts or deletes a link in a join table.
  func setLink(
    from owner: any PersistentModel, to target: any PersistentModel,
    in relationship: RelationshipLayout, exists: Bool?, position: Int64?
  ) {
    guard !isClosed, case .joinTable(let join) = relationship.storage else { return }
    record(linkFrom: owner, to: target, in: join, exists: exists, position: position)
    // A relationship that is its own inverse has a row for each direction.
    if relationship.isSymmetric, owner !== target {
      record(linkFrom: target, to: owner, in: join, exists: exists, position: nil)
    }
  }

  private func record(
    linkFrom owner: any PersistentModel, to target: any PersistentModel,
    in join: RelationshipLayout.JoinTable, exists: Bool?, position: Int64?
  ) {
    let isSource = join.isSource
    let (ownerID, targetID) = (owner._$header.pointee.rowID, target._$header.pointee.rowID)
    let link = Link(
      table: join.name, source: isSource ? ownerID : targetID,
      target: isSource ? targetID : ownerID)
    var change =
      pending.links[link] ?? LinkChange(exists: exists)
    if let exists { change.exists = exists }
    if isSource { change.position = position } else { change.inversePosition = position }
    if exists == false {
      // If the objects are linked again, the link is the last one on both sides.
      (change.position, change.inversePosition) = (nil, nil)
    } else if exists == true {
      // A new link is the last one on both sides.
      change.position = change.position ?? OrderKeyGenerator.next()
      change.inversePosition = change.inversePosition ?? OrderKeyGenerator.next()
    }
    pending.links[link] = change
  }

  /// Returns `true` if a relationship may reference an object. References between stores are not supported.
  func isReachable(
    _ target: any PersistentModel, from owner: any PersistentModel, _ index: Int
  ) -> Bool {
    if coordinator.stores.count == 1 { return true }
    let (from, to) = (table(of: owner), table(of: target))
    if from.store == to.store { return true }
    let stores = [from, to].map { coordinator.stores[$0.store].configuration.name }
    refuse(
      .unsupportedFeature.because(
        """
        \(from.layout.entityName).\(from.layout.properties[index].name) was given an object of \
        another store (“\(stores[0])”, “\(stores[1])”); the relationship was left empty. Copy the \
        object, or keep its persistentModelID in an attribute
        """, [owner.persistentModelID, target.persistentModelID]))
    return false
  }

  // MARK: Deleted targets

  /// Returns the table whose live object has a key.
  func table(holding rowID: Int64) -> EntityTable? {
    tables.first { $0.find(rowID) != nil }
  }

  /// Empties the pending references whose target and inverse satisfy a condition.
  func dropReferences(where isPicked: (Int64, PropertyLayout?) -> Bool) {
    for model in pending.inserted + pending.changed {
      guard model._$header.pointee.belongs(to: self) else { continue }
      let table = table(of: model)
      for property in table.entity.references {
        let rowID = model.toOne(property.index).rowID
        guard rowID != 0, isOwn(model, property),
          isPicked(rowID, table.layout.relationship(property.index)?.inverse)
        else { continue }
        let observation = model._$header.pointee.extras?.registrar
        observation?.willChange(model, property)
        model.setToOne(property.index, .none)
        observation?.didChange(model, property)
        liveQueries?.noteChange(
          in: table.index, rowID: model._$header.pointee.rowID, mask: property.mask)
      }
    }
  }

  /// Returns `true` if a property's value is a pending change of this context.
  private func isOwn(_ model: any PersistentModel, _ property: PropertyLayout) -> Bool {
    let header = model._$header
    return header.pointee.state.contains(.inserted)
      || header.pointee.dirty.contains(property: property.index)
  }

  /// Discards the pending links of an object.
  func forgetLinks(of rowID: Int64) {
    for link in pending.links.keys where link.source == rowID || link.target == rowID {
      pending.links[link] = nil
    }
  }
}
