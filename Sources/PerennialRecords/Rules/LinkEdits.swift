/// The user's changes to a to-many relationship of a record: an observed-remove set over the catalog's
/// links.
///
/// The set does not contain the catalog's links. An added link stays until a replica that has seen the
/// addition removes the link. Of a concurrent addition and removal, the addition therefore wins.
/// Removing a link of the catalog withdraws it, also for later versions that still have it.
///
/// ```swift
/// let (phone, tablet) = (StampClock(device: .random()), StampClock(device: .random()))
/// let tag = RecordName.object(key: 4)
/// var edits = LinkEdits()
/// edits.add(tag, at: phone.next())
/// var others = edits
/// edits.remove(tag, at: phone.next())
/// others.add(tag, at: tablet.next())
/// edits.join(others)
/// print(edits.edits[tag]?.standing(after: nil) != nil)  // true: the addition wins
/// ```
public struct LinkEdits: Hashable, Sendable {
  /// The changes, by the name of the link's target.
  public internal(set) var edits: [RecordName: Edit] = [:]

  /// The user's changes to the link to one target.
  public struct Edit: Hashable, Sendable {
    /// The time at which each device last added the link.
    public internal(set) var additions: [DeviceIdentifier: HybridTime] = [:]
    /// The additions that were known when the link was removed: the last one of each device.
    public internal(set) var removals: [DeviceIdentifier: HybridTime] = [:]
    /// The last removal of the link, which withdraws the catalog's link.
    public internal(set) var withdrawal: Stamp?
    /// The order key of the target in the record's collection.
    public internal(set) var order: OrderKey?
    /// The order key of the record in the target's collection.
    public internal(set) var inverseOrder: OrderKey?

    /// Returns the removal without the additions. It applies to all earlier additions by the device of a stamp.
    func removalOnly(by stamp: Stamp) -> Edit {
      var edit = self
      edit.additions = [:]
      (edit.order, edit.inverseOrder) = (nil, nil)
      edit.removals[stamp.device].join(stamp.time)
      return edit
    }

    /// Returns the edit together with additions of other devices.
    public func joined(additions others: [DeviceIdentifier: HybridTime]) -> Edit {
      var edit = self
      edit.additions.join(others)
      return edit
    }

    /// Returns the first addition that is not removed and that is later than a reset.
    public func standing(after reset: Stamp?) -> Stamp? {
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

  /// Creates an empty set of changes.
  public init() {}

  /// Adds a link.
  public mutating func add(_ target: RecordName, at stamp: Stamp) {
    edits[target, default: Edit()].additions[stamp.device].join(stamp.time)
  }

  /// Removes a link, of the catalog or of the user, under all names of its target.
  public mutating func remove(
    _ target: RecordName, at stamp: Stamp, following redirects: Redirects = Redirects()
  ) {
    let target = redirects.destination(of: target)
    edits[target, default: Edit()].withdrawal.join(stamp)
    for name in edits.keys where redirects.destination(of: name) == target {
      guard let additions = edits[name]?.additions else { continue }
      edits[name]?.removals.join(additions)
    }
  }

  /// Sets the order keys of a link. A key that is nil stays.
  mutating func order(_ target: RecordName, _ keys: LinkOrder, at stamp: Stamp) {
    var edit = edits[target] ?? Edit()
    if let key = keys.key { edit.order.join(OrderKey(stamp: stamp, key: key)) }
    if let key = keys.inverseKey { edit.inverseOrder.join(OrderKey(stamp: stamp, key: key)) }
    if edit != Edit() { edits[target] = edit }
  }

  /// Removes all that is known of a link.
  mutating func remove(_ target: RecordName) { edits[target] = nil }

  /// Joins the changes of one link.
  mutating func join(_ target: RecordName, _ edit: Edit) { edits[target].join(edit) }

  /// The latest stamp of the edits.
  public var latestStamp: Stamp? {
    var latest: Stamp?
    for edit in edits.values {
      latest.join(edit.withdrawal)
      latest.join(edit.order?.stamp)
      latest.join(edit.inverseOrder?.stamp)
      for (device, time) in edit.additions { latest.join(Stamp(time: time, device: device)) }
      for (device, time) in edit.removals { latest.join(Stamp(time: time, device: device)) }
    }
    return latest
  }
}

extension LinkEdits: Mergeable {
  /// Joins the changes of each link.
  public mutating func join(_ other: LinkEdits) { edits.join(other.edits) }
}

extension LinkEdits.Edit: Mergeable {
  /// Joins the additions, removals, withdrawals and order keys.
  public mutating func join(_ other: LinkEdits.Edit) {
    additions.join(other.additions)
    removals.join(other.removals)
    withdrawal.join(other.withdrawal)
    order.join(other.order)
    inverseOrder.join(other.inverseOrder)
  }
}

/// The join is the later time.
extension HybridTime: Mergeable {
  /// Takes the later time.
  public mutating func join(_ other: HybridTime) {
    if self < other { self = other }
  }
}
