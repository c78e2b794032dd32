import Perennial
import PerennialRecords

/// The origins of a preset's links: its catalog, users, or both. The join tables have them for `presetState()` and for the
/// next catalog; see `PlanExecutor`.
struct PresetLinks {
  let connection: Connection

  /// Writes the origins of the links of a preset's row, and the links of its catalog that users have removed.
  ///
  /// - Parameter links: The links of the catalog, by field; see ``ReplicaStore/noteEdits(of:linksOfCatalog:)``.
  /// - Returns: The join tables in which something was written.
  func write(
    _ links: [String: [RecordName: Bool]], of location: RowLocation
  ) throws -> [SyncedEntity.Join] {
    try location.entity.joins.filter { join in
      guard try PresetTables.hasColumn(SQLName.preset, of: join.tableName, on: connection) else {
        return false
      }
      let offered = (links[join.field] ?? [:]).reduce(into: [Int64: Bool]()) { keys, link in
        if let key = link.key.rowKey { keys[key] = link.value }
      }
      let present = try mark(offered, in: join, of: location)
      let removed = try noteRemoved(
        Set(offered.keys).subtracting(present.keys), in: join, of: location)
      return removed || present.values.contains(true)
    }
  }

  /// Marks the links that the row has.
  ///
  /// - Returns: The targets, each with `true` if its mark has changed.
  private func mark(
    _ offered: [Int64: Bool], in join: SyncedEntity.Join, of location: RowLocation
  ) throws -> [Int64: Bool] {
    let former = try connection.map(
      "SELECT target, ifnull(\(SQLName.preset), 0) FROM \(join.table) WHERE source = ?",
      [.integer(location.key)]
    ) { (target: $0.int64(), origin: $0.int64()) }
    var present: [Int64: Bool] = [:]
    for (target, mark) in former {
      let origin = offered[target].map { $0 ? PresetLinkOrigin.both : .catalog } ?? .user
      present[target] = origin.rawValue != mark
      if origin.rawValue == mark { continue }
      try connection.run(
        "UPDATE \(join.table) SET \(SQLName.preset) = nullif(?, 0) WHERE source = ? AND target = ?",
        [.integer(origin.rawValue), .integer(location.key), .integer(target)])
    }
    return present
  }

  /// Notes the links of the catalog that the row does not have, and forgets others that it noted.
  ///
  /// - Returns: `true` if something was written.
  private func noteRemoved(
    _ removed: Set<Int64>, in join: SyncedEntity.Join, of location: RowLocation
  ) throws -> Bool {
    let noted = Set(
      try connection.integers(
        """
        SELECT target FROM \(PresetTables.unlinked) WHERE links = ? AND source = ? \
        AND \(PresetTables.isOffered)
        """, [.text(join.tableName), .integer(location.key)]))
    for target in noted.subtracting(removed).sorted() {
      try connection.run(
        "DELETE FROM \(PresetTables.unlinked) WHERE links = ? AND source = ? AND target = ?",
        [.text(join.tableName), .integer(location.key), .integer(target)])
    }
    for target in removed.subtracting(noted).sorted() {
      // The transaction gives it a stamp at its end, as to those that a trigger notes.
      try connection.run(
        """
        INSERT INTO \(PresetTables.unlinked) (links, source, target) VALUES (?1, ?2, ?3) \
        ON CONFLICT DO UPDATE SET stamp = NULL, device = NULL
        """, [.text(join.tableName), .integer(location.key), .integer(target)])
    }
    return noted != removed
  }
}
