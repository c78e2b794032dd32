/// The values of a model, by key path, apart from the model itself.
///
/// The accessors that `@Model` writes do not use backing data. It is for programs and custom
/// stores. Setting a value does not mutate the backing data, because it references storage.
public protocol BackingData<Model> {
  associatedtype Model: PersistentModel
  init(for modelType: Model.Type)
  var persistentModelID: PersistentIdentifier? { get set }
  var metadata: Any { get }

  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?
  func getValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement
  func getValue<Value: RelationshipCollection & Decodable, OtherModel: PersistentModel>(
    forKey: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

  func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)
  func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value)
  func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value?>, to newValue: Value?)
  func setValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement
  func setValue<
    Value: RelationshipCollection & Encodable, OtherModel: PersistentModel
  >(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}

/// The values of a to-many relationship.
public protocol RelationshipCollection {
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  public typealias PersistentElement = Wrapped.Element
}
