import PerennialRuntime

/// The live objects of one entity in one context, by row identity.
///
/// The table does not retain: an object removes itself when it dies (see `_ModelHeader`). As long
/// as there are objects, the table holds their graph, so that each of them need not. A removal
/// leaves an empty slot behind, and touches nothing else: objects often die in thousands. Blocks
/// without objects go when there is no room for another.
///
/// The context's own actor finds and inserts. An object may die on any thread: whoever lets go of
/// it last decides. Hence an object is taken from the table by a retain that fails if the object is
/// dying already; and hence the lock, without which only an empty slot may be filled: nobody else
/// has a reason to touch one.
///
/// Look-up, insertion and removal are O(1) expected.
final class IdentityMap {
  /// Where the object of an identity is, or will be.
  struct Place {
    /// Nil if nothing of its neighbourhood was there yet.
    fileprivate let slot: IdentityDirectory.Slot?
    fileprivate let generation: Int
  }

  private let lock = SpinLock()
  // No call-back runs while one of these is accessed, so there is nothing to be checked for.
  @exclusivity(unchecked) private var directory = IdentityDirectory()
  /// How many times the directory was replaced.
  @exclusivity(unchecked) private var generation = 0
  /// How many insertions ``members`` does not contain yet.
  @exclusivity(unchecked) private var unaccounted = 0

  // MARK: Under the lock

  /// How many objects belong to the graph, those included that others have superseded.
  @exclusivity(unchecked) private var members = 0
  /// How many insertions of several objects are under way.
  @exclusivity(unchecked) private var sessions = 0
  /// How many objects of an identity are still to be removed that others have superseded: an
  /// object that was dying on another thread when its row was read again.
  @exclusivity(unchecked) private var superseded: [Int64: Int] = [:]
  /// The graph, as long as there are members or some are about to come.
  @exclusivity(unchecked) private var graph: ObjectGraph?

  deinit { directory.deallocate() }

  /// How many objects there are.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return members + unaccounted - superseded.values.reduce(0, +)
  }

  // MARK: Objects

  /// The live object of an identity.
  @inline(__always)
  func find(_ rowID: Int64) -> AnyObject? { object(at: place(of: rowID)) }

  @inline(__always)
  func place(of rowID: Int64) -> Place {
    Place(slot: directory.slot(of: rowID), generation: generation)
  }

  /// The live object of a place.
  @inline(__always)
  func object(at place: Place) -> AnyObject? { place.slot.flatMap(object) }

  @inline(__always)
  private func object(in slot: IdentityDirectory.Slot) -> AnyObject? {
    perennial_load_pointer(slot) == nil ? nil : retained(slot)
  }

  private func retained(_ slot: IdentityDirectory.Slot) -> AnyObject? {
    lock.lock()
    let object = slot.pointee.flatMap(perennial_try_retain)
    lock.unlock()
    return object.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  /// Objects of a graph are about to be inserted; ``endInserting()`` must follow.
  func beginInserting(into graph: ObjectGraph) {
    lock.lock()
    sessions += 1
    if self.graph == nil { self.graph = graph }
    lock.unlock()
  }

  func endInserting() {
    lock.lock()
    sessions -= 1
    members += unaccounted
    unaccounted = 0
    let graph = takeIdleGraph()
    lock.unlock()
    // If this was the last that held the graph, the table goes with it, here.
    withExtendedLifetime(graph) {}
  }

  /// The graph, if the table need not hold it any longer. Under the lock.
  @inline(__always)
  private func takeIdleGraph() -> ObjectGraph? {
    guard members == 0, sessions == 0 else { return nil }
    var idle: ObjectGraph?
    swap(&idle, &graph)
    return idle
  }

  /// Makes an object the one that stands for an identity. It removes itself when it dies.
  func insert(_ object: AnyObject, for rowID: Int64, of graph: ObjectGraph) {
    beginInserting(into: graph)
    insert(Unmanaged.passUnretained(object).toOpaque(), for: rowID, at: place(of: rowID))
    endInserting()
  }

  /// Makes an object the one that stands for an identity, whose place is known. Between
  /// ``beginInserting(into:)`` and ``endInserting()``.
  @inline(__always)
  func insert(_ object: UnsafeMutableRawPointer, for rowID: Int64, at place: Place) {
    unaccounted &+= 1
    // Making the object may have led to other insertions.
    if let slot = place.slot, place.generation == generation, perennial_load_pointer(slot) == nil {
      perennial_store_pointer(slot, object)
    } else {
      insertSlowly(object, rowID)
    }
  }

  /// Inserts where another object is, or where nothing is yet.
  @inline(never)
  private func insertSlowly(_ object: UnsafeMutableRawPointer, _ rowID: Int64) {
    lock.lock()
    let slot = makeSlot(of: rowID)
    if slot.pointee != nil { superseded[rowID, default: 0] += 1 }
    slot.pointee = object
    lock.unlock()
  }

  private func makeSlot(of rowID: Int64) -> IdentityDirectory.Slot {
    while true {
      if let slot = directory.slot(of: rowID) ?? directory.makeSlot(of: rowID) { return slot }
      directory = directory.compacted()
      generation += 1
    }
  }

  /// Forgets an object of an identity: it dies, or leaves the graph.
  @inline(__always)
  func remove(_ rowID: Int64) {
    lock.lock()
    if superseded.isEmpty || !isLate(rowID), let slot = directory.slot(of: rowID) {
      perennial_store_pointer(slot, nil)
    }
    members -= 1
    let graph = takeIdleGraph()
    lock.unlock()
    withExtendedLifetime(graph) {}
  }

  /// Whether an object that goes was superseded before.
  private func isLate(_ rowID: Int64) -> Bool {
    guard let count = superseded[rowID] else { return false }
    superseded[rowID] = count == 1 ? nil : count - 1
    return true
  }

  // MARK: Many objects

  /// All live objects, in no particular order.
  var objects: [AnyObject] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    directory.forEachSlot { slot in
      if let object = object(in: slot) { objects.append(object) }
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
    if limit <= 0 { return objects }
    // Not through all of a large table for a few objects.
    directory.forEachSlot(behind: rowID, limit: limit * 2) { slot in
      if let object = object(in: slot), isPicked(object) { objects.append(object) }
      return objects.count < limit
    }
    return objects
  }
}
