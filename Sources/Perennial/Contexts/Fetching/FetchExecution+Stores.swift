// Fetches whose objects are not all rows of one file: fetches from custom stores, and fetches of an entity
// that several stores have.

extension FetchExecution {
  /// Returns the objects that a source finds, merged with the pending changes of the context; nil if the
  /// source leaves the evaluation to its mirror, which has all rows now.
  func objects(answeredBy source: any CustomStoreAdapter) throws -> [T]? {
    // Throws for key paths that are not stored properties, because the store cannot check them.
    _ = try fetchedProperties()
    if pending.coversEverything {
      let others = graph.tables.filter { plan.entities.contains(ObjectIdentifier($0.layout.type)) }
      try source.complete([T.self] + others.map(\.layout.type), for: graph.client)
      graph.mergeRemoteChanges()
      return nil
    }
    var asked = descriptor
    asked.fetchOffset = nil
    asked.fetchLimit = window(widenedBy: pending.replaced)
    let answer = try source.answer(asked, reading: plan.entities, for: graph.client)
    graph.mergeRemoteChanges()
    guard case .rows(let rowIDs, let isSorted) = answer else { return nil }
    var objects = try objects(rowIDs)
    let order = ModelOrder(descriptor.sortBy)
    if hasPending { objects.removeAll(where: pending.isChanged) }
    // The store may have reported changes that deleted some of the pending objects.
    let own = (pending.inserted + pending.changed).filter {
      $0._$header.pointee.belongs(to: graph)
    }
    if descriptor.sortBy.isEmpty {
      objects += own
    } else if !isSorted || !own.isEmpty {
      objects = (objects + own).sorted(by: order.areInIncreasingOrder)
    }
    return window(objects)
  }

  /// Returns the objects of rows, in the order of the rows.
  private func objects(_ rowIDs: [Int64]) throws -> [T] {
    let loaded = try graph.reader.load(table, rowIDs: rowIDs)
    return withExtendedLifetime(loaded) {
      rowIDs.compactMap { rowID in
        guard let model = table.map.find(rowID) as? T, !model.isLeftOut else { return nil }
        return descriptor.includePendingChanges && model.isDeleted ? nil : model
      }
    }
  }

  /// Returns the number of rows that the descriptor's offset and limit need, counted from the first row,
  /// plus `count` more; nil for all rows.
  func window(widenedBy count: Int) -> Int? {
    guard let limit = descriptor.fetchLimit else { return nil }
    let parts = [max(descriptor.fetchOffset ?? 0, 0), count]
    return parts.reduce(Optional(max(limit, 0))) { sum, part in
      guard let (sum, overflows) = sum?.addingReportingOverflow(part), !overflows else {
        return nil
      }
      return sum
    }
  }

  /// Returns the objects of a result that the descriptor's offset and limit select.
  func window(_ objects: [T]) -> [T] {
    let start = min(max(descriptor.fetchOffset ?? 0, 0), objects.count)
    let rest = objects[start...]
    return Array(descriptor.fetchLimit.map { rest.prefix(max($0, 0)) } ?? rest)
  }

  /// Returns the number of objects that a source has; nil if the source cannot tell.
  func count(in source: any CustomStoreAdapter) throws -> Int? {
    if hasPending { return nil }
    var asked = descriptor
    (asked.fetchLimit, asked.fetchOffset) = (nil, nil)
    guard let all = try source.count(asked, for: graph.client) else { return nil }
    let rest = max(all - max(descriptor.fetchOffset ?? 0, 0), 0)
    return descriptor.fetchLimit.map { min(max($0, 0), rest) } ?? rest
  }

  /// Returns the keys of the rows that a source has; nil if the source cannot tell. The rows are loaded on
  /// access.
  func rowIDs(in source: any CustomStoreAdapter) throws -> [Int64]? {
    if hasPending { return nil }
    let offset = max(descriptor.fetchOffset ?? 0, 0)
    var asked = descriptor
    asked.fetchOffset = nil
    asked.fetchLimit = window(widenedBy: 0)
    guard let rowIDs = try source.rowIDs(asked, for: graph.client) else { return nil }
    let rest = rowIDs.dropFirst(offset)
    return Array(descriptor.fetchLimit.map { rest.prefix(max($0, 0)) } ?? rest)
  }
}
