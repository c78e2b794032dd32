import Foundation

/// The identity of a model: its store, its entity, and a key that is unique within that entity.
///
/// An object has its key from its creation. Before the object is first saved, the identifier is
/// temporary and has no store. Two identifiers are equal if their entities and keys are equal, and
/// their stores are equal or one of them is missing. Thus an identifier taken before the save
/// equals the one taken after it.
///
/// ```swift
/// let id = recipe.persistentModelID
/// Task.detached {
///   let recipe = try ModelContext(container).existingModel(for: id) as? Recipe
///   print(recipe?.title ?? "deleted")
/// }
/// ```
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
  /// The part of an identifier that a save does not change: the entity and the key.
  public struct ID: Hashable, Sendable {
    let entityName: String
    let key: Key
  }

  /// A key of this framework's store, or of a custom store.
  enum Key: Hashable, Sendable {
    case row(Int64)
    case custom(String)

    /// Reads a key from its text. A number in digits becomes a row key, whatever type the key had.
    init(text: String) {
      if let number = Int64(text), String(number) == text {
        self = .row(number)
      } else {
        self = .custom(text)
      }
    }
  }

  /// The entity and the store, which the identifiers of one entity share. One reference instead of
  /// two strings, because identifiers are created and compared in thousands.
  let origin: IdentifierOrigin
  /// The primary key in this framework's store; 0 for an object of a custom store.
  private let row: Int64

  init(_ origin: IdentifierOrigin, _ rowID: Int64) {
    self.origin = origin
    row = rowID
  }

  init(storeIdentifier: String?, entityName: String, key: Key) {
    switch key {
    case .row(let rowID):
      self.init(IdentifierOrigin(storeIdentifier, entityName), rowID)
    case .custom(let text):
      self.init(IdentifierOrigin(storeIdentifier, entityName, customKey: text), 0)
    }
  }

  /// The entity and the key, without the store.
  public var id: ID { ID(entityName: entityName, key: key) }

  var key: Key { origin.customKey.map(Key.custom) ?? .row(row) }

  /// The primary key in this framework's store.
  package var rowID: Int64? { origin.customKey == nil ? row : nil }

  /// The name of the object's entity. For a subclass, it is the name of the subclass.
  public var entityName: String { origin.entityName }

  /// The store that holds the object; nil while the identifier is temporary.
  public var storeIdentifier: String? { origin.storeIdentifier }

  /// `true` if the object had not been saved when the identifier was taken. A temporary identifier
  /// has no meaning in other processes.
  public var isTemporary: Bool { storeIdentifier == nil }

  /// Returns an identifier for an object of a custom store.
  ///
  /// ```swift
  /// let id = try PersistentIdentifier.identifier(
  ///   for: "https://example.com", entityName: "Trip", primaryKey: 17)
  /// ```
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if a name is empty.
  public static func identifier<T>(
    for storeIdentifier: String,
    entityName: String,
    primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Codable & Hashable {
    guard !storeIdentifier.isEmpty, !entityName.isEmpty else {
      throw SwiftDataError.unknownSchema.because(
        "an identifier needs the name of a store and of an entity"
      )
    }
    let key = Key(text: primaryKey.description)
    return PersistentIdentifier(
      storeIdentifier: storeIdentifier,
      entityName: entityName,
      key: key
    )
  }

  /// Returns `true` if the entities and keys are equal, and the stores are equal or one of them is
  /// missing.
  public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    lhs.row == rhs.row && (lhs.origin === rhs.origin || lhs.origin.agrees(with: rhs.origin))
  }

  public func hash(into hasher: inout Hasher) {
    // Row keys are unique over all entities, so they are sufficient to tell identifiers apart.
    hasher.combine(row)
    if let customKey = origin.customKey { hasher.combine(customKey) }
  }

  /// Returns `true` if the first identifier precedes the second. Identifiers are ordered by entity,
  /// then by key. For objects of one process, the key order is the order of their creation.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    if lhs.entityName != rhs.entityName { return lhs.entityName < rhs.entityName }
    switch (lhs.key, rhs.key) {
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

extension PersistentIdentifier: CustomStringConvertible, CustomDebugStringConvertible {
  /// The entity and the key, such as `Book/3432101236847017985`. A key of more than 20 characters,
  /// which a custom store may have, is cut to 12 characters.
  public var description: String {
    let text =
      switch key {
      case .row(let rowID): "\(rowID)"
      case .custom(let text): text
      }
    return "\(entityName)/\(text.count > 20 ? "\(text.prefix(12))…" : text)"
  }

  public var debugDescription: String { description }
}
