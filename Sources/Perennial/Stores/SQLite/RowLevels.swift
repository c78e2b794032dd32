/// Where in a row the columns of each subclass begin, from the first that inherits down to the class
/// of the row's object; see ``StoreFamily``.
///
/// The columns of a hierarchy's root are in front, and what reads them need not know of others. A
/// pointer in place of an array, because whoever reads rows sets it for each of them.
struct RowLevels {
  private var start: UnsafePointer<Int32>?
  private var count = 0

  init() {}

  /// The levels in memory that outlives the row.
  init(_ levels: UnsafeBufferPointer<Int32>) {
    start = levels.baseAddress
    count = levels.count
  }

  /// The beginning of the next subclass's columns.
  @inline(__always)
  mutating func popFirst() -> Int32? {
    guard count > 0, let start else { return nil }
    self.start = start + 1
    count -= 1
    return start.pointee
  }

  /// The beginning of the last subclass's columns, which are the object's own class's.
  mutating func popLast() -> Int32? {
    guard count > 0, let start else { return nil }
    count -= 1
    return start[count]
  }
}
