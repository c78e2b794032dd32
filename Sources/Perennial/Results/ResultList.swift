/// The result of a query without its objects: the keys of the rows, in order, and their sections. Eight bytes
/// for each row.
struct ResultList: Equatable {
  /// Consecutive rows with the same title.
  struct Section: Equatable {
    let title: String
    var count: Int
  }

  private(set) var rowIDs: [Int64]
  /// Nil for a result without sections.
  private(set) var sections: [Section]?

  init(_ rowIDs: [Int64] = []) {
    self.rowIDs = rowIDs
  }

  init(sections: [Section], _ rowIDs: [Int64]) {
    self.rowIDs = rowIDs
    self.sections = sections
  }

  /// Appends a row.
  mutating func append(_ rowID: Int64, title: String) {
    rowIDs.append(rowID)
    extend(by: 1, title)
  }

  private mutating func extend(by count: Int, _ title: String) {
    guard let sections, let last = sections.indices.last, sections[last].title == title else {
      self.sections = (sections ?? []) + [Section(title: title, count: count)]
      return
    }
    self.sections?[last].count += count
  }

  /// Removes rows. O(n).
  mutating func remove(_ gone: Set<Int64>) {
    let positions = positions(of: gone)
    if positions.isEmpty { return }
    for position in positions.reversed() {
      guard let section = sections.flatMap({ Self.section(at: position, in: $0) }) else { continue }
      sections?[section].count -= 1
    }
    sections?.removeAll { $0.count == 0 }
    var kept: [Int64] = []
    kept.reserveCapacity(rowIDs.count - positions.count)
    var start = 0
    for position in positions {
      kept += rowIDs[start..<position]
      start = position + 1
    }
    kept += rowIDs[start...]
    rowIDs = kept
  }

  /// Removes all rows after the first `count` ones. O(sections).
  mutating func keepFirst(_ count: Int) {
    guard rowIDs.count > count else { return }
    var surplus = rowIDs.count - count
    rowIDs.removeLast(surplus)
    while surplus > 0, let sections, let last = sections.indices.last {
      let gone = min(surplus, sections[last].count)
      self.sections?[last].count -= gone
      if sections[last].count == gone { self.sections?.removeLast() }
      surplus -= gone
    }
  }

  /// Returns the positions of rows, in ascending order. O(n).
  func positions(of rows: Set<Int64>) -> [Int] {
    if rows.count == 1, let row = rows.first {
      return rowIDs.firstIndex(of: row).map { [$0] } ?? []
    }
    return rowIDs.indices.filter { rows.contains(rowIDs[$0]) }
  }

  /// Inserts a row, next to those of the same title if there are any. O(n).
  ///
  /// - Parameter title: The title of the row's section; nil if the result has no sections.
  /// - Returns: `false` if the title does not fit the position, because this is within another section.
  mutating func insert(_ rowID: Int64, at position: Int, title: String?) -> Bool {
    rowIDs.insert(rowID, at: position)
    guard let title, let sections else { return true }
    // The section of the row before, and the section of the row that was at the position.
    let before = position == 0 ? nil : Self.section(at: position - 1, in: sections)
    let after = Self.section(at: position, in: sections)
    for section in [before, after] {
      guard let section, sections[section].title == title else { continue }
      self.sections?[section].count += 1
      return true
    }
    if before != nil, before == after { return false }
    self.sections?.insert(Section(title: title, count: 1), at: after ?? sections.count)
    return true
  }

  /// Returns the section of a position. O(sections).
  private static func section(at position: Int, in sections: [Section]) -> Int? {
    var end = 0
    for (index, section) in sections.enumerated() {
      end += section.count
      if position < end { return index }
    }
    return nil
  }
}
