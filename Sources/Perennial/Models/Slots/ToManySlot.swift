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
    if let cache { return cache.models }
    return RelationshipUpkeep.load(Model.self, of: owner, index)
  }

  public mutating func _setMembers(_ models: [AnyObject]) {
    cache = TypedToManyCache(models.compactMap { $0 as? Model })
  }

  public var _toMany: _ToManyState? {
    get { _ToManyState(models: cache, isSet: true) }
    set { cache = newValue?.models as? TypedToManyCache<Model> }
  }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .toMany(Model.self), column: nil, isOptional: false, valueType: [Model].self)
  }
}

/// An optional to-many relationship. Its column tells nil from empty.
public struct _OptionalToManySlot<Model: PersistentModel>: _Slot {
  var cache: TypedToManyCache<Model>?
  var isSet: Bool

  public init() {
    cache = nil
    isSet = false
  }

  public init(_ row: inout _Row) {
    cache = nil
    isSet = row.int64() != 0
  }

  public func _bind(_ binder: inout _Binder) { binder.bind(isSet ? 1 : 0 as Int64) }

  public mutating func initialize(_ value: [Model]?) {
    isSet = value != nil
    let cache = TypedToManyCache(value ?? [])
    cache.isUnlinked = !cache.models.isEmpty
    self.cache = cache
  }

  public mutating func replace(_ value: [Model]?) -> [Model]? { value }

  public func get(_ owner: some PersistentModel, _ index: Int) -> [Model]? {
    let models = cache?.models ?? RelationshipUpkeep.load(Model.self, of: owner, index)
    return isSet || !models.isEmpty ? models : nil
  }

  public mutating func _setMembers(_ models: [AnyObject]) {
    cache = TypedToManyCache(models.compactMap { $0 as? Model })
  }

  public var _toMany: _ToManyState? {
    get { _ToManyState(models: cache, isSet: isSet) }
    set {
      cache = newValue?.models as? TypedToManyCache<Model>
      isSet = newValue?.isSet ?? false
    }
  }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .toMany(Model.self), column: _ColumnDescription(.integer), isOptional: true,
      valueType: [Model]?.self)
  }
}
