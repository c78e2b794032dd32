/// The totals of a counter of a record: the sum of all that each device has added.
///
/// The counter shows its start, which is an ordinary field or the catalog's value, and all totals. Each device
/// writes its own total alone. Of two totals of one writer, the later is the whole one: it contains the other.
/// So a total that arrives twice, or late, counts once.
public struct CounterTotals: Hashable, Sendable {
  /// The totals, by their writers.
  public internal(set) var totals: [Writer: Total] = [:]

  /// The writer of a total: a device, and the record in which it has counted, if that record was merged into
  /// this one.
  public struct Writer: Hashable, Sendable {
    /// The device.
    public let device: DeviceIdentifier
    /// The merged record; nil for the record itself.
    public let source: RecordName?

    /// Creates a writer.
    public init(_ device: DeviceIdentifier, in source: RecordName? = nil) {
      self.device = device
      self.source = source
    }
  }

  /// The total of a writer.
  public struct Total: Hashable, Sendable {
    /// The time at which the device last counted.
    public let stamp: Stamp
    /// The sum of what the device has added. It is negative if the device has subtracted more.
    public let amount: Int64
    /// The latest reset that the device knew when it counted. The total begins at 0 after each.
    public let reset: Stamp?

    /// Creates a total.
    public init(stamp: Stamp, amount: Int64, reset: Stamp? = nil) {
      self.stamp = stamp
      self.amount = amount
      self.reset = reset
    }
  }

  /// Creates a counter that no device has changed.
  public init() {}

  /// Returns the sum of all totals that a reset has not discarded; nil if there is none. A sum that 64 bits
  /// cannot hold is truncated, on all devices in the same way.
  public func sum(after reset: Stamp?) -> Int64? {
    var sum: Int64?
    for (writer, total) in totals where isInEffect(total, of: writer, after: reset) {
      sum = (sum ?? 0) &+ total.amount
    }
    return sum
  }

  /// Returns the total of a device in the record itself; nil if it has none, or if a reset has discarded it.
  public func total(of device: DeviceIdentifier, after reset: Stamp?) -> Total? {
    let writer = Writer(device)
    return totals[writer].flatMap { isInEffect($0, of: writer, after: reset) ? $0 : nil }
  }

  /// Removes the totals that a reset has discarded.
  mutating func forgetDiscarded(by reset: Stamp) {
    totals = totals.filter { isInEffect($1, of: $0, after: reset) }
  }

  /// Returns `true` if a total counts after a reset. The device knew the reset when it counted; in a merged record,
  /// which has no resets, it counted later.
  private func isInEffect(_ total: Total, of writer: Writer, after reset: Stamp?) -> Bool {
    guard let reset else { return true }
    if writer.source != nil { return total.stamp > reset }
    return total.reset.map { $0 >= reset } ?? false
  }

  /// The latest stamp of the totals.
  public var latestStamp: Stamp? { totals.values.map(\.stamp).max() }

  /// Returns the totals of a record that is merged into another one, under the record's name.
  func merged(from name: RecordName) -> CounterTotals {
    var merged = CounterTotals()
    for (writer, total) in totals {
      merged.totals[Writer(writer.device, in: writer.source ?? name)].join(total)
    }
    return merged
  }

  /// The merged records in which devices have counted.
  var sources: Set<RecordName> { Set(totals.keys.compactMap(\.source)) }

  /// Removes what was counted in certain merged records.
  mutating func removeCounts(inSources isRemoved: (RecordName) throws -> Bool) rethrows {
    totals = try totals.filter { writer, _ in try !(writer.source.map(isRemoved) ?? false) }
  }

  /// Changes the name of the merged record in which a device has counted.
  mutating func rename(
    _ former: RecordName, to name: RecordName, writtenBy device: DeviceIdentifier
  ) {
    guard let total = totals.removeValue(forKey: Writer(device, in: former)) else { return }
    totals[Writer(device, in: name)].join(total)
  }
}

extension CounterTotals: Mergeable {
  /// Joins the totals of each writer.
  public mutating func join(_ other: CounterTotals) { totals.join(other.totals) }
}

/// The join is the later total. Of two totals with one stamp, which a cloned device can produce, it is the greater.
extension CounterTotals.Total: Mergeable {
  /// Takes the later total; of two totals with one stamp, the greater one.
  public mutating func join(_ other: CounterTotals.Total) {
    if precedes(other) { self = other }
  }

  private func precedes(_ other: CounterTotals.Total) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    if amount != other.amount { return amount < other.amount }
    guard let otherReset = other.reset else { return false }
    return reset.map { $0 < otherReset } ?? true
  }
}
