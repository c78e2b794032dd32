public import Foundation
public import Perennial

extension PresetLibrary {
  /// The backup that is made of the store before an operation.
  ///
  /// ```swift
  /// try container.presets.reset(.presets, backup: .to(directory.appending(path: "before-reset")))
  /// ```
  public enum BackupPolicy: Sendable {
    /// An automatic backup beside the store. The newest backups are kept, and the newest one of each
    /// operation; see `ModelContainer.backUpAutomatically(keeping:undoing:)`.
    case automatic(BackupRetention = .newest(5))
    /// A backup at a URL where no file exists yet.
    case to(URL)
    /// No backup. The operation cannot be undone then.
    case none
  }
}

extension PresetLibrary.BackupPolicy {
  /// Makes the backup.
  ///
  /// - Parameter operation: The operation that restoring the backup undoes.
  func backUp(_ container: ModelContainer, undoing operation: String) throws -> Backup? {
    switch self {
    case .automatic(let retention):
      try container.backUpAutomatically(keeping: retention, undoing: operation)
    case .to(let url): try container.backUp(to: url)
    case .none: nil
    }
  }
}
