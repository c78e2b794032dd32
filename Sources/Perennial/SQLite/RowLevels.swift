/// The first columns of each subclass in a row, from the highest subclass down to the class of the
/// row's object; see ``Hierarchy``.
///
/// The columns of a hierarchy's root come first, and their decoding needs no levels. A pointer instead
/// of an array, because the levels are set for every row that is read.
struct RowLevels {
  private var start: UnsafePointer<Int32>?
  private var count = 0

  init() {}

  /// Creates levels from memory that outlives the row.
  init(_ levels: UnsafeBufferPointer<Int32>) {
    start = levels.baseAddress
    count = levels.count
  }

  /// Removes and returns the first column of the next subclass.
  @inline(__always)
  mutating func popFirst() -> Int32? {
    guard count > 0, let start else { return nil }
    self.start = start + 1
    count -= 1
    return start.pointee
  }

  /// Removes and returns the first column of the last subclass, which is the object's own class.
  mutating func popLast() -> Int32? {
    guard count > 0, let start else { return nil }
    count -= 1
    return start[count]
  }
}
