import Foundation

/// The values of many rows, packed into blocks of memory.
///
/// Values of type ``SQLValue`` are scattered in memory, and each copy of one counts references. Here the values
/// of a row are neighbours, and they are compared and bound where they are.
package final class PackedValues {
  /// One value. It owns nothing: the memory of its text or blob is that of the packed values.
  enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawPointer, count: UInt32)
    case blob(UnsafeRawPointer, count: UInt32)
    /// A value that is too large to be copied, by its index.
    case large(Int)
  }

  /// The number of values in a block.
  private static let blockSize = 4096

  /// The values. Blocks are never moved, because rows have their addresses.
  // No callback changes them, so there is nothing for the check to find.
  @exclusivity(unchecked) private var blocks: [UnsafeMutableBufferPointer<Cell>] = []
  /// The number of values in use in the last block.
  @exclusivity(unchecked) private var used = 0
  /// The contents of the texts and blobs.
  private let bytes = BoundBytes()
  private var largeValues: [SQLValue] = []

  package init() {}

  deinit { for block in blocks { block.deallocate() } }

  /// Returns a new row of values, all of them NULL.
  package func makeRow(_ count: Int) -> PackedRow {
    if blocks.isEmpty || blocks[blocks.count - 1].count - used < count {
      blocks.append(.allocate(capacity: max(count, Self.blockSize)))
      used = 0
    }
    let block = blocks[blocks.count - 1]
    let cells = UnsafeMutableBufferPointer(rebasing: block[used..<used + count])
    cells.initialize(repeating: .null)
    used += count
    return PackedRow(cells, in: self)
  }

  /// Returns a cell with a copy of a text.
  func text(_ utf8: UnsafeRawBufferPointer) -> Cell {
    if let copy = bytes.append(utf8) { return .text(copy, count: UInt32(utf8.count)) }
    return large(.text(String(decoding: utf8, as: UTF8.self)))
  }

  /// Returns a cell with a copy of a blob.
  func blob(_ blob: UnsafeRawBufferPointer) -> Cell {
    if let copy = bytes.append(blob) { return .blob(copy, count: UInt32(blob.count)) }
    return large(.blob(Data(blob)))
  }

  /// Returns a cell with a value that is not copied.
  func large(_ value: SQLValue) -> Cell {
    largeValues.append(value)
    return .large(largeValues.count - 1)
  }

  func largeValue(_ number: Int) -> SQLValue { largeValues[number] }
}
