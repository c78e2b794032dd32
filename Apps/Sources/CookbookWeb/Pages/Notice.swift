/// What a page confirms after a form was sent; the address carries its name.
enum Notice: String {
  case added
  case saved
  case deleted
  case cooked
  case uncooked
  case reset

  /// The notice that an address asks for.
  init?(_ fields: FormFields) {
    self.init(rawValue: fields["notice"])
  }

  var text: String {
    switch self {
    case .added: "The recipe is in your book."
    case .saved: "Your changes are saved."
    case .deleted: "The recipe is gone."
    case .cooked: "Written into the log."
    case .uncooked: "The entry is gone from the log."
    case .reset: "Everything is back to how it began."
    }
  }
}
