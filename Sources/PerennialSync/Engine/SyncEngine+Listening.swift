import Foundation
import Logging
import PerennialRecords
import PerennialReplication

/// The state of listening to a hub.
struct Listening {
  /// The number of requests in succession that ended early and without news.
  var failures = 0
  /// The position of the last request that ended early; nil if none has.
  var endedEarly: SyncToken??
  /// `true` during the pause after a request to which no answer came.
  var isOffline = false
}

extension SyncEngine {
  /// Begins to listen.
  func listen() {
    endListening()
    listenTask = spawn { [epoch] in await self.hear(epoch) }
  }

  func endListening() {
    listenTask.map { tasks[$0]?.cancel() }
    listenTask = nil
  }

  /// Ends the pause between attempts to listen, because the hub has answered another request.
  func wakeListener() {
    guard listening.isOffline, listenTask != nil else { return }
    listening = Listening()
    listen()
  }

  /// Asks for the hub's word until there is a change. An answer without news that arrives early is a failure, so
  /// that a broken hub is not asked without a pause.
  private func hear(_ epoch: Int) async {
    while epoch == self.epoch, !Task.isCancelled {
      let token = position.token
      if listening.endedEarly == .some(token) {
        listening.failures += 1
      } else {
        listening = Listening()
      }
      guard await pauseBeforeListening() else { return }
      do {
        let (hasChanges, duration) = try await clock.timed {
          try await self.transport.waitForChanges(after: token)
        }
        guard epoch == self.epoch, !Task.isCancelled else { return }
        progress.lastContact = date()
        if state.activity == .none { progress.lastError = nil }
        if hasChanges || duration < .seconds(1) {
          listening.endedEarly = .some(token)
        } else {
          listening = Listening()
        }
        publish()
        if hasChanges { return report() }
      } catch {
        guard epoch == self.epoch, !Task.isCancelled else { return }
        listening.endedEarly = .some(token)
        if failToListen(error) { return report() }
      }
    }
  }

  /// Waits after failures. Returns `false` if the task was cancelled.
  private func pauseBeforeListening() async -> Bool {
    guard listening.failures > 0 else { return true }
    let pause = random.pause(afterFailures: listening.failures)
    guard (try? await clock.sleep(for: .milliseconds(pause))) != nil else { return false }
    listening.isOffline = false
    return !Task.isCancelled
  }

  /// Takes a failure. Returns `true` if a pull says more of it.
  private func failToListen(_ error: any Error) -> Bool {
    log.info("listening has failed: \(error.localizedDescription)")
    switch error {
    case let error as HubError:
      progress.lastContact = date()
      switch error.code {
      case .tryAgainLater, .internalError, .quotaExceeded, .tooLarge: break
      default: return true
      }
    case HTTPTransportError.signedOut, is SyncError: return true
    default:
      listening.isOffline = true
      progress.lastError = .network(error.localizedDescription)
    }
    publish()
    return false
  }

  private func report() {
    listenTask = nil
    handle(.remoteChange)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Runs work, and returns its result and the time that it took.
  fileprivate func timed<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async rethrows -> (Result, Swift.Duration) {
    let start = now
    let result = try await work()
    return (result, start.duration(to: now))
  }
}
