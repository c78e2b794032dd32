extension History {
  /// The same history with as few events as are needed for a condition.
  ///
  /// Parts are left out as long as the condition holds without them: halves first, single events in the end.
  func shrunk(while holds: (History) -> Bool) -> History {
    var smallest = self
    var size = events.count / 2
    while size > 0 {
      var start = 0
      var hasShrunk = false
      while start < smallest.events.count {
        var candidate = smallest
        candidate.events.removeSubrange(
          start..<min(start + size, smallest.events.count))
        if holds(candidate) {
          smallest = candidate
          hasShrunk = true
        } else {
          start += size
        }
      }
      if !hasShrunk || size > 1 { size /= 2 }
    }
    return smallest
  }
}
