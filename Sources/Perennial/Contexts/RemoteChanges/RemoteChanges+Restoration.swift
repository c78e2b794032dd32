// The pending changes of a context after a backup has replaced the contents of the stores.

extension RemoteChanges {
  /// Discards pending changes that can no longer be saved: changes of objects that are missing in the
  /// backup, and references and links to such objects.
  ///
  /// Other changes stay pending, as after a remote change. Undo steps are discarded, because they would
  /// restore the former contents.
  func leaveFormerContents() {
    graph.recorder?.forget()
    graph.recent = RecentObjects()
    if graph.pending.isEmpty { return }
    let missing: Set<Int64>
    do {
      missing = try missingRows(of: pendingRows())
    } catch {
      // The next save will report missing rows.
      return Log.context.error("unsaved changes were not compared with a restored store: \(error)")
    }
    if missing.isEmpty { return }
    graph.dropReferences { target, _ in missing.contains(target) }
    var told: [(ModelObservation, PropertyMask)] = []
    for rowID in missing {
      if let table = graph.table(holding: rowID) {
        mergeDeletion(rowID, in: table, told: &told)
      } else {
        graph.forgetLinks(of: rowID)
      }
    }
    for (observation, mask) in told { observation.announce(mask) }
  }

  /// Returns the keys of the rows that must exist for the pending changes to be saved.
  private func pendingRows() -> Set<Int64> {
    var rowIDs: Set<Int64> = []
    for model in graph.pending.changedModels + graph.pending.deletedModels {
      rowIDs.insert(model._$header.pointee.rowID)
    }
    for model in graph.pending.insertedModels + graph.pending.changedModels {
      for property in graph.table(of: model).entity.references {
        rowIDs.insert(model.toOne(property.index).rowID)
      }
    }
    for link in graph.pending.links.keys {
      rowIDs.insert(link.source)
      rowIDs.insert(link.target)
    }
    rowIDs.remove(0)
    for model in graph.pending.insertedModels { rowIDs.remove(model._$header.pointee.rowID) }
    return rowIDs
  }

  /// Returns the keys for which no store has a row. Keys are unique across all tables.
  private func missingRows(of rowIDs: Set<Int64>) throws -> Set<Int64> {
    var missing = rowIDs
    var seen: Set<String> = []
    for table in graph.tables where !missing.isEmpty {
      let name = table.layout.tableName
      guard seen.insert("\(table.store) \(name)").inserted else { continue }
      let found = try graph.reader.connection(table.store).integers(
        """
        SELECT _pk FROM \(SQLName.quoted(name)) \
        WHERE _pk IN (SELECT value FROM json_each(?))
        """, [.keys(missing)])
      missing.subtract(found)
    }
    return missing
  }
}
