/// The live objects of one entity in one context, by row identity.
///
/// An open-addressing table of interleaved 16-byte entries. The hash keeps eight consecutive
/// identities together in 128 bytes, because objects that are made together are read together.
/// The table does not retain: an object removes itself when it dies (see `_ModelHeader`).
///
/// A removed identity leaves its entry behind without an object, so that a removal touches nothing
/// but its entry: objects often die in thousands. The table is rebuilt when it is full of such.
///
/// Look-up, insertion and removal are O(1) expected.
final class IdentityMap {
  private struct Entry {
    /// 0 for a free entry; identities are positive.
    var rowID: Int64
    var object: UnsafeRawPointer?
  }

  private static let blockSize = 8

  // No call-back runs while one of these is accessed, so there is nothing to be checked for.
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var capacity: Int
  /// How many entries are not free, with and without an object.
  @exclusivity(unchecked) private var used = 0
  /// How many objects there are.
  @exclusivity(unchecked) private(set) var count = 0

  init() {
    capacity = 2 * Self.blockSize
    entries = Self.allocate(capacity)
  }

  deinit { entries.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    entries.initialize(repeating: Entry(rowID: 0, object: nil), count: capacity)
    return entries
  }

  /// Where to begin to look for an identity: its place in the block that the hash chooses.
  @inline(__always)
  private func home(of rowID: Int64) -> Int {
    let identity = UInt64(bitPattern: rowID)
    let hash = (identity >> 3 &* 0x9E37_79B9_7F4A_7C15) >> 32
    let block = (hash &* UInt64(truncatingIfNeeded: capacity / Self.blockSize)) >> 32
    return Int(truncatingIfNeeded: block &<< 3 | identity & 7)
  }

  /// The entry of an identity, or the free one where it would be.
  @inline(__always)
  private func entry(of rowID: Int64) -> UnsafeMutablePointer<Entry> {
    let entries = entries
    let end = entries + capacity
    var entry = entries + home(of: rowID)
    while entry.pointee.rowID != rowID, entry.pointee.rowID != 0 {
      entry += 1
      if entry == end { entry = entries }
    }
    return entry
  }

  /// The live object of an identity.
  @inline(__always)
  func find(_ rowID: Int64) -> AnyObject? {
    let entry = entry(of: rowID)
    guard entry.pointee.rowID != 0, let object = entry.pointee.object else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
  }

  /// Makes an object the one that stands for an identity.
  @inline(__always)
  func insert(_ object: AnyObject, for rowID: Int64) {
    // At most five entries in eight are taken.
    if (used + 1) * 8 > capacity * 5 { rebuild() }
    let entry = entry(of: rowID)
    if entry.pointee.rowID == 0 { used += 1 }
    if entry.pointee.object == nil { count += 1 }
    entry.initialize(
      to: Entry(rowID: rowID, object: Unmanaged.passUnretained(object).toOpaque()))
  }

  /// Makes room, and leaves out the identities of dead objects.
  @inline(never)
  private func rebuild() {
    let (old, oldCapacity) = (entries, capacity)
    // Room for half as many objects again.
    capacity = (count * 12 / 5 / Self.blockSize + 2) * Self.blockSize
    entries = Self.allocate(capacity)
    used = 0
    for index in 0..<oldCapacity where old[index].object != nil {
      entry(of: old[index].rowID).initialize(to: old[index])
      used += 1
    }
    old.deallocate()
  }

  /// Forgets an identity.
  @inline(__always)
  func remove(_ rowID: Int64) {
    let entry = entry(of: rowID)
    guard entry.pointee.rowID != 0, entry.pointee.object != nil else { return }
    entry.pointee.object = nil
    count -= 1
  }

  /// All live objects, in no particular order.
  var objects: [AnyObject] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    for index in 0..<capacity {
      guard let object = entries[index].object else { continue }
      objects.append(Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
    }
    return objects
  }

  /// Up to `limit` live objects that a condition picks, those first that lie behind the one of an
  /// identity, and which were therefore probably made or read together with it.
  func neighbours(
    of rowID: Int64, limit: Int, where isPicked: (AnyObject) -> Bool
  ) -> [AnyObject] {
    var objects: [AnyObject] = []
    if limit == 0 { return objects }
    var index = home(of: rowID)
    // Not through all of a large table for a few objects.
    for _ in 0..<min(capacity, limit * 16) {
      if let object = entries[index].object, entries[index].rowID != rowID {
        let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        if isPicked(object) { objects.append(object) }
        if objects.count == limit { break }
      }
      index = index + 1 == capacity ? 0 : index + 1
    }
    return objects
  }
}
