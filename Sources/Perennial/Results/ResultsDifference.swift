/// The difference between two lists of results: the removed, inserted, moved and updated elements.
///
/// As with `CollectionDifference`, offsets refer to the list before or to the list after, and never to a
/// state in between. To transform the list before, remove the elements at ``removals`` and at the `before`
/// offsets of ``moves``. Then insert, in ascending order, the elements at ``insertions`` and at the `after`
/// offsets of ``moves``.
public struct ResultsDifference: Sendable, Equatable {
  /// The offsets of one element in both lists.
  public struct Offsets: Sendable, Hashable {
    /// The offset in the list before.
    public let before: Int
    /// The offset in the list after.
    public let after: Int

    /// Creates a pair of offsets.
    public init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }
  }

  /// The number of elements in the list before.
  public let countBefore: Int
  /// The number of elements in the list after.
  public let countAfter: Int
  /// The offsets, in the list before, of removed elements. Ascending.
  public internal(set) var removals: [Int] = []
  /// The offsets, in the list after, of inserted elements. Ascending.
  public internal(set) var insertions: [Int] = []
  /// The elements that have moved relative to the others in both lists. Ascending by offset in the list
  /// after. An element that was only shifted by others has not moved.
  public internal(set) var moves: [Offsets] = []
  /// The elements of both lists with a stored property that may have changed, moved or not. Ascending by
  /// offset in the list after.
  public internal(set) var updates: [Offsets] = []

  /// `true` if both lists have the same elements in the same order, and none was updated.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Updates an array that has an item for each element.
  ///
  /// Items of inserted and updated elements are made anew; the others are kept. If the array's length is not
  /// ``countBefore``, all items are made anew.
  ///
  /// O(n).
  ///
  /// ```swift
  /// var rows: [String] = []
  /// for await change in observer.changes {
  ///   change.offsets.apply(to: &rows) { "\(change.results[$0].created)" }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - items: The items of the list before.
  ///   - make: A closure that returns the item for the element at an offset of the list after.
  public func apply<Item>(to items: inout [Item], make: (_ offset: Int) throws -> Item) rethrows {
    guard items.count == countBefore else {
      items = try (0..<countAfter).map(make)
      return
    }
    if !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty {
      items = try rearranged(items, make)
    }
    for update in updates { items[update.after] = try make(update.after) }
  }

  private func rearranged<Item>(_ items: [Item], _ make: (Int) throws -> Item) rethrows -> [Item] {
    var isTaken = [Bool](repeating: false, count: countBefore)
    for offset in removals { isTaken[offset] = true }
    for move in moves { isTaken[move.before] = true }
    var rearranged: [Item] = []
    rearranged.reserveCapacity(countAfter)
    var (insertions, moves) = (insertions[...], moves[...])
    var staying = items.indices.lazy.filter { !isTaken[$0] }.makeIterator()
    for offset in 0..<countAfter {
      if insertions.first == offset {
        insertions.removeFirst()
        rearranged.append(try make(offset))
      } else if let move = moves.first, move.after == offset {
        moves.removeFirst()
        rearranged.append(items[move.before])
      } else if let next = staying.next() {
        rearranged.append(items[next])
      }
    }
    return rearranged
  }
}
