import PerennialRecords
import Foundation

/// A transaction that copies a staged store over another one. Until its commit, readers of all
/// processes see the former contents. After it they see the new ones.
struct ReplacementScope: TransactionScope {
  private let store: SQLiteStore
  private let pages: PageCopy
  /// The files beside the store that only the new contents need.
  private let files: [String]
  /// The numbers of the transaction and of the one before it; nil if the store has no history.
  let entry: (number: Int64, previous: Int64)?

  /// Begins the transaction, and enters it in the history of the copy.
  init(_ store: SQLiteStore, _ staged: StagedStore) throws {
    self.store = store
    // The only connection of a store in memory cannot be read during the copy.
    let only = try store.isInMemory ? store.lastEntry(on: store.writer) : nil
    pages = try PageCopy(from: staged.connection, to: store.writer)
    // From here on no other connection writes, or deletes a file.
    try pages.lock()
    let (last, latest) = try only ?? store.lastEntry()
    let number = try staged.enterHistory(after: last, latest)
    if let number, let last { entry = (number, last) } else { entry = nil }
    files = try staged.moveFiles()
  }

  func commit() throws {
    _ = try pages.step(-1)
    try pages.finish()
    try store.didReplaceContents(in: entry?.number)
  }

  /// Deletes the files. The copy ends when its ``PageCopy`` is deallocated.
  func rollback() {
    for path in files { try? FileManager.default.removeItem(atPath: path) }
  }

  func end() {}
}
