package import Perennial

/// What a version of the catalog says of a preset.
///
/// It has a version and no time, since it is nobody's edit: an edition can replace an earlier one,
/// never something that a person wrote. A record keeps the latest edition that it has met, so an
/// older app shows what a newer one has brought.
package final class Edition<Value: FieldValue>: Sendable {
  /// The catalog's version.
  package let version: Int
  /// The defaults by field.
  package let values: [String: Value]
  /// The default targets of relationships to many, in their order, by field.
  package let links: [String: [RecordName]]
  /// Defaults that earlier versions had, by field: in a copy that bears no stamps they count as
  /// untouched.
  package let formerValues: [String: Set<Value>]
  /// Links that earlier versions had, by field.
  package let formerLinks: [String: Set<RecordName>]
  /// Whether the catalog has ceased to offer the preset. The defaults are then its last ones.
  package let isRetired: Bool

  package init(
    version: Int,
    values: [String: Value],
    links: [String: [RecordName]] = [:],
    formerValues: [String: Set<Value>] = [:],
    formerLinks: [String: Set<RecordName>] = [:],
    isRetired: Bool = false
  ) {
    self.version = version
    self.values = values
    self.links = links
    self.formerValues = formerValues
    self.formerLinks = formerLinks
    self.isRetired = isRetired
  }

  /// Whether a value of the field is or was the catalog's.
  package func offers(_ value: Value, for field: String, following redirects: Redirects) -> Bool {
    if let current = values[field], current.following(redirects) == value { return true }
    guard let former = formerValues[field] else { return false }
    return former.contains(value) || former.contains { $0.following(redirects) == value }
  }

  /// The targets that the catalog links or has linked.
  func everLinked(by field: String, following redirects: Redirects) -> Set<RecordName> {
    let targets = formerLinks[field, default: []].union(links[field] ?? [])
    return redirects.isEmpty ? targets : Set(targets.map { redirects.destination(of: $0) })
  }
}

// MARK: - Order

extension Edition: Equatable {
  package static func == (left: Edition, right: Edition) -> Bool {
    left === right
      || left.version == right.version && left.isRetired == right.isRetired
        && left.values == right.values && left.links == right.links
        && left.formerValues == right.formerValues && left.formerLinks == right.formerLinks
  }
}

/// A place in the order of editions: the version, and then the content, for two builds of an app that
/// call different things by one version.
private enum Precedence { case earlier, same, later }

extension Edition {
  /// Of two editions the one that everybody takes: the later version.
  package static func later(_ left: Edition, _ right: Edition) -> Edition {
    if left === right || left.version > right.version { return left }
    if left.version < right.version { return right }
    return left.precedence(over: right) == .earlier ? right : left
  }

  private func precedence(over other: Edition) -> Precedence {
    if isRetired != other.isRetired { return isRetired ? .later : .earlier }
    let byValues = Self.compare(values, other.values) { $0 < $1 }
    guard byValues == .same else { return byValues }
    let byLinks = Self.compare(links, other.links) { $0.lexicographicallyPrecedes($1) }
    guard byLinks == .same else { return byLinks }
    let byFormerValues = Self.compare(formerValues, other.formerValues) {
      $0.sorted().lexicographicallyPrecedes($1.sorted())
    }
    guard byFormerValues == .same else { return byFormerValues }
    return Self.compare(formerLinks, other.formerLinks) {
      $0.sorted().lexicographicallyPrecedes($1.sorted())
    }
  }

  /// Compares dictionaries at the first of their keys where they differ; who has it is later.
  private static func compare<Content: Equatable>(
    _ left: [String: Content],
    _ right: [String: Content],
    by areInIncreasingOrder: (Content, Content) -> Bool
  ) -> Precedence {
    for key in Set(left.keys).union(right.keys).sorted() where left[key] != right[key] {
      guard let mine = left[key] else { return .earlier }
      guard let theirs = right[key] else { return .later }
      return areInIncreasingOrder(mine, theirs) ? .earlier : .later
    }
    return .same
  }
}
