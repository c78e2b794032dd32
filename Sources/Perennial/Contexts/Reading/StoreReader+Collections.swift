// The members of collections: the stored members, merged with pending changes.

extension StoreReader {
  /// Sets the members of a to-many relationship of several objects.
  ///
  /// - Parameter stored: The stored members, by the owner's key.
  func fill(
    _ owners: [any PersistentModel], index: Int, with stored: [Int64: [AnyObject]],
    relationship: RelationshipLayout, destination: EntityTable
  ) throws {
    if let inverse = relationship.inverse, inverse.isToOne {
      let arrivals = arrivals(inverse, in: destination)
      for owner in owners {
        let rowID = owner._$header.pointee.rowID
        let (members, arriving) = (stored[rowID] ?? [], arrivals[rowID] ?? [])
        // An object keeps its position if it was assigned the owner that it has in the store.
        var unmoved = Set(
          arriving.lazy.filter { $0.position == 0 }.map { ObjectIdentifier($0.model) })
        if !unmoved.isEmpty { unmoved.formIntersection(members.map { ObjectIdentifier($0) }) }
        let (kept, placed) = split(
          members.filter {
            unmoved.contains(ObjectIdentifier($0)) || !isMoved($0, by: inverse, in: destination)
          }, in: destination, by: inverse)
        let arrived = arriving.filter { !unmoved.contains(ObjectIdentifier($0.model)) }
        let behind = (placed + arrived).sorted { $0.position < $1.position }
        owner.setMembers(index, kept + behind.map(\.model))
      }
    } else {
      for owner in owners {
        let rowID = owner._$header.pointee.rowID
        owner.setMembers(
          index, try linked(stored[rowID] ?? [], to: rowID, by: relationship, in: destination))
      }
    }
  }

  private typealias Placed = (position: Int64, model: AnyObject)

  /// Splits members into those that keep their order keys, and those that have new ones.
  private func split(
    _ members: [AnyObject], in table: EntityTable, by property: PropertyLayout
  ) -> (kept: [AnyObject], placed: [Placed]) {
    if graph.pending.orderKeys.isEmpty { return (members, []) }
    var (kept, placed): ([AnyObject], [Placed]) = ([], [])
    for member in members {
      let collection = table.collection(table.model(member), property.index)
      if let position = graph.pending.orderKeys[collection] {
        placed.append((position, member))
      } else {
        kept.append(member)
      }
    }
    return (kept, placed)
  }

  /// Returns `true` if a to-one relationship of an object has changed.
  private func isMoved(
    _ object: AnyObject, by property: PropertyLayout, in table: EntityTable
  ) -> Bool { isMoved(table.model(object), by: property, in: table) }

  private func isMoved(
    _ model: any PersistentModel, by property: PropertyLayout, in table: EntityTable
  ) -> Bool {
    let header = model._$header
    return header.pointee.table === table
      && (header.pointee.state.contains(.inserted)
        || header.pointee.dirty.contains(property: property.index))
  }

  /// Returns the objects whose to-one relationship has changed, by the key of their new target.
  ///
  /// - Complexity: O(*n*) in the number of new and changed objects. A cascade reads a collection for each object that it
  ///   deletes: those that it has deleted are not looked at again and again.
  private func arrivals(
    _ property: PropertyLayout, in table: EntityTable
  ) -> [Int64: [Placed]] {
    graph.pending.forgetFormerlyChanged()
    var seen: Set<ObjectIdentifier> = []
    var arrivals: [Int64: [Placed]] = [:]
    func add(_ model: any PersistentModel) {
      guard !model._$header.pointee.state.contains(.deleted),
        isMoved(model, by: property, in: table), seen.insert(ObjectIdentifier(model)).inserted
      else { return }
      let state = model.toOne(property.index)
      arrivals[state.rowID, default: []].append((state.position, model))
    }
    graph.pending.inserted.forEach(add)
    graph.pending.changed.forEach(add)
    return arrivals
  }

  /// Returns the members of a relationship that is stored in a join table.
  private func linked(
    _ stored: [AnyObject], to rowID: Int64, by relationship: RelationshipLayout,
    in destination: EntityTable
  ) throws -> [AnyObject] {
    guard case .joinTable(let join) = relationship.storage, !graph.pending.links.isEmpty else {
      return stored
    }
    let isSource = join.isSource
    var changes: [Int64: LinkChange] = [:]
    for (link, change) in graph.pending.links where link.table == join.name {
      if (isSource ? link.source : link.target) == rowID {
        changes[isSource ? link.target : link.source] = change
      }
    }
    if changes.isEmpty { return stored }
    func place(_ change: LinkChange) -> Int64? {
      isSource ? change.position : change.inversePosition
    }
    var kept: [AnyObject] = []
    for object in stored {
      let key = destination.model(object)._$header.pointee.rowID
      if let change = changes[key] {
        if change.exists == false { continue }
        // A member with a new order key follows the members that keep theirs.
        if place(change) != nil { continue }
        changes[key] = nil
      }
      kept.append(object)
    }
    let known = Set(stored.map { destination.model($0)._$header.pointee.rowID })
    let added = changes.filter { $1.exists == true || $1.exists == nil && known.contains($0) }
      .sorted { (place($0.value) ?? 0) < (place($1.value) ?? 0) }
    let loaded = try load(destination, rowIDs: added.map(\.key), including: .leftOut)
    return withExtendedLifetime(loaded) {
      kept
        + added.compactMap { change -> AnyObject? in
          guard let model = destination.find(change.key),
            !model._$header.pointee.state.contains(.deleted)
          else { return nil }
          return model
        }
    }
  }
}
