/// A to-many relationship. It has no column: the other side's column or a join table holds it.
public struct _ToManySlot<Model: PersistentModel>: _Slot {
  var cache: TypedToManyCache<Model>?

  public init() { cache = nil }

  public init(_ row: inout _Row) { cache = nil }

  public func _bind(_ binder: inout _Binder) {}

  public mutating func initialize(_ value: [Model]) {
    let cache = TypedToManyCache(value)
    cache.isUnlinked = !value.isEmpty
    self.cache = cache
  }

  public mutating func replace(_ value: [Model]) -> [Model] { value }

  public func get(_ owner: some PersistentModel, _ index: Int) -> [Model] {
    guard let cache else { return InverseMaintainer.load(Model.self, of: owner, index) }
    return owner._$header.pointee.mayLeaveOut ? cache.shown : cache.models
  }

  public mutating func _setMembers(_ models: [AnyObject]) {
    cache = TypedToManyCache(models.compactMap { $0 as? Model })
  }

  public var _toMany: _ToManyState? {
    get { _ToManyState(models: cache) }
    set { cache = newValue?.models as? TypedToManyCache<Model> }
  }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .toMany(Model.self), column: nil, isOptional: false, valueType: [Model].self)
  }
}

/// An optional to-many relationship. Reading it never returns nil. Assigning nil empties the
/// relationship.
public struct _OptionalToManySlot<Model: PersistentModel>: _Slot {
  private var slot = _ToManySlot<Model>()

  public init() {}

  public init(_ row: inout _Row) {}

  public func _bind(_ binder: inout _Binder) {}

  public mutating func initialize(_ value: [Model]?) { slot.initialize(value ?? []) }

  public mutating func replace(_ value: [Model]?) -> [Model]? { value ?? [] }

  public func get(_ owner: some PersistentModel, _ index: Int) -> [Model]? {
    slot.get(owner, index)
  }

  public mutating func _setMembers(_ models: [AnyObject]) { slot._setMembers(models) }

  public var _toMany: _ToManyState? {
    get { slot._toMany }
    set { slot._toMany = newValue }
  }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .toMany(Model.self), column: nil, isOptional: true, valueType: [Model]?.self)
  }
}
