import Foundation
import PerennialRecords
import PerennialSync
import StoreTesting
import Synchronization

/// The way to a ``ConcurrentHub``, with faults.
final class FlakyTransport: HubTransport {
  enum Fault: CaseIterable {
    case none, lostRequest, lostAnswer, repeated, slow, busy
  }

  struct Lost: Error {}

  /// The numbers of requests.
  struct Counts: Equatable {
    var pulls = 0
    var pushes = 0
    var listens = 0
  }

  private struct State {
    var random: SeededGenerator
    var percent = 0
    var isCut = false
    var refusal: (any Error)?
    var counts = Counts()
    var isHanging = false
  }

  private let hub: ConcurrentHub
  private let state: Mutex<State>

  init(_ hub: ConcurrentHub, seed: UInt64 = 1) {
    self.hub = hub
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  // MARK: Faults

  /// Lets a part of the requests fail.
  func fail(percent: Int) { state.withLock { $0.percent = percent } }
  /// Cuts the connection, or connects again.
  func cut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }
  /// Answers each request with an error; nil ends that.
  func refuse(with error: (any Error)?) { state.withLock { $0.refusal = error } }
  /// Keeps all requests without an answer until they are cancelled.
  func hang(_ isHanging: Bool) { state.withLock { $0.isHanging = isHanging } }

  var counts: Counts { state.withLock { $0.counts } }

  // MARK: Requests

  func pull(_ request: PullRequest) async throws -> PullReply {
    state.withLock { $0.counts.pulls += 1 }
    return try await send { try await self.hub.pull(request) }
  }

  func push(_ request: PushRequest) async throws -> PushReply {
    state.withLock { $0.counts.pushes += 1 }
    return try await send { try await self.hub.push(request) }
  }

  func waitForChanges(after token: SyncToken?) async throws -> Bool {
    state.withLock { $0.counts.listens += 1 }
    return try await send { try await self.hub.waitForChanges(after: token) }
  }

  func hasAsset(_ asset: RecordAsset) async throws -> Bool {
    try await send { await self.hub.assets[asset] != nil }
  }

  func uploadAsset(_ asset: RecordAsset, from file: URL) async throws {
    let data = try Data(contentsOf: file)
    try await send { await self.hub.add(data, as: asset) }
  }

  func downloadAsset(_ asset: RecordAsset, to file: URL) async throws -> Bool {
    try await send {
      guard let data = await self.hub.assets[asset] else { return false }
      try data.write(to: file)
      return true
    }
  }

  private func send<Answer: Sendable>(_ request: () async throws -> Answer) async throws -> Answer {
    let (fault, refusal, isHanging) = state.withLock { state -> (Fault, (any Error)?, Bool) in
      if state.isCut { return (.lostRequest, nil, false) }
      let fault =
        state.random.happens(state.percent) ? state.random.element(of: Fault.allCases) : nil
      return (fault ?? .none, state.refusal, state.isHanging)
    }
    if let refusal { throw refusal }
    if isHanging { try await Task.sleep(for: .seconds(3600)) }
    switch fault {
    case .none: return try await request()
    case .lostRequest: throw Lost()
    case .lostAnswer:
      _ = try await request()
      throw Lost()
    case .repeated:
      _ = try await request()
      return try await request()
    case .slow:
      try await Task.sleep(for: .milliseconds(3))
      return try await request()
    case .busy: throw HubError(.tryAgainLater, "The hub is busy.", retryAfter: 0.5)
    }
  }
}
