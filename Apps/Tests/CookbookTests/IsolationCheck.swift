import Foundation

/// Looks for the places of a page where a text that turns things around has an effect on others.
struct IsolationCheck {
  /// The number of places that have the text.
  private(set) var count = 0
  private(set) var problems: [String] = []
  private let mark: Unicode.Scalar = "\u{202E}"
  /// The text as it may be all of an element.
  private let whole: String
  private var open: [(name: String, isIsolating: Bool)] = []

  /// - Parameter text: A text with the mark, with an end of an isolate that begins elsewhere, and with a
  ///   beginning that has no end.
  init(_ html: String, text: String) {
    whole = text.replacing("\u{2069}", with: "") + "\u{2069}"
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      check(text: rest[..<start])
      guard let end = rest[start...].firstIndex(of: ">") else { break }
      check(tag: rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
    }
    check(text: rest)
  }

  private mutating func check(tag: Substring) {
    if tag.hasPrefix("/") {
      let name = tag.dropFirst().lowercased()
      if let index = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(index...) }
      return
    }
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" }.lowercased()
    let isIsolating = name == "bdi" || tag.contains(" dir=\"auto\"")
    for attribute in tag.matches(of: /([\w-]+)="([^"]*)"/) {
      let value = String(attribute.2)
      guard value.unicodeScalars.contains(mark) else { continue }
      count += 1
      // A field shows its value in a box of its own, and a hidden one shows nothing.
      let isHidden =
        tag.contains("type=\"hidden\"") || tag.contains("type=\"checkbox\"")
        || tag.contains("type=\"number\"")
      let isField = name == "input" && attribute.1 == "value" && (isIsolating || isHidden)
      if !isField, !isIsolated(value) { problems.append("<\(tag)>") }
    }
    let void = ["meta", "link", "input", "img", "br", "hr", "!doctype", "path", "circle"]
    if !void.contains(name), !tag.hasSuffix("/") { open.append((name, isIsolating)) }
  }

  private mutating func check(text: Substring) {
    guard text.unicodeScalars.contains(mark) else { return }
    count += 1
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isField = open.last?.name == "textarea" || trimmed == whole
    let isWhole = isField && open.last?.isIsolating == true
    let isInIsolate = open.contains(where: \.isIsolating) || open.last?.name == "title"
    if !isWhole, !(isInIsolate && isIsolated(trimmed)) {
      problems.append("\(open.map(\.name).joined(separator: " ")): \(trimmed)")
    }
  }

  /// Returns `true` if each mark is in an isolate of characters, and each isolate ends.
  private func isIsolated(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069: depth -= 1
      default: if scalar == mark && depth == 0 { return false }
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
