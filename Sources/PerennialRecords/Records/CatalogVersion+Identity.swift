import Foundation

extension CatalogVersion {
  /// `true` if the identity has the form in which stores keep it, or is unknown.
  ///
  /// The form is the text of a JSON list without spaces: the catalog and the ID with a slash between them, and the first
  /// ID of the preset if it has had another one.
  public var hasWellFormedIdentity: Bool {
    guard let identity else { return true }
    guard identity.hasPrefix("[\""), identity.hasSuffix("\"]"),
      let names = try? JSONDecoder().decode([String].self, from: Data(identity.utf8))
    else { return false }
    return (1...2).contains(names.count) && names[0].contains("/")
  }
}
