/// A state that only grows. ``join(_:)`` merges the knowledge of two replicas.
///
/// `join` is the least upper bound of an order: it is commutative, associative and idempotent. Replicas
/// therefore converge to the same state, in whatever order and however often they exchange states.
public protocol Mergeable: Equatable {
  /// Merges the knowledge of another state into this one.
  mutating func join(_ other: Self)
}

extension Mergeable {
  /// Returns the join of both states.
  ///
  /// ```swift
  /// let (phone, tablet) = (StampClock(device: .random()), StampClock(device: .random()))
  /// var (first, second) = (RecordState<RecordValue>(), RecordState<RecordValue>())
  /// first.write(.text("Soup"), to: "title", at: phone.next())
  /// second.write(.integer(20), to: "minutes", at: tablet.next())
  /// print(first.joined(with: second) == second.joined(with: first))  // true
  /// ```
  @inlinable
  public func joined(with other: Self) -> Self {
    var result = self
    result.join(other)
    return result
  }
}

/// The join is the later stamp.
extension Stamp: Mergeable {
  /// Takes the later stamp.
  public mutating func join(_ other: Stamp) {
    if self < other { self = other }
  }
}

/// The join treats `nil` as the least value.
extension Optional: Mergeable where Wrapped: Mergeable {
  /// Joins the wrapped values. A missing value takes the other one.
  @inlinable
  public mutating func join(_ other: Wrapped?) {
    guard let other else { return }
    // The value is changed in its place: a copy of it would share its content, which would be copied too.
    if case nil = self { self = other } else { self?.join(other) }
  }
}

/// The join merges the values of each key.
extension Dictionary: Mergeable where Value: Mergeable {
  /// Joins the values of each key.
  @inlinable
  public mutating func join(_ other: [Key: Value]) {
    if isEmpty {
      self = other
      return
    }
    for (key, value) in other { self[key].join(value) }
  }
}
