public import Foundation

/// Why the book could not do what it was asked to do.
public enum BookError: Error, Equatable, Sendable {
  /// There is no recipe with this identity; it may have been deleted.
  case recipeNotFound(UUID)
  /// The recipe has no such entry in its log.
  case logEntryNotFound(UUID)
  /// The recipe is the cook's own, so there is nothing to restore.
  case notPreset(UUID)
  /// No deleted preset has this key. It may have been restored already.
  case notDeleted(String)
  /// There is no reset to undo. It may have been undone already.
  case nothingToUndo
  /// The book does not sync with a hub.
  case noHub
  /// The address of the hub cannot be used.
  case invalidHub(String)
  /// The device isn't signed in to the hub.
  case signedOut
  /// The hub has refused a request.
  case hubRefused(String)
  /// No answer of the hub came.
  case hubUnreachable(String)
  /// The book has no undecided conflict with this number.
  case conflictNotFound(Int64)
  /// A conflict could not be decided in this way.
  case conflictUndecided(String)
  /// The store of the book failed to sync.
  case syncFailed(String)
  /// The account has no other device with this name.
  case deviceNotFound(String)
  /// The input has to be put right first.
  case invalid([FieldIssue])
  /// The system names no directory for the user's data.
  case noDataDirectory
  /// The directory for the store cannot be made or written to.
  case unwritableDirectory(path: String, reason: String)
  /// The store's file is there but cannot be opened: it is damaged, or it is no store.
  case unreadableStore(path: String, reason: String)
}

extension BookError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .recipeNotFound(let id): "There is no recipe \(id)."
    case .logEntryNotFound(let id): "The log has no entry \(id)."
    case .notPreset(let id): "The recipe \(id) is not a preset, so there is nothing to restore."
    case .notDeleted(let key):
      "There is no deleted preset “\(key)”. It may have been restored already."
    case .nothingToUndo: "There is no reset to undo."
    case .noHub:
      "This book does not sync with a hub. Start Cookbook with --hub and the address of a hub."
    case .invalidHub(let reason): "The hub cannot be used. \(reason)"
    case .signedOut: "This device is signed out. Sign in with a pairing code."
    case .hubRefused(let reason): "The hub has refused the request. \(reason)"
    case .hubUnreachable(let reason): "The hub has not answered. \(reason)"
    case .conflictNotFound(let id):
      "The book has no conflict \(id) to decide. It may have been decided already."
    case .conflictUndecided(let reason): "The conflict was not decided. \(reason)"
    case .syncFailed(let reason): "The sync of the book has failed. \(reason)"
    case .deviceNotFound(let id): "The account has no other device \(id)."
    case .invalid(let issues): issues.map(\.message).joined(separator: " ")
    case .noDataDirectory:
      "The system has no directory for application data. Choose a file with --store."
    case .unwritableDirectory(let path, let reason):
      "Cannot write to the directory \(path): \(reason)"
    case .unreadableStore(let path, let reason):
      """
      Cannot open the book at \(path): \(reason)
      Move the file away to begin a new book, or choose another one with --store.
      """
    }
  }

  public var errorDescription: String? { description }
}
