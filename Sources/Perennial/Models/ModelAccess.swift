import Observation

// The functions that the accessors written by `@Model` call around every read and write.

extension _Model {
  /// Prepares a read: merges saves of other contexts, reloads stale values and reports the access.
  @inlinable
  public static func willRead<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
  ) {
    if model._$header.pointee._needsAttention() { prepareRead(model, keyPath()) }
  }

  /// Performs the work that ``willRead(_:_:)`` found necessary: merges remote changes, reloads
  /// stale values and reports the access to the observation that is tracked.
  public static func prepareRead<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>
  ) {
    let header = model._$header
    if header.pointee.state.contains(.alias) { return prepareRead(ofAlias: model, keyPath) }
    header.pointee.modelGraph?.mergeRemoteChanges()
    if header.pointee.state.contains(.stale) { header.pointee.modelGraph?.reload(model) }
    if ObservationProbe.isTracking {
      observation(of: model).registrar.access(model, keyPath: keyPath)
    }
  }

  /// Prepares a write: reloads the value if it is stale, records the change in the context and
  /// notifies observers. Due autosaves and saves of other contexts are processed first.
  public static func willSet<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ index: Int
  ) {
    let header = model._$header
    if header.pointee.state.contains(.alias) {
      return willSet(ofAlias: model, keyPath(), index)
    }
    header.pointee.modelGraph?.willSet(model, index)
    if let observation = header.pointee.extras?.registrar {
      observation.willSet(model, keyPath())
      header.pointee.modelGraph?.didNotifyObservers(of: model, index)
    }
  }

  /// Completes a write: notifies observers.
  public static func didSet<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ index: Int,
    _ replaced: Void
  ) {
    if model._$header.pointee.state.contains(.alias) {
      return didSet(ofAlias: model, keyPath(), index)
    }
    if let observation = model._$header.pointee.extras?.registrar {
      observation.didSet(model, keyPath())
    }
  }

  /// Completes a write to a to-one relationship: updates its inverse and notifies observers.
  public static func didSet<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ index: Int,
    _ replaced: _Storage.ToOneReplacement
  ) {
    if model._$header.pointee.state.contains(.alias) {
      return didSet(ofAlias: model, keyPath: keyPath(), index: index, replacing: replaced)
    }
    InverseMaintainer.didReplaceToOne(replaced, of: model, index)
    didSet(model, keyPath(), index, ())
  }

  /// Completes a write to a to-many relationship: updates its inverse and notifies observers.
  public static func didSet<Model: PersistentModel, Value, Element: PersistentModel>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ index: Int,
    _ value: [Element]
  ) {
    if model._$header.pointee.state.contains(.alias) {
      return didSet(ofAlias: model, keyPath: keyPath(), index: index, value: value)
    }
    InverseMaintainer.replaceToMany(with: value, of: model, index)
    didSet(model, keyPath(), index, ())
  }

  /// Completes a write to an optional to-many relationship. Assigning nil removes all members.
  public static func didSet<Model: PersistentModel, Value, Element: PersistentModel>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ index: Int,
    _ value: [Element]?
  ) {
    didSet(model, keyPath(), index, value ?? [])
  }

  /// Prepares a write to a transient property: notifies observers. The context isn't informed.
  public static func willSetTransient<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
  ) {
    if let observation = model.original._$header.pointee.extras?.registrar {
      observation.willSet(model, keyPath())
    }
  }

  /// Completes a write to a transient property: notifies observers.
  public static func didSetTransient<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
  ) {
    if let observation = model.original._$header.pointee.extras?.registrar {
      observation.didSet(model, keyPath())
    }
  }

  /// Implements a model's `access(keyPath:)`, for programs that track computed properties themselves.
  public static func access<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>
  ) {
    if ObservationProbe.isTracking {
      observation(of: model.original).registrar.access(model, keyPath: keyPath)
    }
  }

  /// Implements a model's `withMutation(keyPath:)`.
  public static func withMutation<Model: PersistentModel, Value, Result>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    guard let observation = model.original._$header.pointee.extras?.registrar else {
      return try mutation()
    }
    observation.willSet(model, keyPath)
    defer { observation.didSet(model, keyPath) }
    return try mutation()
  }

  // MARK: - Property observers

  /// Returns `true` if a property's `willSet` and `didSet` may run. They do not run while they are
  /// already running, so that an observer may assign to its own property.
  public static func beginObserving(_ model: some PersistentModel, _ index: Int) -> Bool {
    extras(of: model._$header).observing.insert(index).inserted
  }

  /// Allows a property's `willSet` and `didSet` to run again. Balances ``beginObserving(_:_:)``.
  public static func endObserving(_ model: some PersistentModel, _ index: Int) {
    model._$header.pointee.extras?.observing.remove(index)
  }
}

