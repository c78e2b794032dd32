/// The rows and links that one save writes to a store; see ``RowWriter``.
struct RowChanges {
  var inserted: [SaveChange] = []
  var updated: [SaveChange] = []
  var deleted: [SaveChange] = []
  var links: [Link: LinkChange] = [:]
  /// New order keys of stored objects in collections whose members are otherwise unchanged.
  var orderKeys: [ObjectCollection: Int64] = [:]

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && links.isEmpty && orderKeys.isEmpty
  }

  /// The order keys that the save writes, from the first to the last in the order of their creation.
  ///
  /// Other saves may have written order keys since. The save moves all of its own keys after these, in
  /// their order, which is their order in the context's collections already.
  var givenOrderKeys: ClosedRange<Int64>? {
    var first = Int64.max
    var last = Int64.min
    func add(_ orderKey: Int64?) {
      guard let orderKey, orderKey != 0 else { return }
      first = min(first, orderKey)
      last = max(last, orderKey)
    }
    let placed = { (change: SaveChange) in !change.entity.positions.isEmpty }
    for change in inserted where placed(change) {
      change.forEachOrderKey(.all) { add($0) }
    }
    for change in updated where placed(change) {
      change.forEachOrderKey(change.mask) { add($0) }
    }
    for change in links.values {
      add(change.position)
      add(change.inversePosition)
    }
    for orderKey in orderKeys.values { add(orderKey) }
    return first <= last ? first...last : nil
  }

  /// Replaces the keys of new objects that turned out to be existing rows.
  mutating func replaceKeys(_ aliases: [Int64: Int64]) {
    for index in inserted.indices {
      if let existing = aliases[inserted[index].rowID] { inserted[index].rowID = existing }
    }
  }

  /// Returns the keys of new objects that were written as rows of their own.
  ///
  /// - Parameter aliases: The keys of existing rows, by the keys of the new objects that turned out to be
  ///   them.
  func insertedRows(_ aliases: [Int64: Int64]) -> Set<Int64> {
    Set(inserted.lazy.map(\.rowID).filter { aliases[$0] == nil })
  }

  /// Removes changes of links.
  mutating func removeLinks(where isMeant: (Link) -> Bool) {
    links = links.filter { !isMeant($0.key) }
  }
}
