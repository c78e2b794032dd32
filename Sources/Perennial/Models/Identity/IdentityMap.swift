import PerennialRuntime

/// The live objects of one entity in one context, by row identity.
///
/// The map does not retain objects: an object removes itself when it is deallocated (see `_Model.Header`).
/// While there are objects, the map retains their graph, so that the objects need not. A removal empties a
/// slot and touches nothing else, because objects are often deallocated in thousands. Blocks without
/// objects are removed when there is no room for another block.
///
/// Only the context's own actor finds and inserts objects. An object is deallocated on the thread that
/// releases the last reference, which may be any thread. For this reason an object is taken from the map by
/// a retain that fails if the deallocation has begun. For the same reason there is a lock. Only an empty
/// slot may be filled without it, because no other thread has a reason to access an empty slot.
///
/// Look-up, insertion and removal are O(1) expected.
final class IdentityMap {
  /// The position of an identity's object, which may not exist yet.
  struct Position {
    /// Nil if the block of the identity did not exist yet.
    fileprivate let slot: IdentityDirectory.Slot?
    fileprivate let generation: Int
  }

  private let lock = SpinLock()
  // No callback runs during an access to these properties, so there is nothing for the check to find.
  @exclusivity(unchecked) private var directory = IdentityDirectory()
  /// The number of times that the directory was replaced.
  @exclusivity(unchecked) private var generation = 0
  /// The number of insertions that ``members`` does not contain yet.
  @exclusivity(unchecked) private var unaccounted = 0

  // MARK: Under the lock

  /// The number of objects that belong to the graph, including superseded objects.
  @exclusivity(unchecked) private var members = 0
  /// The number of insertion sessions in progress; see ``beginInserting(into:)``.
  @exclusivity(unchecked) private var sessions = 0
  /// The number of superseded objects of an identity that are still to be removed.
  ///
  /// An object is superseded if its row is read again while the object is being deallocated on another
  /// thread.
  @exclusivity(unchecked) private var superseded: [Int64: Int] = [:]
  /// The graph, while there are members, or insertions have begun.
  @exclusivity(unchecked) private var graph: (any ModelGraph)?

  deinit { directory.deallocate() }

  /// The number of objects.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return members + unaccounted - superseded.values.reduce(0, +)
  }

  // MARK: Objects

  /// Returns the live object of an identity.
  @inline(__always)
  func find(_ rowID: Int64) -> AnyObject? { object(at: place(of: rowID)) }

  @inline(__always)
  func place(of rowID: Int64) -> Position {
    Position(slot: directory.slot(of: rowID), generation: generation)
  }

  /// Returns the live object of a place.
  @inline(__always)
  func object(at place: Position) -> AnyObject? { place.slot.flatMap(object) }

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

  /// Begins the insertion of objects of a graph; ``endInserting()`` must follow.
  func beginInserting(into graph: any ModelGraph) {
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
    // If this was the last reference to the graph, the graph and this map are deallocated here.
    withExtendedLifetime(graph) {}
  }

  /// Returns the graph if the map need not retain it any longer. Must be called under the lock.
  @inline(__always)
  private func takeIdleGraph() -> (any ModelGraph)? {
    guard members == 0, sessions == 0 else { return nil }
    var idle: (any ModelGraph)?
    swap(&idle, &graph)
    return idle
  }

  /// Inserts an object for an identity. The object removes itself when it is deallocated.
  func insert(_ object: AnyObject, for rowID: Int64, of graph: any ModelGraph) {
    beginInserting(into: graph)
    insert(Unmanaged.passUnretained(object).toOpaque(), for: rowID, at: place(of: rowID))
    endInserting()
  }

  /// Inserts an object for an identity whose place is known. Must be called between
  /// ``beginInserting(into:)`` and ``endInserting()``.
  @inline(__always)
  func insert(_ object: UnsafeMutableRawPointer, for rowID: Int64, at place: Position) {
    unaccounted &+= 1
    // The creation of the object may have caused other insertions.
    if let slot = place.slot, place.generation == generation, perennial_load_pointer(slot) == nil {
      perennial_store_pointer(slot, object)
    } else {
      insertSlowly(object, rowID)
    }
  }

  /// Inserts an object if the slot is occupied, or if the block does not exist yet.
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

  /// Removes an object of an identity, because it is deallocated or leaves the graph.
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

  /// Returns `true` if an object that is being removed was superseded before.
  private func isLate(_ rowID: Int64) -> Bool {
    guard let count = superseded[rowID] else { return false }
    superseded[rowID] = count == 1 ? nil : count - 1
    return true
  }

  // MARK: Many objects

  /// The live objects, in no particular order.
  var objects: [AnyObject] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    directory.forEachSlot { slot in
      if let object = object(in: slot) { objects.append(object) }
    }
    return objects
  }

  /// Returns up to `limit` live objects that satisfy a condition.
  ///
  /// The objects that follow the object of an identity come first, because they were probably created or
  /// read together with it.
  func neighbours(
    of rowID: Int64,
    limit: Int,
    where isPicked: (AnyObject) -> Bool
  ) -> [AnyObject] {
    var objects: [AnyObject] = []
    if limit <= 0 { return objects }
    // Do not visit all of a large map for a few objects.
    directory.forEachSlot(behind: rowID, limit: limit * 2) { slot in
      if let object = object(in: slot), isPicked(object) { objects.append(object) }
      return objects.count < limit
    }
    return objects
  }
}
