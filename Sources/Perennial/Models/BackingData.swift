/// The values of a model, by key path, apart from the model itself.
///
/// The accessors that `@Model` writes do not use backing data. It is for programs and custom
/// stores. Setting a value does not mutate the backing data, because it references storage.
public protocol BackingData<Model> {
  /// The class whose properties the data has.
  associatedtype Model: PersistentModel
  /// Creates backing data for an object that does not exist yet. Properties have their defaults.
  init(for modelType: Model.Type)
  /// The identifier of the object; nil for an object that does not exist yet.
  var persistentModelID: PersistentIdentifier? { get set }
  /// Additional information of the implementation about the data. Its type is not specified.
  var metadata: Any { get }

  /// Returns the value of an attribute.
  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value
  /// Returns the object that a required to-one relationship references.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value
  /// Returns the object that a to-one relationship references, or nil if there is none.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?
  /// Returns the objects of a to-many relationship.
  func getValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement
  /// Returns the objects of a to-many relationship whose collection can be decoded too.
  func getValue<Value: RelationshipCollection & Decodable, OtherModel: PersistentModel>(
    forKey: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement
  /// Returns the value of a property of any type. Used for transformable attributes.
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

  /// Sets the value of an attribute.
  func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)
  /// Sets the object that a required to-one relationship references.
  func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value)
  /// Sets the object that a to-one relationship references. Nil clears the relationship.
  func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value?>, to newValue: Value?)
  /// Sets the objects of a to-many relationship.
  func setValue<Value: RelationshipCollection, OtherModel: PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement
  /// Sets the objects of a to-many relationship whose collection can be encoded too.
  func setValue<
    Value: RelationshipCollection & Encodable, OtherModel: PersistentModel
  >(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement
  /// Sets the value of a property of any type. Used for transformable attributes.
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}

/// The values of a to-many relationship.
public protocol RelationshipCollection {
  /// The class of the related objects.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The class of the related objects.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  /// The class of the related objects.
  public typealias PersistentElement = Wrapped.Element
}
