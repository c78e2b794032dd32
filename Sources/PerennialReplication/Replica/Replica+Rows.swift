public import PerennialRecords

/// Rows that have to change although nothing has arrived.
extension Replica {
  /// Returns the presets that a reset of many concerns.
  func presets(resetBy manifest: LocalEdits) throws -> [RecordName] {
    let types: [String?] = manifest.reset == nil ? manifest.fieldResets.keys.sorted() : [nil]
    return try types.flatMap { try store.presets(ofType: $0) }
  }

  /// Writes the rows of records again whose content differs.
  public func rewriteRows(_ names: [RecordName]) throws {
    var merge = RowMerge(replica: self, position: try store.position, shared: try shared)
    for name in names { try merge.addUnchanged(name) }
    try merge.write()
  }

  /// Writes the next rows again that another version of the program has written: it can have left out values that this
  /// one knows.
  ///
  /// - Parameter limit: The most rows of the transaction.
  /// - Returns: `false` if all are written.
  public func rewriteLateRows(limit: Int) throws -> Bool {
    let names = try store.late.lateRecords(limit: limit)
    if !names.isEmpty {
      while try readHistory() {}
      try rewriteRows(names)
    }
    try store.late.noteRewritten(names)
    return !names.isEmpty
  }

  /// Decides on unique values that the user has written or freed.
  func settleUniqueValues(of names: [RecordName]) throws {
    var settled: [RecordName] = []
    var isFreed = false
    for name in names {
      let type = try store.recordTable.tracked(name)?.acknowledged.type
      if let type, try fieldsWithUniqueValues(ofType: type).isEmpty { continue }
      isFreed = true
      if type != nil { settled.append(name) }
    }
    // Nothing knows the values that a row had before it was changed or deleted, if they were never sent.
    if isFreed { settled += try store.recordTable.displacedRecords }
    if !settled.isEmpty { try rewriteRows(settled) }
  }

  /// Writes the content of later catalogs again. A reset takes the content of the device's own catalog, and an update
  /// removes presets that only later catalogs have.
  func rewriteLaterCatalogs(in names: [RecordName]) throws {
    let older = try names.filter { name in
      guard let latest = try store.recordTable.tracked(name)?.acknowledged.state.catalogVersion
      else {
        return false
      }
      guard let own = try store.catalogVersion(of: name) else { return try !store.isPresent(name) }
      return own != latest && CatalogVersion.later(own, latest) == latest
    }
    if !older.isEmpty { try rewriteRows(older) }
  }

  /// Writes the changes of objects that were merged into presets before this device's catalog inserted the presets.
  func rewriteMerged(into names: [RecordName]) throws {
    if names.isEmpty { return }
    let redirects = try store.recordTable.redirects
    let merged = names.flatMap { redirects.aliases(of: $0) }
    if !merged.isEmpty { try rewriteRows(merged) }
  }

  /// Writes references of other records to rows that have come back, that a catalog has inserted, or that the hub
  /// has now.
  func rewriteReferences(to names: [RecordName]) throws {
    var merge: RowMerge<Store>?
    for name in names
    where try name.objectKey == nil || store.recordTable.tracked(name)?.isAcknowledged == true {
      for source in try store.recordTable.records(referencing: name) {
        if merge == nil {
          merge = RowMerge(replica: self, position: try store.position, shared: try shared)
        }
        try merge?.addUnchanged(source)
      }
    }
    try merge?.write()
  }
}
