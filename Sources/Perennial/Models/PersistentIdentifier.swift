import Foundation

/// The identity of a model: its store, its entity, and a key that is unique among that entity.
///
/// An object has its key from birth. Before it is first saved the identifier is temporary: it has
/// no store yet. Identifiers are equal if entity and key are and no two stores contradict each
/// other, so an identifier taken before the save equals the one taken after it.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
  public struct ID: Hashable, Sendable {
    let entityName: String
    let key: Key
  }

  /// A key of this framework's store, or of a custom store.
  enum Key: Hashable, Sendable {
    case row(Int64)
    case custom(String)
  }

  public let id: ID
  /// The store that holds the object; nil while the identifier is temporary.
  public let storeIdentifier: String?

  init(storeIdentifier: String?, entityName: String, key: Key) {
    id = ID(entityName: entityName, key: key)
    self.storeIdentifier = storeIdentifier
  }

  public var entityName: String { id.entityName }

  /// Whether the object had not been saved when the identifier was taken. Temporary identifiers
  /// mean nothing to other processes.
  public var isTemporary: Bool { storeIdentifier == nil }

  /// An identifier for an object of a custom store.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if a name is empty.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Codable & Hashable {
    guard !storeIdentifier.isEmpty, !entityName.isEmpty else {
      throw SwiftDataError.unknownSchema.because(
        "an identifier needs the name of a store and of an entity")
    }
    let key = (primaryKey as? Int64).map(Key.row) ?? .custom(primaryKey.description)
    return PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: entityName, key: key)
  }

  /// The primary key in this framework's store.
  var rowID: Int64? {
    guard case .row(let rowID) = id.key else { return nil }
    return rowID
  }

  public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    guard lhs.id == rhs.id else { return false }
    guard let left = lhs.storeIdentifier, let right = rhs.storeIdentifier else { return true }
    return left == right
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// By entity, then by key, which for objects of one process is the order of their creation.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    if lhs.entityName != rhs.entityName { return lhs.entityName < rhs.entityName }
    switch (lhs.id.key, rhs.id.key) {
    case (.row(let left), .row(let right)):
      if left != right { return left < right }
      guard let left = lhs.storeIdentifier, let right = rhs.storeIdentifier else { return false }
      return left < right
    case (.custom(let left), .custom(let right)): return left < right
    case (.row, .custom): return true
    case (.custom, .row): return false
    }
  }
}