extension _Model.Header {
  /// Returns `true` if a read must do more than return the value.
  public func _needsAttention() -> Bool {
    if !state.isDisjoint(with: .disturbed) { return true }
    return hasRemoteChanges || ObservationProbe.isTracking
  }
}

/// Returns the object's observers. Creates them and marks the object as observed if it has none.
func observation(of model: some PersistentModel) -> ModelObservation {
  let header = model._$header
  let extras = extras(of: header)
  if let registrar = extras.registrar { return registrar }
  let observation = ModelObservation(model)
  extras.registrar = observation
  header.pointee.state.insert(.observed)
  header.pointee.modelGraph?.observeRemoteChanges(of: model)
  return observation
}

func extras(of header: UnsafeMutablePointer<_Model.Header>) -> ModelExtras {
  if let extras = header.pointee.extras { return extras }
  let extras = ModelExtras()
  header.pointee.extras = extras
  return extras
}

// MARK: - Rows

extension _Storage {
  /// Initialises a slot of an object that was allocated without an initialiser.
  @inlinable
  public static func emplace<S: Slot>(_ slot: inout S, _ row: inout Row) {
    withUnsafeMutablePointer(to: &slot) { $0.initialize(to: S(&row)) }
  }

  /// Initialises the slot of a transient property, without a value, in an object that was allocated
  /// without an initialiser.
  @inlinable
  public static func emplaceEmpty<Value>(_ slot: inout TransientSlot<Value>) {
    withUnsafeMutablePointer(to: &slot) { $0.initialize(to: TransientSlot()) }
  }

  /// Reads a slot again if its property is in the mask. A value that cannot be decoded leaves the
  /// slot unchanged.
  public static func load<S: Slot>(
    _ slot: inout S, _ row: inout Row, _ index: Int, _ mask: UInt64
  ) {
    if PropertyMask(rawValue: mask).contains(property: index) {
      let failure = row.failure
      let loaded = S(&row)
      if row.failure === failure { slot = loaded }
    } else {
      skip(S.self, &row)
    }
  }

  /// Moves a row past the column of a slot. A slot without a column leaves the row unchanged.
  public static func skip<S: Slot>(_ slot: S.Type, _ row: inout Row) {
    if S._description.column != nil { row.skip(1) }
  }

  /// Returns the value of a `let` from a row.
  public static func decode<S: Slot>(
    _ slot: S.Type, _ row: inout Row, _ owner: any PersistentModel.Type, _ index: Int
  ) -> S.Value {
    let failure = row.failure
    do {
      let slot = S(&row)
      guard row.failure === failure else {
        return MissingValue.substitute(S.Value.self, of: owner, index)
      }
      if let value = try slot._constant() { return value }
    } catch {
      // A `let` cannot be read later, when its file is available again.
      row.failBehind(error)
      return MissingValue.replacement(S.Value.self, of: owner, index)
    }
    return MissingValue.make(S.Value.self, of: owner, index)
  }

  /// Binds a slot, if its property is in the mask.
  @inlinable
  public static func bind<S: Slot>(
    _ slot: S, _ binder: inout Binder, _ index: Int, _ mask: UInt64
  ) {
    if mask & (1 << UInt64(min(index, 63))) != 0 { slot._bind(&binder) }
  }

  /// Binds the value of a `let`, if its property is in the mask.
  public static func bindConstant<S: Slot>(
    _ value: S.Value, _ slot: S.Type, _ binder: inout Binder, _ index: Int, _ mask: UInt64
  ) {
    var slot = S()
    slot.initialize(value)
    bind(slot, &binder, index, mask)
  }
}
