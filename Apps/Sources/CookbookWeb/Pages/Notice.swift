import HardenedHTTP

/// The confirmation that a page shows after a form was sent. The address carries its name.
enum Notice: String {
  case added
  case saved
  case deleted
  case cooked
  case uncooked
  case nothingToReset
  case restored
  case allRestored
  case updated
  case undone
  case signedIn
  case signedOut
  case cleared
  case revoked
  case adopted
  case decided
  case changeUndone
  case changeRedone
  case nothingToUndo

  /// The notice that an address asks for.
  init?(_ fields: FormFields) {
    self.init(rawValue: fields["notice"])
  }

  var text: String {
    switch self {
    case .added: "The recipe is in your book."
    case .saved: "Your changes are saved."
    case .deleted: "The recipe is deleted."
    case .cooked: "Your entry is in the log."
    case .uncooked: "The entry is deleted."
    case .nothingToReset: "There is nothing to reset."
    case .restored: "The recipe is restored."
    case .allRestored: "The deleted presets are restored."
    case .updated: "Your book has the newest presets."
    case .signedIn: "This device is signed in."
    case .signedOut: "This device is signed out. The recipes stay on it."
    case .cleared: "This device is signed out, and has only the presets."
    case .revoked: "The device is signed out."
    case .adopted: "The recipes of this book belong to this account now."
    case .decided: "All devices show the text that you have chosen."
    case .changeUndone: "Your last change is undone."
    case .changeRedone: "Your change is made again."
    case .nothingToUndo: "There is nothing to undo."
    case .undone: "The reset is undone. The book is as it was before."
    }
  }
}
