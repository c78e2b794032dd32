import PerennialJSON

extension JSONNode {
  /// The value as error messages show it.
  var phrase: String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let digits): digits.count > 60 ? "\(digits.prefix(60))…" : digits
    case .string(let text):
      text.count > 60 ? "the text “\(text.prefix(60))…”" : "the text “\(text)”"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
