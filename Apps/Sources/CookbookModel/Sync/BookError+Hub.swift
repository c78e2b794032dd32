import Foundation
import PerennialRecords
import PerennialSync

extension BookError {
  /// Creates the error of a request to a hub.
  init(hub error: any Error) {
    switch error {
    case let error as BookError: self = error
    case let error as HubError: self = .hubRefused(error.reason)
    case HTTPTransportError.signedOut: self = .signedOut
    case SyncError.store(let reason): self = .syncFailed(reason)
    case SyncError.paused(.signedOut): self = .signedOut
    case let error as CredentialError: self = .hubRefused(error.localizedDescription)
    default: self = .hubUnreachable(error.localizedDescription)
    }
  }
}
