extension PersistentModel {
  /// The model that the class inherits from.
  static var supermodel: (any PersistentModel.Type)? {
    _getSuperclass(self) as? any PersistentModel.Type
  }

  /// The metadata that `@Model` generated for this class. A class without `@Model` inherits the
  /// metadata of its superclass, which is left out here.
  static var ownSchemaMetadata: [Schema.PropertyMetadata] {
    if supermodel == nil { return schemaMetadata }
    return schemaMetadata.filter { Swift.type(of: $0.keypath).rootType == self }
  }
}

extension ModelLayout {
  /// `true` if `@Model` was applied to the class itself, and not only to a superclass; also for a layout
  /// that was made from a description.
  var isDeclared: Bool {
    if isDescribed { return true }
    let paths = type._$inheritedKeyPaths
    return type._$slots.count == properties.count
      && paths.count == superlayout?.properties.count ?? 0
      && paths.allSatisfy { Swift.type(of: $0).rootType == type }
  }
}
