package import Perennial

/// What people changed in a relationship to many of a record: an observed-remove set over the catalog's
/// links.
///
/// The catalog's links are not in it. An added link stays until somebody removes it who has seen that
/// it was added; so of an addition and a removal that know nothing of each other the addition wins. A
/// link of the catalog is withdrawn, which also holds for later versions that still have it.
package struct LinkEdits: Hashable, Sendable {
  package private(set) var edits: [RecordName: Edit] = [:]

  /// What people did about one target.
  package struct Edit: Hashable, Sendable {
    /// When each device has last added the link.
    package fileprivate(set) var additions: [DeviceIdentifier: HybridTime] = [:]
    /// The additions that were seen when the link was removed, of each device the last one.
    package fileprivate(set) var removals: [DeviceIdentifier: HybridTime] = [:]
    /// When the link was last removed, which withdraws the catalog's.
    package fileprivate(set) var withdrawal: Stamp?

    /// The first addition that holds: not removed, and later than the reset.
    func standing(after reset: Stamp?) -> Stamp? {
      var first: Stamp?
      for (device, time) in additions {
        if let removal = removals[device], time <= removal { continue }
        let stamp = Stamp(time: time, device: device)
        if let reset, stamp <= reset { continue }
        if first.map({ stamp < $0 }) ?? true { first = stamp }
      }
      return first
    }
  }

  package init() {}

  /// Adds a link.
  package mutating func add(_ target: RecordName, at stamp: Stamp) {
    edits[target, default: Edit()].additions[stamp.device].join(stamp.time)
  }

  /// Removes a link, whether the catalog or somebody had set it, under each of the names that its
  /// target is known by.
  package mutating func remove(
    _ target: RecordName, at stamp: Stamp, following redirects: Redirects = Redirects()
  ) {
    let target = redirects.destination(of: target)
    edits[target, default: Edit()].withdrawal.join(stamp)
    for name in edits.keys where redirects.destination(of: name) == target {
      guard let additions = edits[name]?.additions else { continue }
      edits[name]?.removals.join(additions)
    }
  }

  /// The latest stamp in here.
  package var latestStamp: Stamp? {
    var latest: Stamp?
    for edit in edits.values {
      latest.join(edit.withdrawal)
      for (device, time) in edit.additions { latest.join(Stamp(time: time, device: device)) }
    }
    return latest
  }
}

extension LinkEdits: Joinable {
  package mutating func join(_ other: LinkEdits) { edits.join(other.edits) }
}

extension LinkEdits.Edit: Joinable {
  package mutating func join(_ other: LinkEdits.Edit) {
    additions.join(other.additions)
    removals.join(other.removals)
    withdrawal.join(other.withdrawal)
  }
}

/// Of two times the later one.
extension HybridTime: Joinable {
  package mutating func join(_ other: HybridTime) {
    if self < other { self = other }
  }
}
