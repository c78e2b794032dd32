package import Perennial

/// A copy of a preset that an app without stable names has made, as it was seen.
///
/// Such a copy says of all its values when the last of them was modified. What is kept are the versions
/// that somebody has seen, as they were: which of their values a person wrote is found when the record is
/// read, by the defaults that are known then. A value counts as written when the first
/// version had it of those that have it to the end; so an app that saves the copy again because of one
/// field does not make its other fields newer.
package struct LegacyCopy<Value: FieldValue>: Hashable, Sendable {
  /// The stand-in for the device that wrote it.
  package let device: DeviceIdentifier
  /// What was seen, by the milliseconds since 1970 at which it was modified.
  package private(set) var versions: [Int64: Version] = [:]

  /// The copy at a time.
  package struct Version: Hashable, Sendable {
    package var values: [String: Value]
    package var links: [String: Set<RecordName>]

    package init(values: [String: Value], links: [String: Set<RecordName>] = [:]) {
      self.values = values
      self.links = links
    }
  }

  /// A copy of which one version was seen.
  ///
  /// - Parameters:
  ///   - name: the copy's own name.
  ///   - milliseconds: when it was modified, since 1970.
  package init(name: RecordName, modified milliseconds: Int64, version: Version) {
    self.init(
      device: DeviceIdentifier(standingFor: name), modified: milliseconds, version: version)
  }

  /// A copy of which one version was seen, with the stand-in for who wrote it.
  package init(device: DeviceIdentifier, modified milliseconds: Int64, version: Version) {
    self.device = device
    versions = [milliseconds: version]
  }
}

// MARK: - What it adds

extension LegacyCopy {
  /// When the copy was last modified, as far as is known.
  var latestStamp: Stamp? {
    versions.keys.max().map {
      Stamp(time: HybridTime(milliseconds: $0), device: device)
    }
  }

  /// A field's value as a cell, if it is not the catalog's.
  package func cell(
    of field: String, over edition: Edition<Value>?, following redirects: Redirects
  ) -> Cell<Value>? {
    let times = versions.keys.sorted(by: >)
    guard let last = times.first, let stored = versions[last]?.values[field] else { return nil }
    let value = stored.following(redirects)
    if let edition, edition.offers(value, for: field, following: redirects) { return nil }
    let start = start(among: times) { $0.values[field]?.following(redirects) == value }
    return Cell(stamp: start, value: value)
  }

  /// The links that the copy has, and since when. The catalog's are among them.
  func links(of field: String) -> [RecordName: Stamp] {
    let times = versions.keys.sorted(by: >)
    guard let last = times.first.flatMap({ versions[$0] }) else { return [:] }
    var links: [RecordName: Stamp] = [:]
    for target in last.links[field] ?? [] {
      links[target] = start(among: times) { $0.links[field]?.contains(target) == true }
    }
    return links
  }

  /// The time of the first of the last versions in a row that meet a condition, the last one of which does.
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

extension LegacyCopy: Joinable {
  package mutating func join(_ other: LegacyCopy) { versions.join(other.versions) }
}

/// Two versions of one time differ only if a server has lied; then the greater values count, and all links.
extension LegacyCopy.Version: Joinable {
  package mutating func join(_ other: LegacyCopy.Version) {
    if self == other { return }
    values.merge(other.values) { max($0, $1) }
    links.merge(other.links) { $0.union($1) }
  }
}
