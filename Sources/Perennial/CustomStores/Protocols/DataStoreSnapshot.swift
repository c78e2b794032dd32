/// The value of a property in a snapshot: the value of an attribute; a ``PersistentIdentifier`` or nil
/// for a to-one relationship; an array of identifiers for a to-many relationship; the transformed data
/// of a transformable attribute.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one object at one moment, in a form that can be stored and sent.
///
/// ``DefaultSnapshot`` is enough for most stores. Other snapshot types encode and decode themselves
/// with the keys of ``DataStoreSnapshotCodingKey``. The framework reads them by these keys.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// The identifier of the object. It is temporary in a snapshot to insert.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Copies the values of an object.
  ///
  /// - Parameters:
  ///   - backingData: The values of the object.
  ///   - relatedBackingDatas: The values of other objects that are saved with this one, by identifier.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  )

  /// Returns a copy of this snapshot for another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: The new identifiers of related objects, by their former ones.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// The keys of an encoded snapshot.
public enum DataStoreSnapshotCodingKey: CodingKey {
  /// The identifier of the object.
  case persistentIdentifier
  /// The property with this name.
  case modeledProperty(String)

  private static let identifierText = "persistentIdentifier"

  /// The text of the key: the property's name.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: Self.identifierText
    case .modeledProperty(let name): name
    }
  }

  /// Creates the key of the identifier, or of the property with this name.
  public init?(stringValue: String) {
    self =
      stringValue == Self.identifierText ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Nil: the keys are texts.
  public var intValue: Int? { nil }

  /// Returns nil: the keys are texts.
  public init?(intValue: Int) { nil }
}
