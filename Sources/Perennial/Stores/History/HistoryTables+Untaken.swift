// The transactions of a restored backup whose changes sync had not taken. The history no longer has them, but the hub
// can have their objects: sent after the backup was made. Sync knows these objects by the stamps of their creations.

extension HistoryTables {
  /// Copies the transactions that sync has not taken to the metadata, before they are deleted from the history of a
  /// restored backup. Does nothing in a store that is not synced.
  static func keepUntaken(on connection: Connection) throws {
    let (key, table) = (StoreMetadata.syncUntakenKey, StoreMetadata.table)
    try connection.run(
      """
      INSERT OR REPLACE INTO \(table) (key, value) \
      SELECT '\(key)', json_group_array(json(entry)) FROM (\
      SELECT e.value AS entry FROM \(table) AS m, json_each(m.value) AS e WHERE m.key = '\(key)' \
      UNION ALL SELECT json_array(id, stamp, device, cause, json(changes)) FROM \(transactions) \
      WHERE cause <> '\(TransactionCause.remote.rawValue)' AND id > (\
      SELECT value ->> 'transaction' FROM \(table) WHERE key = '\(StoreMetadata.syncKey)')) \
      HAVING count(*) > 0
      """)
  }
}
