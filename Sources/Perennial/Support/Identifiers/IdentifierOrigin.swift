/// The entity and the store of an identifier.
final class IdentifierOrigin: Sendable {
  /// The store; nil for objects that are not in a store yet.
  let storeIdentifier: String?
  let entityName: String
  /// The key of the only object of the origin, if the store is a custom one.
  let customKey: String?

  init(_ storeIdentifier: String?, _ entityName: String, customKey: String? = nil) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    self.customKey = customKey
  }

  /// Returns `true` if two identifiers with the same row can be of one object. Their entities and
  /// custom keys are equal, and their stores are equal or at least one of them is nil.
  func agrees(with other: IdentifierOrigin) -> Bool {
    guard entityName == other.entityName, customKey == other.customKey else { return false }
    guard let store = storeIdentifier, let otherStore = other.storeIdentifier else { return true }
    return store == otherStore
  }
}
