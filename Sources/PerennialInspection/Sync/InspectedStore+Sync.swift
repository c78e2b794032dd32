import Perennial
import PerennialRecords

extension InspectedStore {
  private static let recordTable = "_perennial_records"

  /// Returns the state of the sync; nil if the store is not synced.
  ///
  /// ```swift
  /// if let sync = try store.syncSummary() { print("\(sync.unsent) of \(sync.records) not sent") }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func syncSummary() throws -> SyncSummary? {
    try database.snapshot {
      guard try hasTable(Self.recordTable) else { return nil }
      func metadata(_ key: String) throws -> String? {
        try database.values(
          "SELECT value FROM \(StoreMetadata.table) WHERE key = ?", [.text(key)]
        ).first?.first?.text
      }
      return SyncSummary(
        account: try metadata(StoreMetadata.syncAccountKey),
        hasLeft: try metadata(StoreMetadata.syncLeftKey) != nil,
        records: try rowCount(Self.recordTable, where: "is_acknowledged = 1"),
        unsent: try rowCount("_perennial_edits"),
        refused: try rowCount(Self.recordTable, where: "refusal IS NOT NULL"),
        unwritten: try rowCount("_perennial_unwritten"),
        conflicts: try rowCount("_perennial_conflicts"),
        missingAssets: try rowCount("_perennial_missing_assets"))
    }
  }

  /// Returns the number of rows of a table; 0 if there is no such table.
  private func rowCount(_ table: String, where condition: String = "1") throws -> Int {
    guard try hasTable(table) else { return 0 }
    return Int(try database.integer("SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0)
  }

  /// Returns the state of an object in the sync; nil if the store is not synced.
  ///
  /// ```swift
  /// if let state = try store.syncState(key: 34, isPreset: false) {
  ///   print(state.isOnHub, state.unsentFields)
  /// }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func syncState(key: Int64, isPreset: Bool) throws -> RowSyncState? {
    guard try hasTable(Self.recordTable) else { return nil }
    let record = isPreset ? RecordName.preset(key: key) : RecordName.object(key: key)
    let name = SQLValue.text(record.rawValue)
    func text(_ column: String, of table: String) throws -> String? {
      guard try hasTable(table) else { return nil }
      return try database.values("SELECT \(column) FROM \(table) WHERE name = ?", [name])
        .first?.first?.text
    }
    var fields: [String] = []
    let edits = try text("edits", of: "_perennial_edits")
    if let edits {
      for part in ["$.fields", "$.links", "$.orders"] {
        let names = try database.values(
          "SELECT key FROM json_each(?, ?)", [.text(edits), .text(part)])
        fields += names.compactMap { $0.first?.text }.filter { !fields.contains($0) }
      }
    }
    return RowSyncState(
      isOnHub: try database.integer(
        "SELECT is_acknowledged FROM \(Self.recordTable) WHERE name = ?", [name]) == 1,
      unsentFields: fields.sorted(), hasUnsentChanges: edits != nil,
      refusal: try text("refusal", of: Self.recordTable),
      unwritten: try text("reason", of: "_perennial_unwritten"))
  }
}
