public import HummingbirdCore
import NIOCore
import Synchronization

/// The connections of a server, and the choice of those to close when there are too many.
///
/// New connections are not refused: a client that opens hundreds and sends nothing must not keep
/// others out. The server closes others for them, in this order:
///
/// 1. a connection that waits for the head of a request,
/// 2. an idle connection,
/// 3. a connection whose client sends a body, or does not read a response.
///
/// Of several such connections it closes one of the network with the most connections, and of these the
/// one that has waited longest. A connection whose response is being made stays.
///
/// A connection that has begun to wait for a request, or for its body, stays for ``youth``.
///
/// Up to ``ServerLimits/reserve`` connections more can be open for a moment, because closing takes time and
/// all others may be young or at work. When they are open, the server accepts none.
public final class ConnectionLimit: AvailableConnectionsDelegate, Sendable {
  typealias ID = Int

  /// The time that a client has in any case for the head of a request, and for the body.
  static let youth = TimeAmount.milliseconds(250)

  private struct Entry {
    let network: ClientNetwork
    let close: @Sendable () -> Void
    var phase = ConnectionPhase.opened
    var since: NIODeadline
    var isClosing = false
  }

  private struct State {
    var entries: [ID: Entry] = [:]
    var lastID = 0
    /// The number of sockets that the server has accepted and not yet reported as closed.
    var open = 0
    /// The number of entries that are being closed because there are too many.
    var closing = 0
    /// The number of entries that were removed and whose sockets are not yet reported as closed.
    var ended = 0
    /// `true` after ``ConnectionLimit/end()``.
    var isAtEnd = false

    /// The number of connections that stay open.
    var lasting: Int { open - closing - ended }
  }

  private let maximum: Int
  private let state = Mutex(State())

  public init(_ maximum: Int) { self.maximum = maximum }

  // MARK: Sockets, as the listening channel reports them

  public func connectionOpened() { opened(at: .now()) }

  func opened(at now: NIODeadline) {
    state.withLock { $0.open += 1 }
    makeRoom(at: now)
  }

  public func connectionClosed() {
    state.withLock { state in
      state.open -= 1
      state.ended = max(state.ended - 1, 0)
    }
  }

  public func isAcceptingNewConnections() -> Bool {
    state.withLock { $0.open < maximum + ServerLimits.reserve }
  }

  // MARK: Connections, as each reports itself

  /// A Boolean value that indicates whether more connections than the limit stay open. If so, a
  /// connection that begins to wait for its client calls ``makeRoom(at:)`` after ``youth``.
  package var count: Int { state.withLock { $0.open } }

  var isCrowded: Bool { state.withLock { $0.lasting > maximum } }

  /// Adds a connection that has been opened.
  ///
  /// - Parameter close: Closes the connection at once. Called on any thread.
  func add(
    _ network: ClientNetwork, at now: NIODeadline, close: @escaping @Sendable () -> Void
  ) -> ID {
    let (id, isAtEnd) = state.withLock { state in
      state.lastID += 1
      state.entries[state.lastID] = Entry(network: network, close: close, since: now)
      return (state.lastID, state.isAtEnd)
    }
    if isAtEnd { close() }
    return id
  }

  /// Records that a connection has entered another phase.
  func update(_ id: ID, to phase: ConnectionPhase, at now: NIODeadline) {
    state.withLock { state in
      state.entries[id]?.phase = phase
      state.entries[id]?.since = now
    }
    switch phase {
    case .idle, .lingering, .stalled: makeRoom(at: now)
    case .opened, .head, .body, .responding: break
    }
  }

  /// Removes a connection that has ended.
  func remove(_ id: ID) {
    state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: id) else { return }
      if entry.isClosing { state.closing -= 1 }
      state.ended += 1
    }
  }

  /// Closes all connections, and those that are still added. Call it when the server has ended.
  ///
  /// A server that ends can have accepted a connection and not begun to serve it. It never would, and the client would
  /// wait for an answer.
  public func end() {
    let entries = state.withLock { state in
      state.isAtEnd = true
      return Array(state.entries.values)
    }
    for entry in entries { entry.close() }
  }

  // MARK: Choosing

  /// Closes the connections beyond the limit that can be spared.
  func makeRoom(at now: NIODeadline) {
    let closing = state.withLock { state in
      var closing: [@Sendable () -> Void] = []
      while state.lasting > maximum, let close = choose(in: &state, at: now) {
        closing.append(close)
      }
      return closing
    }
    for close in closing { close() }
  }

  /// Closes one connection, if one can be spared. Used when the process has no descriptor left.
  func closeOne(at now: NIODeadline) {
    let close = state.withLock { choose(in: &$0, at: now) }
    close?()
  }

  /// Marks the connection that is closed first, and returns the function that closes it.
  private func choose(in state: inout State, at now: NIODeadline) -> (@Sendable () -> Void)? {
    var counts: [ClientNetwork: Int] = [:]
    for entry in state.entries.values where !entry.isClosing {
      counts[entry.network, default: 0] += 1
    }
    var best: (id: ID, rank: (order: Int, share: Int, since: NIODeadline))?
    for (candidate, entry) in state.entries where !entry.isClosing {
      let isYoung = now - entry.since < Self.youth
      guard let order = entry.phase.closingOrder(isYoung: isYoung) else { continue }
      let rank = (order: order, share: -counts[entry.network, default: 0], since: entry.since)
      if let best, best.rank <= rank { continue }
      best = (candidate, rank)
    }
    guard let best else { return nil }
    state.entries[best.id]?.isClosing = true
    state.closing += 1
    return state.entries[best.id]?.close
  }
}
