#if os(Linux)
import Foundation
@testable import Perennial
import PerennialRecords
import PerennialSQLite
import PerennialSync
import Synchronization

/// The stacks at the moments of an exchange: a wake of an engine, a statement of the store, a request.
final class CallRecorder: Sendable {
  enum Moment: Equatable {
    case wake, push, pull
    case statement(String)
  }

  private let recorded = Mutex<[(moment: Moment, stack: CallStack)]>([])
  private let inbox = Inbox(keepsEvents: false)

  /// Notes a moment.
  func note(_ moment: Moment, _ stack: CallStack) {
    recorded.withLock { $0.append((moment, stack)) }
  }

  /// Returns the first stack at a moment.
  func first(where isWanted: (Moment) -> Bool) -> CallStack? {
    recorded.withLock { $0.first { isWanted($0.moment) }?.stack }
  }

  /// Returns the first stack at a statement.
  func first(statement beginning: String) -> CallStack? {
    first { if case .statement(let sql) = $0 { sql.hasPrefix(beginning) } else { false } }
  }

  /// Forgets what was noted, and notes the statements of a store's writing connection and the wakes of its engine.
  func begin(_ container: ModelContainer) {
    recorded.withLock { $0 = [] }
    container.coordinator.stores[0].exclusively { connection in
      _ = sqlite3_trace_v2(
        connection.handle, UInt32(SQLITE_TRACE_STMT),
        { _, recorder, statement, _ in
          guard let recorder, let sql = sqlite3_sql(OpaquePointer(statement)) else { return 0 }
          Unmanaged<CallRecorder>.fromOpaque(recorder).takeUnretainedValue()
            .note(.statement(String(cString: sql)), .ofThread())
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }
    inbox.wake.value = { [weak self] in self?.note(.wake, .ofThread()) }
    container.coordinator.bus.add(inbox)
  }

  /// Ends what ``begin(_:)`` has begun.
  func end(_ container: ModelContainer) {
    container.coordinator.bus.remove(inbox)
    container.coordinator.stores[0].exclusively {
      _ = sqlite3_trace_v2($0.handle, 0, nil, nil)
    }
  }
}

/// A transport that notes the stacks of its pushes and pulls.
struct RecordingTransport: HubTransport {
  let base: any HubTransport
  let recorder: CallRecorder

  func pull(_ request: PullRequest) async throws -> PullReply {
    let reply = try await base.pull(request)
    recorder.note(.pull, try .ofTask())
    return reply
  }

  func push(_ request: PushRequest) async throws -> PushReply {
    recorder.note(.push, try .ofTask())
    return try await base.push(request)
  }

  func waitForChanges(after token: SyncToken?) async throws -> Bool {
    try await base.waitForChanges(after: token)
  }

  func hasAsset(_ asset: RecordAsset) async throws -> Bool { try await base.hasAsset(asset) }

  func uploadAsset(_ asset: RecordAsset, from file: URL) async throws {
    try await base.uploadAsset(asset, from: file)
  }

  func downloadAsset(_ asset: RecordAsset, to file: URL) async throws -> Bool {
    try await base.downloadAsset(asset, to: file)
  }
}
#endif
