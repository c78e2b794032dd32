extension PersistentModel {
  /// The context that the object was inserted into or fetched by. It is nil before the object's
  /// insertion, after its deletion was saved, and after a context that the program created was
  /// released.
  ///
  /// An object of a main context has a context for its whole life, even after the container was
  /// released.
  ///
  /// ```swift
  /// try recipe.modelContext?.save()
  /// ```
  public nonisolated var modelContext: ModelContext? {
    // Another context may have deleted the object.
    _$header.pointee.graph?.mergeRemoteChanges()
    return _$header.pointee.graph?.currentContext
  }
}
