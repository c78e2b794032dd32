import Foundation
import Perennial

/// The keys that the objects of a file have in a document.
///
/// Each is the sum of a reserved number and the object's key in the file. So references need no table of keys, and two
/// documents have no key in common, also those of two devices.
struct DocumentKeys {
  /// The number that is added to the keys of a hierarchy, by its outermost entity.
  private var offsets: [String: Int64] = [:]
  /// The keys in the file in ascending order, by the outermost entity of their hierarchy.
  private var keys: [String: [Int64]] = [:]
  private let roots: [String: String]

  /// The greatest key of a file. Core Data counts rows.
  private static let limit: Int64 = 1 << 36

  /// Reads the keys of a file.
  ///
  /// - Throws: ``AppleStoreError``.
  init(of store: AppleStore) throws {
    var roots: [String: String] = [:]
    for entity in store.model.entities { roots[entity.name] = store.model.root(of: entity.name) }
    self.roots = roots
    var total: Int64 = 0
    for root in Set(roots.values).sorted() {
      var found: [Int64] = []
      if store.model.family(of: root).contains(where: store.hasRows) {
        try store.forEachKey(ofHierarchy: root) { key, _ in found.append(key) }
      }
      let (first, last) = (found.first ?? 1, found.last ?? 0)
      guard first > 0, last <= Self.limit else {
        throw AppleStoreError(
          .limit, path: store.url.path, entity: root,
          "The rows of “\(root)” have keys that Core Data does not give: from \(first) to \(last).")
      }
      offsets[root] = total
      keys[root] = found
      total += last
    }
    // As the keys of new objects: the time, and random bits. The bound, in the year 2064, leaves room for all rows.
    let time = Int64(min(max(Date().timeIntervalSinceReferenceDate * 1000, 0), 2e12))
    let first = time << 22 + Int64.random(in: 0..<1 << 22)
    for root in offsets.keys { offsets[root, default: 0] += first }
  }

  /// Returns the key of an object in the document.
  func key(_ key: Int64, of entity: String) -> Int64 {
    (roots[entity].flatMap { offsets[$0] } ?? 0) &+ key
  }

  /// Returns `true` if the file has an object.
  func has(_ key: Int64, of entity: String) -> Bool {
    guard let keys = roots[entity].flatMap({ keys[$0] }) else { return false }
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key
  }
}
