/// The objects that a context has loaded ahead of their use, the last ones of them.
struct RecentObjects {
  private var lists: [[AnyObject]] = []
  private var count = 0

  /// Adds objects, and lets go of the oldest beyond a limit.
  mutating func add(_ objects: [AnyObject], limit: Int) {
    lists.append(objects)
    count += objects.count
    while count > limit, lists.count > 1 { count -= lists.removeFirst().count }
  }
}
