/// A copy of a preset that an app without stable names has made, as replicas have seen it.
///
/// Such a copy has one modification time for all its values. The versions that replicas have seen are
/// kept unchanged. The user's edits among their values are determined when the record is read, by the
/// defaults that are known then. A value counts as written at the time of the earliest version in the
/// final run of versions that have it. So an app that saves the copy again because of one field does
/// not make its other fields newer.
public struct UnstampedDuplicate<Value: FieldValue>: Hashable, Sendable {
  /// The identifier that represents the device of the copy.
  public let device: DeviceIdentifier
  /// The versions of the copy, by their modification times in milliseconds since 1970.
  public internal(set) var versions: [Int64: Version] = [:]

  /// The content of the copy at one time.
  public struct Version: Hashable, Sendable {
    /// The values, by field.
    public var values: [String: Value]
    /// The targets of to-many relationships, by field.
    public var links: [String: Set<RecordName>]

    /// Creates the content of a copy.
    public init(values: [String: Value], links: [String: Set<RecordName>] = [:]) {
      self.values = values
      self.links = links
    }
  }

  /// Creates a copy with one version.
  ///
  /// - Parameters:
  ///   - name: The name of the copy itself.
  ///   - milliseconds: The modification time, in milliseconds since 1970.
  ///   - version: The content of the copy at that time.
  public init(name: RecordName, modified milliseconds: Int64, version: Version) {
    self.init(
      device: DeviceIdentifier(standingFor: name), modified: milliseconds, version: version)
  }

  /// Creates a copy with one version, and with the identifier that represents its device.
  public init(device: DeviceIdentifier, modified milliseconds: Int64, version: Version) {
    self.device = device
    versions = [milliseconds: version]
  }
}

// MARK: - Contribution to a record

extension UnstampedDuplicate {
  /// The latest known modification of the copy.
  var latestStamp: Stamp? {
    versions.keys.max().map {
      Stamp(time: HybridTime(milliseconds: $0), device: device)
    }
  }

  /// Returns the value of a field as an edit; nil if the copy has none, or if the catalog has or had the
  /// value.
  public func edit(
    of field: String, over version: CatalogVersion<Value>?, following redirects: Redirects
  ) -> FieldEdit<Value>? {
    let times = versions.keys.sorted(by: >)
    guard let last = times.first, let stored = versions[last]?.values[field] else { return nil }
    let value = stored.following(redirects)
    if let version, version.offers(value, for: field, following: redirects) { return nil }
    let start = start(among: times) { $0.values[field]?.following(redirects) == value }
    return FieldEdit(stamp: start, value: value)
  }

  /// The former name of ``edit(of:over:following:)``.
  @available(*, deprecated, renamed: "edit(of:over:following:)")
  public func cell(
    of field: String, over edition: CatalogVersion<Value>?, following redirects: Redirects
  ) -> FieldEdit<Value>? {
    edit(of: field, over: edition, following: redirects)
  }

  /// Returns the links of the latest version, each with the stamp since which the copy has it. The
  /// catalog's links are among them.
  func links(of field: String) -> [RecordName: Stamp] {
    let times = versions.keys.sorted(by: >)
    guard let last = times.first.flatMap({ versions[$0] }) else { return [:] }
    var links: [RecordName: Stamp] = [:]
    for target in last.links[field] ?? [] {
      links[target] = start(among: times) { $0.links[field]?.contains(target) == true }
    }
    return links
  }

  /// Returns the earliest time of the final run of versions that meet a condition. The last version
  /// meets it.
  private func start(among descending: [Int64], where holds: (Version) -> Bool) -> Stamp {
    var start = descending[0]
    for time in descending.dropFirst() {
      guard let version = versions[time], holds(version) else { break }
      start = time
    }
    return Stamp(time: HybridTime(milliseconds: start), device: device)
  }
}

// MARK: - Joining

extension UnstampedDuplicate: Mergeable {
  /// Joins the versions, by their modification times.
  public mutating func join(_ other: UnstampedDuplicate) { versions.join(other.versions) }
}

/// The join takes the greater values and all links. Two versions of one time differ only if a server
/// has returned wrong data.
extension UnstampedDuplicate.Version: Mergeable {
  /// Takes the greater value of each field, and all links.
  public mutating func join(_ other: UnstampedDuplicate.Version) {
    if self == other { return }
    values.merge(other.values) { max($0, $1) }
    links.merge(other.links) { $0.union($1) }
  }
}
