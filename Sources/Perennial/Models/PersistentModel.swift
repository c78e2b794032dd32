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

  /// The state of the object besides its properties.
  nonisolated var _$header: UnsafeMutablePointer<_Model.Header> { get }
  /// The types of the slots of the class's columns, inherited ones first, in the order of their
  /// indices.
  nonisolated static var _$slots: [any _Storage.Slot.Type] { get }
  /// `true` if objects can be allocated without an initialiser and filled by ``_$emplace(_:)``.
  nonisolated static var _$canEmplace: Bool { get }
  /// Initialises the slots of an object in zeroed memory from a row.
  nonisolated func _$emplace(_ row: inout _Storage.Row)
  /// Reads the slots in the mask again from a row.
  nonisolated func _$load(_ row: inout _Storage.Row, _ mask: UInt64)
  /// Binds the values in the mask to a statement, from left to right.
  nonisolated func _$bind(_ binder: inout _Storage.Binder, _ mask: UInt64)
  /// Passes the slot with an index to a visitor.
  nonisolated func _$visit<V: _Storage.SlotVisitor>(_ index: Int, _ visitor: inout V)
  /// Returns a new object from a row, or nil if the class has no way to make objects other than
  /// ``_$emplace(_:)`` and ``init(backingData:)``.
  nonisolated static func _$make(_ row: inout _Storage.Row) -> Self?
  /// The key paths from this class to the properties that it inherits, in order.
  nonisolated static var _$inheritedKeyPaths: [AnyKeyPath] { get }
}

extension PersistentModel {
  /// Returns nil, for classes whose objects are allocated without an initialiser.
  public nonisolated static func _$make(_ row: inout _Storage.Row) -> Self? { nil }
  /// No key paths, for classes without a superclass.
  public nonisolated static var _$inheritedKeyPaths: [AnyKeyPath] { [] }

  /// Returns storage for an object that does not exist yet.
  public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
    DetachedBackingData<P>(for: P.self)
  }

  /// The object's identity: temporary until it is first saved, and equal to the permanent one.
  ///
  /// ```swift
  /// let identifier = recipe.persistentModelID
  /// Task.detached { print(ModelContext(container).model(for: identifier).hasChanges) }
  /// ```
  public nonisolated var persistentModelID: PersistentIdentifier { _identifier(of: self) }

  /// The object's identity: ``persistentModelID``.
  public nonisolated var id: PersistentIdentifier { persistentModelID }

  /// `true` if the object has unsaved changes, including its insertion or deletion.
  public nonisolated var hasChanges: Bool {
    let state = originalState
    return !state.isDisjoint(with: [.inserted, .changed, .deleted])
  }

  /// `true` if the object's deletion waits for a save; `false` again after the save.
  public nonisolated var isDeleted: Bool { originalState.contains(.deleted) }

  private nonisolated var originalState: ModelState {
    let state = _$header.pointee.state
    return state.contains(.alias) ? original._$header.pointee.state : state
  }

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
  var header = model._$header
  if header.pointee.state.contains(.alias) { header = model.original._$header }
  if let table = header.pointee.modelTable {
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
