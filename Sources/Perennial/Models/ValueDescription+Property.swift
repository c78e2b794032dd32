extension ValueDescription {
  package init(_ property: PropertyLayout, _ column: SQLType) {
    if let recorded = property.recordedForm {
      self = recorded
      return
    }
    let type: any Any.Type = property.wrappedType
    isExternal = property.isExternal ? true : nil
    isSearched = property.isSearched ? true : nil
    let own = property.isJSON ? nil : StoredForm(type)
    self.type = own == nil ? String(describing: type) : nil
    form =
      property.isJSON || property.isExternal && own == nil && !property.isTransformable
      ? .json : own ?? Self.rawForm(of: type) ?? StoredForm(columnOf: column)
  }

  private static func rawForm(of type: any Any.Type) -> StoredForm? {
    func open<Value: RawRepresentable>(_ type: Value.Type) -> StoredForm? {
      StoredForm(Value.RawValue.self)
    }
    return (type as? any RawRepresentable.Type).flatMap { open($0) }
  }
}
