import Foundation

/// The replacement for a value that a property does not have: its row does not exist, or never had
/// the value.
///
/// It is the declared default. Without a default, it is nil for an optional, and otherwise an empty
/// value of the type. The empty value is decoded from a decoder that returns only zeros.
enum MissingValue {
  static func make<Value>(
    _ type: Value.Type, of owner: any PersistentModel.Type, _ index: Int
  ) -> Value {
    let layout = ModelLayout.of(owner)
    let property = layout.properties.indices.contains(index) ? layout.properties[index] : nil
    Log.model.error(
      "\(layout.entityName).\(property?.name ?? "?") was read, but its row does not exist")
    return replacement(type, of: owner, index)
  }

  /// Returns the value that is read in place of an unreadable one.
  static func replacement<Value>(
    _ type: Value.Type, of owner: any PersistentModel.Type, _ index: Int
  ) -> Value {
    let layout = ModelLayout.of(owner)
    let property = layout.properties.indices.contains(index) ? layout.properties[index] : nil
    if let value = property?.defaultValue as? Value { return value }
    if let value = Any?.none as? Value { return value }
    return neutral(type) ?? MissingValueTrap.value(type)
  }

  /// Returns an empty value of a type: zero, an empty text, or the first case. Returns nil if there
  /// is none.
  static func neutral<Value>(_ type: Value.Type) -> Value? {
    if let value = (type as? any _Storage.ColumnValue.Type)?._placeholder as? Value { return value }
    if let value = first(type as? any CaseIterable.Type) as? Value { return value }
    guard let decodable = type as? any Decodable.Type else { return nil }
    return try? decodable.init(from: EmptyDecoder()) as? Value
  }

  /// Returns the value of a constant whose stored value its type cannot represent.
  static func substitute<Value>(
    _ type: Value.Type, of owner: any PersistentModel.Type, _ index: Int
  ) -> Value {
    Any?.none as? Value ?? replacement(type, of: owner, index)
  }

  private static func first(_ type: (any CaseIterable.Type)?) -> Any? {
    func open<C: CaseIterable>(_ type: C.Type) -> Any? { type.allCases.first }
    return type.flatMap { open($0) }
  }
}

extension _Model {
  /// Returns the replacement for a value that an object does not have, and logs an error. See
  /// ``MissingValue``.
  public static func missingValue<Value>(
    _ type: Value.Type, of owner: some PersistentModel, at index: Int
  ) -> Value {
    MissingValue.make(type, of: Swift.type(of: owner), index)
  }

  /// Returns a blank object for a required relationship that does not reference an object.
  ///
  /// The object belongs to no context and has default values.
  public static func missingModel<Model: PersistentModel>(
    _ type: Model.Type, of owner: some PersistentModel, at index: Int
  ) -> Model {
    let layout = ModelLayout.of(Swift.type(of: owner))
    Log.model.error(
      "\(layout.entityName).\(layout.properties[index].name) references a missing \(type); a blank object is returned"
    )
    return Model(backingData: DetachedBackingData<Model>(for: type))
  }
}
