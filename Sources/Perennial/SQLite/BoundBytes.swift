/// The texts and blobs that parameters are bound to: those of a statement until it is reset, or those of
/// ``PackedValues``.
///
/// For a copy of its own, SQLite allocates memory for each value. That takes longer than all other
/// steps of binding a short text.
final class BoundBytes {
  /// The largest number of bytes of a value. SQLite copies larger values, and frees the copies itself.
  static let largestValue = 4096
  /// The largest number of bytes of a block, and of all blocks that are kept between two runs of the
  /// statement.
  private static let largestBlock = 1 << 16

  /// The memory of the values. The next value is stored after the last one, in the block `current`.
  /// Blocks are never moved, because SQLite has their addresses.
  // One thread at a time uses a statement, and no callback is called in between, so there is nothing for the check
  // to find.
  @exclusivity(unchecked) private var blocks: [UnsafeMutableRawBufferPointer] = []
  @exclusivity(unchecked) private var current = 0
  @exclusivity(unchecked) private var used = 0

  deinit { for block in blocks { block.deallocate() } }

  /// Copies a value.
  ///
  /// - Returns: The address of the copy, valid until ``removeAll()``; nil if the value is too large.
  func append(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard let source = bytes.baseAddress, bytes.count <= Self.largestValue else { return nil }
    while current < blocks.count, blocks[current].count - used < bytes.count {
      current += 1
      used = 0
    }
    if current == blocks.count {
      let size = max(bytes.count, min((blocks.last?.count ?? 128) * 2, Self.largestBlock))
      blocks.append(.allocate(byteCount: size, alignment: 8))
    }
    guard let start = blocks[current].baseAddress else { return nil }
    let place = start + used
    place.copyMemory(from: source, byteCount: bytes.count)
    used += bytes.count
    return UnsafeRawPointer(place)
  }

  /// Makes the memory available for new values. The former ones stay readable until a new one is
  /// appended.
  func removeAll() { (current, used) = (0, 0) }

  /// Frees the memory above the limit. No parameter may be bound to it any more.
  func trim() {
    removeAll()
    if blocks.count < 2 { return }
    var kept = 0
    blocks.removeAll { block in
      kept += block.count
      if kept <= Self.largestBlock { return false }
      block.deallocate()
      return true
    }
  }
}
