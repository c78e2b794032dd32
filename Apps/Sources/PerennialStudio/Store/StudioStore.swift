import Foundation
import Hummingbird
import NIOPosix
import Perennial
import PerennialInspection

/// The store that a studio shows, and edits if it was asked to.
///
/// Each request opens the file anew: it may have been migrated, restored or replaced since the last one. Opening
/// takes about a millisecond.
struct StudioStore: Sendable {
  let url: URL
  /// The edits of this studio; nil if it only reads the store.
  var edits: EditHistory?

  /// The time to wait for a lock that another process holds.
  static let patience: Duration = .seconds(1)

  /// Runs a block with the store. Threads of tasks are not blocked by it.
  ///
  /// - Throws: ``StoreProblem`` if the store cannot be opened; the errors of the block.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (InspectedStore) throws -> Result
  ) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive { try body(open()) }
  }

  /// Runs a block that edits the store, and adds the edit to the history.
  ///
  /// - Parameter title: The words for the edit in buttons.
  func edit(
    _ title: String, _ edit: @escaping @Sendable (StoreEditor) throws -> EditStep
  ) async throws -> EditStep {
    try await withEditor { edits, editor in try edits.run(title) { try edit(editor) } }
  }

  /// Undoes the last edit.
  func undo(_ number: Int) async throws -> EditStep {
    try await withEditor { try $0.undo(number, by: $1.revert) }
  }

  /// Makes the edit again that was undone last.
  func redo(_ number: Int) async throws -> EditStep {
    try await withEditor { try $0.redo(number, by: $1.revert) }
  }

  /// Runs a block with an editor of the store, outside of the history of edits.
  ///
  /// - Throws: `HTTPError` with the status 404 if the studio only reads the store; the errors of the block.
  func preview<Result: Sendable>(
    _ body: @escaping @Sendable (StoreEditor, InspectedStore) throws -> Result
  ) async throws -> Result {
    guard edits != nil else { throw HTTPError(.notFound) }
    return try await read { try body(StoreEditor($0), $0) }
  }

  /// Makes an automatic backup. No backup is deleted.
  ///
  /// - Throws: `HTTPError` with the status 404 if the studio only reads the store; ``BackupFailure``.
  func backUp() async throws -> Backup {
    guard edits != nil else { throw HTTPError(.notFound) }
    return try await read { store in
      try BackupFailure.explaining("The store was not backed up") {
        try StoreModels(of: store).container().backUpAutomatically(keeping: .unlimited)
      }
    }
  }

  /// Runs a block with the restoration of an automatic backup.
  ///
  /// - Parameter name: The name of the backup's directory.
  /// - Throws: `HTTPError` with the status 404 if the studio only reads the store; ``MissingBackup``;
  ///   ``BackupFailure``.
  func withRestoration<Result: Sendable>(
    of name: String, _ body: @escaping @Sendable (StoreRestoration, InspectedStore) throws -> Result
  ) async throws -> Result {
    guard edits != nil else { throw HTTPError(.notFound) }
    return try await read { store in
      let backups = Backup.automatic(ofStoreAt: url)
      guard let backup = backups.first(where: { $0.url.lastPathComponent == name }) else {
        throw MissingBackup(name: name)
      }
      return try BackupFailure.explaining("The backup was not restored") {
        try body(StoreRestoration(of: backup, into: url), store)
      }
    }
  }

  private func withEditor(
    _ body: @escaping @Sendable (EditHistory, StoreEditor) throws -> EditStep
  ) async throws -> EditStep {
    guard let edits else { throw HTTPError(.notFound) }
    return try await read { store in
      var editor = try StoreEditor(store)
      editor.author = "studio"
      return try body(edits, editor)
    }
  }

  func open() throws -> InspectedStore {
    do {
      return try InspectedStore(url, patience: Self.patience)
    } catch {
      throw StoreProblem(url: url, error: error)
    }
  }
}
