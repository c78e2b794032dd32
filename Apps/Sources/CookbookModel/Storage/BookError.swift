public import Foundation

/// Why the book could not do what it was asked to do.
public enum BookError: Error, Equatable, Sendable {
  /// There is no recipe with this identity; it may have been deleted.
  case recipeNotFound(UUID)
  /// The recipe has no such entry in its log.
  case logEntryNotFound(UUID)
  /// The recipe is the cook's own: there is nothing that it could be brought back to.
  case notPreset(UUID)
  /// No removed recipe has this key; it may be back already.
  case notRemoved(String)
  /// There is no reset to take back; it may have been taken back already.
  case nothingToUndo
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
    case .notPreset(let id): "The recipe \(id) is not one of the original recipes."
    case .notRemoved(let key): "There is no removed recipe “\(key)”."
    case .nothingToUndo: "There is no reset to undo."
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
