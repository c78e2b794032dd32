/// The order key of a link at one of its ends, with the stamp of the transaction that wrote it.
public struct OrderKey: Hashable, Sendable {
  /// The time at which the link got its place.
  public let stamp: Stamp
  /// The order key. Objects are sorted by their order keys.
  public let key: Int64

  /// Creates an order key.
  public init(stamp: Stamp, key: Int64) { (self.stamp, self.key) = (stamp, key) }
}

/// The join is the later order key. Of two with one stamp, which a cloned device can produce, it is the greater.
extension OrderKey: Mergeable {
  /// Takes the later order key; of two with one stamp, the greater one.
  public mutating func join(_ other: OrderKey) {
    if (stamp, key) < (other.stamp, other.key) { self = other }
  }
}

/// The order keys of a link at both of its ends.
public struct LinkOrder: Hashable, Sendable {
  /// The order key of the target in the record's collection; nil if it is not known.
  public var key: Int64?
  /// The order key of the record in the target's collection; nil if it is not known, or if there is no such
  /// collection.
  public var inverseKey: Int64?

  /// Creates the order keys of a link.
  public init(key: Int64? = nil, inverseKey: Int64? = nil) {
    (self.key, self.inverseKey) = (key, inverseKey)
  }

  /// Returns the order keys with those of others that are known.
  public func updated(by other: LinkOrder) -> LinkOrder {
    LinkOrder(key: other.key ?? key, inverseKey: other.inverseKey ?? inverseKey)
  }

  /// Returns the order keys that are not those of others.
  public func differing(from other: LinkOrder) -> LinkOrder {
    LinkOrder(
      key: key == other.key ? nil : key,
      inverseKey: inverseKey == other.inverseKey ? nil : inverseKey)
  }
}
