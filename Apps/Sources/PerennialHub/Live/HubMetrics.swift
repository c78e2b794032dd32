import PerennialRecords
import Synchronization

/// The numbers that a hub counts since its start.
final class HubMetrics: Sendable {
  private struct Request: Hashable {
    let route: String
    let status: Int
  }

  /// The counted numbers.
  private struct State {
    var requests: [Request: Int] = [:]
    var durations: [String: Histogram] = [:]
    var errors: [HubError.Code: Int] = [:]
    var refusals = Dictionary(
      uniqueKeysWithValues: PushReply.Reason.allCases.map { ($0.rawValue, 0) })
    var pushes = 0
    var written = 0
    var read = 0
    var received = 0
    var limited: [RequestLimit: Int] = [:]
    var wakeUps = [WakeUpOrigin: Int]()
    var wakeUpTimes = Histogram()
  }

  /// The hub that has changed a zone.
  enum WakeUpOrigin: String, CaseIterable {
    case this, other
  }

  private let state = Mutex(State())

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - route: The path with the names of its parameters, so that their values are not among the numbers.
  ///   - seconds: The time until the answer began.
  func count(_ route: String, status: Int, seconds: Double, _ notes: RequestNotes.Content) {
    state.withLock { state in
      state.requests[Request(route: route, status: status), default: 0] += 1
      state.durations[route, default: Histogram()].add(seconds)
      state.received += notes.bytes ?? 0
      if let error = notes.error { state.errors[error, default: 0] += 1 }
      for reason in notes.refusals { state.refusals[reason, default: 0] += 1 }
      if route.hasSuffix("/push") {
        state.pushes += 1
        state.written += notes.records ?? 0
      }
      if route.hasSuffix("/pull") { state.read += notes.records ?? 0 }
    }
  }

  /// Counts a request that was refused because its sender sends too many.
  func count(_ limit: RequestLimit) {
    state.withLock { $0.limited[limit, default: 0] += 1 }
  }

  /// Counts listeners that were told of a change.
  ///
  /// - Parameter seconds: The time since the change was announced by another hub; nil if that is not known.
  func countWakeUps(_ count: Int, by origin: WakeUpOrigin, after seconds: Double? = nil) {
    if count == 0 { return }
    state.withLock { state in
      state.wakeUps[origin, default: 0] += count
      if let seconds { state.wakeUpTimes.add(max(seconds, 0)) }
    }
  }

  /// The numbers of errors that have occurred, by code.
  var errors: [(code: String, count: Int)] {
    state.withLock { $0.errors.map { (code: $0.key.rawValue, count: $0.value) } }
      .sorted { $0.code < $1.code }
  }

  /// Adds the numbers to a text.
  func write(to text: inout MetricsText) {
    let state = state.withLock { $0 }
    let requests = state.requests.sorted {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }
    text.family(
      "perennial_hub_requests_total", type: "counter", help: "Requests, by route and status.",
      samples: requests.map { (["route": $0.key.route, "status": "\($0.key.status)"], $0.value) })
    text.histogram(
      "perennial_hub_request_seconds", help: "Time until the answer began.",
      samples: state.durations.sorted { $0.key < $1.key }.map { (["route": $0.key], $0.value) })
    text.family(
      "perennial_hub_errors_total", type: "counter",
      help: "Requests that were not carried out, by error.",
      samples: HubError.Code.allCases.map { (["code": $0.rawValue], state.errors[$0] ?? 0) })
    text.family(
      "perennial_hub_limited_total", type: "counter", help: "Requests beyond a limit, by its kind.",
      samples: RequestLimit.allCases.map { (["limit": $0.rawValue], state.limited[$0] ?? 0) })
    text.counter("perennial_hub_pushes_total", help: "Pushes.", value: state.pushes)
    text.counter(
      "perennial_hub_records_written_total", help: "Records that pushes have changed.",
      value: state.written)
    text.family(
      "perennial_hub_records_refused_total", type: "counter",
      help: "Records of pushes that were refused, by reason.",
      samples: state.refusals.sorted { $0.key < $1.key }.map { (["reason": $0.key], $0.value) })
    text.counter("perennial_hub_records_read_total", help: "Records in pages.", value: state.read)
    text.counter(
      "perennial_hub_received_bytes_total", help: "Bytes of the bodies of requests.",
      value: state.received)
    text.family(
      "perennial_hub_wake_ups_total", type: "counter",
      help: "Waiting requests that a change has ended, by the hub that has made it.",
      samples: WakeUpOrigin.allCases.map { (["origin": $0.rawValue], state.wakeUps[$0] ?? 0) })
    text.histogram(
      "perennial_hub_wake_up_seconds",
      help: "Time from a change by another hub to the waiting requests of this one.",
      samples: [([:], state.wakeUpTimes)])
  }
}
