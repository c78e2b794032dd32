/// Backing data whose overloads all lead to one pair of functions.
protocol ValueBackingData: BackingData {
  func value<Value>(at keyPath: KeyPath<Model, Value>) -> Value
  func setValue<Value>(at keyPath: KeyPath<Model, Value>, _ value: Value)
}

extension ValueBackingData {
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    value(at: keyPath)
  }
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    value(at: keyPath)
  }
  public func getValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>
  ) -> Value? {
    value(at: keyPath)
  }
  public func getValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement {
    value(at: keyPath)
  }
  public func getValue<Value: RelationshipCollection & Decodable, OtherModel: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement {
    value(at: keyPath)
  }
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    value(at: keyPath)
  }

  public func setValue<Value: Encodable>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    setValue(at: keyPath, newValue)
  }
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    setValue(at: keyPath, newValue)
  }
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    setValue(at: keyPath, newValue)
  }
  public func setValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    setValue(at: keyPath, newValue)
  }
  public func setValue<
    Value: RelationshipCollection & Encodable, OtherModel: PersistentModel
  >(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    setValue(at: keyPath, newValue)
  }
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    setValue(at: keyPath, newValue)
  }
}

/// Values of an object that does not exist yet.
final class DetachedBackingData<Model: PersistentModel>: ValueBackingData {
  var persistentModelID: PersistentIdentifier?
  var metadata: Any { Model.schemaMetadata }
  private(set) var values: [AnyKeyPath: Any] = [:]

  init(for modelType: Model.Type) {}

  func value<Value>(at keyPath: KeyPath<Model, Value>) -> Value {
    if let value = values[keyPath] as? Value { return value }
    let index = ModelLayout.of(Model.self).property(at: keyPath)?.index ?? -1
    return MissingValue.make(Value.self, of: Model.self, index)
  }

  func setValue<Value>(at keyPath: KeyPath<Model, Value>, _ value: Value) {
    values[keyPath] = value
  }

  /// Sets a value of which only its property tells the type.
  func hold(_ value: Any, at keyPath: AnyKeyPath) { values[keyPath] = value }
}

/// The values of an object, wherever they are: the object itself, seen as backing data.
final class LiveBackingData<Model: PersistentModel>: ValueBackingData {
  let model: Model?

  init(of model: Model) { self.model = model }

  init(for modelType: Model.Type) { model = nil }

  /// The identity is the object's own; it cannot be given another.
  var persistentModelID: PersistentIdentifier? {
    get { model?.persistentModelID }
    set {}
  }

  var metadata: Any { Model.schemaMetadata }

  func value<Value>(at keyPath: KeyPath<Model, Value>) -> Value {
    if let model { return model.slotValue(at: keyPath) }
    return MissingValue.make(Value.self, of: Model.self, -1)
  }

  func setValue<Value>(at keyPath: KeyPath<Model, Value>, _ value: Value) {
    model?.setSlotValue(at: keyPath, value)
  }
}
