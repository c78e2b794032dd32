package import Perennial

/// A state that only grows: what two replicas know is brought together by ``join(_:)``.
///
/// `join` is the least upper bound of an order: it is commutative, associative and idempotent. So in
/// whatever order states meet, and however often, everybody ends with the same one.
package protocol Joinable: Equatable {
  /// Takes in what the other state knows.
  mutating func join(_ other: Self)
}

extension Joinable {
  /// Both states in one.
  package func joined(with other: Self) -> Self {
    var result = self
    result.join(other)
    return result
  }
}

/// Of two stamps the later one.
extension Stamp: Joinable {
  package mutating func join(_ other: Stamp) {
    if self < other { self = other }
  }
}

/// Nothing is less than anything.
extension Optional: Joinable where Wrapped: Joinable {
  package mutating func join(_ other: Wrapped?) {
    guard let other else { return }
    guard var mine = self else {
      self = other
      return
    }
    mine.join(other)
    self = mine
  }
}

/// Key by key.
extension Dictionary: Joinable where Value: Joinable {
  package mutating func join(_ other: [Key: Value]) {
    if isEmpty {
      self = other
      return
    }
    for (key, value) in other { self[key].join(value) }
  }
}
