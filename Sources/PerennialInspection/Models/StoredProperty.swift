import Perennial

/// A class that was created from a store's description of an entity.
protocol StoredModel: DescribedModel {
  static var entity: StoredEntity { get }
  /// The value of a property. The key paths of stored objects use this subscript.
  subscript<Value>(key: StoredKey<Value>) -> Value { get set }
}

/// A key of a property: its index, and the type of its value.
struct StoredKey<Value>: Hashable {
  let index: Int
}

/// A property of a ``StoredEntity``.
class StoredProperty {
  let description: PropertyDescription
  /// The index among the properties of the entity, after the inherited ones.
  let index: Int

  init(_ description: PropertyDescription, index: Int) {
    self.description = description
    self.index = index
  }

  var slot: any _Storage.Slot.Type { _Storage.AttributeSlot<Int>.self }
  /// The key path from the class that declares the property.
  var keyPath: AnyKeyPath { \StoredProperty.index }

  /// Returns the key path from a class that inherits the property.
  func keyPath<Model: StoredModel>(from model: Model.Type) -> AnyKeyPath { keyPath }
  func makeSlot() -> ObjectSlot { ObjectSlot() }
  func value<Value>(of object: any StoredModel) -> Value? { nil }
  func setValue(_ value: Any, of object: any StoredModel) {}
}

/// A property with the class that declares it, and with the type of its slot.
final class TypedStoredProperty<Owner: StoredModel, Slot: _Storage.Slot>: StoredProperty {
  private var path: ReferenceWritableKeyPath<Owner, Slot.Value> {
    \Owner[StoredKey<Slot.Value>(index: index)]
  }

  override var slot: any _Storage.Slot.Type { Slot.self }
  override var keyPath: AnyKeyPath { path }

  override func keyPath<Model: StoredModel>(from model: Model.Type) -> AnyKeyPath {
    \Model[StoredKey<Slot.Value>(index: index)]
  }

  override func makeSlot() -> ObjectSlot { TypedObjectSlot<Slot>() }

  override func value<Value>(of object: any StoredModel) -> Value? {
    (object as? Owner)?.getTransformableValue(forKey: path) as? Value
  }

  override func setValue(_ value: Any, of object: any StoredModel) {
    guard let value = value as? Slot.Value, let object = object as? Owner else { return }
    object.setTransformableValue(forKey: path, to: value)
  }
}
