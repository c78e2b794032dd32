import Foundation

/// Documentation/Protocol.md.
enum ProtocolPage {
  /// Returns the text of this page, or of another one beside it.
  static func text(of name: String = "Protocol.md") throws -> String {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Documentation/\(name)").standardizedFileURL
    return try String(contentsOf: page, encoding: .utf8)
  }

  /// Returns the blocks of code in a language, with the lines on which they end.
  static func blocks(of language: String) throws -> [(line: Int, lines: [Substring])] {
    var blocks: [(line: Int, lines: [Substring])] = []
    var block: [Substring]?
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if line == "```" + language {
        block = []
      } else if line == "```", let text = block {
        blocks.append((number + 1, text))
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// Returns the first cells of all rows of tables.
  static func firstCells() throws -> [String] {
    try text().split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
      line.split(separator: "|").first?.trimmingCharacters(in: .whitespaces)
    }
  }
}

/// A request of Documentation/Protocol.md with its answer.
struct ProtocolExample: Sendable {
  struct Message: Sendable {
    let start: String
    let headers: [String: String]
    let body: String
  }

  let line: Int
  let request: Message
  let answer: Message

  /// Returns the examples in the order of the page: blocks of `http`, a request and its answer in turn.
  static func all() throws -> [ProtocolExample] {
    let messages = try ProtocolPage.blocks(of: "http").map { ($0.line, message($0.lines)) }
    return stride(from: 0, to: messages.count - 1, by: 2).map { index in
      ProtocolExample(
        line: messages[index].0, request: messages[index].1, answer: messages[index + 1].1)
    }
  }

  private static func message(_ lines: [Substring]) -> Message {
    let end = lines.firstIndex(of: "") ?? lines.endIndex
    var headers: [String: String] = [:]
    for line in lines[..<end].dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[String(line[..<colon])] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return Message(
      start: lines.first.map(String.init) ?? "", headers: headers,
      body: lines[end...].dropFirst().joined(separator: "\n"))
  }
}

/// The comparison of a documented answer with a real one.
///
/// Times and reasons differ in each run, and so do tokens, codes and positions: the real one takes the place of
/// the documented one in the requests that follow.
struct ProtocolComparison {
  /// Members with a time of the hub.
  var times: Set<String> = ["hubTime", "expires", "created", "lastSeen"]
  /// Members with a text that differs in each run.
  var names: Set<String> = ["token", "code", "device"]
  private static let errors: Set<String> = [
    "tokenExpired", "hubRestored", "clockAhead", "tooLarge", "badRequest", "unauthorized",
    "forbidden",
    "quotaExceeded", "tryAgainLater", "upgradeRequired", "internalError",
  ]

  /// The real texts by the documented ones.
  var substitutes: [String: String] = [:]

  func substituting(_ text: String) -> String {
    substitutes.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
  }

  /// Returns the difference between two values; nil if there is none.
  mutating func difference(
    _ documented: Any, _ real: Any, at path: String = ""
  ) -> String? {
    switch (documented, real) {
    case (let documented as [String: Any], let real as [String: Any]):
      guard Set(documented.keys) == Set(real.keys) else {
        return "\(path): \(documented.keys.sorted()) is \(real.keys.sorted())"
      }
      for key in documented.keys.sorted() {
        guard let left = documented[key], let right = real[key] else { continue }
        if let difference = member(key, left, right, at: "\(path).\(key)") { return difference }
      }
      return nil
    case (let documented as [Any], let real as [Any]):
      guard documented.count == real.count else {
        return "\(path): \(documented.count) elements are \(real.count)"
      }
      for (index, pair) in zip(documented, real).enumerated() {
        if let difference = difference(pair.0, pair.1, at: "\(path)[\(index)]") {
          return difference
        }
      }
      return nil
    default:
      return "\(documented)" == "\(real)" ? nil : "\(path): \(documented) is \(real)"
    }
  }

  private mutating func member(
    _ key: String, _ documented: Any, _ real: Any, at path: String
  ) -> String? {
    if times.contains(key), documented is NSNumber, real is NSNumber { return nil }
    guard let left = documented as? String, let right = real as? String else {
      return difference(documented, real, at: path)
    }
    if key == "reason", left.contains(" "), right.contains(" ") { return nil }
    if names.contains(key), !Self.errors.contains(left) {
      if let known = substitutes[left], known != right { return "\(path): \(known) is \(right)" }
      substitutes[left] = right
      return nil
    }
    return difference(documented, real, at: path)
  }
}
