import Synchronization

/// The numbers that a hub reports to Prometheus.
final class HubMetrics: Sendable {
  /// The upper bounds of the histogram of durations, in seconds.
  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

  private struct Request: Hashable {
    let route: String
    let status: Int
  }

  fileprivate struct Durations {
    var counts = [Int](repeating: 0, count: HubMetrics.bounds.count)
    var sum = 0.0
    var count = 0
  }

  private struct State {
    var requests: [Request: Int] = [:]
    var durations: [String: Durations] = [:]
    var written = 0
    var refused = 0
    var read = 0
    var received = 0
    var limited: [RequestLimit: Int] = [:]
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
      state.durations[route, default: Durations()].add(seconds)
      state.received += notes.bytes ?? 0
      state.refused += notes.refused ?? 0
      if route.hasSuffix("/push") { state.written += notes.records ?? 0 }
      if route.hasSuffix("/pull") { state.read += notes.records ?? 0 }
    }
  }

  /// Counts a request that was refused because its sender sends too many.
  func count(_ limit: RequestLimit) {
    state.withLock { $0.limited[limit, default: 0] += 1 }
  }

  /// Returns the numbers in Prometheus' text format.
  func text(listeners: Int) -> String {
    let state = state.withLock { $0 }
    var lines = Self.requests(state)
    for (name, help, number) in [
      ("records_written_total", "Records that pushes have changed.", state.written),
      ("records_refused_total", "Records of pushes that were refused.", state.refused),
      ("records_read_total", "Records in pages.", state.read),
      ("received_bytes_total", "Bytes of the bodies of requests.", state.received),
    ] {
      lines += Self.head(name, "counter", help) + ["perennial_hub_\(name) \(number)"]
    }
    lines += Self.head("limited_total", "counter", "Requests beyond a limit, by its kind.")
    for limit in RequestLimit.allCases {
      lines.append(
        "perennial_hub_limited_total{limit=\"\(limit.rawValue)\"} \(state.limited[limit] ?? 0)")
    }
    lines += Self.head("listeners", "gauge", "Requests that wait for changes.")
    lines.append("perennial_hub_listeners \(listeners)")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
    ["# HELP perennial_hub_\(name) \(help)", "# TYPE perennial_hub_\(name) \(type)"]
  }

  private static func requests(_ state: State) -> [String] {
    var lines = head("requests_total", "counter", "Requests, by route and status.")
    for (request, count) in state.requests.sorted(by: {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }) {
      lines.append(
        "perennial_hub_requests_total{route=\"\(request.route)\",status=\"\(request.status)\"} \(count)"
      )
    }
    lines += head("request_seconds", "histogram", "Time until the answer began.")
    for (route, durations) in state.durations.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(bounds, durations.counts) {
        lines.append(
          "perennial_hub_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(count)")
      }
      lines += [
        "perennial_hub_request_seconds_bucket{route=\"\(route)\",le=\"+Inf\"} \(durations.count)",
        "perennial_hub_request_seconds_sum{route=\"\(route)\"} \(durations.sum)",
        "perennial_hub_request_seconds_count{route=\"\(route)\"} \(durations.count)",
      ]
    }
    return lines
  }
}

extension HubMetrics.Durations {
  fileprivate mutating func add(_ seconds: Double) {
    sum += seconds
    count += 1
    for (index, bound) in HubMetrics.bounds.enumerated() where seconds <= bound {
      counts[index] += 1
    }
  }
}
