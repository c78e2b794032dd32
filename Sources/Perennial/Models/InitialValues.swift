extension _Model {
  /// The values that an initialiser assigns to `_$backingData` before the object exists. Used in
  /// classes with handwritten init accessors.
  public struct InitialValues<Model: PersistentModel> {
    private var values: [(keyPath: AnyKeyPath, set: (Model) -> Void)] = []

    /// Creates an empty collection of values.
    public init() {}

    /// Records the value of an attribute or relationship.
    public mutating func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to value: Value) {
      values.append((keyPath, { $0.setSlotValue(at: keyPath, value) }))
    }

    /// Records the value of a transformable attribute.
    public mutating func setTransformableValue<Value>(
      forKey keyPath: KeyPath<Model, Value>, to value: Value
    ) {
      setValue(forKey: keyPath, to: value)
    }

    fileprivate mutating func takeAll() -> [(keyPath: AnyKeyPath, set: (Model) -> Void)] {
      defer { values = [] }
      return values
    }
  }

  /// Moves the values to the slots of the object.
  public static func assign<Model: PersistentModel>(
    _ model: Model, _ values: inout InitialValues<Model>
  ) {
    for value in values.takeAll() { value.set(model) }
  }

  /// The registrar of a model, for programs that observe their own properties with it.
  public struct Registrar<Model: PersistentModel> {
    /// Creates a registrar. It has no state: the model has its observers.
    public init() {}

    /// Reports a read of a property.
    public func access<Value>(_ model: Model, keyPath: KeyPath<Model, Value>) {
      _Model.access(model, keyPath)
    }

    /// Notifies observers before and after a mutation of a property.
    public func withMutation<Value, Result>(
      of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
    ) rethrows -> Result {
      try _Model.withMutation(model, keyPath, mutation)
    }
  }

  /// Returns the value of a constant of a subclass, from the backing data of its root class.
  public static func value<Model: PersistentModel, Owner, Value>(
    of keyPath: KeyPath<Owner, Value>, in data: any BackingData<Model>
  ) -> Value {
    func read<Data: BackingData>(_ data: Data) -> Value? {
      guard let keyPath = keyPath as AnyKeyPath as? KeyPath<Data.Model, Value> else { return nil }
      return data.getTransformableValue(forKey: keyPath)
    }
    if let detached = data as? any HeldValues, let value = detached.values[keyPath] as? Value {
      return value
    }
    return read(data) ?? MissingValue.make(Value.self, of: Model.self, -1)
  }
}

extension _Storage {
  /// Initialises an empty `_$backingData` in an object that was allocated without an initialiser.
  public static func emplaceEmpty<Model: PersistentModel>(
    _ values: inout _Model.InitialValues<Model>
  ) {
    withUnsafeMutablePointer(to: &values) { $0.initialize(to: _Model.InitialValues()) }
  }

  /// Returns a row that begins at a subclass's columns, after the columns of the superclass's slots.
  public static func row(_ row: inout Row, after slots: [any Slot.Type]) -> Row {
    // The remaining levels are for the superclass.
    let start = row.levels.popLast()
    var rest = row
    rest.levels = RowLevels()
    if let start {
      rest.column = start
    } else {
      for slot in slots where slot._description.column != nil { rest.column += 1 }
    }
    return rest
  }

  /// Moves a row to the end of a subclass's columns, and adds the failures of these columns to the
  /// row.
  public static func rejoin(_ row: inout Row, _ own: Row) {
    row.column = own.column
    for failure in own.failure?.all ?? [] {
      row.failure = RowFailure(failure.column, failure.error, after: row.failure)
    }
  }

  /// Moves a row to the columns of a subclass, if columns of other classes precede them.
  public static func descend(_ row: inout Row) {
    if let start = row.levels.popFirst() { row.column = start }
  }
}
