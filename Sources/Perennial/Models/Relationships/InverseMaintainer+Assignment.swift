// The assignment of to-many relationships. A change in place ends with an assignment, too: it costs what it changes. If
// the change is not recorded, it also costs a comparison of memory; see `TypedToManyCache`.

extension InverseMaintainer {
  /// Assigns a to-many relationship, and updates the other sides.
  static func replaceToMany<Element: PersistentModel>(
    with value: [Element], of owner: any PersistentModel, _ index: Int
  ) {
    let graph = owner._$header.pointee.modelGraph
    if graph?.lentMembers != nil { graph?.lentMembers = nil }
    guard graph != nil || !BatchInsertScope.isBeingMade,
      let cache = owner.members(index) as? TypedToManyCache<Element>,
      let relationship = ModelLayout.of(model: owner).relationship(index)
    else { return replaceToMany(withAny: value, of: owner, index) }
    let (prefix, suffix) = cache.ends(in: value)
    let seesAll = !owner._$header.pointee.mayLeaveOut
    if prefix + suffix == cache.models.count, suffix == 0 || seesAll {
      let (added, changes) = (value[prefix..<value.count - suffix], cache.changes)
      if insert(added, at: prefix, in: owner, cache: cache, relationship: relationship) {
        // The insertion of a new object may have changed the collection in other ways, too.
        let isExact =
          cache.changes == changes + added.count
          && zip(cache.models.dropFirst(prefix), added).allSatisfy(===)
        if suffix == 0 || isExact { return cache.takeBack(isExact ? value : nil) }
      }
    } else if prefix + suffix == value.count, seesAll {
      let range = prefix..<cache.models.count - suffix
      let removed = Array(cache.models[range])
      cache.remove(range)
      cache.takeBack(value)
      for model in removed { unlink(model, from: owner, relationship) }
      return
    }
    replaceToMany(withAny: value, of: owner, index)
  }

  /// Inserts objects into a collection. Returns `false`, and changes nothing, if one of them is a member already, or is
  /// there twice.
  ///
  /// The members behind them get new order keys, which are greater than all others.
  ///
  /// - Complexity: O(*k*) in the number of objects and of members behind them if the inverse is a to-one relationship,
  ///   otherwise O(*nk*), a search of memory.
  private static func insert<Element: PersistentModel>(
    _ models: ArraySlice<Element>, at position: Int, in owner: any PersistentModel,
    cache: TypedToManyCache<Element>, relationship: RelationshipLayout
  ) -> Bool {
    let index = relationship.property.index
    if models.contains(where: { isMember($0, of: owner, cache: cache, relationship: relationship) })
    {
      return false
    }
    if models.count > 1, Set(models.map { ObjectIdentifier($0) }).count < models.count {
      return false
    }
    let behind = Array(cache.models[position...])
    var next = position
    for model in models {
      guard let admitted = admitted(model, to: owner, index) else { continue }
      // The object that an alias stands for may be a member already.
      if admitted !== model, isMember(admitted, of: owner, cache: cache, relationship: relationship)
      {
        continue
      }
      // The admission may have inserted the object and linked it, or unloaded the collection.
      if let cache = owner.members(index),
        !isMember(admitted, of: owner, cache: cache, relationship: relationship)
      {
        cache.insert(admitted, at: min(next, cache.count))
        next += 1
      }
      link(admitted, to: owner, relationship)
    }
    if !models.isEmpty, !behind.isEmpty {
      renumber(behind.map { $0 as any PersistentModel }[...], in: owner, relationship)
    }
    return true
  }

  /// Returns `true` if a loaded collection contains an object.
  private static func isMember(
    _ model: any PersistentModel, of owner: any PersistentModel, cache: ToManyCache,
    relationship: RelationshipLayout
  ) -> Bool {
    if cache.last === model { return true }
    guard let inverse = relationship.inverse, inverse.isToOne, !cache.isUnlinked else {
      return cache.contains(model)
    }
    // The members reference the owner. A search of every collection would make imports quadratic.
    bringUpToDate(model)
    let state = model.toOne(inverse.index)
    return state.rowID == owner._$header.pointee.rowID && state.isLinked && cache.contains(model)
  }

  /// Assigns a to-many relationship of any kind of object, and updates the other sides.
  static func replaceToMany(
    withAny value: [any PersistentModel], of owner: any PersistentModel, _ index: Int
  ) {
    if owner._$header.pointee.modelGraph == nil, BatchInsertScope.isBeingMade,
      value.contains(where: { $0._$header.pointee.modelGraph != nil })
    {
      return owner.setMembers(index, value)
    }
    guard let relationship = ModelLayout.of(model: owner).relationship(index) else { return }
    owner._$header.pointee.modelGraph?.mayHoldCircles = true
    let old = currentMembers(of: owner, index)
    var seen: Set<ObjectIdentifier> = []
    var new = value.compactMap { admitted($0, to: owner, index) }.filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
    if owner._$header.pointee.mayLeaveOut { keepLeftOut(of: old, in: &new, &seen) }
    owner.setMembers(index, new)
    let kept = Set(old.map { ObjectIdentifier($0) })
    for model in old where !seen.contains(ObjectIdentifier(model)) {
      unlink(model, from: owner, relationship)
    }
    for model in new where !kept.contains(ObjectIdentifier(model)) {
      link(model, to: owner, relationship)
    }
    // The members behind the first one in another place get new order keys, which are greater than all others.
    let remaining = old.filter { seen.contains(ObjectIdentifier($0)) }
    let unmoved = zip(remaining, new).prefix { $0 === $1 }.count
    if unmoved < remaining.count { renumber(new[unmoved...], in: owner, relationship) }
  }

  /// Inserts the members that the program does not see into an assigned collection. Each of them follows
  /// its predecessor in the old collection.
  private static func keepLeftOut(
    of old: [any PersistentModel], in new: inout [any PersistentModel],
    _ seen: inout Set<ObjectIdentifier>
  ) {
    var position = 0
    for model in old {
      if seen.contains(ObjectIdentifier(model)) {
        position = new.firstIndex { $0 === model }.map { $0 + 1 } ?? position
      } else if model.isLeftOut {
        seen.insert(ObjectIdentifier(model))
        new.insert(model, at: position)
        position += 1
      }
    }
  }
}
