import PerennialRecords

/// The conflicts of records that must reference another one, which is deleted. Each device notes them, and forgets them
/// when the other record is back, or the first one is deleted.
struct MissingReferences {
  private var noted: [RecordName: [RecordConflict]] = [:]

  /// Creates the list from the conflicts that are noted.
  init(_ conflicts: [RecordConflict]) {
    for conflict in conflicts {
      if case .missingReference = conflict.kind {
        noted[conflict.name, default: []].append(conflict)
      }
    }
  }

  /// Notes the references that a row lacks, and forgets those that it has now.
  ///
  /// - Parameter misfits: The references that the row does not show; none if there is no row.
  mutating func update(
    _ misfits: [Misfit], of record: Record, in store: some ReplicaStore
  ) throws {
    let former = noted[record.name] ?? []
    if former.isEmpty, misfits.isEmpty { return }
    let current = misfits.filter { $0.cause == .deletion }.map {
      RecordConflict(
        name: record.name, type: record.type, kind: .missingReference($0.field, target: $0.target))
    }
    for conflict in former where !current.contains(conflict) {
      try store.conflictTable.remove(conflict)
    }
    for conflict in current where !former.contains(conflict) {
      try store.conflictTable.write(conflict)
    }
    noted[record.name] = current
  }
}
