/// Where an identifier comes from: its entity and its store.
final class IdentifierOrigin: Sendable {
  /// The store; nil for objects that no store has yet.
  let storeIdentifier: String?
  let entityName: String
  /// The key of the one object that the origin is for, if the store is a custom one.
  let customKey: String?

  init(_ storeIdentifier: String?, _ entityName: String, customKey: String? = nil) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    self.customKey = customKey
  }

  /// Whether two identifiers with the same row may be of one object: they are of one entity, and
  /// their stores do not contradict each other.
  func agrees(with other: IdentifierOrigin) -> Bool {
    guard entityName == other.entityName, customKey == other.customKey else { return false }
    guard let store = storeIdentifier, let otherStore = other.storeIdentifier else { return true }
    return store == otherStore
  }
}
