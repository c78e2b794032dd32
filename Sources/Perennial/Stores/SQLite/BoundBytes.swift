/// The texts and blobs that the parameters of a statement are bound to, until it is reset.
///
/// SQLite copies what it is told to copy to memory that it allocates anew for each value, which takes
/// longer than all else about binding a short text.
final class BoundBytes {
  /// How many bytes a value may have. Others are for SQLite to copy, which takes them away again.
  private static let largestValue = 4096
  /// How many bytes a block has at the most, and how many are kept between two runs of the statement.
  private static let largestBlock = 1 << 16

  /// Where the next value goes is behind the last one, in the block that was begun last. Blocks stay
  /// where they are: SQLite has their addresses.
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  private var current = 0
  private var used = 0

  deinit { for block in blocks { block.deallocate() } }

  /// Copies a value.
  ///
  /// - Returns: Where it is until ``removeAll()``; nil if it is none for this.
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

  /// Begins anew. What was appended stays readable until something else is.
  func removeAll() { (current, used) = (0, 0) }

  /// Gives memory back, if that was much. Nothing may be bound to it any more.
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
