import Foundation

// How a backup takes the place of what a container's stores have.

extension StoreCoordinator {
  /// - Throws: What ``ModelContainer/restore(from:)`` throws.
  func restore(_ backup: Backup, _ progress: OperationProgress) throws {
    // What it says may have changed since it was opened.
    let backup = try Backup(contentsOf: backup.url)
    let parts = try BackupMatching(backup, self).parts
    for part in parts { try part.store.checkIsIdle() }
    progress.expect(2 * backup.byteCount)
    try backup.verify(progress)
    do {
      var staged: [(number: Int, StagedStore)] = []
      for part in parts {
        let store = try StagedStore(part.backup, in: backup.url, for: part.store, progress)
        try store.migrate()
        try progress.check()
        staged.append((part.number, store))
      }
      try replaceContents(with: staged)
    } catch let error as SwiftDataError where error != .partialSave {
      throw error.because(
        "\(backup.url.path) was not restored: \(error.explanation) Nothing was changed.",
        error.identifiers, underlying: error.underlyingError)
    }
    progress.finish(2 * backup.byteCount)
  }

  private func replaceContents(with staged: [(number: Int, store: StagedStore)]) throws {
    try commits.during {
      var event = SaveEvent()
      event.becomeRestoration()
      var entered: [(StoreHistory?, number: Int64, previous: Int64)] = []
      var failure: SwiftDataError?
      let delivery = try holdingWriters(of: staged.map(\.store.store)[...]) {
        do {
          try nest(staged.map(\.number), "restored") { [stores] number, next in
            guard let source = staged.first(where: { $0.number == number })?.store else { return }
            let store = stores[number]
            guard let entry = try store.replaceContents(with: source, and: next) else { return }
            event.transactions[store.identifier] = entry.number
            entered.append((store.history, entry.number, entry.previous))
          }
        } catch let error as SwiftDataError where error == .partialSave {
          failure = error
        }
        // Before the next one may write.
        return bus.deliver(event, from: nil)
      }
      for (history, number, previous) in entered { history?.didCommit(number, after: previous) }
      for store in staged.map(\.store.store) { store.settleReplacement() }
      delivery.announce()
      observations.announce(event, from: nil)
      if let failure { throw failure }
    }
  }

  /// Runs a block while nobody else in this container writes to some stores.
  private func holdingWriters<Result>(
    of stores: ArraySlice<SQLiteStore>, _ body: () throws -> Result
  ) throws -> Result {
    guard let store = stores.first else { return try body() }
    return try store.exclusively { _ in try holdingWriters(of: stores.dropFirst(), body) }
  }
}
