import Foundation
import PerennialJSON

extension SQLResultValue {
  /// The name of the value's type, and its text. Documents use this form for values that do not have their
  /// property's form.
  var tagged: (type: String, text: String) {
    switch self {
    case .null: ("null", "")
    case .integer(let integer): ("integer", "\(integer)")
    case .real(let real): ("real", "\(real)")
    case .text(let text): ("text", text)
    case .blob(let data): ("blob", data.base64EncodedString())
    }
  }

  /// Parses the name and the text of ``tagged``; nil if they are invalid.
  init?(type: String, text: String) {
    switch type {
    case "null" where text.isEmpty: self = .null
    case "integer":
      guard let integer = Int64(text) else { return nil }
      self = .integer(integer)
    case "real":
      guard let real = Double(text), !real.isNaN else { return nil }
      self = .real(real)
    case "text": self = .text(text)
    case "blob":
      guard let data = Data(base64Encoded: text) else { return nil }
      self = .blob(data)
    default: return nil
    }
  }
}

extension SQLResultValue {
  /// Parses `{"$blob":"…"}` and similar objects; nil for other JSON.
  init?(json text: String) throws {
    guard text.hasPrefix("{") else { return nil }
    var reader = JSONReader(ByteReader(text))
    var found: [(String, String)] = []
    var isOther = false
    try reader.object { reader, name in
      let value = try reader.verbatim()
      var inner = JSONReader(ByteReader(value))
      guard name.hasPrefix("$"), value.hasPrefix("\"") else { return isOther = true }
      found.append((String(name.dropFirst()), try inner.string()))
    }
    guard !isOther, found.count == 1,
      let stored = SQLResultValue(type: found[0].0, text: found[0].1)
    else { return nil }
    self = stored
  }
}
