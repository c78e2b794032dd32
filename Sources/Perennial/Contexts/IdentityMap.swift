import PerennialRuntime

/// The live objects of one entity in one context, by row identity.
///
/// An open-addressing table of interleaved 16-byte entries. The hash keeps eight consecutive
/// identities together in 128 bytes, because objects that are made together are read together.
/// The table does not retain: an object removes itself when it dies (see `_ModelHeader`). As long
/// as there are objects, the table holds their graph, so that each of them need not.
///
/// A removed identity leaves its entry behind without an object, so that a removal touches nothing
/// but its entry: objects often die in thousands. The table is rebuilt when it is full of such.
///
/// The context's own actor finds and inserts. An object may die on any thread: whoever lets go of
/// it last decides. Hence the lock, and hence an object is taken from the table by a retain that
/// fails if the object is dying already.
///
/// Look-up, insertion and removal are O(1) expected.
final class IdentityMap {
  private struct Entry {
    /// 0 for a free entry; identities are positive.
    var rowID: Int64
    var object: UnsafeMutableRawPointer?
  }

  private static let blockSize = 8

  private let lock = SpinLock()
  // No call-back runs while one of these is accessed, so there is nothing to be checked for.
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var capacity: Int
  /// How many entries are not free, with and without an object.
  @exclusivity(unchecked) private var used = 0
  /// How many identities have an object.
  @exclusivity(unchecked) private var found = 0
  /// How many objects belong to the graph, those included that others have superseded.
  @exclusivity(unchecked) private var members = 0
  /// How many objects of an identity are still to be removed that others have superseded: an
  /// object that was dying on another thread when its row was read again.
  @exclusivity(unchecked) private var superseded: [Int64: Int] = [:]
  /// The graph, as long as there are members.
  @exclusivity(unchecked) private var graph: ObjectGraph?

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

  /// How many objects there are.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return found
  }

  // MARK: Places

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

  /// Makes room, and leaves out the identities of dead objects. Under the lock.
  @inline(never)
  private func rebuild() {
    let (old, oldCapacity) = (entries, capacity)
    // Room for half as many objects again.
    capacity = (found * 12 / 5 / Self.blockSize + 2) * Self.blockSize
    entries = Self.allocate(capacity)
    used = 0
    for index in 0..<oldCapacity where old[index].object != nil {
      entry(of: old[index].rowID).initialize(to: old[index])
      used += 1
    }
    old.deallocate()
  }

  // MARK: Objects

  /// The live object of an identity.
  @inline(__always)
  func find(_ rowID: Int64) -> AnyObject? {
    // Only who may look is the one who inserts, so the way to the entry is safe without the lock.
    let entry = entry(of: rowID)
    return entry.pointee.rowID == 0 ? nil : object(in: entry)
  }

  private func object(in entry: UnsafeMutablePointer<Entry>) -> AnyObject? {
    lock.lock()
    let object = entry.pointee.object.flatMap(perennial_try_retain)
    lock.unlock()
    return object.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  /// Makes an object the one that stands for an identity. It removes itself when it dies.
  @inline(__always)
  func insert(_ object: AnyObject, for rowID: Int64, of graph: ObjectGraph) {
    insert(Unmanaged.passUnretained(object).toOpaque(), for: rowID, of: graph)
  }

  @inline(__always)
  func insert(_ object: UnsafeMutableRawPointer, for rowID: Int64, of graph: ObjectGraph) {
    lock.lock()
    // At most five entries in eight are taken.
    if (used + 1) * 8 > capacity * 5 { rebuild() }
    let entry = entry(of: rowID)
    if entry.pointee.rowID == 0 { used += 1 }
    if entry.pointee.object == nil { found += 1 } else { superseded[rowID, default: 0] += 1 }
    entry.initialize(to: Entry(rowID: rowID, object: object))
    members += 1
    if members == 1 { self.graph = graph }
    lock.unlock()
  }

  /// Forgets an object of an identity: it dies, or leaves the graph.
  @inline(__always)
  func remove(_ rowID: Int64) {
    var graph: ObjectGraph?
    lock.lock()
    if superseded.isEmpty || !isLate(rowID) {
      let entry = entry(of: rowID)
      if entry.pointee.rowID != 0, entry.pointee.object != nil {
        entry.pointee.object = nil
        found -= 1
      }
    }
    members -= 1
    if members == 0 { swap(&graph, &self.graph) }
    lock.unlock()
    // If this was the last that held the graph, the table goes with it, here.
    withExtendedLifetime(graph) {}
  }

  /// Whether an object that goes was superseded before.
  private func isLate(_ rowID: Int64) -> Bool {
    guard let count = superseded[rowID] else { return false }
    superseded[rowID] = count == 1 ? nil : count - 1
    return true
  }

  /// All live objects, in no particular order.
  var objects: [AnyObject] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    for index in 0..<capacity where entries[index].rowID != 0 {
      if let object = object(in: entries + index) { objects.append(object) }
    }
    return objects
  }

  /// Up to `limit` live objects that a condition picks, those first that lie behind the one of an
  /// identity, and which were therefore probably made or read together with it.
  func neighbours(
    of rowID: Int64,
    limit: Int,
    where isPicked: (AnyObject) -> Bool
  ) -> [AnyObject] {
    var objects: [AnyObject] = []
    if limit == 0 { return objects }
    var index = home(of: rowID)
    // Not through all of a large table for a few objects.
    for _ in 0..<min(capacity, limit * 16) {
      let entry = entries + index
      if entry.pointee.rowID != 0, entry.pointee.rowID != rowID, let object = object(in: entry),
        isPicked(object)
      {
        objects.append(object)
        if objects.count == limit { break }
      }
      index = index + 1 == capacity ? 0 : index + 1
    }
    return objects
  }
}
