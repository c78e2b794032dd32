public import Foundation
import PerennialSync

/// The state of a book's sync, as pages and programs show it.
public struct BookSyncStatus: Codable, Equatable, Sendable {
  /// The most important fact.
  public enum State: String, Codable, CaseIterable, Sendable {
    /// The device isn't signed in.
    case signedOut
    /// The cook has turned the offline switch on.
    case offline
    /// The hub refuses requests, or another program syncs the book.
    case paused
    /// The hub does not answer. Changes wait.
    case unreachable
    /// The first import is running.
    case importing
    /// Changes are being sent, or wait to be sent.
    case sending
    /// Changes of other devices are being received.
    case receiving
    /// The book and the hub have the same.
    case upToDate
  }

  public var state: State
  /// The number of objects with changes that were not sent yet.
  public var pending: Int
  /// The number of objects that the hub has refused.
  public var refused: Int
  /// The number of objects that were received since the first import began.
  public var received: Int
  /// `true` if the book has received all that the hub had at the first exchange.
  public var isImported: Bool
  /// The reason of the state ``State/paused``, in words for programs.
  public var pause: String?
  /// The failure of the last attempt, in words for people.
  public var problem: String?
  /// The recipes with changes that were not sent yet.
  public var unsent: Set<UUID> = []
  /// The number of conflicts that the cook has not decided.
  public var conflicts = 0
  /// The recipes with such conflicts.
  public var inConflict: Set<UUID> = []

  mutating func take(_ found: [BookConflict]) {
    conflicts = found.count
    inConflict = Set(found.compactMap(\.recipe))
  }

  /// - Parameter isSignedIn: `true` if the device has a token, also before the engine has started.
  init(_ progress: SyncProgress, isSignedIn: Bool) {
    pending = progress.pendingUploads
    refused = progress.refusedRecords
    received = progress.isInitialImportDone ? 0 : progress.receivedRecords
    isImported = progress.isInitialImportDone
    pause = nil
    problem = progress.lastError?.errorDescription
    state = .upToDate
    switch progress.pause {
    case .signedOut: state = .signedOut
    case .userPaused: state = .offline
    case .noNetwork: state = .unreachable
    case .some(let reason):
      state = .paused
      pause = reason.rawValue
    case nil:
      if let refusal = progress.readOnly {
        state = .paused
        pause = "readOnly"
        problem = refusal.reason
      } else if progress.lastError != nil {
        state = .unreachable
      } else if !progress.isInitialImportDone {
        state = .importing
      } else if progress.pendingUploads > 0 {
        state = .sending
      } else if progress.hasPendingDownloads {
        state = .receiving
      }
    }
    if !isSignedIn { state = .signedOut }
    if state == .signedOut || state == .offline { problem = nil }
  }
}
