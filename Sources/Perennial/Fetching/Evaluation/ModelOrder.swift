import Foundation

/// The order of a fetch, in memory. It equals the order that SQL returns.
struct ModelOrder<T: PersistentModel> {
  private typealias Comparison = (T, T) -> Int

  private let comparisons: [Comparison]

  init(_ sortBy: [SortDescriptor<T>]) {
    comparisons = sortBy.map(Self.comparison)
  }

  /// Returns `true` if `first` precedes `second`. Objects that all descriptors find equal are in
  /// the order of their creation.
  func areInIncreasingOrder(_ first: T, _ second: T) -> Bool {
    for comparison in comparisons {
      let order = comparison(first, second)
      if order != 0 { return order < 0 }
    }
    return first._$header.pointee.rowID < second._$header.pointee.rowID
  }

  /// Returns the comparison of a descriptor. It avoids `descriptor.compare` if possible, because
  /// off Apple's platforms that method ignores a later change to the descriptor's `order`.
  private static func comparison(_ descriptor: SortDescriptor<T>) -> Comparison {
    guard let keyPath = descriptor.keyPath, let forward = comparison(keyPath, descriptor) else {
      return { descriptor.compare($0, $1).rawValue }
    }
    return descriptor.order == .forward ? forward : { -forward($0, $1) }
  }

  private static func comparison(
    _ keyPath: PartialKeyPath<T>, _ descriptor: SortDescriptor<T>
  ) -> Comparison? {
    if descriptor.stringComparator == nil,
      let texts = comparison(of: String.self, keyPath, LocalizedStandardOrder.compare)
    {
      return texts
    }
    let type = Swift.type(of: keyPath).valueType
    let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
    return (wrapped as? any Comparable.Type).flatMap { natural(keyPath, $0) }
  }

  private static func natural<Value: Comparable>(
    _ keyPath: PartialKeyPath<T>, _ type: Value.Type
  ) -> Comparison? { comparison(of: type, keyPath) { order($0, $1) } }

  /// Returns the comparison of values at a key path, which may be optional: nil precedes all
  /// values.
  private static func comparison<Value>(
    of type: Value.Type, _ keyPath: PartialKeyPath<T>, _ order: @escaping (Value, Value) -> Int
  ) -> Comparison? {
    if let keyPath = keyPath as? KeyPath<T, Value> {
      return { order($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    }
    guard let keyPath = keyPath as? KeyPath<T, Value?> else { return nil }
    return { first, second in
      switch (first[keyPath: keyPath], second[keyPath: keyPath]) {
      case (let first?, let second?): order(first, second)
      case (nil, nil): 0
      case (nil, _): -1
      case (_, nil): 1
      }
    }
  }

  /// Returns the order of two values. A value that is not equal to itself, such as a NaN, precedes
  /// others, like NULL in SQL.
  private static func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int {
    if first < second { return -1 }
    if second < first { return 1 }
    switch (first == first, second == second) {
    case (false, true): return -1
    case (true, false): return 1
    default: return 0
    }
  }
}
