import PerennialSQLite

extension FetchExecution {
  /// Returns the result as a list of keys.
  ///
  /// - Parameter title: A closure that returns the title of an object's section; nil for a result without
  ///   sections.
  func list(titledBy title: ((T) -> String)? = nil) throws -> ResultList {
    guard let title else { return ResultList(try rowIDs()) }
    guard isExact, let column = plan.sectionColumn else {
      var list = ResultList(sections: [], [])
      for model in try objects() { list.append(model._$header.pointee.rowID, title: title(model)) }
      return list
    }
    if let exact = try leavingOut() { return try exact.list(titledBy: title) }
    let sql = plan.select(
      "t0._pk, \(column)",
      limit: descriptor.fetchLimit,
      offset: descriptor.fetchOffset
    )
    var titles = SectionTitles()
    try rows(sql, plan.bindings) { titles.add($0) }
    return titles.list
  }
}

/// Reads rows of a key and a title. Most titles equal the one of the row before. Such a title is only
/// compared, and no string is made of it.
private struct SectionTitles {
  private var rowIDs: [Int64] = []
  private var sections: [ResultList.Section] = []
  private var last: [UInt8] = []

  var list: ResultList { ResultList(sections: sections, rowIDs) }

  mutating func add(_ row: OpaquePointer) {
    rowIDs.append(sqlite3_column_int64(row, 0))
    // NULL has no bytes, like an empty string.
    let start = sqlite3_column_text(row, 1)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(row, 1))
    let bytes = UnsafeBufferPointer(start: start, count: count)
    if !sections.isEmpty, last.elementsEqual(bytes) {
      sections[sections.count - 1].count += 1
    } else {
      last = Array(bytes)
      sections.append(ResultList.Section(title: String(decoding: bytes, as: UTF8.self), count: 1))
    }
  }
}
