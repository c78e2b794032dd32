import PerennialInspection

/// An object for people: a line for each property.
struct RowText {
  let row: InspectedRow

  var lines: [String] {
    var columns = Columns([.left, .left], indent: "  ")
    for (name, value) in row.values + row.hidden.filter({ $0.value != .null }) {
      columns.add(name, Self.line(value.description))
    }
    for (name, keys) in row.links {
      let list = keys.isEmpty ? "" : ": \(keys.map(String.init).joined(separator: ", "))"
      columns.add(name, Self.line("\(keys.count)\(list)"))
    }
    return ["\(row.entity) \(row.key)"] + columns.text
  }

  /// A text on one line, and not all of a long one.
  static func line(_ text: String) -> String {
    let text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎")
    return text.count > 200 ? "\(text.prefix(200))…" : text
  }
}
