extension _Storage {
  /// The storage of one persisted property in an object: its value in the form that is quickest to
  /// read, and the conversion between that form and the store.
  ///
  /// `@Model` chooses the slot by overload resolution (see `slot`). Thus the compiler decides, which
  /// knows the property's type, and not the macro, which only sees its spelling.
  public protocol Slot<Value> {
    /// The type of the property.
    associatedtype Value
    /// The result of an assignment, for the upkeep of inverse relationships.
    associatedtype Replaced = Void

    /// Creates a placeholder, for an object that is not loaded.
    init()
    /// Reads the slot's columns.
    init(_ row: inout Row)
    /// Writes the slot's columns.
    func _bind(_ binder: inout Binder)
    /// Sets the first value, from an initialiser of the model.
    mutating func initialize(_ value: Value)
    /// Sets a new value. The result is for `_Model.didSet`.
    mutating func replace(_ value: Value) -> Replaced
    /// Returns the property's value, and loads it if necessary. The owner and the index of the
    /// property identify it in the store and in messages.
    func get(_ owner: some PersistentModel, _ index: Int) -> Value
    /// Returns the property's value for a change in place, which an assignment of the changed value follows. Until
    /// then, the property keeps its value.
    func _lend(_ owner: some PersistentModel, _ index: Int) -> Value
    /// Returns the value without an object: the value of a `let`, or a value that the history has
    /// preserved. Returns nil if no value is loaded.
    ///
    /// - Throws: ``SwiftDataError/missingExternalFile``.
    func _constant() throws -> Value?

    /// The description of the slot, for the layout of its model.
    static var _description: SlotDescription { get }
    /// The state of a to-one relationship; nil in other slots.
    var _toOne: ToOneState? { get set }
    /// The state of a to-many relationship; nil in other slots.
    var _toMany: ToManyState? { get set }
    /// Fills a to-many relationship with the loaded objects.
    mutating func _setMembers(_ models: [AnyObject])
    /// The value of an attribute as SQLite holds it.
    ///
    /// - Throws: The error that encoding the value throws.
    var _sqlValue: SQLValueBox { get throws }
    /// Loads a value that is not loaded, for a copy of the slot.
    func _retain()
  }
}

extension _Storage.Slot {
  /// Creates a slot that holds a value; nil if the value is of another type.
  init?(holding value: Any?) {
    guard let value = value as? Value else { return nil }
    self.init()
    initialize(value)
  }

  public var _toOne: _Storage.ToOneState? {
    get { nil }
    set {}
  }
  public var _toMany: _Storage.ToManyState? {
    get { nil }
    set {}
  }
  public mutating func _setMembers(_ models: [AnyObject]) {}
  public func _lend(_ owner: some PersistentModel, _ index: Int) -> Value { get(owner, index) }
  /// Returns nil, for slots that a `let` cannot have.
  public func _constant() -> Value? { nil }
  public var _sqlValue: _Storage.SQLValueBox { _Storage.SQLValueBox(.null) }
  public func _retain() {}
}

extension _Storage {
  /// The description of a slot that its type provides, for the layout of a model.
  public struct SlotDescription {
    enum Kind {
      case attribute
      case toOne(any PersistentModel.Type)
      case toMany(any PersistentModel.Type)
    }

    let kind: Kind
    /// The column; nil if the slot has none.
    let column: ColumnType?
    let isOptional: Bool
    let valueType: any Any.Type
    /// `true` if the column holds exactly the value that Swift compares, so that SQL may compare it.
    var isComparable = true
    /// `true` if the column holds JSON.
    var isJSON = false
    /// `true` if the value may be in a file beside the store.
    var isExternal = false

    /// The type of the values that are not nil.
    var wrappedType: any Any.Type {
      (valueType as? any OptionalValue.Type)?.wrappedType ?? valueType
    }
  }

  /// An operation on one slot of any type.
  public protocol SlotVisitor {
    /// Visits the slot of a property. Mutations change the object.
    mutating func visit<S: Slot>(_ slot: inout S)
    /// Visits a `let`. It has no slot, and is visited as a slot that holds its value.
    mutating func visitConstant<S: Slot>(_ value: S.Value, _ slot: S.Type)
  }
}

extension _Storage.SlotVisitor {
  /// Visits a slot that is made for the visit and holds the value of the `let`.
  public mutating func visitConstant<S: _Storage.Slot>(_ value: S.Value, _ type: S.Type) {
    var slot = S()
    slot.initialize(value)
    visit(&slot)
  }
}

extension _Model {
  /// A placeholder for a stored property. With it, the compiler checks that initialisers set the
  /// property.
  public struct Marker {
    /// Creates the placeholder.
    @inlinable
    public init() {}
  }
}
