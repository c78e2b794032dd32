import Foundation

/// The order of a fetch, in memory: the same that SQL gives.
struct ModelOrder<T: PersistentModel> {
  private let comparisons: [(T, T) -> Int]

  init(_ sortBy: [SortDescriptor<T>]) {
    comparisons = sortBy.map(Self.comparison)
  }

  /// Whether `first` comes before `second`; where no descriptor finds a difference, by the order
  /// of their creation.
  func areInIncreasingOrder(_ first: T, _ second: T) -> Bool {
    for comparison in comparisons {
      let order = comparison(first, second)
      if order != 0 { return order < 0 }
    }
    return first._$header.pointee.rowID < second._$header.pointee.rowID
  }

  private static func comparison(by descriptor: SortDescriptor<T>) -> (T, T) -> Int {
    let direction = descriptor.order == .forward ? 1 : -1
    switch descriptor.keyPath {
    case let keyPath as KeyPath<T, String> where descriptor.stringComparator == nil:
      return { direction * LocalizedStandardOrder.compare($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    case let keyPath as KeyPath<T, String?> where descriptor.stringComparator == nil:
      return { first, second in
        direction
          * compare(first[keyPath: keyPath], second[keyPath: keyPath], LocalizedStandardOrder.compare)
      }
    case let keyPath as KeyPath<T, Double>: return numbers(keyPath, direction)
    case let keyPath as KeyPath<T, Float>: return numbers(keyPath, direction)
    case let keyPath as KeyPath<T, CGFloat>: return numbers(keyPath, direction)
    default: return { descriptor.compare($0, $1).rawValue }
    }
  }

  /// A NaN is NULL in SQL, and comes first.
  private static func numbers<Number: BinaryFloatingPoint>(
    _ keyPath: KeyPath<T, Number>, _ direction: Int
  ) -> (T, T) -> Int {
    { first, second in
      let (left, right) = (first[keyPath: keyPath], second[keyPath: keyPath])
      let order = compare(left.isNaN ? nil : left, right.isNaN ? nil : right) {
        $0 < $1 ? -1 : $0 > $1 ? 1 : 0
      }
      return direction * order
    }
  }

  /// Nil comes first.
  private static func compare<Value>(
    _ first: Value?, _ second: Value?, _ order: (Value, Value) -> Int
  ) -> Int {
    switch (first, second) {
    case (let first?, let second?): order(first, second)
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    }
  }
}
