/// The objects that a context has loaded ahead of their use most recently.
struct RecentObjects {
  private var lists: [[AnyObject]] = []
  private var count = 0

  /// Adds objects, and releases the oldest ones beyond a limit.
  mutating func add(_ objects: [AnyObject], limit: Int) {
    lists.append(objects)
    count += objects.count
    while count > limit, lists.count > 1 { count -= lists.removeFirst().count }
  }
}
