extension _Storage {
  /// A to-many relationship. It has no column: the other side's column or a join table holds it.
  public struct ToManySlot<Model: PersistentModel>: Slot {
    var cache: TypedToManyCache<Model>?

    /// Creates a slot whose objects are not loaded.
    public init() { cache = nil }

    public init(_ row: inout Row) { cache = nil }

    public func _bind(_ binder: inout Binder) {}

    /// Sets the first objects.
    public mutating func initialize(_ value: [Model]) {
      let cache = TypedToManyCache(value)
      cache.isUnlinked = !value.isEmpty
      self.cache = cache
    }

    /// Returns the new objects. ``_Model/didSet(_:_:_:_:)`` assigns them, together with their
    /// inverses.
    public mutating func replace(_ value: [Model]) -> [Model] { value }

    /// Returns the related objects, in order. They are loaded on the first read.
    public func get(_ owner: some PersistentModel, _ index: Int) -> [Model] {
      guard let cache else { return InverseMaintainer.load(Model.self, of: owner, index) }
      return owner._$header.pointee.mayLeaveOut ? cache.shown : cache.models
    }

    public func _lend(_ owner: some PersistentModel, _ index: Int) -> [Model] {
      if cache == nil { _ = InverseMaintainer.currentMembers(of: owner, index) }
      guard !owner._$header.pointee.mayLeaveOut,
        let cache = owner.members(index) as? TypedToManyCache<Model>
      else { return get(owner, index) }
      return cache.lend(of: owner, index)
    }

    public mutating func _setMembers(_ models: [AnyObject]) {
      cache = TypedToManyCache(models.compactMap { $0 as? Model })
    }

    public var _toMany: ToManyState? {
      get { ToManyState(models: cache) }
      set { cache = newValue?.models as? TypedToManyCache<Model> }
    }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .toMany(Model.self), column: nil, isOptional: false, valueType: [Model].self)
    }
  }

  /// An optional to-many relationship. Reading it never returns nil. Assigning nil empties the
  /// relationship.
  public struct OptionalToManySlot<Model: PersistentModel>: Slot {
    private var slot = ToManySlot<Model>()

    /// Creates a slot whose objects are not loaded.
    public init() {}

    public init(_ row: inout Row) {}

    public func _bind(_ binder: inout Binder) {}

    /// Sets the first objects.
    public mutating func initialize(_ value: [Model]?) { slot.initialize(value ?? []) }

    /// Returns the new objects. ``_Model/didSet(_:_:_:_:)`` assigns them, together with their
    /// inverses.
    public mutating func replace(_ value: [Model]?) -> [Model]? { value ?? [] }

    /// Returns the related objects, in order. They are loaded on the first read.
    public func get(_ owner: some PersistentModel, _ index: Int) -> [Model]? {
      slot.get(owner, index)
    }

    public func _lend(_ owner: some PersistentModel, _ index: Int) -> [Model]? {
      slot._lend(owner, index)
    }

    public mutating func _setMembers(_ models: [AnyObject]) { slot._setMembers(models) }

    public var _toMany: ToManyState? {
      get { slot._toMany }
      set { slot._toMany = newValue }
    }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .toMany(Model.self), column: nil, isOptional: true, valueType: [Model]?.self)
    }
  }
}
