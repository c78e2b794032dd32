import Foundation

extension PropertyDescription {
  /// The slot type that reads and writes the property's column. It is the slot type that the program's
  /// property has. If only the program knows the type of the property, the slot has the same value in the same
  /// form.
  var slot: any _Storage.Slot.Type {
    if relationship != nil { return relationshipSlot }
    let form = columnForm
    if value?.isExternal == true { return externalSlot(form) }
    if form == .json { return jsonSlot }
    return form.valueType.slot(isOptional: isOptional)
  }

  /// The form of an attribute's values in the column. It is the described form, except for a transformable attribute: a
  /// transformer converts values of any form to data.
  package var columnForm: StoredForm {
    let form = value?.form ?? .data
    if form == .json || value?.isExternal == true { return form }
    let type = column?.type ?? .blob
    return form.valueType._columnDescription.type == type ? form : StoredForm(columnOf: type)
  }

  private var relationshipSlot: any _Storage.Slot.Type {
    switch (isToMany, isOptional) {
    case (false, true): _Storage.ToOneSlot<_UnknownModel>.self
    case (false, false): _Storage.RequiredToOneSlot<_UnknownModel>.self
    case (true, true): _Storage.OptionalToManySlot<_UnknownModel>.self
    case (true, false): _Storage.ToManySlot<_UnknownModel>.self
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
}

extension _Storage.ColumnValue {
  fileprivate static func slot(isOptional: Bool) -> any _Storage.Slot.Type {
    isOptional ? _Storage.AttributeSlot<Self?>.self : _Storage.AttributeSlot<Self>.self
  }
}
