// Computes the difference of two lists in O(n).
//
// The common prefix and suffix are skipped; after a single change they are nearly the whole list. The rows in
// between are looked up in a hash table. Of the rows in both lists, an ascending sequence stays, and the
// others move. There are as few moves as possible, unless so many rows are out of order that finding the
// minimum would take longer than O(n).

extension ResultsDifference {
  /// - Parameter changed: The keys of rows whose contents may have changed.
  init(from old: [Int64], to new: [Int64], changed: Set<Int64> = []) {
    countBefore = old.count
    countAfter = new.count
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let (before, after) = (prefix..<old.count - suffix, prefix..<new.count - suffix)
    var origins: [Int?] = []
    if before.isEmpty {
      insertions = Array(after)
    } else if after.isEmpty {
      removals = Array(before)
    } else {
      origins = match(old, in: before, with: new, in: after)
    }
    if changed.isEmpty { return }
    for offset in ResultList(new).positions(of: changed) {
      if offset < prefix {
        updates.append(Offsets(before: offset, after: offset))
      } else if offset >= after.upperBound {
        updates.append(Offsets(before: offset - new.count + old.count, after: offset))
      } else if !origins.isEmpty, let origin = origins[offset - prefix] {
        updates.append(Offsets(before: origin, after: offset))
      }
    }
  }

  /// Finds the removals, insertions and moves between two parts.
  ///
  /// - Returns: For each row of the new part, its former offset.
  private mutating func match(
    _ old: [Int64],
    in before: Range<Int>,
    with new: [Int64],
    in after: Range<Int>
  ) -> [Int?] {
    var origins: [Int?] = Array(repeating: nil, count: after.count)
    var offsets = RowOffsets(capacity: after.count)
    for offset in after { offsets.insert(new[offset], offset) }
    /// The new offsets of the rows in both lists, in their former order.
    var kept: [Int] = []
    for offset in before {
      if let found = offsets.find(old[offset]) {
        origins[found - after.lowerBound] = offset
        kept.append(found)
      } else {
        removals.append(offset)
      }
    }
    let staying = Self.ascending(kept, end: after.upperBound)
    for (index, offset) in after.enumerated() {
      if let origin = origins[index] {
        if !staying[offset] { moves.append(Offsets(before: origin, after: offset)) }
      } else {
        insertions.append(offset)
      }
    }
    return origins
  }

  /// Marks an ascending sequence among numbers: all of them if possible, and the longest sequence if not too
  /// many numbers are out of order.
  ///
  /// This is the longest increasing subsequence, found by patience sorting. A number that is greater than all
  /// before is appended in O(1). Any other number takes a binary search, and the number of searches is
  /// limited.
  private static func ascending(_ numbers: [Int], end: Int) -> [Bool] {
    /// For each length: the index of the last number of a sequence of that length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    var searches = numbers.count / max(1, Int.bitWidth - numbers.count.leadingZeroBitCount)
    for (index, number) in numbers.enumerated() {
      if ends.last.map({ numbers[$0] < number }) != false {
        previous[index] = ends.last ?? -1
        ends.append(index)
        continue
      }
      if searches == 0 { continue }
      searches -= 1
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[index] = low == 0 ? -1 : ends[low - 1]
      ends[low] = index
    }
    var staying = [Bool](repeating: false, count: end)
    var next = ends.last ?? -1
    while next >= 0 {
      staying[numbers[next]] = true
      next = previous[next]
    }
    return staying
  }
}

/// Offsets by the keys of rows: a hash table with open addressing.
private struct RowOffsets {
  private var keys: [Int64]
  private var offsets: [Int]
  private let mask: Int

  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    mask = size - 1
    // A key is never 0, which marks empty slots.
    keys = Array(repeating: 0, count: size)
    offsets = Array(repeating: 0, count: size)
  }

  private func place(of key: Int64) -> Int {
    var place = Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    place &= mask
    while keys[place] != key, keys[place] != 0 { place = (place + 1) & mask }
    return place
  }

  mutating func insert(_ key: Int64, _ offset: Int) {
    let place = place(of: key)
    keys[place] = key
    offsets[place] = offset
  }

  func find(_ key: Int64) -> Int? {
    let place = place(of: key)
    return keys[place] == key ? offsets[place] : nil
  }
}
