extension ModelContext {
  /// The policy for conflicts between a save and remote changes to the same objects. The default is
  /// ``MergePolicy/mergeByPropertyObjectTrump``.
  ///
  /// Set the policy before objects are changed. For changes that are pending at that time, the original
  /// values are unknown; these changes are written.
  ///
  /// ```swift
  /// let context = ModelContext(container)
  /// context.mergePolicy = .error
  /// try context.fetch(FetchDescriptor<Recipe>()).first?.title = "Soup"
  /// do {
  ///   try context.save()
  /// } catch let error as SwiftDataError where error == .mergeConflict {
  ///   for conflict in error.conflicts { print(conflict) }
  /// }
  /// ```
  public var mergePolicy: MergePolicy {
    get { graph.mergePolicy }
    set { graph.mergePolicy = newValue }
  }

  /// A Boolean value that indicates whether the objects of this context are updated when other contexts
  /// save. The default is `true`.
  ///
  /// If the value is `false`, fetched objects stay as they are, including deleted ones. Live results stay
  /// unchanged too. They are updated when ``refreshAllObjects()`` is called or the property is set to
  /// `true`. Fetches still query the store, but objects that this context already has are returned as they
  /// were. A save does not write unchanged objects.
  ///
  /// ```swift
  /// let report = ModelContext(container)
  /// report.automaticallyMergesChanges = false
  /// let recipes = try report.fetch(FetchDescriptor<Recipe>())
  /// ```
  public var automaticallyMergesChanges: Bool {
    get { graph.merging.isAutomatic }
    set { graph.remoteChanges.setAutomatic(newValue) }
  }

  /// Merges remote changes, and marks every object to be read again on its next use.
  ///
  /// Properties with unsaved changes keep their values. Objects whose rows no longer exist leave the
  /// context.
  ///
  /// O(n) in the objects that are in memory.
  ///
  /// ```swift
  /// let report = ModelContext(container)
  /// report.automaticallyMergesChanges = false
  /// …
  /// try report.refreshAllObjects()
  /// ```
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if a store's file cannot be read.
  public func refreshAllObjects() throws {
    try graph.remoteChanges.catchUp()
    graph.remoteChanges.refreshAllObjects()
  }
}
