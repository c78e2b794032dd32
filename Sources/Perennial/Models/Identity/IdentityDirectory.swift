import PerennialRuntime

/// A hash table that maps identities to the slots of their objects.
///
/// Eight consecutive identities share a block of eight slots, because objects that are created together are
/// read together. The blocks are stored in the order of their creation, and an open-addressing table
/// references them. So an object among its neighbours takes 15 bytes, and a search for one object after the
/// other stays in the processor's cache. An object without neighbours takes a hundred bytes.
struct IdentityDirectory {
  typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private struct Entry {
    /// The bits that the identities of the block have in common.
    var number: Int64
    /// The block; nil if the entry is free.
    var block: Slot?
  }

  private static let blockSize = 8

  private let entries: UnsafeMutablePointer<Entry>
  private let entryCount: Int
  private let blocks: Slot
  private let capacity: Int
  private var count = 0

  /// Creates a directory with room for one and a half times as many blocks.
  init(blocks count: Int = 0) {
    entryCount = count * 12 / 5 + 8
    entries = .allocate(capacity: entryCount)
    entries.initialize(repeating: Entry(number: 0, block: nil), count: entryCount)
    // At most five of eight entries are used.
    capacity = entryCount * 5 / 8
    blocks = .allocate(capacity: capacity * Self.blockSize)
  }

  func deallocate() {
    blocks.deallocate()
    entries.deallocate()
  }

  // MARK: Slots

  @inline(__always)
  private func index(of number: Int64) -> Int {
    let hash = (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 32
    return Int(truncatingIfNeeded: (hash &* UInt64(truncatingIfNeeded: entryCount)) >> 32)
  }

  /// Returns the entry of a block, or the free entry for it.
  @inline(__always)
  private func entry(of number: Int64) -> UnsafeMutablePointer<Entry> {
    // The table is never empty, and never full.
    let end = entries + entryCount
    var entry = entries + index(of: number)
    while entry.pointee.number != number, entry.pointee.block != nil {
      entry += 1
      if entry == end { entry = entries }
    }
    return entry
  }

  /// Returns the slot of an identity; nil if its block is missing.
  @inline(__always)
  func slot(of rowID: Int64) -> Slot? {
    guard let block = entry(of: rowID >> 3).pointee.block else { return nil }
    return block + Int(truncatingIfNeeded: rowID & 7)
  }

  /// Adds a block for an identity that has none.
  ///
  /// - Returns: The slot of the identity; nil if there is no room, see ``compacted()``.
  mutating func makeSlot(of rowID: Int64) -> Slot? {
    if count == capacity { return nil }
    let block = blocks + count * Self.blockSize
    count += 1
    block.initialize(repeating: nil, count: Self.blockSize)
    entry(of: rowID >> 3).initialize(to: Entry(number: rowID >> 3, block: block))
    return block + Int(rowID & 7)
  }

  /// Returns a larger directory with the blocks that have objects. It replaces this directory, which is
  /// deallocated.
  func compacted() -> IdentityDirectory {
    let all = UnsafeBufferPointer(start: entries, count: entryCount)
    let live = all.compactMap { entry -> (number: Int64, block: Slot)? in
      guard let block = entry.block, (0..<Self.blockSize).contains(where: { block[$0] != nil })
      else { return nil }
      return (entry.number, block)
    }
    var new = IdentityDirectory(blocks: live.count)
    // In their old order, which is the order of their creation.
    for entry in live.sorted(by: { $0.block < $1.block }) {
      guard let copy = new.makeSlot(of: entry.number << 3) else { continue }
      copy.update(from: entry.block, count: Self.blockSize)
    }
    deallocate()
    return new
  }

  // MARK: Neighbourhoods

  /// Calls a closure with the slots of all blocks.
  func forEachSlot(_ body: (Slot) -> Void) {
    for index in 0..<count * Self.blockSize { body(blocks + index) }
  }

  /// Calls a closure with the slots after the slot of an identity, until it returns `false`.
  ///
  /// The slots of successive blocks are visited first, then the slots of other blocks. Of the entries of
  /// the other blocks at most `limit` are visited.
  func forEachSlot(behind rowID: Int64, limit: Int, _ goesOn: (Slot) -> Bool) {
    let number = rowID >> 3
    var (next, first) = (number, Int(rowID & 7) + 1)
    while let block = entry(of: next).pointee.block {
      for index in first..<Self.blockSize where !goesOn(block + index) { return }
      (next, first) = (next + 1, 0)
    }
    let start = index(of: number)
    for step in 0..<min(entryCount, limit) {
      let entry = entries[(start + step) % entryCount]
      guard let block = entry.block, !(number..<next).contains(entry.number) else { continue }
      for index in 0..<Self.blockSize where !goesOn(block + index) { return }
    }
  }
}
