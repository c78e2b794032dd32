extension PersistentModel {
  /// The model that the class inherits from.
  static var supermodel: (any PersistentModel.Type)? {
    _getSuperclass(self) as? any PersistentModel.Type
  }

  /// What `@Model` wrote down about this class: a class without `@Model` inherits what its superclass
  /// says of itself.
  static var ownSchemaMetadata: [Schema.PropertyMetadata] {
    if supermodel == nil { return schemaMetadata }
    return schemaMetadata.filter { Swift.type(of: $0.keypath).rootType == self }
  }
}

extension ModelLayout {
  /// Whether `@Model` has seen the class, and not only a superclass of it.
  var isDeclared: Bool {
    let paths = type._$inheritedKeyPaths
    return type._$slots.count == properties.count
      && paths.count == superlayout?.properties.count ?? 0
      && paths.allSatisfy { Swift.type(of: $0).rootType == type }
  }
}
