/// The changes that are relevant to a live query.
struct QueryDependencies: Sendable {
  /// The properties whose changes are relevant, by the entity name of a hierarchy's root. Insertions and
  /// deletions of its rows are relevant too.
  private var masks: [String: PropertyMask] = [:]
  private let hierarchies: ClassHierarchies
  /// `true` if any change may be relevant.
  private let isUnlimited: Bool

  /// - Parameter includesContents: `true` if changes of the fetched rows that do not affect the list are
  ///   relevant too.
  init(
    _ reads: QueryReads, of entityName: String, includesContents: Bool,
    _ hierarchies: ClassHierarchies
  ) {
    self.hierarchies = hierarchies
    isUnlimited = reads.areUnknown
    for (name, others) in reads.others {
      masks[hierarchies.root(of: name), default: []].formUnion(others.mask)
    }
    masks[hierarchies.root(of: entityName), default: []].formUnion(
      includesContents ? .all : reads.own)
  }

  /// Returns the properties of an entity whose changes are relevant; nil if no change of it is.
  func mask(of entityName: String) -> PropertyMask? {
    isUnlimited ? .all : masks[hierarchies.root(of: entityName)]
  }

  func isConcerned(by event: ChangeSet) -> Bool {
    if event.isErasure || event.isUnspecified { return true }
    return event.changes.contains { name, changes in
      guard let mask = mask(of: name) else { return false }
      return !changes.inserted.isEmpty || !changes.deleted.isEmpty
        || changes.updated.contains { !$0.mask.isDisjoint(with: mask) }
    }
  }
}
