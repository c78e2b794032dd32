import Perennial
import PerennialPresets
import PerennialRecords

/// The expected contents after a history, found from the list of operations alone.
///
/// The oracle knows no states and joins nothing. For each question it looks through all operations and
/// takes the latest. So it cannot depend on the order in which devices exchange data.
struct Oracle {
  let operations: [Operation]
  let editsOutliveDeletions: Bool
  private let version: Int
  /// The presets that the old app's rows belong to, by the names of the rows that were seen.
  private var rows: [RecordName: RecordName] = [:]

  init(operations: [Operation], editsOutliveDeletions: Bool) {
    self.operations = operations
    self.editsOutliveDeletions = editsOutliveDeletions
    version = operations.reduce(into: 0) { version, operation in
      if case .offer(let offered) = operation { version = max(version, offered) }
    }
    for case .see(let name, let row) in operations { rows[name] = row.preset }
  }

  /// The view that is expected on every device.
  var view: View {
    var view = View()
    var retired: [RecordName: View.Item] = [:]
    for name in names {
      if isDeleted(name) {
        view.deleted.insert(name)
        continue
      }
      let item = item(name)
      if let edition = edition(name), edition.isRetired, item.edited.isEmpty, !isRestored(name) {
        retired[name] = item
      } else {
        view.items[name] = item
      }
    }
    while let kept = retired.keys.first(where: { isReferred(to: $0, in: view) }) {
      view.items[kept] = retired.removeValue(forKey: kept)
    }
    return view
  }

  private func isReferred(to name: RecordName, in view: View) -> Bool {
    view.items.values.contains { item in
      item.links.contains(name) || item.values.values.contains(.reference(name))
    }
  }

  private var names: Set<RecordName> {
    var names: Set<RecordName> = []
    // A device with an earlier version has offered presets that later versions have retired.
    for case .offer(let version) in operations {
      names.formUnion(Larder.presets[version].map { canonical($0.name) })
    }
    for case .write(let name, _, _, _, _) in operations { names.insert(canonical(name)) }
    return names
  }

  /// The name that counts in the end.
  private func canonical(_ name: RecordName) -> RecordName {
    let preset = rows[name] ?? name
    return version >= 3 && preset == Larder.soup ? Larder.stew : preset
  }

  private func canonical(_ content: Content) -> Content {
    if case .reference(let name) = content { return .reference(canonical(name)) }
    return content
  }

  private func edition(_ name: RecordName) -> CatalogVersion<Content>? {
    Larder.presets[version].first { $0.name == name }?.catalogVersion
  }

  private func offered(_ name: RecordName, _ field: String) -> Content? {
    edition(name)?.values[field].map { canonical($0) }
  }

  // MARK: - One record

  /// The latest reset that concerns a field, or the record as a whole.
  private func reset(_ name: RecordName, _ field: String?) -> Stamp? {
    guard edition(name) != nil else { return nil }
    return operations.compactMap { operation in
      switch operation {
      case .resetAll(let stamp): stamp
      case .resetEntity(let entity, let stamp) where entity == Larder.entity(of: name): stamp
      case .resetRecord(let record, let stamp) where canonical(record) == name: stamp
      case .resetField(let record, let reset, let stamp)
      where canonical(record) == name && reset == field:
        stamp
      default: nil
      }
    }.max()
  }

  private func counts(_ stamp: Stamp, _ name: RecordName, _ field: String?) -> Bool {
    reset(name, field).map { stamp > $0 } ?? true
  }

  private func lastLife(_ name: RecordName) -> (stamp: Stamp, isDeleted: Bool)? {
    var last: (stamp: Stamp, isDeleted: Bool)?
    for case .life(let record, let isDeleted, let stamp) in operations
    where canonical(record) == name && counts(stamp, name, nil) {
      if last.map({ stamp > $0.stamp }) ?? true { last = (stamp, isDeleted) }
    }
    return last
  }

  private func isRestored(_ name: RecordName) -> Bool {
    lastLife(name).map { !$0.isDeleted } ?? false
  }

  private func isDeleted(_ name: RecordName) -> Bool {
    guard let life = lastLife(name), life.isDeleted else { return false }
    guard editsOutliveDeletions else { return true }
    let isWrittenLater = operations.contains { operation in
      switch operation {
      case .write(let record, let field, _, _, let stamp):
        canonical(record) == name && stamp > life.stamp && counts(stamp, name, field)
      case .link(let record, _, let stamp), .unlink(let record, _, let stamp, _):
        canonical(record) == name && stamp > life.stamp
          && counts(stamp, name, Larder.linkField)
      default: false
      }
    }
    return !isWrittenLater
  }

