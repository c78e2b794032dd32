import Foundation
import Mustache
import PerennialInspection
import ReadableText

/// A value as a page shows it.
struct CellView: Sendable {
  let text: String
  /// The class of the value in the style sheet.
  let kind: String
  /// The address of the object that the value is a reference to.
  var link: String?
  /// The whole text, if tables show only its beginning; nil for other values.
  var whole: String? { kind == "uuid" ? text : nil }

  /// - Parameter labels: The labels of referenced objects.
  init(_ cell: RowExcerpt.Cell, labels: [Int64: RowLabel] = [:]) {
    let rest = cell.fullSize == nil ? "" : "…"
    switch cell.value {
    case .null: (text, kind) = ("nil", "nil")
    case .bool(let bool): (text, kind) = ("\(bool)", "bool")
    case .integer, .unsigned, .double, .float, .decimal:
      (text, kind) = (cell.value.description, "number")
    case .date: (text, kind) = (cell.value.description, "date")
    case .uuid: (text, kind) = (cell.value.description, "uuid")
    case .url: (text, kind) = (cell.value.description, "code")
    case .text(let text):
      let isUUID = text.utf8.count == 36 && UUID(uuidString: text) != nil
      (self.text, kind) = (text + rest, isUUID ? "uuid" : text.isEmpty ? "empty" : "text")
    case .json(let text): (self.text, kind) = (text + rest, "code")
    case .data(let data):
      text = DataKind(data).text(size: cell.fullSize ?? data.count)
      kind = "data"
    case .key(let key):
      let label = labels[key]
      text = label.map(Self.text) ?? "\(key)"
      kind = "link"
      link = label.map { Address.row(of: $0.entity, key: $0.key).text }
    case .stored, .unreadable: (text, kind) = (cell.value.description, "invalid")
    }
  }

  init(text: String, kind: String, link: String? = nil) {
    self.text = text
    self.kind = kind
    self.link = link
  }

  /// Creates the view of an object.
  ///
  /// - Parameter label: The label of the object; nil if it does not exist.
  init(object key: Int64, _ entity: String, _ label: RowLabel?) {
    self.init(
      text: label.map(CellView.text) ?? "\(entity) \(key)", kind: "link",
      link: label.map { Address.row(of: $0.entity, key: $0.key).text })
  }

  /// - Parameter value: A value of a query in SQL.
  init(_ value: SQLResultValue) {
    switch value {
    case .null: (text, kind) = ("NULL", "nil")
    case .integer(let integer): (text, kind) = ("\(integer)", "number")
    case .real(let real): (text, kind) = ("\(real)", "number")
    case .text(let text): (self.text, kind) = (text, text.isEmpty ? "empty" : "text")
    case .blob(let data):
      let digits = data.prefix(24).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      (text, kind) = ("x'\(digits.joined())\(data.count > 24 ? "…" : "")'", "code")
    }
  }

  /// Returns the text of a reference to an object.
  static func text(_ label: RowLabel) -> String { label.text ?? "\(label.entity) \(label.key)" }
}

/// Without this conformance, templates find properties by reflection. It takes most of the time of a page with
/// hundreds of values.
extension CellView: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "text": text
    case "kind": kind
    // For nil, templates would look for a link in the row and in the page.
    case "link": link.map { $0 as Any } ?? false
    case "whole": whole.map { $0 as Any } ?? false
    default: nil
    }
  }
}
