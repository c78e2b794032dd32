import PerennialRecords
import Synchronization

/// The newest requests of devices, for the admin page. They have identifiers and numbers, and no values.
final class RecentRequests: Sendable {
  /// A request, as the page shows it.
  struct Row: Sendable {
    let time: String
    let route: String
    let status: Int
    let milliseconds: String
    let account: String
    let records: String
    let error: String
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
    let row = Row(
      time: time.timeText, route: route, status: status,
      milliseconds: "\((seconds * 10_000).rounded() / 10)", account: notes.account ?? "",
      records: notes.records.map { "\($0)" } ?? "", error: notes.error?.rawValue ?? "")
    state.withLock { state in
      state.count += 1
      if state.rows.count == Self.most { state.rows.removeFirst() }
      state.rows.append(row)
    }
  }
}
