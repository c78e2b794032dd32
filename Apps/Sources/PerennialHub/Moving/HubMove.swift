import Foundation
import PerennialRecords

/// The move of accounts from one database to another one, while devices sync.
///
/// The contents are copied and compared while the source takes writes. For the last changes the source is read-only.
/// Then it gives the account away, and the target opens it. So at no time two databases take writes, and the source
/// has all contents until its operator removes them. A move that was interrupted is repeated or abandoned.
///
/// The copy has the same numbers of changes and the same tokens, and its zones keep the number of their database. So
/// devices go on at their positions as soon as they reach the other hub.
package struct HubMove: Sendable {
  /// A database with its assets.
  package struct Side: Sendable {
    package let storage: any MovableStorage
    package let assets: AssetFolder

    package init(_ storage: any MovableStorage, assets: AssetFolder) {
      (self.storage, self.assets) = (storage, assets)
    }
  }

  /// The sizes and times of a move.
  package struct Settings: Sendable {
    /// The time for which the source only reads.
    package var readOnly = Duration.seconds(5)
    /// The rows of a page.
    package var rows = 500
    /// The number of times that a move begins again, or is read-only again, before it fails.
    package var attempts = 5

    package init() {}
  }

  private let source: Side
  private let target: Side
  private let settings: Settings
  private let report: @Sendable (MoveProgress) async -> Void

  /// Creates a move.
  ///
  /// - Parameter report: Called with the progress, several times a second.
  /// - Throws: ``HubStorageError/Code/unsupported`` if both databases have one folder of assets.
  package init(
    from source: Side, to target: Side, settings: Settings = Settings(),
    report: @escaping @Sendable (MoveProgress) async -> Void = { _ in }
  ) throws {
    let folders = [source, target].map {
      $0.assets.url.standardizedFileURL.resolvingSymlinksInPath()
    }
    guard folders[0] != folders[1] else {
      throw HubStorageError(
        .unsupported,
        "Both hubs have the folder \(folders[0].path). A hub removes the files of accounts that it does not have. "
          + "Give the other hub a folder of its own.")
    }
    (self.source, self.target) = (source, target)
    (self.settings, self.report) = (settings, report)
  }

  // MARK: - Work

  /// Returns the names of the accounts that can move: those of the source, without those that are on their way to it
  /// or have moved to other databases.
  package func names() async throws -> [String] {
    var names: [String] = []
    for account in try await source.storage.accounts() {
      switch account.state {
      case .open, .readOnly: names.append(account.name)
      case .arriving: continue
      case .moved:
        let copy = try await copy(of: account)
        if copy != nil, copy?.state != .moved { names.append(account.name) }
      }
    }
    return names
  }

  /// Moves an account. One that has moved already is left as it is.
  ///
  /// - Throws: ``HubStorageError``. The source then serves the account, unless the error says otherwise.
  package func move(_ name: String) async throws -> MoveReport {
    for _ in 0..<settings.attempts {
      do {
        switch try await standing(of: name) {
        case .done(let account): return try await summary(of: account, .alreadyMoved, on: target)
        case .givenAway(let account, let attempt): return try await complete(account, attempt)
        case .toMove(let account): return try await moveOnce(account)
        }
      } catch is AccountCopy.Outdated {
        // Deletions were forgotten during the copy.
        continue
      }
    }
    throw HubStorageError(
      .moveFailure,
      "The account \(name) changed in too many ways while it was copied, and stays where it is. Try again."
    )
  }

  /// Returns what a move would do, and changes nothing.
  package func plan(_ name: String) async throws -> MoveReport {
    switch try await standing(of: name, waits: false) {
    case .done(let account): try await summary(of: account, .alreadyMoved, on: target)
    case .givenAway(let account, _), .toMove(let account):
      try await summary(of: account, .planned, on: source)
    }
  }

  /// Deletes the incomplete copy of an account, and opens the account at the source.
  ///
  /// - Throws: ``HubStorageError/Code/accountState`` if the target serves the account.
  package func abandon(_ name: String) async throws -> MoveReport {
    let account = try await HubAdministration(source.storage).account(named: name)
    let copy = try await copy(of: account)
    switch (account.state, copy?.state) {
    case (_, .open), (_, .readOnly):
      throw HubStorageError(
        .accountState, "The account \(name) has moved. To undo this, move it back.")
    case (.moved, nil), (.moved, .moved):
      throw HubStorageError(
        .accountState, "The account \(name) has moved, but not to this database.")
    case (.arriving, _):
      throw HubStorageError(.accountState, "The account \(name) is moving to this database.")
    default: break
    }
    if case .arriving = copy?.state {
      _ = try await target.storage.remove(account.id)
      try target.assets.remove(account.id)
    }
    if account.state != .open {
      let isOpen = try await source.storage.changeState(
        of: account.id, from: account.state, to: .open)
      guard isOpen else { throw HubStorageError.otherAttempt }
    }
    return try await summary(of: account, .abandoned, on: source)
  }

  // MARK: - States

  private enum Standing {
    case toMove(Account)
    /// The source has given the account away, and the target has not opened it.
    case givenAway(Account, attempt: Int64)
    case done(Account)
  }

  /// Returns the copy that the target has.
  private func copy(of account: Account) async throws -> Account? {
    guard let copy = try await target.storage.account(named: account.name) else { return nil }
    guard copy.id == account.id else { throw HubStorageError.exists(account) }
    return copy
  }

  private func standing(of name: String, waits: Bool = true) async throws -> Standing {
    let account = try await HubAdministration(source.storage).account(named: name)
    let copy = try await copy(of: account)
    switch (account.state, copy?.state) {
    case (.moved, .open), (.moved, .readOnly): return .done(account)
    case (.moved, .arriving(let attempt)): return .givenAway(account, attempt: attempt)
    case (.moved, nil), (.moved, .moved):
      throw HubStorageError(
        .accountState, "The account \(name) has moved already, and not to this database.")
    case (.arriving, _):
      throw HubStorageError(.accountState, "The account \(name) is still moving to this database.")
    case (_, .open), (_, .readOnly): throw HubStorageError.exists(account)
    case (.open, _): return .toMove(account)
    case (.readOnly(let end), _):
      // A move was interrupted, or another command moves the account.
      let rest = end - StampClock.systemMilliseconds
      if waits, rest > 0 { try await Task.sleep(for: .milliseconds(min(rest, 10_000))) }
      if waits {
        _ = try await source.storage.changeState(of: account.id, from: account.state, to: .open)
      }
      return .toMove(account)
    }
  }

  // MARK: - One attempt

  private func moveOnce(_ account: Account) async throws -> MoveReport {
    var copy = try await begin(account)
    try await copy.copyChanges()
    try await copy.copyAssets()
    try await copy.compare()
    for _ in 0..<settings.attempts {
      try await copy.copyChanges()
      try await copy.compare()
      if let duration = try await handOver(&copy, of: account) {
        return try await summary(of: account, .moved, on: target, copy, readOnly: duration)
      }
    }
    throw HubStorageError(
      .moveFailure,
      "The last changes of the account \(account.name) could not be copied within \(settings.readOnly). "
        + "It stays where it is. Try again when devices write less.")
  }

  private func begin(_ account: Account) async throws -> AccountCopy {
    let attempt = Int64.random(in: 1 ... .max)
    // The zones of an account have one number; so does a zone without records.
    let zone = try await source.storage.zone(ZoneKey(account: account.id, name: ""))
    try await target.storage.admit(account, incarnation: zone.incarnation, attempt: attempt)
    return copying(account, attempt)
  }

  private func copying(_ account: Account, _ attempt: Int64) -> AccountCopy {
    AccountCopy(
      of: account, from: source, to: target, attempt: attempt, rows: settings.rows, report: report)
  }

  /// Copies the last changes while the source only reads, gives the account away, and opens it at the target.
  ///
  /// - Returns: The time for which the account took no writes; nil if it took too long, and the source is open again.
  private func handOver(
    _ copy: inout AccountCopy, of account: Account
  ) async throws -> Duration? {
    let (clock, limit) = (ContinuousClock(), settings.readOnly)
    let end = StampClock.systemMilliseconds + Int64(limit / .milliseconds(1))
    let state = AccountState.readOnly(until: end)
    let start = clock.now
    guard try await source.storage.changeState(of: account.id, from: .open, to: state) else {
      throw HubStorageError.otherAttempt
    }
    do {
      try await copy.finish(until: start + limit)
      let last = try await HubAdministration(source.storage).account(named: account.name)
      // The first write after the time has opened the source. Then it has not given the account away.
      guard clock.now < start + limit,
        try await source.storage.changeState(of: account.id, from: state, to: .moved)
      else { throw AccountCopy.TooLate() }
      try await openTarget(last, copy.attempt)
      return clock.now - start
    } catch {
      _ = try? await source.storage.changeState(of: account.id, from: state, to: .open)
      if error is AccountCopy.TooLate { return nil }
      throw error
    }
  }

  /// Ends a move that was interrupted after the source had given the account away.
  private func complete(_ account: Account, _ attempt: Int64) async throws -> MoveReport {
    var copy = copying(account, attempt)
    do {
      try await copy.compareAll()
    } catch let error as HubStorageError where error.code == .moveFailure {
      copy = try await begin(account)
      try await copy.copyChanges()
      try await copy.copyAssets()
      try await copy.finish(until: nil)
    }
    try await openTarget(account, copy.attempt)
    return try await summary(of: account, .moved, on: target, copy)
  }

  private func openTarget(_ account: Account, _ attempt: Int64) async throws {
    do {
      try await target.storage.open(account, attempt: attempt)
    } catch let error as HubError {
      throw HubStorageError(
        .moveFailure,
        "The account \(account.name) is complete in its new database, but could not be opened there: "
          + "\(error.reason) No hub serves it now. Repeat the command.")
    }
    for (side, detail) in [(source, "to another database"), (target, "from another database")] {
      try await HubAdministration(side.storage).record(
        .accountMoved, account: account.name, at: StampClock.systemMilliseconds, detail: detail)
    }
  }

  private func summary(
    of account: Account, _ outcome: MoveReport.Outcome, on side: Side, _ copy: AccountCopy? = nil,
    readOnly: Duration? = nil
  ) async throws -> MoveReport {
    let contents = try await side.storage.contents(of: account.id)
    return MoveReport(
      account: account.name, outcome: outcome, zones: contents.zones.count,
      records: contents.records,
      assets: try await side.storage.rows(of: .asset, of: account.id).count,
      devices: try await side.storage.devices(of: account.id).count, bytes: account.bytes,
      missingFiles: copy?.missingFiles.sorted(),
      readOnlyMilliseconds: readOnly.map { Int(($0 / .milliseconds(1)).rounded(.up)) })
  }
}
