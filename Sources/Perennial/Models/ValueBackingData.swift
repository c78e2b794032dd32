/// Backing data whose overloads all call one pair of functions.
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

/// The values of properties, for any class of an inheritance chain.
protocol HeldValues: AnyObject {
  /// The values, by the key path of the class that declares the property.
  var values: [AnyKeyPath: Any] { get }
}

/// The values of an object that does not exist yet.
final class DetachedBackingData<Model: PersistentModel>: ValueBackingData, HeldValues {
  var persistentModelID: PersistentIdentifier?
  var metadata: Any { Model.schemaMetadata }
  private(set) var values: [AnyKeyPath: Any] = [:]

  init(for modelType: Model.Type) {}

  func value<Value>(at keyPath: KeyPath<Model, Value>) -> Value {
    let property = ModelLayout.of(Model.self).property(at: keyPath)
    if let value = values[property?.keyPath ?? keyPath] as? Value { return value }
    return MissingValue.make(Value.self, of: Model.self, property?.index ?? -1)
  }

  func setValue<Value>(at keyPath: KeyPath<Model, Value>, _ value: Value) {
    values[ModelLayout.of(Model.self).property(at: keyPath)?.keyPath ?? keyPath] = value
  }

  /// Sets a value by its property's own key path. The property determines the type of the value.
  func hold(_ value: Any, at keyPath: AnyKeyPath) { values[keyPath] = value }
}

/// An object as backing data of its class, or of a class that it inherits from.
protocol ObjectValues: AnyObject {
  var object: (any PersistentModel)? { get }
}

/// The values of an existing object, as backing data. The object itself holds the values.
final class LiveBackingData<Model: PersistentModel>: ValueBackingData, ObjectValues {
  let model: Model?
  var object: (any PersistentModel)? { model }

  init(of model: Model) { self.model = model }

  init(for modelType: Model.Type) { model = nil }

  /// The object's own identity. Setting it has no effect.
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
