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
  public mutating func join(_ other: Wrapped?) {
    guard let other else { return }
    guard var mine = self else {
      self = other
      return
    }
    mine.join(other)
    self = mine
  }
}

/// The join merges the values of each key.
extension Dictionary: Mergeable where Value: Mergeable {
  /// Joins the values of each key.
  public mutating func join(_ other: [Key: Value]) {
    if isEmpty {
      self = other
      return
    }
    for (key, value) in other { self[key].join(value) }
  }
}
