import PerennialRecords
import PerennialReplication

/// The writes of users and the promises of the hub, noted beside the devices.
struct LibraryLedger {
  /// A cell that the hub has acknowledged.
  struct Promise {
    let name: RecordName
    let field: String
    let value: Int64
    let stamp: Stamp
  }

  struct Field: Hashable {
    let key: Int64
    let field: String
  }

  /// A number that a user has written.
  struct Write {
    /// The place of the write among all writes of the history.
    let order: Int
    let value: Int
  }

  private(set) var promises: [Promise] = []
  /// The last write of each field.
  private(set) var last: [Field: Write] = [:]
  /// The keys of all objects that users have deleted.
  private(set) var deleted: Set<Int64> = []
  /// `true` if the hub has forgotten deletions.
  var hubHasForgotten = false

  mutating func note(_ acting: LibraryActing) {
    for write in acting.writes {
      last[Field(key: write.key, field: write.field)] = Write(
        order: acting.unique, value: write.isDefault ? 0 : acting.unique)
    }
    deleted.formUnion(acting.deletions)
    // A decision writes a value again that the hub may have lost to a later one.
    if let key = acting.decided { last = last.filter { $0.key.key != key } }
    if acting.hasReset { last = last.filter { $0.key.key > 0 } }
  }

  mutating func note(_ tool: LibraryTool) {
    for field in tool.writes { last[field] = Write(order: tool.unique, value: tool.unique) }
    deleted.formUnion(tool.deletions)
  }

  mutating func acknowledge(_ batch: Batch, _ reply: PushReply) {
    let refused = Set(reply.refused.map(\.name))
    for record in batch.request.records where !refused.contains(record.name) {
      for (field, cell) in record.state.edits {
        guard case .integer(let value) = cell.value, value > 1000 else { continue }
        promises.append(
          Promise(name: record.name, field: field, value: value, stamp: cell.stamp))
      }
    }
  }

  mutating func hubIsRestored() { promises = [] }
}
