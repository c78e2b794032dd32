import Perennial
import PerennialRecords
import PerennialReplication

/// The changes of the store's history that other devices need.
final class HistoryChanges {
  private let sync: SyncTransaction
  private let presets: PresetChanges
  /// The parts of a transaction of the history that were not taken yet.
  private var parts: [HistoryEntry] = []

  init(_ sync: SyncTransaction, _ presets: PresetChanges) {
    (self.sync, self.presets) = (sync, presets)
  }

  /// The number of changed objects after which the transactions that follow are left for the next call.
  private static let batch = 5_000

  /// Returns the transactions after a number, the earliest first, up to a limit. A large one comes in parts.
  ///
  /// - Throws: ``WriteTransactionRequired`` in a read transaction, if there are changes to read.
  func transactions(after number: Int64, limit: Int) throws -> [LocalTransaction] {
    if sync.isReadOnly {
      if try sync.transaction.hasUnreadChanges(after: number) { throw WriteTransactionRequired() }
      return []
    }
    var taken: [LocalTransaction] = []
    var count = 0
    while count < Self.batch, taken.count < limit {
      if parts.isEmpty {
        let last = max(number, taken.last?.number ?? 0)
        guard let next = try sync.transaction.historyEntries(after: last, limit: 1).first else {
          break
        }
        parts = next.parts(of: Self.batch)
      }
      let part = parts.removeFirst()
      count += part.record.objectCount
      if part.cause != .remote { sync.hasChanged = true }
      taken.append(
        LocalTransaction(
          number: part.number, stamp: part.stamp,
          changes: part.cause == .remote ? [] : try changes(in: part), isPart: !parts.isEmpty))
      if !parts.isEmpty { break }
    }
    return taken
  }

  private func changes(in entry: HistoryEntry) throws -> [LocalChange] {
    var changes: [LocalChange] = []
    for group in entry.record.groups {
      guard let entity = sync.schema.entity(named: group.entityName) else { continue }
      let fields = group.properties.flatMap(entity.fields)
      let upserts = entry.cause == .user ? Set(group.upserts) : []
      for key in group.rowIDs {
        let name = RecordName(rowKey: key)
        // A preset is no object that a user has created, and its deletion stays.
        if key > 0, upserts.contains(key) { changes.append(.upsert(name)) }
        switch (group.kind, entry.cause) {
        case (_, .catalog) where key < 0:
          changes += try presets.ofCatalog(group.kind, of: name, fields: fields, in: entry.stamp)
        case (.insert, _):
          changes.append(.insertion(name))
          changes += try links(to: key, entity)
        case (.delete, _): changes.append(.deletion(name))
        // A migration makes the same values on each device.
        case (.update, .migration): continue
        case (.update, _) where fields.isEmpty: continue
        case (.update, .user) where key < 0:
          let edited = try presets.editedFields(of: name, among: fields, at: entry.stamp)
          if !edited.isEmpty { changes.append(.update(name, fields: edited)) }
        case (.update, _): changes.append(.update(name, fields: fields))
        }
      }
    }
    if entry.cause == .catalog { changes += try presets.resets(at: entry.stamp) }
    if entry.cause != .migration {
      for group in entry.record.links { changes += linkChanges(group, entry.cause) }
    }
    return changes
  }

  /// Returns the links of other objects to an inserted one, which the history does not list. Those of objects
  /// that were inserted with it say nothing new.
  private func links(to key: Int64, _ entity: SyncedEntity) throws -> [LocalChange] {
    let target = RecordName(rowKey: key)
    return try sync.schema.joins(to: entity).flatMap { join in
      try sync.connection.integers(
        "SELECT source FROM \(join.table) WHERE target = ?", [.integer(key)]
      ).map { .link(RecordName(rowKey: $0), field: join.field, to: target) }
    }
  }

  private func linkChanges(
    _ group: HistoryRecord.LinkGroup, _ cause: TransactionCause
  ) -> [LocalChange] {
    guard let entity = sync.schema.entity(named: group.entityName) else { return [] }
    let keys = group.rowIDs.compactMap { key -> LocalChange? in
      guard let field = entity.fields(of: group.property).last else { return nil }
      return .update(RecordName(rowKey: key), fields: [field])
    }
    guard let join = entity.join(named: group.property) else { return keys }
    return keys
      + group.pairs.compactMap { pair in
        let (source, target) = (RecordName(rowKey: pair.source), RecordName(rowKey: pair.target))
        switch group.kind {
        case .link: return .link(source, field: join.field, to: target)
        case .unlink: return .unlink(source, field: join.field, from: target)
        case .order: return .order(source, field: join.field, to: target)
        }
      }
  }
}
