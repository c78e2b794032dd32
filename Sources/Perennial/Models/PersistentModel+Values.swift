// Access to properties by key path, for programs that write their own accessors.

private struct ValueReader<Owner: PersistentModel, Value>: _Storage.SlotVisitor {
  let owner: Owner
  let index: Int
  var value: Value?
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
    value = slot.get(owner, index) as? Value
  }
}

private struct ValueWriter<Owner: PersistentModel>: _Storage.SlotVisitor {
  let owner: Owner
  let index: Int
  let value: Any
  /// The update of the inverse. It runs after the visit of the slot.
  var afterwards: (() -> Void)?

  mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
    guard let value = value as? S.Value else { return }
    let replaced = slot.replace(value)
    let (owner, index) = (owner, index)
    if let replaced = replaced as? _Storage.ToOneReplacement {
      afterwards = { InverseMaintainer.didReplaceToOne(replaced, of: owner, index) }
    } else if slot._toMany != nil {
      let models = replaced as? [any PersistentModel]
      afterwards = {
        InverseMaintainer.replaceToMany(withAny: models ?? [], of: owner, index)
      }
    }
  }
}

extension PersistentModel {
  func slotValue<Value>(at keyPath: KeyPath<Self, Value>) -> Value {
    guard let property = ModelLayout.of(Self.self).property(at: keyPath) else {
      return self[keyPath: keyPath]
    }
    if let original = original as? Self, original !== self {
      return original.slotValue(at: keyPath)
    }
    // The property is observed by the key path of the class that declares it.
    if property.owner != Self.self, let value: Value = inherited(property) { return value }
    let index = property.index
    _Model.willRead(self, keyPath)
    var reader = ValueReader<Self, Value>(owner: self, index: index)
    _$visit(index, &reader)
    return reader.value ?? MissingValue.make(Value.self, of: Self.self, index)
  }

  private func inherited<Value>(_ property: PropertyLayout) -> Value? {
    func open<Owner: PersistentModel>(_ owner: Owner.Type) -> Value? {
      guard let keyPath = property.keyPath as? KeyPath<Owner, Value>, let model = self as? Owner
      else { return nil }
      return model.slotValue(at: keyPath)
    }
    return open(property.owner)
  }

  func setSlotValue<Value>(at keyPath: KeyPath<Self, Value>, _ value: Value) {
    guard let property = ModelLayout.of(Self.self).property(at: keyPath) else {
      Log.model.error("\(Self.self) has no stored property at \(keyPath); nothing was set")
      return
    }
    if let original = original as? Self, original !== self {
      return original.setSlotValue(at: keyPath, value)
    }
    if property.owner != Self.self { return setSlot(at: property.keyPath, value) }
    let index = property.index
    _Model.willSet(self, keyPath, index)
    var writer = ValueWriter(owner: self, index: index, value: value)
    _$visit(index, &writer)
    writer.afterwards?()
    _Model.didSet(self, keyPath, index, ())
  }

