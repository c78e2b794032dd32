/// The objects that a context has loaded through relationships most recently, and that nothing else may hold.
///
/// Without them, an object that many others reference would be read again for each of these: the reader releases it
/// after each use.
struct RecentObjects {
  private var lists: [[AnyObject]] = []
  /// The index of the oldest list that is still held.
  private var first = 0
  private var count = 0

  /// Adds objects, and releases the oldest ones beyond a limit. Amortized O(1) for each object.
  mutating func add(_ objects: [AnyObject], limit: Int) {
    lists.append(objects)
    count += objects.count
    while count > limit, first < lists.count - 1 {
      count -= lists[first].count
      lists[first] = []
      first += 1
    }
    if first > lists.count / 2 {
      lists.removeFirst(first)
      first = 0
    }
  }
}
