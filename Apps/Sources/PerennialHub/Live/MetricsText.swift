/// Numbers in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  /// The labels of a sample, in order.
  typealias Labels = KeyValuePairs<String, String>

  private(set) var text = ""

  mutating func counter(_ name: String, help: String, value: some Numeric) {
    family(name, type: "counter", help: help)
    sample(name, labels: [:], value: "\(value)")
  }

  mutating func gauge(_ name: String, help: String, value: some Numeric) {
    family(name, type: "gauge", help: help)
    sample(name, labels: [:], value: "\(value)")
  }

  /// Adds a family with a sample for each combination of labels.
  mutating func family(
    _ name: String, type: String, help: String, samples: [(Labels, Int)]
  ) {
    family(name, type: type, help: help)
    for (labels, value) in samples { sample(name, labels: labels, value: "\(value)") }
  }

  /// Adds a histogram for each combination of labels.
  mutating func histogram(_ name: String, help: String, samples: [(Labels, Histogram)]) {
    family(name, type: "histogram", help: help)
    for (labels, histogram) in samples {
      for (bound, count) in zip(Histogram.bounds, histogram.counts) {
        sample(name + "_bucket", labels: labels, adding: ("le", "\(bound)"), value: "\(count)")
      }
      sample(name + "_bucket", labels: labels, adding: ("le", "+Inf"), value: "\(histogram.count)")
      sample(name + "_sum", labels: labels, value: "\(histogram.sum)")
      sample(name + "_count", labels: labels, value: "\(histogram.count)")
    }
  }

  private mutating func family(_ name: String, type: String, help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func sample(
    _ name: String, labels: Labels, adding last: (String, String)? = nil, value: String
  ) {
    let parts = (labels.map { ($0.key, $0.value) } + [last].compactMap(\.self)).map {
      "\($0.0)=\"\(Self.escaped($0.1))\""
    }
    text += name + (parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}") + " \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// The distribution of durations, in seconds.
struct Histogram {
  /// The upper bounds of the buckets.
  static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

  /// For each bound, the number of durations up to it.
  private(set) var counts = [Int](repeating: 0, count: bounds.count)
  private(set) var sum = 0.0
  private(set) var count = 0

  mutating func add(_ seconds: Double) {
    sum += seconds
    count += 1
    for (index, bound) in Self.bounds.enumerated() where seconds <= bound { counts[index] += 1 }
  }
}
