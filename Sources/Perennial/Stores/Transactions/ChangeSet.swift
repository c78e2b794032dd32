/// The changes of one transaction to the rows of a store.
///
/// The history, the other contexts, observers and notifications all get their changes from it.
package struct ChangeSet: Sendable {
  package struct Update: Sendable {
    package let rowID: Int64
    package let mask: PropertyMask

    package init(rowID: Int64, mask: PropertyMask) {
      self.rowID = rowID
      self.mask = mask
    }
  }

  /// The changes to the rows of one entity.
  package struct EntityChanges: Sendable {
    package var inserted: [Int64] = []
    package var updated: [Update] = []
    package var deleted: [Int64] = []

    package init(inserted: [Int64] = [], updated: [Update] = [], deleted: [Int64] = []) {
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
    }

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
  }

  /// The changes by entity name.
  package var changes: [String: EntityChanges] = [:]
  /// The changes to links and order keys between stored objects, for the history.
  var links = LinkChanges()
  /// `true` if every object of the stores was deleted.
  var isErasure = false
  /// `true` if the changes are not known: every row may have changed.
  var isUnspecified = false
  /// `true` if the history has no transaction for the changes: another program has made them.
  private(set) var isUnentered = false
  /// `true` if a backup has replaced all contents. Such a change set is unspecified too.
  private(set) var isRestoration = false
  /// The author of the context that saved.
  var author: String?
  /// The number of the transaction in the history of each store, by the store's identifier.
  var transactions: [String: Int64] = [:]
  /// The tokens of the transaction in the histories that custom stores keep, by identifier.
  var ownTokens: [String: any HistoryToken] = [:]
  /// The keys of the existing rows that a custom store has returned for new objects, by the new keys.
  var aliases: [Int64: Int64] = [:]

  package init() {}

  static let unspecified = {
    var changes = ChangeSet()
    changes.isUnspecified = true
    return changes
  }()

  /// The changes of another program.
  static let unentered = {
    var changes = unspecified
    changes.isUnentered = true
    return changes
  }()

  static let erasure = {
    var changes = ChangeSet()
    changes.isErasure = true
    return changes
  }()

  static let restoration = {
    var changes = unspecified
    changes.isRestoration = true
    return changes
  }()

  /// `true` if there are no changes.
  package var isEmpty: Bool { changes.isEmpty && !isErasure && !isUnspecified }

  /// `true` if the former contents of a store were deleted or replaced.
  var isReplacement: Bool { isErasure || isRestoration }

  mutating func add(_ other: ChangeSet) {
    for (name, more) in other.changes {
      changes[name, default: EntityChanges()].inserted += more.inserted
      changes[name, default: EntityChanges()].updated += more.updated
      changes[name, default: EntityChanges()].deleted += more.deleted
    }
    links.add(other.links)
    transactions.merge(other.transactions) { max($0, $1) }
    ownTokens.merge(other.ownTokens) { $1 }
  }
}
