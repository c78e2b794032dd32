extension ModelContext {
  /// Returns the objects that match a descriptor, with unsaved changes taken into account.
  ///
  /// In a context, each row is one object: a second fetch returns the same objects.
  ///
  /// ```swift
  /// let descriptor = FetchDescriptor<Recipe>(
  ///   predicate: #Predicate { $0.minutes < 30 }, sortBy: [SortDescriptor(\.title)])
  /// for recipe in try context.fetch(descriptor) { print(recipe.title) }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/unknownSchema``, ``SwiftDataError/unsupportedKeyPath``,
  ///   ``SwiftDataError/unsupportedPredicate``, ``SwiftDataError/unsupportedSortDescriptor``,
  ///   ``SwiftDataError/storeFailure``.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try graph.remoteChanges.catchUp()
    let execution = try FetchExecution(descriptor, graph)
    let objects = try execution.objects()
    if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
      try graph.reader.prefetch(
        descriptor.relationshipKeyPathsForPrefetching, of: objects, execution.table)
    }
    return objects
  }

  /// Returns the objects that match a descriptor, loaded in batches of `batchSize` on access.
  ///
  /// ```swift
  /// var all = FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)])
  /// all.includePendingChanges = false
  /// let recipes = try context.fetch(all, batchSize: 100)
  /// print(recipes[recipes.count / 2].title)
  /// ```
  ///
  /// - Throws: ``SwiftDataError/includePendingChangesWithBatchSize`` unless the descriptor excludes pending
  ///   changes; and the errors of ``fetch(_:)``.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let execution = try batched(descriptor)
    return FetchResultsCollection(
      models: try execution.rowIDs(), try ObjectWindows(execution, size: batchSize))
  }

  /// Returns the number of objects that match a descriptor.
  ///
  /// Unsaved changes are taken into account. The limit and the offset of the descriptor apply. SQL counts the rows if
  /// it evaluates the whole predicate and no unsaved change affects the result. Otherwise the objects are fetched.
  ///
  /// ```swift
  /// let quick = FetchDescriptor<Recipe>(predicate: #Predicate { $0.minutes < 30 })
  /// print("\(try context.fetchCount(quick)) quick recipes")
  /// ```
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try graph.remoteChanges.catchUp()
    return try FetchExecution(descriptor, graph).count()
  }

  /// Returns the identifiers of the objects that match a descriptor.
  ///
  /// Identifiers can be sent to another actor, which finds the objects with ``existingModel(for:)``.
  ///
  /// ```swift
  /// let identifiers = try context.fetchIdentifiers(FetchDescriptor<Recipe>())
  /// Task.detached {
  ///   let context = ModelContext(container)
  ///   for identifier in identifiers { print(try context.existingModel(for: identifier) as Any) }
  /// }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/sortingPendingChangesWithIdentifiers`` if the descriptor sorts and pending
  ///   changes affect the result; and the errors of ``fetch(_:)``.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    try graph.remoteChanges.catchUp()
    let execution = try FetchExecution(descriptor, graph)
    if execution.hasPending, !descriptor.sortBy.isEmpty {
      throw SwiftDataError.sortingPendingChangesWithIdentifiers.because(
        "save first, or set includePendingChanges to false")
    }
    return try identifiers(execution)
  }

  private func identifiers<T: PersistentModel>(
    _ execution: FetchExecution<T>
  ) throws -> [PersistentIdentifier] {
    if graph.tablesElsewhere(of: execution.table).isEmpty { return try execution.identifiers() }
    // A key alone does not identify its store.
    return try execution.objects().map(\.persistentModelID)
  }

  /// Returns the identifiers of the objects that match a descriptor, in batches.
  ///
  /// ```swift
  /// var all = FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)])
  /// all.includePendingChanges = false
  /// for identifier in try context.fetchIdentifiers(all, batchSize: 1000) { print(identifier) }
  /// ```
  ///
  /// - Throws: The errors of ``fetch(_:batchSize:)``.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let execution = try batched(descriptor)
    if execution.table.entity.family != nil || !graph.tablesElsewhere(of: execution.table).isEmpty {
      return FetchResultsCollection(identifiers: try identifiers(execution))
    }
    return FetchResultsCollection(
      identifiers: try execution.rowIDs(), execution.table, graph)
  }

  /// Calls a block with each object that matches a descriptor, with no more than `batchSize` of the objects
  /// in memory at once.
  ///
  /// Objects that the block changes stay in memory until they are saved.
  ///
  /// ```swift
  /// try context.enumerate(FetchDescriptor<Recipe>(), batchSize: 500) { recipe in
  ///   print(recipe.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The description of the objects.
  ///   - batchSize: The number of objects that are loaded together, at least 1.
  ///   - allowEscapingMutations: `true` if changes may still be unsaved when a batch is over. Otherwise a
  ///     warning is logged in this case, because memory use isn't bounded then. No change is lost in either
  ///     case.
  ///   - block: A closure that is called with each object.
  /// - Throws: Errors of the block, and the errors of ``fetch(_:)``.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    try graph.remoteChanges.catchUp()
    let execution = try FetchExecution(fetch, graph)
    let rowIDs = try execution.rowIDs()
    let size = max(batchSize, 1)
    for start in stride(from: 0, to: rowIDs.count, by: size) {
      let batch = rowIDs[start..<min(start + size, rowIDs.count)]
      try enumerate(Array(batch), descriptor: fetch, table: execution.table, block)
      if !allowEscapingMutations, graph.pending.hasModels {
        Log.context.notice(
          "enumerate: a batch left unsaved changes; save them, or set allowEscapingMutations")
      }
    }
  }

  private func enumerate<T: PersistentModel>(
    _ rowIDs: [Int64], descriptor: FetchDescriptor<T>, table: EntityTable,
    _ block: (T) throws -> Void
  ) throws {
    // Keeps the batch alive while the identity map finds its objects by key.
    let tables = [table] + graph.tablesElsewhere(of: table)
    let loaded = try tables.flatMap { try graph.reader.load($0, rowIDs: rowIDs) }
    let models = rowIDs.compactMap { rowID in
      tables.lazy.compactMap { $0.map.find(rowID) as? T }.first
    }
    let prefetch = descriptor.relationshipKeyPathsForPrefetching
    if !prefetch.isEmpty { try graph.reader.prefetch(prefetch, of: models, table) }
    try withExtendedLifetime(loaded) {
      for model in models where !model.isDeleted && !model.isLeftOut { try block(model) }
    }
  }

  private func batched<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> FetchExecution<T> {
    guard !descriptor.includePendingChanges else {
      throw SwiftDataError.includePendingChangesWithBatchSize.because(
        "set the descriptor's includePendingChanges to false")
    }
    try graph.remoteChanges.catchUp()
    return try FetchExecution(descriptor, graph)
  }
}
