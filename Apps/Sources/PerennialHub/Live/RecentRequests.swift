import Synchronization

/// The newest requests of devices, for the admin page. They have identifiers and numbers, and no values.
final class RecentRequests: Sendable {
  /// A request.
  struct Row: Sendable {
    /// The time of the answer, in milliseconds since 1970.
    let time: Int64
    let route: String
    let status: Int
    /// The seconds until the answer began.
    let seconds: Double
    let notes: RequestNotes.Content
  }

  /// The most requests that are kept.
  private static let most = 50

  private struct State {
    var rows: [Row] = []
    var count = 0
  }

  private let state = Mutex(State())

  /// The requests, the newest one first.
  var rows: [Row] { state.withLock { $0.rows.reversed() } }

  /// The number of requests since the start.
  var count: Int { state.withLock(\.count) }

  func add(
    _ route: String, status: Int, seconds: Double, at time: Int64,
    _ notes: RequestNotes.Content
  ) {
    let row = Row(time: time, route: route, status: status, seconds: seconds, notes: notes)
    state.withLock { state in
      state.count += 1
      if state.rows.count == Self.most { state.rows.removeFirst() }
      state.rows.append(row)
    }
  }
}
