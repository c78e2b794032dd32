// The assignment of to-many relationships. A change in place ends with an assignment, too: it costs what it changes. If
// the change is not recorded, it also costs a comparison of memory; see `TypedToManyCache`.

extension InverseMaintainer {
  /// Assigns a to-many relationship, and updates the other sides.
  static func replaceToMany<Element: PersistentModel>(
    with value: [Element], of owner: any PersistentModel, _ index: Int
  ) {
    let graph = owner._$header.pointee.modelGraph
    let lent = takeBack(index, of: owner) ?? owner.members(index)
    if let cache = lent as? TypedToManyCache<Element>,
      let merged = cache.merged(
        value, over: owner.members(index), members: { currentMembers(of: owner, index) })
    {
      return replaceToMany(withAny: merged, of: owner, index)
    }
    guard graph != nil || !BatchInsertScope.isBeingMade,
      let cache = owner.members(index) as? TypedToManyCache<Element>,
      let relationship = ModelLayout.of(model: owner).relationship(index)
    else { return replaceToMany(withAny: value, of: owner, index) }
    let (prefix, suffix) = cache.ends(in: value)
    let range = prefix..<cache.models.count - suffix
    // A value without the members that are left out of fetches says nothing about them.
    let isWhole = prefix == cache.models.count || !owner._$header.pointee.mayLeaveOut
    let (new, changes) = (value[prefix..<value.count - suffix], cache.changes)
    if isWhole,
      let made = replace(range, with: new, in: owner, cache: cache, relationship: relationship)
    {
      // The insertion of a new object may have changed the collection in other ways, too.
      let isExact =
        cache.changes == changes + made && zip(cache.models.dropFirst(prefix), new).allSatisfy(===)
      let isAppended = range.isEmpty && suffix == 0
      if isExact || isAppended { return cache.takeBack(isExact ? value : nil) }
    }
    replaceToMany(withAny: value, of: owner, index)
  }

  /// Ends the last change in place of a collection. Returns what was lent; nil if there is none.
  private static func takeBack(_ index: Int, of owner: any PersistentModel) -> ToManyCache? {
    guard let graph = owner._$header.pointee.modelGraph, !graph.lentCollections.isEmpty else {
      return nil
    }
    let key = ObjectIdentifier(owner.original)
    let place = graph.lentCollections.lastIndex { $0.owner == key && $0.index == index }
    return place.map { graph.lentCollections.remove(at: $0).cache }
  }

  /// Replaces members of a collection with objects, some of which may be those members. The members behind the first
  /// one in another place get new order keys, which are greater than all others.
  ///
  /// - Complexity: O(*k*) in the number of objects, of replaced members, and of those that get new order keys if the
  ///   inverse is a to-one relationship, otherwise O(*nk*), a search of memory.
  /// - Returns: The number of changes of the cache; nil if one of the objects is there twice, or is or may be a member
  ///   in another place. Nothing has changed then.
  private static func replace<Element: PersistentModel>(
    _ range: Range<Int>, with new: ArraySlice<Element>, in owner: any PersistentModel,
    cache: TypedToManyCache<Element>, relationship: RelationshipLayout
  ) -> Int? {
    let (index, old) = (relationship.property.index, Array(cache.models[range]))
    let isMixed = !old.isEmpty && !new.isEmpty
    let after = new.count > 1 || isMixed ? Set(new.map { ObjectIdentifier($0) }) : []
    if new.count > 1, after.count < new.count { return nil }
    let before = isMixed ? Set(old.map { ObjectIdentifier($0) }) : []
    let coming = isMixed ? new.filter { !before.contains(ObjectIdentifier($0)) }[...] : new
    if isMixed, coming.contains(where: { mayStandForAnother($0, beside: owner) }) { return nil }
    if coming.contains(where: { isMember($0, of: owner, cache: cache, relationship: relationship) })
    {
      return nil
    }
    let stayed = isMixed ? old.filter { after.contains(ObjectIdentifier($0)) } : []
    let staying = isMixed ? new.filter { before.contains(ObjectIdentifier($0)) } : []
    let behind = Array(cache.models[range.upperBound...])
    if !old.isEmpty { cache.replace(range, with: staying) }
    if stayed.count < old.count {
      for model in old where !after.contains(ObjectIdentifier(model)) {
        unlink(model, from: owner, relationship)
      }
    }
    var next = range.lowerBound
    for model in new {
      if isMixed, before.contains(ObjectIdentifier(model)) {
        next += 1
        continue
      }
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
    let unmoved = zip(stayed, new).prefix { $0 === $1 }.count
    if unmoved < stayed.count {
      let members = (owner.members(index) as? TypedToManyCache<Element>)?.models ?? []
      let moved = members.dropFirst(range.lowerBound + unmoved)
      renumber(moved.map { $0 as any PersistentModel }[...], in: owner, relationship)
    } else if !coming.isEmpty, !behind.isEmpty {
      renumber(behind.map { $0 as any PersistentModel }[...], in: owner, relationship)
    }
    return coming.count + (old.isEmpty ? 0 : 1)
  }

  /// Returns `true` if the owner's graph may have another object for an assigned one.
  private static func mayStandForAnother(
    _ model: any PersistentModel, beside owner: any PersistentModel
  ) -> Bool {
    let graph = model._$header.pointee.modelGraph
    return model.original !== model || graph != nil && graph !== owner._$header.pointee.modelGraph
  }

  /// Returns `true` if a loaded collection contains an object.
  private static func isMember(
    _ model: any PersistentModel, of owner: any PersistentModel, cache: ToManyCache,
    relationship: RelationshipLayout
  ) -> Bool {
    if cache.ends(with: model) { return true }
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
    // The members of an initialiser do not reference the owner, and those that stay still do not.
    let isUnlinked = owner.members(index)?.isUnlinked == true
    var seen: Set<ObjectIdentifier> = []
    var new = value.compactMap { admitted($0, to: owner, index) }.filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
    if owner._$header.pointee.mayLeaveOut { keepLeftOut(of: old, in: &new, &seen) }
    owner.setMembers(index, new)
    if isUnlinked { owner.members(index)?.isUnlinked = true }
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
