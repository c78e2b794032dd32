import PerennialRecords
import Synchronization

/// The requests that wait for changes of zones.
///
/// A signal says only that a zone has changed. Signals that a listener has not taken yet are one.
final class ZoneListeners: Sendable {
  private struct Listener {
    let device: String
    /// The newest head that the listener knows.
    var known: SyncToken?
    let source: AsyncStream<SyncToken>.Continuation

    /// `true` if a head has changes that the listener does not know of.
    func isBehind(_ head: SyncToken) -> Bool {
      guard let known else { return head.sequence > 0 }
      return head.incarnation != known.incarnation || head.sequence > known.sequence
    }
  }

  private struct State {
    var lastID = 0
    var zones: [ZoneKey: [Int: Listener]] = [:]
  }

  private let state = Mutex(State())

  /// The number of listeners.
  var count: Int { state.withLock { $0.zones.values.reduce(0) { $0 + $1.count } } }

  /// The zones that a request waits for.
  var keys: [ZoneKey] { state.withLock { Array($0.zones.keys) } }

  /// Returns the heads of a zone from now on: after each change, the newest one. The stream ends when the token of the
  /// device is revoked.
  ///
  /// - Parameter known: The head that the device has, which is not among them.
  func heads(
    of key: ZoneKey, after known: SyncToken?, for device: String
  ) -> AsyncStream<SyncToken> {
    let (stream, source) = AsyncStream.makeStream(
      of: SyncToken.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastID += 1
      state.zones[key, default: [:]][state.lastID] = Listener(
        device: device, known: known, source: source)
      return state.lastID
    }
    source.onTermination = { [weak self] _ in self?.remove(id, key) }
    return stream
  }

  /// Returns an element for each change of one of several zones from now on. Changes that were not taken yet are one.
  /// The stream ends when the token of the device is revoked.
  func wakeUps(of keys: [ZoneKey], for device: String) -> AsyncStream<SyncToken> {
    let (stream, source) = AsyncStream.makeStream(
      of: SyncToken.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastID += 1
      for key in keys {
        state.zones[key, default: [:]][state.lastID] = Listener(
          device: device, known: nil, source: source)
      }
      return state.lastID
    }
    source.onTermination = { [weak self] _ in
      for key in keys { self?.remove(id, key) }
    }
    return stream
  }

  private func remove(_ id: Int, _ key: ZoneKey) {
    state.withLock { state in
      state.zones[key]?[id] = nil
      if state.zones[key]?.isEmpty == true { state.zones[key] = nil }
    }
  }

  /// Wakes the listeners of a zone that do not know its head.
  ///
  /// - Returns: The number of listeners that were told.
  @discardableResult
  func signal(_ key: ZoneKey, head: SyncToken) -> Int {
    let sources = state.withLock { state in
      (state.zones[key] ?? [:]).compactMap { id, listener in
        guard listener.isBehind(head) else { return nil as AsyncStream<SyncToken>.Continuation? }
        state.zones[key]?[id]?.known = head
        return listener.source
      }
    }
    for source in sources { source.yield(head) }
    return sources.count
  }

  /// Ends the requests of an account that wait, because its tokens are no longer valid.
  ///
  /// - Parameter device: The device whose token was revoked; nil for all devices of the account.
  func end(_ account: Account.ID, device: String? = nil) {
    let listeners = state.withLock { state in
      state.zones.filter { $0.key.account == account }.flatMap(\.value.values)
    }
    for listener in listeners where device == nil || listener.device == device {
      listener.source.finish()
    }
  }
}
