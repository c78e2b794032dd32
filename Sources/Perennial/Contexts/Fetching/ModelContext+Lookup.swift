extension ModelContext {
  /// Returns the object of an identifier.
  ///
  /// This method always returns an object. The row may not exist, or fetches may leave it out because it
  /// has a value that cannot be represented. In these cases the object belongs to no context and its
  /// properties read as their defaults. Use ``existingModel(for:)`` to detect these cases.
  ///
  /// ```swift
  /// if let recipe = context.model(for: identifier) as? Recipe { print(recipe.title) }
  /// ```
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    graph.mergeRemoteChanges()
    do {
      if let model = try graph.model(for: persistentModelID) { return model }
    } catch {
      Log.context.error("\(persistentModelID.entityName) could not be loaded: \(error)")
    }
    return graph.blank(for: persistentModelID)
  }

  /// Returns the object of an identifier.
  ///
  /// ```swift
  /// guard let recipe = try context.existingModel(for: identifier) as? Recipe else { return }
  /// print(recipe.title)
  /// ```
  ///
  /// - Returns: Nil if there is no such row, or if the row has a value that cannot be represented and has
  ///   no substitute.
  /// - Throws: ``SwiftDataError/unknownSchema`` for an entity that the container does not have;
  ///   ``SwiftDataError/unsupportedFeature`` for an entity whose class the program does not have;
  ///   ``SwiftDataError/storeFailure``.
  public func existingModel(
    for persistentModelID: PersistentIdentifier
  ) throws -> (any PersistentModel)? {
    graph.mergeRemoteChanges()
    return try graph.model(for: persistentModelID)
  }

  /// Returns the object of an identifier if this context has it already. Never reads the store.
  ///
  /// ```swift
  /// let recipe: Recipe? = context.registeredModel(for: identifier)
  /// ```
  public func registeredModel<T: PersistentModel>(
    for persistentModelID: PersistentIdentifier
  ) -> T? {
    graph.mergeRemoteChanges()
    guard let object = graph.registered(persistentModelID),
      type(of: object) == T.self || object is T
    else { return nil }
    // A conditional cast would retain the object once more.
    let model = unsafeDowncast(object, to: T.self)
    if model.isLeftOut { return nil }
    return model
  }
}
