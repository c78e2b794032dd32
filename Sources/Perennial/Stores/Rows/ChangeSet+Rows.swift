extension ChangeSet {
  /// Creates the change set of the rows that a save has written to one store.
  ///
  /// - Parameters:
  ///   - touched: The collections whose owners the save has not written.
  ///   - aliases: The keys of existing rows, by the keys of the new objects that turned out to be them.
  ///   - kept: The keys of those existing rows that the upsert left unchanged.
  init(
    _ rows: RowChanges, _ touched: [ObjectCollection], store: Int, in entities: StoreEntities,
    aliases: [Int64: Int64], kept: Set<Int64>
  ) {
    var lists = [EntityChanges](repeating: EntityChanges(), count: entities.all.count)
    func existing(_ rowID: Int64) -> Int64 {
      aliases.isEmpty ? rowID : aliases[rowID] ?? rowID
    }
    // Several new objects may have turned out to be one row, which may be new itself.
    var named = aliases.isEmpty ? [] : rows.insertedRows(aliases)
    for change in rows.inserted {
      let rowID = existing(change.rowID)
      let number = change.number
      if rowID != change.rowID, !named.insert(rowID).inserted { continue }
      lists[number].inserted.append(rowID)
      // An upsert changes a row that other contexts may hold.
      if rowID != change.rowID, !kept.contains(rowID) {
        lists[number].updated.append(.init(rowID: rowID, mask: .all))
      }
    }
    for change in rows.updated {
      lists[change.number].updated.append(
        .init(rowID: change.rowID, mask: change.mask))
    }
    // The inverses of references that a save wrote count as changed, whatever this context knew of them
    // before.
    func noteTargets(of change: SaveChange) {
      for reference in change.containerEntity.links.answeredReferences
      where change.mask.contains(property: reference.index) {
        let rowID = existing(change.model.toOne(reference.index).rowID)
        if rowID == 0 { continue }
        // Rows with the same target often follow each other.
        let last = lists[reference.destination].updated.last
        if last?.rowID == rowID, last?.mask == reference.inverse { continue }
        lists[reference.destination].updated.append(.init(rowID: rowID, mask: reference.inverse))
      }
    }
    for change in rows.inserted { noteTargets(of: change) }
    for change in rows.updated { noteTargets(of: change) }
    for change in rows.deleted {
      lists[change.number].deleted.append(change.rowID)
    }
    for collection in touched {
      let number = Int(collection.table)
      guard entities[number].store == store else { continue }
      lists[number].updated.append(
        .init(rowID: collection.rowID, mask: PropertyMask(property: collection.property)))
    }
    for (number, list) in lists.enumerated()
    where !list.isEmpty {
      changes[entities[number].layout.entityName] = list
    }
  }
}
