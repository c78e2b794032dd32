/// Numbers in the text format of Prometheus, read as strictly as its documentation describes them.
struct Exposition {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Sample {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  /// The types of the families.
  private(set) var types: [String: String] = [:]
  private(set) var samples: [Sample] = []

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Failure(description: "The last line has no end.") }
    var family = ""
    var seen: Set<String> = []
    var helped: Set<String> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      func fail(_ reason: String) -> Failure { Failure(description: "\(reason): \(line)") }
      if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
        guard helped.insert(String(help.1)).inserted else { throw fail("a second HELP") }
        family = String(help.1)
      } else if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (\w+)/) {
        guard type.1 == family, types[family] == nil else { throw fail("TYPE without HELP") }
        guard ["counter", "gauge", "histogram"].contains(type.2) else { throw fail("no type") }
        types[family] = String(type.2)
      } else {
        let sample = try Self.sample(line)
        guard let type = types[family] else { throw fail("a sample without a type") }
        let names =
          type == "histogram" ? ["_bucket", "_sum", "_count"].map { family + $0 } : [family]
        guard names.contains(sample.name) else { throw fail("a sample of another family") }
        let key = "\(sample.name) \(sample.labels.sorted { $0.key < $1.key })"
        guard seen.insert(key).inserted else { throw fail("a second sample") }
        samples.append(sample)
      }
    }
  }

  private static func sample(_ line: Substring) throws -> Sample {
    let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/
    guard let match = line.wholeMatch(of: pattern), let value = Double(match.3) else {
      throw Failure(description: "no sample: \(line)")
    }
    var labels: [String: String] = [:]
    var rest = match.2 ?? ""
    while !rest.isEmpty {
      let label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\\\|\\"|\\n)*)"(?:,|$)/
      guard let found = rest.prefixMatch(of: label), labels[String(found.1)] == nil else {
        throw Failure(description: "wrong labels: \(line)")
      }
      labels[String(found.1)] = String(found.2)
      rest = rest[found.range.upperBound...]
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  /// Returns the value of a sample; nil if there is none.
  subscript(name: String, labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  /// Returns the contradictions within histograms and among names; none if there are none.
  var contradictions: [String] {
    var problems: [String] = []
    for (name, type) in types.sorted(by: { $0.key < $1.key }) {
      if type == "counter", !name.hasSuffix("_total") { problems.append("\(name): no _total") }
      if type != "histogram" { continue }
      let buckets = Dictionary(grouping: samples.filter { $0.name == name + "_bucket" }) { sample in
        sample.labels.filter { $0.key != "le" }
      }
      for (labels, buckets) in buckets {
        let bounds = buckets.map { Double($0.labels["le"] ?? "") ?? .nan }
        let counts = buckets.map(\.value)
        if bounds != bounds.sorted() || bounds.last != .infinity { problems.append("\(name): le") }
        if counts != counts.sorted() { problems.append("\(name): counts fall") }
        if counts.last != self[name + "_count", labels] { problems.append("\(name): _count") }
        if self[name + "_sum", labels] == nil { problems.append("\(name): _sum") }
      }
    }
    return problems
  }
}
