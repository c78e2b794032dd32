import GRDB

/// Reads the contents of an account within one transaction.
struct SQLiteAccountReader: AccountReader {
  let database: Database
  let id: Account.ID

  func account() throws -> Account? { try database.row(.readAccount, id, as: Account.init) }

  func zones() throws -> [ZoneCounters] {
    try database.rows(.readZones, id) { ZoneCounters(name: $0[0], sequence: $0[1], floor: $0[2]) }
  }

  func zoneOfRecords(after zone: String) throws -> String? {
    try database.row(.readNextZoneOfRecords, id, zone) { $0[0] }
  }

  func zoneOfAssets(after zone: String) throws -> String? {
    try database.row(.readNextZoneOfAssets, id, zone) { $0[0] }
  }

  func totals(of zone: String) throws -> RecordTotals {
    try database.row(.sumRecords, id, zone) { row in
      RecordTotals(count: row[0], bytes: row[1], first: row[2], last: row[3])
    } ?? RecordTotals(count: 0, bytes: 0, first: 0, last: 0)
  }

  func records(of zone: String, after sequence: Int64, upTo limit: Int) throws -> [StoredRecord] {
    try database.rows(.readRecords, id, zone, sequence, limit) { row in
      StoredRecord(
        sequence: row[0], name: row[1], type: row[2], isForgettable: row[3], body: row[4])
    }
  }

  func assets(of zone: String) throws -> [StoredAsset] {
    try database.rows(.readUnusedAssets, id, zone, Int64.max, as: StoredAsset.init)
  }
}
