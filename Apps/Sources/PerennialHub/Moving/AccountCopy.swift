import Foundation
import PerennialRecords

/// The copy of an account's contents to another database.
///
/// The records of a zone are copied in the order of their changes. A record that changes after it was copied appears
/// again behind the position of the copy, and replaces the copied one. All that was copied is read back and compared.
struct AccountCopy: Sendable {
  /// Deletions were forgotten while the copy was made, so it has records that the account no longer has.
  struct Outdated: Error {}
  /// The time for which the source only reads is over.
  struct TooLate: Error {}

  /// The positions in the changes of a zone.
  private struct Position {
    var copied: Int64 = 0
    var compared: Int64 = 0
    /// The floor of the zone when its copy began.
    let floor: Int64
  }

  let attempt: Int64
  /// The checksums of assets whose files are missing or damaged at the source.
  private(set) var missingFiles: Set<String> = []
  private let account: Account
  private let source: HubMove.Side
  private let target: HubMove.Side
  private let pageSize: Int
  private let report: @Sendable (MoveProgress) async -> Void
  private var positions: [String: Position] = [:]
  /// The time at which the copy is too late.
  private var end: ContinuousClock.Instant?

  init(
    of account: Account, from source: HubMove.Side, to target: HubMove.Side, attempt: Int64,
    rows: Int, report: @escaping @Sendable (MoveProgress) async -> Void
  ) {
    (self.account, self.source, self.target) = (account, source, target)
    (self.attempt, pageSize, self.report) = (attempt, rows, report)
  }

  private func key(_ zone: String) -> ZoneKey { ZoneKey(account: account.id, name: zone) }

  private func checkTime() throws {
    try Task.checkCancellation()
    if let end, ContinuousClock.now >= end { throw TooLate() }
  }

  // MARK: Records

  /// Copies all changes that the account has now.
  mutating func copyChanges() async throws {
    var count = 0
    for row in try await source.storage.rows(of: .zone, of: account.id) {
      let (zone, head, floor) = (row.text(0), row.integer(1), row.integer(2))
      var position = positions[zone] ?? Position(floor: floor)
      guard position.floor == floor else { throw Outdated() }
      while position.copied < head {
        try checkTime()
        let rows = try await source.storage.recordRows(
          of: key(zone), after: position.copied, upTo: pageSize)
        guard let last = rows.last else { break }
        try await target.storage.write(
          rows, to: .record, of: account.id, attempt: attempt, replacesAll: false)
        position.copied = last.integer(Self.sequence)
        positions[zone] = position
        count += rows.count
        await report(
          MoveProgress(
            account: account.name, phase: end == nil ? .copying : .handingOver, records: count))
      }
      positions[zone] = position
    }
  }

  /// The column of a record's row with the number of its change.
  private static let sequence = 2

  /// Compares the copied records with those of the account. A record that has changed since is compared after the copy
  /// of the change.
  ///
  /// - Throws: ``HubStorageError/Code/moveFailure``.
  mutating func compare() async throws {
    var count = 0
    for (zone, position) in positions where position.compared < position.copied {
      var after = position.compared
      while after < position.copied {
        try checkTime()
        let pages = (
          try await source.storage.recordRows(of: key(zone), after: after, upTo: pageSize),
          try await target.storage.recordRows(of: key(zone), after: after, upTo: pageSize)
        )
        // The part of the changes that both pages have.
        let limit = [pages.0, pages.1].reduce(position.copied) { limit, page in
          page.count < pageSize ? limit : min(limit, page.last?.integer(Self.sequence) ?? limit)
        }
        let copies = Set(pages.1)
        for row in pages.0 where row.integer(Self.sequence) <= limit {
          guard copies.contains(row) else { throw difference("the record \(row.text(1))") }
        }
        count += pages.0.count
        after = limit
        await report(MoveProgress(account: account.name, phase: .comparing, records: count))
      }
      positions[zone]?.compared = position.copied
    }
  }

  private func difference(_ what: String) -> HubStorageError {
    HubStorageError(
      .moveFailure,
      "The copy of the account \(account.name) differs: \(what). The account was not given away. Try again."
    )
  }

  // MARK: Assets

  /// Copies the files and entries of assets that the other database does not have.
  mutating func copyAssets() async throws {
    let entries = try await source.storage.rows(of: .asset, of: account.id)
    let known = Set(try await target.storage.rows(of: .asset, of: account.id))
    let fresh = entries.filter { !known.contains($0) }
    for entry in fresh {
      try checkTime()
      let (zone, checksum, bytes) = (entry.text(0), entry.text(1), entry.integer(2))
      // An entry without a file counts as missing: the device that has the bytes sends them again.
      if try !source.assets.copy(checksum, bytes: bytes, of: key(zone), to: target.assets) {
        missingFiles.insert(checksum)
      }
    }
    for start in stride(from: 0, to: fresh.count, by: pageSize) {
      let rows = Array(fresh[start..<min(start + pageSize, fresh.count)])
      try await target.storage.write(
        rows, to: .asset, of: account.id, attempt: attempt, replacesAll: false)
    }
  }

  // MARK: End

  /// Copies and compares all that has changed, and the rows of all other tables, of a source that takes no writes.
  ///
  /// - Parameter end: The time at which the copy is too late; nil if the source never takes writes again.
  /// - Throws: ``Outdated``, ``TooLate``, ``HubStorageError/Code/moveFailure``.
  mutating func finish(until end: ContinuousClock.Instant?) async throws {
    self.end = end
    defer { self.end = nil }
    try await copyChanges()
    try await copyAssets()
    try await compare()
    for table in AccountTable.small {
      try checkTime()
      let rows = try await source.storage.rows(of: table, of: account.id)
      let copies = try await target.storage.rows(of: table, of: account.id)
      if Set(rows) == Set(copies) { continue }
      try await target.storage.write(
        rows, to: table, of: account.id, attempt: attempt, replacesAll: true)
    }
    try await compareCounts()
  }

  /// Compares the tables but the records, and the number of the records.
  private func compareCounts() async throws {
    for table in AccountTable.small {
      try checkTime()
      let rows = try await source.storage.rows(of: table, of: account.id)
      let copies = try await target.storage.rows(of: table, of: account.id)
      guard Set(rows) == Set(copies) else { throw difference("the table \(table)") }
    }
    let counts = (
      try await source.storage.contents(of: account.id).records,
      try await target.storage.contents(of: account.id).records
    )
    // All records of the account were compared. So the copy can only have more of them: forgotten deletions.
    guard counts.0 == counts.1 else { throw Outdated() }
  }

  /// Compares a copy that an earlier attempt has completed.
  mutating func compareAll() async throws {
    for row in try await source.storage.rows(of: .zone, of: account.id) {
      positions[row.text(0)] = Position(copied: row.integer(1), floor: row.integer(2))
    }
    try await compare()
    do { try await compareCounts() } catch is Outdated { throw difference("the number of records") }
    for entry in try await source.storage.rows(of: .asset, of: account.id) {
      let (zone, checksum, bytes) = (entry.text(0), entry.text(1), entry.integer(2))
      if try !source.assets.copy(checksum, bytes: bytes, of: key(zone), to: target.assets) {
        missingFiles.insert(checksum)
      }
    }
  }
}
