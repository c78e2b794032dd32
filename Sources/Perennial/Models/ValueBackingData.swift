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

/// Values of properties, whichever class of a chain they were given for.
protocol HeldValues: AnyObject {
  /// By the key path of the class that declares the property.
  var values: [AnyKeyPath: Any] { get }
}

/// Values of an object that does not exist yet.
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

  /// Sets a value of which only its property tells the type, by the property's own key path.
  func hold(_ value: Any, at keyPath: AnyKeyPath) { values[keyPath] = value }
}

/// An object seen as backing data of its class, or of one that it inherits from.
protocol ObjectValues: AnyObject {
  var object: (any PersistentModel)? { get }
}

/// The values of an object, wherever they are: the object itself, seen as backing data.
final class LiveBackingData<Model: PersistentModel>: ValueBackingData, ObjectValues {
  let model: Model?
  var object: (any PersistentModel)? { model }

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
