/// The content of a preset in one version of the catalog.
///
/// A catalog version has a number and no time, because it isn't an edit. It can replace an earlier one,
/// but never a value that the user wrote. A record keeps the latest one that it has received, so an
/// older app shows the content of a newer one.
public final class CatalogVersion<Value: FieldValue>: Sendable {
  /// The version of the catalog.
  public let version: Int
  /// The defaults by field.
  public let values: [String: Value]
  /// The default targets of to-many relationships, in their order, by field.
  public let links: [String: [RecordName]]
  /// The defaults of earlier versions, by field. In a copy without stamps, these values count as
  /// unedited.
  public let formerValues: [String: Set<Value>]
  /// The links of earlier versions, by field.
  public let formerLinks: [String: Set<RecordName>]
  /// `true` if the catalog no longer has the preset. The defaults are then its last ones.
  public let isRetired: Bool
  /// The catalog and the ID of the preset, in the form in which stores keep them; nil if unknown.
  ///
  /// Another device needs them for a preset that its own catalogs do not have.
  public let identity: String?

  /// Creates the content of a preset.
  public init(
    version: Int,
    values: [String: Value],
    links: [String: [RecordName]] = [:],
    formerValues: [String: Set<Value>] = [:],
    formerLinks: [String: Set<RecordName>] = [:],
    isRetired: Bool = false,
    identity: String? = nil
  ) {
    self.version = version
    self.values = values
    self.links = links
    self.formerValues = formerValues
    self.formerLinks = formerLinks
    self.isRetired = isRetired
    self.identity = identity
  }

  /// `true` if only the identity of the preset is known: a user has deleted it before its content was sent.
  ///
  /// Every other catalog version is later.
  public var isEmpty: Bool { version == 0 && values.isEmpty && links.isEmpty }

  /// Returns `true` if a value of the field is or was the catalog's.
  ///
  /// ```swift
  /// let former: [String: Set<RecordValue>] = ["title": [.text("Soup")]]
  /// let soup = CatalogVersion(
  ///   version: 2, values: ["title": .text("Minestrone")], formerValues: former)
  /// print(soup.offers(.text("Soup"), for: "title", following: Redirects()))  // true
  /// ```
  public func offers(_ value: Value, for field: String, following redirects: Redirects) -> Bool {
    if let current = values[field], current.following(redirects) == value { return true }
    guard let former = formerValues[field] else { return false }
    return former.contains(value) || former.contains { $0.following(redirects) == value }
  }

  /// Returns the targets that the catalog links or has linked.
  func everLinked(by field: String, following redirects: Redirects) -> Set<RecordName> {
    let targets = formerLinks[field, default: []].union(links[field] ?? [])
    return redirects.isEmpty ? targets : Set(targets.map { redirects.destination(of: $0) })
  }
}

// MARK: - Order

extension CatalogVersion: Equatable {
  /// Returns `true` if both are of the same version and have the same content.
  public static func == (left: CatalogVersion, right: CatalogVersion) -> Bool {
    left === right
      || left.version == right.version && left.isRetired == right.isRetired
        && left.values == right.values && left.links == right.links
        && left.formerValues == right.formerValues && left.formerLinks == right.formerLinks
        && left.identity == right.identity
  }
}

/// The order of two catalog versions: by version, then by content. The content decides if two builds of an app
/// use one version for different content.
private enum Precedence { case earlier, same, later }

extension CatalogVersion {
  /// Returns the later of two catalog versions. All replicas choose the same one.
  public static func later(_ left: CatalogVersion, _ right: CatalogVersion) -> CatalogVersion {
    if left === right || left.version > right.version { return left }
    if left.version < right.version { return right }
    // Two devices with one catalog often offer the same content, which is compared without a sort.
    if left == right { return left }
    return left.precedence(over: right) == .earlier ? right : left
  }

  private func precedence(over other: CatalogVersion) -> Precedence {
    if isRetired != other.isRetired { return isRetired ? .later : .earlier }
    let byValues = Self.compare(values, other.values) { $0 < $1 }
    guard byValues == .same else { return byValues }
    let byLinks = Self.compare(links, other.links) { $0.lexicographicallyPrecedes($1) }
    guard byLinks == .same else { return byLinks }
    let byFormerValues = Self.compare(formerValues, other.formerValues) {
      $0.sorted().lexicographicallyPrecedes($1.sorted())
    }
    guard byFormerValues == .same else { return byFormerValues }
    let byFormerLinks = Self.compare(formerLinks, other.formerLinks) {
      $0.sorted().lexicographicallyPrecedes($1.sorted())
    }
    guard byFormerLinks == .same, identity != other.identity else { return byFormerLinks }
    return (identity ?? "") < (other.identity ?? "") ? .earlier : .later
  }

  /// Compares dictionaries at the first key at which they differ. A dictionary that has the key is
  /// later than one without it.
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
