/// The changes of one transaction to the rows of a store.
///
/// The history, the other contexts, observers and notifications all get their changes from it.
struct ChangeSet: Sendable {
  struct Update: Sendable {
    let rowID: Int64
    let mask: PropertyMask
  }

  /// The changes to the rows of one entity.
  struct EntityChanges: Sendable {
    var inserted: [Int64] = []
    var updated: [Update] = []
    var deleted: [Int64] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
  }

  /// The changes by entity name.
  var changes: [String: EntityChanges] = [:]
  /// The changes to links and order keys between stored objects, for the history.
  var links = LinkChanges()
  /// `true` if every object of the stores was deleted.
  var isErasure = false
  /// `true` if the changes are not known: every row may have changed.
  var isUnspecified = false
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

  static let unspecified = {
    var changes = ChangeSet()
    changes.isUnspecified = true
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
  var isEmpty: Bool { changes.isEmpty && !isErasure && !isUnspecified }

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
