import Perennial

/// An object of a store whose program's classes are not available.
///
/// Each entity has its own class, so that the framework handles it like a class of the program. The class is
/// this generic class with the entity's number as its parameter. The declarations that `@Model` would
/// generate are looked up in a ``StoredEntity``.
class StoredObject<First: Place>: StoredModel {
  private final let header: UnsafeMutablePointer<_Model.Header>
  private final let entity: StoredEntity
  private final let slots: [ObjectSlot]

  class var entity: StoredEntity { StoredEntities.shared[First.number] }
  class var entityName: String { entity.name }
  class var hasKnownRules: Bool { entity.rules != nil }

  private init(of entity: StoredEntity) {
    self.entity = entity
    slots = entity.properties.map { $0.makeSlot() }
    header = .allocate(capacity: 1)
    header.initialize(to: _Model.Header())
  }

  required convenience init(backingData: any BackingData<StoredObject<First>>) {
    self.init(of: Self.entity)
    _Model.adopt(backingData, into: self)
  }

  required convenience init(row: inout _Storage.Row) {
    self.init(of: Self.entity)
    _$load(&row, .max)
  }

  deinit {
    header.deinitialize(count: 1)
    header.deallocate()
  }

  final subscript<Value>(key: StoredKey<Value>) -> Value {
    get {
      entity.properties[key.index].value(of: self)
        ?? _Model.missingValue(Value.self, self, key.index)
    }
    set { entity.properties[key.index].setValue(newValue, of: self) }
  }

  // MARK: Declarations that `@Model` generates

  final var persistentBackingData: any BackingData<StoredObject<First>> {
    get { _Model.backingData(of: self) }
    set { _Model.setBackingData(newValue, of: self) }
  }

  class var schemaMetadata: [Schema.PropertyMetadata] { entity.metadata }
  final var _$header: UnsafeMutablePointer<_Model.Header> { header }
  class var _$slots: [any _Storage.Slot.Type] { entity.properties.map(\.slot) }
  class var _$canEmplace: Bool { false }
  class var _$inheritedKeyPaths: [AnyKeyPath] { entity.inheritedKeyPaths }

  class func _$make(_ row: inout _Storage.Row) -> Self? { Self(row: &row) }

  final func _$emplace(_ row: inout _Storage.Row) {}

  final func _$load(_ row: inout _Storage.Row, _ mask: UInt64) {
    for (depth, part) in entity.lineage.enumerated() {
      if depth > 0 { _Storage.descend(&row) }
      for property in part.ownProperties { slots[property.index].load(&row, property.index, mask) }
    }
  }

  final func _$bind(_ binder: inout _Storage.Binder, _ mask: UInt64) {
    for (index, slot) in slots.enumerated() { slot.bind(&binder, index, mask) }
  }

  final func _$visit<V: _Storage.SlotVisitor>(_ index: Int, _ visitor: inout V) {
    if slots.indices.contains(index) { slots[index].visit(&visitor) }
  }
}
