extension ModelContext {
  /// What a save does where somebody else has written to the same objects;
  /// ``MergePolicy/mergeByPropertyObjectTrump`` unless it is set.
  ///
  /// Set it before objects are changed. What values were changed from is not known of changes that
  /// are pending when it is set; they are written.
  public var mergePolicy: MergePolicy {
    get { graph.mergePolicy }
    set { graph.mergePolicy = newValue }
  }

  /// Whether the objects of this context follow when others save, as they do unless it is set to
  /// false.
  ///
  /// If not, objects that were fetched stay as they are, deleted ones included, and live results
  /// stay too, until ``refreshAllObjects()`` is called or the property is set to true. Fetches ask
  /// the store as ever; what they give that this context already has, it has as it was. Objects that
  /// were not changed are not written by a save.
  public var automaticallyMergesChanges: Bool {
    get { graph.mergesAutomatically }
    set { graph.setMergesAutomatically(newValue) }
  }

  /// Merges what others have saved, and has every object read again when it is next used, except
  /// for properties that were changed here and not saved yet. Objects whose rows are gone leave the
  /// context.
  ///
  /// O(n) in the objects that are in memory.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if a store's file cannot be read.
  public func refreshAllObjects() throws {
    try graph.catchUp()
    graph.refreshAllObjects()
  }
}

extension ObjectGraph {
  func setMergesAutomatically(_ merges: Bool) {
    if merges == mergesAutomatically { return }
    readNews()
    mergesAutomatically = merges
    feed?.follow()
    if merges {
      for table in tables {
        for model in table.objects { keepInformed(model) }
      }
      mergeHeldNews()
      bringResultsUpToDate()
    } else {
      coordinator.observations.remove(self)
    }
  }

  func refreshAllObjects() {
    mergeHeldNews()
    merge(.unspecified)
    bringResultsUpToDate()
  }

  // MARK: Snapshots

  /// Remembers the values of properties that are about to be changed for the first time.
  func keepSnapshot(of model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    if isClosed || header.pointee.state.contains(.inserted) { return }
    let table = table(of: model)
    for property in table.entity.columns
    where property.columnName != nil && mask.contains(property: property.index)
      && !header.pointee.dirty.contains(property: property.index)
    {
      do {
        pending.snapshots[header.pointee.rowID, default: [:]][property.index] =
          try model.sqlValue(property)
      } catch {
        // Whether others have changed it since cannot be told, and the policy wants to know.
        refuse(.of(error, else: .modelValidationFailure))
      }
    }
  }
}
