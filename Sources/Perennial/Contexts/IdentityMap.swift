/// The live objects of one entity in one context, by row identity.
///
/// An open-addressing table of interleaved 16-byte entries. The hash keeps eight consecutive
/// identities together in 128 bytes, because objects that are made together are read together.
/// The table does not retain: an object removes itself when it dies (see `_ModelHeader`).
///
/// Look-up, insertion and removal are O(1) expected.
final class IdentityMap {
  private struct Entry {
    /// 0 for a free entry; identities are positive.
    var rowID: Int64
    var object: UnsafeRawPointer?
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var mask: Int
  private(set) var count = 0

  init() {
    mask = 15
    entries = Self.allocate(16)
  }

  deinit { entries.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    entries.initialize(repeating: Entry(rowID: 0, object: nil), count: capacity)
    return entries
  }

  @inline(__always)
  private func home(of rowID: Int64, _ mask: Int) -> Int {
    let block = UInt64(bitPattern: rowID) >> 3 &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (block >> 20) << 3 | UInt64(bitPattern: rowID) & 7) & mask
  }

  /// The live object of an identity.
  @inline(__always)
  func find(_ rowID: Int64) -> AnyObject? {
    let mask = mask
    let entries = entries
    var index = home(of: rowID, mask)
    while true {
      let entry = entries[index]
      if entry.rowID == rowID {
        guard let object = entry.object else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
      }
      if entry.rowID == 0 { return nil }
      index = (index + 1) & mask
    }
  }

  /// Makes an object the one that stands for an identity.
  func insert(_ object: AnyObject, for rowID: Int64) {
    // At most five entries in eight are taken.
    if (count + 1) * 8 > (mask + 1) * 5 { grow() }
    place(Entry(rowID: rowID, object: Unmanaged.passUnretained(object).toOpaque()))
  }

  private func place(_ entry: Entry) {
    var index = home(of: entry.rowID, mask)
    while entries[index].rowID != 0 {
      if entries[index].rowID == entry.rowID {
        entries[index] = entry
        return
      }
      index = (index + 1) & mask
    }
    entries[index] = entry
    count += 1
  }

  private func grow() {
    let old = entries
    let capacity = mask + 1
    entries = Self.allocate(capacity * 2)
    mask = capacity * 2 - 1
    count = 0
    for index in 0..<capacity where old[index].rowID != 0 { place(old[index]) }
    old.deallocate()
  }

  /// Forgets an identity.
  func remove(_ rowID: Int64) {
    var hole = home(of: rowID, mask)
    while entries[hole].rowID != rowID {
      if entries[hole].rowID == 0 { return }
      hole = (hole + 1) & mask
    }
    // Move up what would no longer be found behind the hole.
    var next = (hole + 1) & mask
    while entries[next].rowID != 0 {
      let home = home(of: entries[next].rowID, mask)
      if (next - home) & mask >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole] = Entry(rowID: 0, object: nil)
    count -= 1
  }

  /// All live objects, in no particular order.
  var objects: [AnyObject] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    for index in 0...mask {
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
    var index = home(of: rowID, mask)
    // Not through all of a large table for a few objects.
    for _ in 0...min(mask, max(limit * 16, 4096)) {
      if let object = entries[index].object, entries[index].rowID != rowID {
        let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        if isPicked(object) { objects.append(object) }
        if objects.count == limit { break }
      }
      index = (index + 1) & mask
    }
    return objects
  }
}
