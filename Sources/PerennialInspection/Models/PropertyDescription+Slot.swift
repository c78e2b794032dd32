import Foundation
import Perennial

extension PropertyDescription {
  /// Returns the type of the slot in which a ``StoredObject`` has the property; nil for a relationship
  /// without a destination. It is the slot type that the program's property has. If only the program knows
  /// the type of the property, the slot holds the same value in the same form.
  ///
  /// - Parameter destination: The class at the other end of a relationship; nil if there is none.
  func slot(leadingTo destination: (any StoredModel.Type)?) -> (any _Storage.Slot.Type)? {
    if relationship != nil { return destination.map { relationshipSlot($0) } }
    let form = value?.form ?? .data
    if value?.isExternal == true { return externalSlot(form) }
    if form == .json { return jsonSlot }
    return slot(of: form.valueType)
      ?? slot(of: StoredForm(columnOf: column?.type ?? .blob).valueType)
  }

  private func relationshipSlot<Model: StoredModel>(_ type: Model.Type) -> any _Storage.Slot.Type {
    switch (isToMany, isOptional) {
    case (false, true): _Storage.ToOneSlot<Model>.self
    case (false, false): _Storage.RequiredToOneSlot<Model>.self
    case (true, true): _Storage.OptionalToManySlot<Model>.self
    case (true, false): _Storage.ToManySlot<Model>.self
    }
  }

  private var jsonSlot: any _Storage.Slot.Type {
    isOptional ? StoredJSONSlot<StoredJSON?>.self : StoredJSONSlot<StoredJSON>.self
  }

  private func externalSlot(_ form: StoredForm) -> any _Storage.Slot.Type {
    switch (form, isOptional) {
    case (.json, true): _Storage.ExternalSlot<StoredJSONContent<StoredJSON?>>.self
    case (.json, false): _Storage.ExternalSlot<StoredJSONContent<StoredJSON>>.self
    case (.text, true): _Storage.ExternalSlot<_Storage.PlainContent<String?>>.self
    case (.text, false): _Storage.ExternalSlot<_Storage.PlainContent<String>>.self
    case (_, true): _Storage.ExternalSlot<_Storage.PlainContent<Data?>>.self
    case (_, false): _Storage.ExternalSlot<_Storage.PlainContent<Data>>.self
    }
  }

  /// Returns the slot type of a value type; nil if the column has another type, for example because a
  /// transformer converts the values to data.
  private func slot<Value: _Storage.ColumnValue>(of type: Value.Type) -> (any _Storage.Slot.Type)? {
    guard Value._columnDescription.type == column?.type else { return nil }
    return isOptional ? _Storage.AttributeSlot<Value?>.self : _Storage.AttributeSlot<Value>.self
  }
}

extension StoredForm {
  /// The most common type whose values have the form.
  fileprivate var valueType: any _Storage.ColumnValue.Type {
    switch self {
    case .bool: Bool.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt.self
    case .double: Double.self
    case .float: Float.self
    case .date: Date.self
    case .text, .json: String.self
    case .url: URL.self
    case .data: Data.self
    case .uuid: UUID.self
    case .decimal: Decimal.self
    }
  }
}
