/// The place of one persisted property in an object: its value in the form in which it is quickest
/// to read, and the way between that form and the store.
///
/// `@Model` chooses the slot by overload resolution (see `_slot`), so that the compiler, which
/// knows the property's type, decides, and not the macro, which only sees its spelling.
public protocol _Slot<Value> {
  associatedtype Value
  /// What an assignment hands on to the upkeep of inverse relationships.
  associatedtype Replaced = Void

  /// A placeholder, for an object that is not loaded.
  init()
  /// Reads the slot's columns.
  init(_ row: inout _Row)
  /// Writes the slot's columns.
  func _bind(_ binder: inout _Binder)
  /// The first value, from an initialiser of the model.
  mutating func initialize(_ value: Value)
  /// A new value; what is returned is for `_didSet`.
  mutating func replace(_ value: Value) -> Replaced
  func get(_ owner: some PersistentModel, _ index: Int) -> Value
  /// The value without an object: that of a `let`, or one that the history has preserved. Nil if
  /// there is nothing loaded.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``.
  func _constant() throws -> Value?

  static var _description: _SlotDescription { get }
  /// The state of a to-one relationship; other slots have none.
  var _toOne: _ToOneState? { get set }
  /// The state of a to-many relationship; other slots have none.
  var _toMany: _ToManyState? { get set }
  /// Fills a to-many relationship with what was loaded.
  mutating func _setMembers(_ models: [AnyObject])
  /// The value of an attribute as SQLite holds it.
  ///
  /// - Throws: What encoding the value throws.
  var _sqlValue: _SQLValueBox { get throws }
  /// Loads what is not loaded, because somebody keeps a copy of the slot.
  func _retain()
}

extension _Slot {
  public var _toOne: _ToOneState? {
    get { nil }
    set {}
  }
  public var _toMany: _ToManyState? {
    get { nil }
    set {}
  }
  public mutating func _setMembers(_ models: [AnyObject]) {}
  public func _constant() -> Value? { nil }
  public var _sqlValue: _SQLValueBox { _SQLValueBox(.null) }
  public func _retain() {}
}

/// What the layout of a model knows of a slot from its type.
public struct _SlotDescription {
  enum Kind {
    case attribute
    case toOne(any PersistentModel.Type)
    case toMany(any PersistentModel.Type)
  }

  let kind: Kind
  /// Nil where the slot has no column.
  let column: _ColumnDescription?
  let isOptional: Bool
  let valueType: any Any.Type
  /// Whether the column holds exactly what the value compares by, so that SQL may compare it.
  var isComparable = true
  /// Whether the column holds JSON.
  var isJSON = false
  /// Whether the value may be in a file beside the store.
  var isExternal = false

  /// The type of the values that are not nil.
  var wrappedType: any Any.Type {
    (valueType as? any OptionalValue.Type)?.wrappedType ?? valueType
  }
}

/// The work of a visitor on one slot, whatever its type.
public protocol _SlotVisitor {
  mutating func visit<S: _Slot>(_ slot: inout S)
  /// A `let` has no slot; it is shown as one that holds its value.
  mutating func visitConstant<S: _Slot>(_ value: S.Value, _ slot: S.Type)
}

extension _SlotVisitor {
  public mutating func visitConstant<S: _Slot>(_ value: S.Value, _ type: S.Type) {
    var slot = S()
    slot.initialize(value)
    visit(&slot)
  }
}

/// Takes the place of a stored property, so that the compiler checks that initialisers set it.
public struct _Marker {
  @inlinable
  public init() {}
}
