public import Foundation
public import PerennialRecords

/// A failure to exchange data with a hub. Local data is unchanged, and its changes are sent later.
///
/// ```swift
/// do {
///   try await sync.synchronize()
/// } catch SyncError.network(let text) {
///   print("Offline: \(text)")
/// } catch let error as SyncError {
///   print(error.description)
/// }
/// ```
public enum SyncError: Error, Equatable, Sendable {
  /// The hub has not carried out a request.
  case hub(HubError)
  /// No answer came, or one that is not an answer of a hub. The text describes the failure.
  case network(String)
  /// The store could not be read or written. The text describes the failure.
  case store(String)
  /// The hub has refused records, and they cannot be sent as they are: the number of them.
  case refused(Int)
  /// The chosen value of a conflict is sealed, and the device cannot read it.
  case sealed(SealedValueError)
  /// The engine is paused.
  case paused(PauseReason)
  /// The engine was not started, or was stopped.
  case stopped
}

extension SyncError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .hub(let error): "The hub has not carried out a request: \(error.reason)"
    case .network(let text): "The hub has not answered: \(text)"
    case .store(let text): "The store could not be read or written: \(text)"
    case .refused(let count):
      "The hub has refused \(count) records. Ask for the reason of each, and change or delete it."
    case .sealed(let error): error.description
    case .paused(let reason): "Sync is paused: \(reason.rawValue)."
    case .stopped: "Sync has not started, or has ended. Start the engine first."
    }
  }

  public var errorDescription: String? { description }
}
