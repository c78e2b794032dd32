/// An optional to-one relationship: a column with the other row's key.
public struct _ToOneSlot<Model: PersistentModel>: _Slot {
  var state: _ToOneState

  public init() { state = .none }

  public init(_ row: inout _Row) { state = _ToOneState(rowID: row.int64()) }

  public func _bind(_ binder: inout _Binder) { state.bind(&binder) }

  public mutating func initialize(_ value: Model?) { state = _ToOneState(value) }

  public mutating func replace(_ value: Model?) -> _ToOneReplacement {
    defer { state = _ToOneState(value) }
    return _ToOneReplacement(old: state, new: value)
  }

  public func get(_ owner: some PersistentModel, _ index: Int) -> Model? {
    state.resolve(Model.self, for: owner, index)
  }

  public var _toOne: _ToOneState? {
    get { state }
    set { state = newValue ?? .none }
  }

  public var _sqlValue: _SQLValueBox {
    _SQLValueBox(state.rowID == 0 ? .null : .integer(state.rowID))
  }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .toOne(Model.self), column: _ColumnDescription(.integer, isNullable: true),
      isOptional: true, valueType: Model?.self)
  }
}

/// A to-one relationship that must not be empty when it is saved.
public struct _RequiredToOneSlot<Model: PersistentModel>: _Slot {
  var state: _ToOneState

  public init() { state = .none }

  public init(_ row: inout _Row) { state = _ToOneState(rowID: row.int64()) }

  public func _bind(_ binder: inout _Binder) { state.bind(&binder) }

  public mutating func initialize(_ value: Model) { state = _ToOneState(value) }

  public mutating func replace(_ value: Model) -> _ToOneReplacement {
    defer { state = _ToOneState(value) }
    return _ToOneReplacement(old: state, new: value)
  }

  public func get(_ owner: some PersistentModel, _ index: Int) -> Model {
    if let model = state.resolve(Model.self, for: owner, index) { return model }
    return _missingModel(Model.self, owner, index)
  }

  public var _toOne: _ToOneState? {
    get { state }
    set { state = newValue ?? .none }
  }

  public var _sqlValue: _SQLValueBox {
    _SQLValueBox(state.rowID == 0 ? .null : .integer(state.rowID))
  }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .toOne(Model.self), column: _ColumnDescription(.integer, isNullable: true),
      isOptional: false, valueType: Model.self)
  }
}

/// The objects before and after an assignment to a to-one relationship.
public struct _ToOneReplacement {
  let old: _ToOneState
  let new: (any PersistentModel)?
}

extension _ToOneState {
  /// References an object strongly. `InverseMaintainer` releases the object if the owner is in a
  /// graph.
  init(_ model: (any PersistentModel)?) {
    guard let model else { return }
    rowID = model._$header.pointee.rowID
    self.model = model
  }

  func bind(_ binder: inout _Binder) {
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
