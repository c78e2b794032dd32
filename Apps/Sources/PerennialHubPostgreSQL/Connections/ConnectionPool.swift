import Dispatch
import PerennialHub
import Synchronization

/// The connections of a hub to its database. Each has a thread of its own while it is used, so that no task waits for
/// the network on a thread that others need.
final class ConnectionPool: Sendable {
  /// A connection and the queue on which alone it is used.
  // Sendable: the pool hands a lane to one caller at a time, and the caller uses the connection on its queue.
  private final class Lane: @unchecked Sendable {
    let queue = DispatchQueue(label: "perennial.hub.postgresql")
    var connection: PostgreSQLConnection?
  }

  private struct State {
    var free: [Lane]
    var waiting: [CheckedContinuation<Lane, any Error>] = []
    var isClosed = false
    /// The call that waits for the end of all work.
    var closing: CheckedContinuation<Void, Never>?
  }

  private let address: String
  private let answerLimit: Duration
  private let state: Mutex<State>
  private let size: Int

  /// Creates a pool. Connections are made when they are needed.
  ///
  /// - Parameters:
  ///   - address: A connection URI or a list of keywords and values, as libpq reads them.
  ///   - size: The number of connections.
  ///   - answerLimit: The longest time for which the server may not answer.
  init(to address: String, size: Int, answersWithin answerLimit: Duration) {
    (self.address, self.size, self.answerLimit) = (address, max(size, 1), answerLimit)
    state = Mutex(State(free: (0..<max(size, 1)).map { _ in Lane() }))
  }

  /// Runs a block with a connection, on the connection's thread.
  ///
  /// - Throws: The errors of the block; ``PostgreSQLError`` if there is no connection to the server.
  func use<Result: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result {
    let lane = try await lane()
    return try await withCheckedThrowingContinuation { continuation in
      lane.queue.async { [self] in
        let result = Swift.Result { try body(connection(of: lane)) }
        // A connection that was lost, or was left inside a transaction, is closed.
        if lane.connection?.isUsable != true { lane.connection = nil }
        giveBack(lane)
        continuation.resume(with: result)
      }
    }
  }

  /// The use of the connections.
  var load: StorageLoad {
    state.withLock { state in
      StorageLoad(
        size: size, busy: max(size - state.free.count, 0), waiting: state.waiting.count)
    }
  }

  private func connection(of lane: Lane) throws -> PostgreSQLConnection {
    if let connection = lane.connection, connection.isAlive { return connection }
    lane.connection = nil
    let connection = try PostgreSQLConnection(to: address, answersWithin: answerLimit)
    try connection.execute(.settings)
    lane.connection = connection
    return connection
  }

  private func lane() async throws -> Lane {
    try await withCheckedThrowingContinuation { continuation in
      let found: Swift.Result<Lane, any Error>? = state.withLock { state in
        if state.isClosed { return .failure(CancellationError()) }
        if let lane = state.free.popLast() { return .success(lane) }
        state.waiting.append(continuation)
        return nil
      }
      if let found { continuation.resume(with: found) }
    }
  }

  private func giveBack(_ lane: Lane) {
    let (next, closing) = state.withLock { state in
      if !state.waiting.isEmpty {
        return (Optional(state.waiting.removeFirst()), CheckedContinuation<Void, Never>?.none)
      }
      state.free.append(lane)
      return (nil, state.free.count == size ? state.closing.take() : nil)
    }
    next?.resume(returning: lane)
    closing?.resume()
  }

  /// Lets the work under way end, and closes all connections.
  func close() async {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(throwing: CancellationError()) }
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        let isIdle = state.free.count == size
        if !isIdle { state.closing = continuation }
        return isIdle
      }
      if isIdle { continuation.resume() }
    }
    state.withLock { $0.free = $0.free.map { _ in Lane() } }
  }
}
