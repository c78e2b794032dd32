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
