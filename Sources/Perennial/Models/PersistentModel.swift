public import Observation

/// A class whose objects are stored. `@Model` generates the conformance.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// Creates an object from the values of backing data.
  init(backingData: any BackingData<Self>)
  /// The object's values, by key path.
  var persistentBackingData: any BackingData<Self> { get set }
  /// The metadata that `@Model` generates for the properties of this class.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  /// The root of the class's inheritance chain.
  associatedtype Root: PersistentModel = Self

  // The following requirements are implemented by `@Model` and are not for programs.

  nonisolated var _$header: UnsafeMutablePointer<_Model.Header> { get }
  nonisolated static var _$slots: [any _Storage.Slot.Type] { get }
  nonisolated static var _$canEmplace: Bool { get }
  nonisolated func _$emplace(_ row: inout _Storage.Row)
  nonisolated func _$load(_ row: inout _Storage.Row, _ mask: UInt64)
  nonisolated func _$bind(_ binder: inout _Storage.Binder, _ mask: UInt64)
  nonisolated func _$visit<V: _Storage.SlotVisitor>(_ index: Int, _ visitor: inout V)
  nonisolated static func _$make(_ row: inout _Storage.Row) -> Self?
  /// The key paths from this class to the properties that it inherits, in order.
  nonisolated static var _$inheritedKeyPaths: [AnyKeyPath] { get }
}

extension PersistentModel {
  public nonisolated static func _$make(_ row: inout _Storage.Row) -> Self? { nil }
  public nonisolated static var _$inheritedKeyPaths: [AnyKeyPath] { [] }

  /// Returns storage for an object that does not exist yet.
  public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
    DetachedBackingData<P>(for: P.self)
  }

  /// The context that the object was inserted into or fetched by. It is nil before the object's
  /// insertion, after its deletion was saved, and after a context that the program created was
  /// released.
  ///
  /// An object of a main context has a context for its whole life, even after the container was
  /// released.
  public nonisolated var modelContext: ModelContext? {
    // Another context may have deleted the object.
    _$header.pointee.graph?.mergeRemoteChanges()
    return _$header.pointee.graph?.currentContext
  }

  /// The object's identity: temporary until it is first saved, and equal to the permanent one.
  public nonisolated var persistentModelID: PersistentIdentifier { _identifier(of: self) }

  public nonisolated var id: PersistentIdentifier { persistentModelID }

  /// `true` if the object has unsaved changes, including its insertion or deletion.
  public nonisolated var hasChanges: Bool {
    !_$header.pointee.state.isDisjoint(with: [.inserted, .changed, .deleted])
  }

  /// `true` if the object's deletion waits for a save; `false` again after the save.
  public nonisolated var isDeleted: Bool { _$header.pointee.state.contains(.deleted) }

  /// Returns `true` if both objects are one instance or represent the same row of the same store.
  public nonisolated static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs === rhs { return true }
    return lhs._$header.pointee.rowID == rhs._$header.pointee.rowID
      && lhs.persistentModelID == rhs.persistentModelID
  }

  /// Hashes the part of the identity that a save does not change.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(_$header.pointee.rowID)
  }
}

func _identifier(of model: any PersistentModel) -> PersistentIdentifier {
  let header = model._$header
  if let table = header.pointee.table {
    if table.keys != nil { return table.identifier(header.pointee.rowID) }
    let isSaved = header.pointee.state.contains(.saved)
    return PersistentIdentifier(
      isSaved ? table.origin : table.temporaryOrigin, header.pointee.rowID)
  }
  if let former = header.pointee.extras?.formerIdentifier { return former }
  return PersistentIdentifier(
    storeIdentifier: header.pointee.extras?.formerStore,
    entityName: ModelLayout.of(type(of: model)).entityName,
    key: .row(header.pointee.rowID))
}
