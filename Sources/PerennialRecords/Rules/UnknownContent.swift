/// Content of a record that this version of the library does not know: JSON that is kept and sent back.
///
/// Its join is that of every version. Objects are joined member by member. Of two other values the later one in a
/// fixed order stays: a list is later than a text, a text than a number, and of two lists the first element that
/// differs decides. So a later version can add kinds of content that consist of objects whose values are lists with
/// the stamp first, as a field of ``RecordState`` does, and older versions merge them as it would.
public enum UnknownContent: Hashable, Sendable {
  /// No value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Another number.
  case real(Double)
  /// A text.
  case text(String)
  /// A list.
  case list([UnknownContent])
  /// An object.
  case object([String: UnknownContent])
}

extension UnknownContent: Mergeable {
  /// Joins the members of objects; else takes the later value.
  public mutating func join(_ other: UnknownContent) {
    switch (self, other) {
    case (.object(var members), .object(let others)):
      members.join(others)
      self = .object(members)
    default: if self < other { self = other }
    }
  }
}

extension UnknownContent: Comparable {
  /// Compares by kind, then by content. Texts compare by their UTF-8. O(n) for n values, and O(m log m) for
  /// the m members of an object.
  public static func < (left: UnknownContent, right: UnknownContent) -> Bool {
    left.order(to: right) < 0
  }

  /// Returns a negative number if this value is the earlier one, a positive number if it is the later one, and 0
  /// if neither is.
  ///
  /// Each part is compared once. A comparison by `<` alone would compare equal parts in both directions, and the
  /// parts of these twice as often at each level.
  private func order(to other: UnknownContent) -> Int {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): left == right ? 0 : right ? -1 : 1
    case (.integer(let left), .integer(let right)): Self.order(left, right)
    case (.real(let left), .real(let right)): Self.order(left, right)
    case (.text(let left), .text(let right)): Self.order(left, right)
    case (.list(let left), .list(let right)): Self.order(left, right) { $0.order(to: $1) }
    case (.object(let left), .object(let right)):
      Self.order(Self.sorted(left), Self.sorted(right)) {
        let names = Self.order($0.key, $1.key)
        return names == 0 ? $0.value.order(to: $1.value) : names
      }
    default: rank - other.rank
    }
  }

  private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    left < right ? -1 : right < left ? 1 : 0
  }

  private static func order(_ left: String, _ right: String) -> Int {
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  /// Compares the first elements that differ, else the numbers of elements.
  private static func order<Element>(
    _ left: [Element], _ right: [Element], by order: (Element, Element) -> Int
  ) -> Int {
    for (left, right) in zip(left, right) {
      let order = order(left, right)
      if order != 0 { return order }
    }
    return left.count - right.count
  }

  private static func sorted(
    _ members: [String: UnknownContent]
  ) -> [(key: String, value: UnknownContent)] {
    members.sorted { $0.key < $1.key }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .real: 3
    case .text: 4
    case .list: 5
    case .object: 6
    }
  }
}
