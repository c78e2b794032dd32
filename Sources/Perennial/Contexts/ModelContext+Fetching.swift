extension ModelContext {
  /// The objects that a descriptor describes, with changes that are not saved taken into account.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema``, ``SwiftDataError/unsupportedKeyPath``,
  ///   ``SwiftDataError/unsupportedPredicate``, ``SwiftDataError/unsupportedSortDescriptor``,
  ///   ``SwiftDataError/storeFailure``.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try execution(descriptor).objects()
  }

  /// The objects that a descriptor describes, loaded `batchSize` at a time when they are looked at.
  ///
  /// - Throws: ``SwiftDataError/includePendingChangesWithBatchSize`` unless the descriptor leaves
  ///   pending changes out; and what ``fetch(_:)`` does.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let execution = try batched(descriptor)
    return FetchResultsCollection(
      models: try execution.rowIDs(), try ObjectWindows(execution, size: batchSize))
  }

  /// The number of objects that a descriptor describes.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try execution(descriptor).count()
  }

  /// The identifiers of the objects that a descriptor describes.
  ///
  /// - Throws: ``SwiftDataError/sortingPendingChangesWithIdentifiers`` if the descriptor sorts and
  ///   there are changes to be sorted in; and what ``fetch(_:)`` does.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let execution = try execution(descriptor)
    if execution.hasPending, !descriptor.sortBy.isEmpty {
      throw SwiftDataError.sortingPendingChangesWithIdentifiers.because(
        "save first, or set includePendingChanges to false")
    }
    return try identifiers(execution)
  }

  private func identifiers<T: PersistentModel>(
    _ execution: FetchExecution<T>
  ) throws -> [PersistentIdentifier] {
    if graph.siblings(of: execution.table).isEmpty { return try execution.identifiers() }
    // A key does not tell its store.
    return try execution.merged().map(\.persistentModelID)
  }

  /// The identifiers of the objects that a descriptor describes, in batches.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let execution = try batched(descriptor)
    if execution.table.entity.family != nil || !graph.siblings(of: execution.table).isEmpty {
      return FetchResultsCollection(identifiers: try identifiers(execution))
    }
    return FetchResultsCollection(
      identifiers: try execution.rowIDs(), execution.table, graph)
  }

  /// Hands each object that a descriptor describes to a block, with no more than `batchSize` of
  /// them in memory at once.
  ///
  /// Objects that the block changes stay in memory until they are saved.
  ///
  /// - Parameters:
  ///   - allowEscapingMutations: Whether changes may still be unsaved when a batch is over. If
  ///     not, and there are some, a warning is logged, because memory is not bounded then; nothing
  ///     is lost in either case.
  /// - Throws: what the block throws, and what ``fetch(_:)`` does.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    let execution = try execution(fetch)
    let rowIDs = try execution.rowIDs()
    let size = max(batchSize, 1)
    for start in stride(from: 0, to: rowIDs.count, by: size) {
      let batch = rowIDs[start..<min(start + size, rowIDs.count)]
      try enumerate(Array(batch), fetch, execution.table, block)
      if !allowEscapingMutations, graph.pending.hasModels {
        Log.context.notice(
          "enumerate: a batch left unsaved changes behind; save, or allowEscapingMutations")
      }
    }
  }

  private func enumerate<T: PersistentModel>(
    _ rowIDs: [Int64], _ descriptor: FetchDescriptor<T>, _ table: GraphTable,
    _ block: (T) throws -> Void
  ) throws {
    // Keeps the batch alive while the identity map finds its objects by key.
    let tables = [table] + graph.siblings(of: table)
    let loaded = try tables.flatMap { try graph.load($0, rowIDs) }
    let models = rowIDs.compactMap { rowID in
      tables.lazy.compactMap { $0.map.find(rowID) as? T }.first
    }
    let prefetch = descriptor.relationshipKeyPathsForPrefetching
    if !prefetch.isEmpty { try graph.prefetch(prefetch, of: models, table) }
    try withExtendedLifetime(loaded) {
      for model in models where !model.isDeleted && !model.isLeftOut { try block(model) }
    }
  }

  func execution<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> FetchExecution<T> {
    try graph.catchUp()
    return try FetchExecution(descriptor, graph)
  }

  private func batched<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> FetchExecution<T> {
    guard !descriptor.includePendingChanges else {
      throw SwiftDataError.includePendingChangesWithBatchSize.because(
        "set the descriptor's includePendingChanges to false")
    }
    return try execution(descriptor)
  }
}
