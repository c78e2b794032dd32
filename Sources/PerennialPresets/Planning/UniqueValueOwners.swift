/// The owners of unique values while a plan is made: rows give values up and take others.
struct UniqueValueOwners {
  private var owners: [StoreState.UniqueValues: Int64]
  private var values: [Int64: [StoreState.UniqueValues]]

  init(_ owners: [StoreState.UniqueValues: Int64]) {
    self.owners = owners
    values = Dictionary(grouping: owners.keys) { owners[$0] ?? 0 }
  }

  var isEmpty: Bool { owners.isEmpty }

  /// Returns the first other row that has one of the values.
  func owner(of wanted: [StoreState.UniqueValues], besides key: Int64) -> Int64? {
    wanted.lazy.compactMap { self.owners[$0] }.first { $0 != key }
  }

  mutating func take(_ wanted: [StoreState.UniqueValues], _ key: Int64) {
    for value in wanted {
      owners[value] = key
      values[key, default: []].append(value)
    }
  }

  /// Frees the values of a row that meet a condition, or all of them.
  mutating func release(
    _ key: Int64, where isReleased: (StoreState.UniqueValues) -> Bool = { _ in true }
  ) {
    for value in values[key] ?? [] where owners[value] == key && isReleased(value) {
      owners[value] = nil
    }
  }

  /// Frees the values of all rows that meet a condition.
  mutating func release(where isReleased: (StoreState.UniqueValues, Int64) -> Bool) {
    owners = owners.filter { !isReleased($0.key, $0.value) }
  }
}