  /// Returns the value of an attribute.
  ///
  /// Observation tracks the read, as it does for the property itself. For a property that isn't stored, the method
  /// reads the property.
  ///
  /// ```swift
  /// let title: String = recipe.getValue(forKey: \.title)
  /// ```
  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey: KeyPath<Self, Value>) -> Value {
    slotValue(at: forKey)
  }
  /// Returns the object that a required to-one relationship references.
  public func getValue<Value: PersistentModel>(forKey: KeyPath<Self, Value>) -> Value {
    slotValue(at: forKey)
  }
  /// Returns the object that a to-one relationship references, or nil if there is none.
  public func getValue<Value: PersistentModel>(forKey: KeyPath<Self, Value?>) -> Value? {
    slotValue(at: forKey)
  }
  /// Returns the objects of a to-many relationship.
  public func getValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement {
    slotValue(at: forKey)
  }
  /// Returns the objects of a to-many relationship whose collection can be decoded too.
  public func getValue<Value: RelationshipCollection & Decodable, OtherModel: PersistentModel>(
    forKey: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement {
    slotValue(at: forKey)
  }
  /// Returns the value of a property of any type.
  public func getTransformableValue<Value>(forKey: KeyPath<Self, Value>) -> Value {
    slotValue(at: forKey)
  }

  /// Sets the value of an attribute.
  ///
  /// The context records the change, as it does for an assignment. For a property that isn't stored, the method changes
  /// nothing, and logs an error.
  ///
  /// ```swift
  /// recipe.setValue(forKey: \.minutes, to: 20)
  /// ```
  @_disfavoredOverload
  public func setValue<Value: Encodable>(forKey: KeyPath<Self, Value>, to newValue: Value) {
    setSlotValue(at: forKey, newValue)
  }
  /// Sets the object that a required to-one relationship references.
  public func setValue<Value: PersistentModel>(
    forKey: KeyPath<Self, Value>, to newValue: Value
  ) {
    setSlotValue(at: forKey, newValue)
  }
  /// Sets the object that a to-one relationship references. Nil clears the relationship.
  public func setValue<Value: PersistentModel>(
    forKey: KeyPath<Self, Value?>, to newValue: Value?
  ) {
    setSlotValue(at: forKey, newValue)
  }
  /// Sets the objects of a to-many relationship.
  public func setValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    setSlotValue(at: forKey, newValue)
  }
  /// Sets the objects of a to-many relationship whose collection can be encoded too.
  public func setValue<Value: RelationshipCollection & Encodable, OtherModel: PersistentModel>(
    forKey: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    setSlotValue(at: forKey, newValue)
  }
  /// Sets the value of a property of any type.
  public func setTransformableValue<Value>(
    forKey: KeyPath<Self, Value>, to newValue: Value
  ) {
    setSlotValue(at: forKey, newValue)
  }
}

// MARK: - Functions that `@Model` calls

extension _Model {
  /// Returns backing data that reads and writes the properties of an object.
  public static func backingData<Model: PersistentModel>(of model: Model) -> any BackingData<Model>
  {
    LiveBackingData(of: model)
  }

  /// Copies the values of backing data into an existing object.
  public static func setBackingData<Model: PersistentModel>(
    _ data: any BackingData<Model>, of model: Model
  ) {
    adopt(data, into: model)
  }

  /// Copies the values of backing data into an object.
  ///
  /// An initialiser passes the data to its superclass's initialiser unchanged. Therefore the data may
  /// be of a subclass.
  public static func adopt<Model: PersistentModel>(
    _ data: any BackingData<Model>, into model: Model
  ) {
    if let detached = data as? any HeldValues {
      for (keyPath, value) in detached.values { model.setSlot(at: keyPath, value) }
      return
    }
    func copy<Data: BackingData>(_ data: Data) {
      for property in ModelLayout.of(Data.Model.self).properties {
        guard let value = data.anyValue(of: property) else { continue }
        model.setSlot(at: property.keyPath, value)
      }
    }
    copy(data)
  }
}

extension PersistentModel {
  /// Sets a property to a value of its type. A value of another type is ignored.
  func setSlot(at keyPath: AnyKeyPath, _ value: Any) {
    guard let property = ModelLayout.of(Swift.type(of: self)).property(at: keyPath) else { return }
    func set<Owner: PersistentModel>(_ owner: Owner.Type) {
      func open<Value>(_ type: Value.Type) {
        guard let keyPath = property.keyPath as? KeyPath<Owner, Value>,
          let value = value as? Value, let model = self as? Owner
        else { return }
        model.setSlotValue(at: keyPath, value)
      }
      _openExistential(property.valueType, do: open)
    }
    set(property.owner)
  }
}

extension BackingData {
  /// Returns the value of a property that the model declares or inherits.
  func anyValue(of property: PropertyLayout) -> Any? {
    func open<Value>(_ type: Value.Type) -> Any? {
      let keyPath = ModelLayout.of(Model.self).keyPath(of: property)
      guard let keyPath = keyPath as? KeyPath<Model, Value> else { return nil }
      return getTransformableValue(forKey: keyPath) as Value
    }
    return _openExistential(property.valueType, do: open)
  }
}
