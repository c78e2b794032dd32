extension _Storage {
  /// An optional to-one relationship: a column with the other row's key.
  public struct ToOneSlot<Model: PersistentModel>: Slot {
    var state: ToOneState

    /// Creates a slot that references no object.
    public init() { state = .none }

    public init(_ row: inout Row) { state = ToOneState(rowID: row.int64()) }

    public func _bind(_ binder: inout Binder) { state.bind(&binder) }

    /// Sets the first object.
    public mutating func initialize(_ value: Model?) { state = ToOneState(value) }

    /// Sets another object, and returns both for the upkeep of the inverse.
    public mutating func replace(_ value: Model?) -> ToOneReplacement {
      defer { state = ToOneState(value) }
      return ToOneReplacement(old: state, new: value)
    }

    /// Returns the referenced object, from the identity map or the store; nil if there is none.
    public func get(_ owner: some PersistentModel, _ index: Int) -> Model? {
      state.resolve(Model.self, for: owner, index)
    }

    public var _toOne: ToOneState? {
      get { state }
      set { state = newValue ?? .none }
    }

    public var _sqlValue: SQLValueBox {
      SQLValueBox(state.rowID == 0 ? .null : .integer(state.rowID))
    }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .toOne(Model.self), column: ColumnType(.integer, isNullable: true),
        isOptional: true, valueType: Model?.self)
    }
  }

  /// A to-one relationship that must not be empty when it is saved.
  public struct RequiredToOneSlot<Model: PersistentModel>: Slot {
    var state: ToOneState

    /// Creates a slot that references no object.
    public init() { state = .none }

    public init(_ row: inout Row) { state = ToOneState(rowID: row.int64()) }

    public func _bind(_ binder: inout Binder) { state.bind(&binder) }

    /// Sets the first object.
    public mutating func initialize(_ value: Model) { state = ToOneState(value) }

    /// Sets another object, and returns both for the upkeep of the inverse.
    public mutating func replace(_ value: Model) -> ToOneReplacement {
      defer { state = ToOneState(value) }
      return ToOneReplacement(old: state, new: value)
    }

    /// Returns the referenced object, from the identity map or the store; a blank object if there
    /// is none.
    public func get(_ owner: some PersistentModel, _ index: Int) -> Model {
      if let model = state.resolve(Model.self, for: owner, index) { return model }
      return _Model.missingModel(Model.self, of: owner, at: index)
    }

    public var _toOne: ToOneState? {
      get { state }
      set { state = newValue ?? .none }
    }

    public var _sqlValue: SQLValueBox {
      SQLValueBox(state.rowID == 0 ? .null : .integer(state.rowID))
    }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .toOne(Model.self), column: ColumnType(.integer, isNullable: true),
        isOptional: false, valueType: Model.self)
    }
  }

  /// The objects before and after an assignment to a to-one relationship.
  public struct ToOneReplacement {
    let old: ToOneState
    let new: (any PersistentModel)?
  }
}

extension _Storage.ToOneState {
  /// References an object strongly. `InverseMaintainer` releases the object if the owner is in a
  /// graph.
  init(_ model: (any PersistentModel)?) {
    guard let model else { return }
    rowID = model._$header.pointee.rowID
    self.model = model
  }

  func bind(_ binder: inout _Storage.Binder) {
    binder.bind(reference: rowID)
  }

  /// Returns the other object, from the graph of `owner` or from the reference itself.
  func resolve<Model: PersistentModel>(
    _ type: Model.Type, for owner: some PersistentModel, _ index: Int
  ) -> Model? {
    if rowID == 0 { return nil }
    if let model { return model as? Model }
    let target = owner._$header.pointee.modelGraph?.target(of: owner, property: index, rowID: rowID)
    guard let model = target as? Model, !model.isLeftOut else { return nil }
    return model
  }
}
