/// Which changes concern a live query.
struct ResultsInterest: Sendable {
  /// By entity name, that of its hierarchy's root: the properties whose changes matter. That rows of it
  /// come or go matters too.
  private var masks: [String: PropertyMask] = [:]
  private let hierarchies: ClassHierarchies
  /// Whether any change may matter.
  private let isUnlimited: Bool

  /// - Parameter includesContents: Whether changes of the fetched rows matter that leave the list
  ///   as it is.
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

  /// The properties of an entity whose changes matter; nil if nothing of it does.
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