  private func item(_ name: RecordName) -> View.Item {
    var item = View.Item()
    for field in Larder.numberFields + [Larder.referenceField] {
      let offered = offered(name, field)
      guard let written = written(name, field) else {
        item.values[field] = offered
        continue
      }
      item.edited.insert(field)
      item.values[field] = written.value
      if field == "rank", case .number(let mine) = written.value,
        case .number(let base) = written.base,
        case .number(let theirs) = offered, base != theirs, mine != theirs
      {
        item.values[field] = .number(mine + theirs - base)
      }
    }
    let offered = offeredLinks(name)
    item.links = links(name, offered: offered)
    if Set(item.links) != Set(offered) { item.edited.insert(Larder.linkField) }
    return item
  }

  // MARK: - Fields

  /// The last of what people wrote into a field, here or in one of the old app's rows.
  private func written(
    _ name: RecordName, _ field: String
  ) -> (value: Content, base: Content?, stamp: Stamp)? {
    var last: (value: Content, base: Content?, stamp: Stamp)?
    func consider(_ value: Content, _ base: Content?, _ stamp: Stamp) {
      guard counts(stamp, name, field), last.map({ stamp > $0.stamp }) ?? true else { return }
      last = (value, base, stamp)
    }
    for case .write(let record, let writtenField, let value, let base, let stamp) in operations
    where writtenField == field && canonical(record) == name {
      consider(canonical(value), base, stamp)
    }
    for (copy, preset) in rows where canonical(preset) == name {
      var seen: [Int64: Content] = [:]
      for case .see(copy, let row) in operations {
        seen[row.modified] = row.values[field].map { canonical($0) }
      }
      let ascending = seen.sorted { $0.key < $1.key }
      guard let value = ascending.last?.value, !isDefault(value, name, field) else { continue }
      let rest = ascending.lastIndex { $0.value != value }.map { $0 + 1 } ?? 0
      let time = HybridTime(milliseconds: ascending[rest].key)
      consider(value, nil, Stamp(time: time, device: DeviceIdentifier(standingFor: copy)))
    }
    return last
  }

  /// Returns `true` if any version of the catalog up to the latest one had this default.
  private func isDefault(_ value: Content, _ name: RecordName, _ field: String) -> Bool {
    (1...max(version, 1)).contains { version in
      Larder.presets[version].contains { preset in
        canonical(preset.name) == name
          && preset.catalogVersion.values[field].map(canonical) == value
      }
    }
  }

  // MARK: - Links

  private func offeredLinks(_ name: RecordName) -> [RecordName] {
    (edition(name)?.links[Larder.linkField] ?? []).map { canonical($0) }
  }

  private func links(_ name: RecordName, offered: [RecordName]) -> [RecordName] {
    var withdrawn: Set<RecordName> = []
    var seen: [RecordName: Set<Stamp>] = [:]
    for case .unlink(let record, let target, let stamp, let additions) in operations
    where canonical(record) == name {
      seen.merge(additions) { $0.union($1) }
      if counts(stamp, name, Larder.linkField) { withdrawn.insert(canonical(target)) }
    }
    var added: [RecordName: Stamp] = [:]
    for (target, stamp) in lastAdditions(to: name) {
      let isRemoved = seen[target]?.contains { $0.device == stamp.device && $0 >= stamp } == true
      guard !isRemoved, counts(stamp, name, Larder.linkField) else { continue }
      added.merge([canonical(target): stamp]) { min($0, $1) }
    }
    let kept = offered.filter { !withdrawn.contains($0) || added[$0] != nil }
    let others = added.filter { !offered.contains($0.key) }
    return kept
      + others.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// Of each device the last time that it added each link, under the name that it used, the old app's
  /// rows included.
  private func lastAdditions(to name: RecordName) -> [(target: RecordName, stamp: Stamp)] {
    var last: [String: (target: RecordName, stamp: Stamp)] = [:]
    func consider(_ target: RecordName, _ stamp: Stamp) {
      let key = "\(stamp.device.rawValue) \(target.rawValue)"
      if last[key].map({ stamp > $0.stamp }) ?? true { last[key] = (target, stamp) }
    }
    for case .link(let record, let target, let stamp) in operations
    where canonical(record) == name {
      consider(target, stamp)
    }
    for (copy, preset) in rows where canonical(preset) == name {
      var seen: [Int64: Set<RecordName>] = [:]
      for case .see(copy, let row) in operations { seen[row.modified] = row.links }
      let ascending = seen.sorted { $0.key < $1.key }
      for target in ascending.last?.value ?? [] where !wasOffered(canonical(target), to: name) {
        let rest = ascending.lastIndex { !$0.value.contains(target) }.map { $0 + 1 } ?? 0
        let time = HybridTime(milliseconds: ascending[rest].key)
        consider(target, Stamp(time: time, device: DeviceIdentifier(standingFor: copy)))
      }
    }
    return Array(last.values)
  }

  /// Returns `true` if any version of the catalog up to the latest one had this link.
  private func wasOffered(_ target: RecordName, to name: RecordName) -> Bool {
    (1...max(version, 1)).contains { version in
      Larder.presets[version].contains { preset in
        canonical(preset.name) == name
          && (preset.catalogVersion.links[Larder.linkField] ?? []).map(canonical).contains(target)
      }
    }
  }
}
