import PerennialRecords
import Synchronization

/// The requests that wait for changes of zones.
///
/// A signal says only that a zone has changed. Signals that a listener has not taken yet are one.
final class ZoneListeners: Sendable {
  private struct State {
    var lastID = 0
    var zones: [ZoneKey: [Int: AsyncStream<SyncToken>.Continuation]] = [:]
  }

  private let state = Mutex(State())

  /// The number of listeners.
  var count: Int { state.withLock { $0.zones.values.reduce(0) { $0 + $1.count } } }

  /// Returns the heads of a zone from now on: after each change, the newest one.
  func heads(of key: ZoneKey) -> AsyncStream<SyncToken> {
    let (stream, source) = AsyncStream.makeStream(
      of: SyncToken.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastID += 1
      state.zones[key, default: [:]][state.lastID] = source
      return state.lastID
    }
    source.onTermination = { [weak self] _ in self?.remove(id, key) }
    return stream
  }

  private func remove(_ id: Int, _ key: ZoneKey) {
    state.withLock { state in
      state.zones[key]?[id] = nil
      if state.zones[key]?.isEmpty == true { state.zones[key] = nil }
    }
  }

  /// Wakes the listeners of a zone, after the commit of a change.
  func signal(_ key: ZoneKey, head: SyncToken) {
    let sources = state.withLock { Array(($0.zones[key] ?? [:]).values) }
    for source in sources { source.yield(head) }
  }
}
