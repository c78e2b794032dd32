/// The changes of one transaction to links, and to the order keys of objects whose links stay.
///
/// The links of an object that the transaction inserts or deletes are not listed.
package struct LinkChanges: Sendable {
  package enum Kind: String, Sendable {
    case link, unlink
    /// Only the order keys change.
    case order
  }

  package struct Pair: Sendable {
    package let source: Int64
    package let target: Int64
  }

  /// A to-one relationship of an entity, whose column has an order key beside it.
  struct Reference: Hashable, Sendable {
    let entityName: String
    let property: String
  }

  /// The pairs by kind, by join table.
  private(set) var pairs: [String: [Kind: [Pair]]] = [:]
  /// The keys of objects with a new order key and the same reference.
  private(set) var reordered: [Reference: [Int64]] = [:]

  var isEmpty: Bool { pairs.isEmpty && reordered.isEmpty }

  mutating func add(_ kind: Kind, source: Int64, target: Int64, to table: String) {
    pairs[table, default: [:]][kind, default: []].append(Pair(source: source, target: target))
  }

  mutating func reorder(_ rowID: Int64, _ property: String, of entityName: String) {
    reordered[Reference(entityName: entityName, property: property), default: []].append(rowID)
  }

  mutating func add(_ other: LinkChanges) {
    if other.isEmpty { return }
    pairs.merge(other.pairs) { $0.merging($1) { $0 + $1 } }
    reordered.merge(other.reordered) { $0 + $1 }
  }
}

/// The keys of the objects that a save inserts. They mostly form a range, which needs no set.
struct NewKeys {
  private var range: ClosedRange<Int64>?
  private var others: Set<Int64>?

  init(_ keys: some Collection<Int64>) {
    guard let first = keys.min(), let last = keys.max() else { return }
    range = first...last
    // The keys of presets are negative: the difference can be greater than the greatest integer.
    if UInt64(bitPattern: last &- first) != UInt64(keys.count - 1) { others = Set(keys) }
  }

  func contains(_ key: Int64) -> Bool {
    guard range?.contains(key) == true else { return false }
    return others?.contains(key) ?? true
  }
}
