extension Record {
  /// The approximate number of bytes of the JSON form, for limits. The ``contested`` writes that a hub keeps beside it do
  /// not count.
  ///
  /// Complexity: O(*n*) in the number of values.
  ///
  /// ```swift
  /// func fits(_ record: Record) -> Bool { record.byteCount <= HubLimits.recordBytes }
  /// ```
  public var byteCount: Int {
    var count = 64 + name.byteCount + type.utf8.count + state.edits.byteCount
    for (field, edits) in state.links {
      count += field.utf8.count + edits.byteCount
    }
    for (field, counter) in state.counters {
      count += field.utf8.count + counter.byteCount
    }
    if state.upsert != nil { count += 46 }
    for field in state.fieldResets.keys { count += 40 + field.utf8.count }
    count += state.catalogVersion?.byteCount ?? 0
    for (name, copy) in state.duplicates {
      count += name.byteCount
      for version in copy.versions.values {
        count += version.values.byteCount + version.links.byteCount
      }
    }
    for (name, content) in state.others { count += name.utf8.count + 4 + content.byteCount }
    return count
  }
}

extension ContestedWrites {
  /// The approximate number of bytes of the JSON form.
  var byteCount: Int {
    let stamps = own.reduce(0) { $0 + $1.key.utf8.count + 42 }
    let others = earlier.reduce(0) { count, field in
      count + field.value.reduce(6) { $0 + [field.key: $1].byteCount }
    }
    return 110 + edits.byteCount + stamps + others
  }
}

extension RecordValue {
  fileprivate var byteCount: Int {
    switch self {
    case .null: 4
    case .integer, .real: 20
    case .text(let text): text.utf8.count + 2
    case .blob(let data): data.count * 4 / 3 + 12
    case .reference(let name): name.byteCount + 14
    case .sealed(let data): data.count * 4 / 3 + 14
    case .asset: 100
    }
  }
}

extension [String: FieldEdit<RecordValue>] {
  fileprivate var byteCount: Int {
    reduce(0) { count, cell in
      let base = cell.value.base?.byteCount ?? 0
      return count + 44 + cell.key.utf8.count + cell.value.value.byteCount + base
    }
  }
}

extension CounterTotals {
  fileprivate var byteCount: Int {
    totals.reduce(6) { count, entry in
      let source = entry.key.source?.byteCount ?? 0
      return count + 66 + source + (entry.value.reset == nil ? 0 : 36)
    }
  }
}

extension LinkEdits {
  fileprivate var byteCount: Int {
    edits.reduce(0) { count, entry in
      let stamps = entry.value.additions.count + entry.value.removals.count + 1
      let orders =
        (entry.value.order == nil ? 0 : 68) + (entry.value.inverseOrder == nil ? 0 : 75)
      return count + entry.key.byteCount + 30 + 36 * stamps + orders
    }
  }
}

extension CatalogVersion<RecordValue> {
  fileprivate var byteCount: Int {
    var count = 32 + values.byteCount + links.byteCount + formerLinks.byteCount
    for (field, values) in formerValues {
      count += field.utf8.count + values.reduce(0) { $0 + $1.byteCount }
    }
    return count
  }
}

extension [String: RecordValue] {
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.byteCount } }
}

extension Dictionary where Key == String, Value: Collection<RecordName> {
  fileprivate var byteCount: Int {
    reduce(0) { count, entry in
      count + entry.key.utf8.count + entry.value.reduce(0) { $0 + $1.byteCount + 4 }
    }
  }
}
