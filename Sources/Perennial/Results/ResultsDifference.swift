/// How one list of results became another: what went, what came, what moved and what changed.
///
/// As with `CollectionDifference`, an offset is one in the list before or one in the list after,
/// and never one in between: take away what is at ``removals`` and at the places that ``moves``
/// lead from, then put in, from the first to the last, what the list after has at ``insertions``
/// and at the places that moves lead to.
public struct ResultsDifference: Sendable, Equatable {
  /// The places of one element in both lists.
  public struct Offsets: Sendable, Hashable {
    public let before: Int
    public let after: Int

    public init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }
  }

  /// The number of elements before.
  public let countBefore: Int
  /// The number of elements after.
  public let countAfter: Int
  /// The offsets, in the list before, of elements that are gone. Ascending.
  public internal(set) var removals: [Int] = []
  /// The offsets, in the list after, of elements that are new. Ascending.
  public internal(set) var insertions: [Int] = []
  /// The elements that have changed their places among those that are in both lists. Ascending by
  /// where they are after. An element that only others pushed or pulled has not moved.
  public internal(set) var moves: [Offsets] = []
  /// The elements of both lists a stored property of which may have changed, whether they moved or
  /// not. Ascending by where they are after.
  public internal(set) var updates: [Offsets] = []

  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Brings an array up to date that has an item for each element.
  ///
  /// Items of elements that are new or have changed are made; the others stay the ones they are.
  /// An array of another length than ``countBefore`` is no such array; all of it is made anew.
  ///
  /// O(n).
  ///
  /// - Parameter make: The item for the element at an offset of the list after.
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
