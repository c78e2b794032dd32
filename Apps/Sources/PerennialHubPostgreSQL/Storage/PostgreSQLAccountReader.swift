import PerennialHub

/// Reads the contents of an account within one transaction.
struct PostgreSQLAccountReader: AccountReader {
  let transaction: PostgreSQLTransaction
  let id: Account.ID

  private func rows(
    _ statement: Statement, _ values: PostgreSQLValue...
  ) throws -> PostgreSQLRows {
    let query = PostgreSQLConnection.Query(.shared(statement), [.integer(id)] + values)
    guard let rows = try transaction.run([query]).first else { throw PostgreSQLError.noAnswer }
    return rows
  }

  func account() throws -> Account? {
    let rows = try rows(.readAccount)
    return rows.count == 0 ? nil : try Account(rows, 0)
  }

  func zones() throws -> [ZoneCounters] {
    let rows = try rows(.readZones)
    return (0..<rows.count).map { row in
      ZoneCounters(
        name: rows.text(row, 0), sequence: rows.integer(row, 1), floor: rows.integer(row, 2))
    }
  }

  func zoneOfRecords(after zone: String) throws -> String? {
    let rows = try rows(.readNextZoneOfRecords, .text(zone))
    return rows.count == 0 ? nil : rows.text(0, 0)
  }

  func zoneOfAssets(after zone: String) throws -> String? {
    let rows = try rows(.readNextZoneOfAssets, .text(zone))
    return rows.count == 0 ? nil : rows.text(0, 0)
  }

  func totals(of zone: String) throws -> RecordTotals {
    let rows = try rows(.sumRecords, .text(zone))
    return RecordTotals(
      count: Int(rows.integer(0, 0)), bytes: rows.integer(0, 1), first: rows.integer(0, 2),
      last: rows.integer(0, 3))
  }

  func records(of zone: String, after sequence: Int64, upTo limit: Int) throws -> [StoredRecord] {
    let rows = try rows(
      .readRecords, .text(zone), .integer(sequence), .integer(Int64(limit)))
    return (0..<rows.count).map { row in
      StoredRecord(
        sequence: rows.integer(row, 0), name: rows.text(row, 1), type: rows.text(row, 2),
        isForgettable: rows.integer(row, 3) == 1, body: rows.data(row, 4))
    }
  }

  func assets(of zone: String) throws -> [StoredAsset] {
    let rows = try rows(.readUnusedAssets, .text(zone), .integer(.max))
    return (0..<rows.count).map { StoredAsset(rows, $0) }
  }
}
