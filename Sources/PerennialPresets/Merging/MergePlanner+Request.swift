import Perennial
import PerennialRecords

// The rows and the presets as records, which the rules of replicas decide on.

extension MergePlanner {
  /// The rows that rules identify, and all that is known of the presets that they duplicate.
  var request: MergeRequest<FieldState> {
    let withdrawn = withdrawnLinks
    var request = MergeRequest(rows: found.rows.map { mergeRow($0.value, named: $0.key) })
    for (name, preset) in found.presets {
      // Only the order of such changes matters, not their time.
      let stamp = Stamp(time: .zero, device: DeviceIdentifier(standingFor: name))
      var record = RecordState<FieldState>()
      record.offer(catalogVersion(of: preset))
      for (field, target) in withdrawn[preset.key] ?? [] {
        guard let target = Self.name(of: target, field, preset.layout) else { continue }
        record.unlink(field, from: target, at: stamp)
      }
      if found.rows[name] == nil, state.isDeleted(preset) { record.delete(at: stamp) }
      request.presets[name] = record
    }
    request.requirements = found.requirements
    request.confirmed = found.confirmed
    return request
  }

  /// The links of catalogs that the user has deleted, by the preset that owned them. Links that were deleted
  /// together with a preset are left out.
  private var withdrawnLinks: [Int64: [(field: String, target: Int64)]] {
    let deleted = Set(state.deleted.values.flatMap(\.keys))
    var links: [Int64: [(field: String, target: Int64)]] = [:]
    for table in state.joins {
      for pair in table.deleted.keys where !deleted.contains(table.target(of: pair)) {
        links[table.owner(of: pair), default: []].append(
          (table.property.name, table.target(of: pair)))
      }
    }
    return links
  }

  private func mergeRow(_ row: StoredRow, named name: RecordName) -> MergeRow<FieldState> {
    let layout = row.entity.layout
    var record = MergeRow<FieldState>(
      name: name, key: row.key, identity: row.identity, modified: row.modified,
      values: Self.values(row.values, layout))
    for (field, cell) in row.metadata?.stamps.cells ?? [:] {
      guard let time = HybridTime(rawValue: cell.time),
        let device = DeviceIdentifier(rawValue: cell.device)
      else { continue }
      if let mine = cell.mine { record.values[field] = Self.value(mine, of: field, in: layout) }
      record.stamps[field] = Stamp(time: time, device: device)
    }
    record.links = Self.links(row.links, layout)
    return record
  }

  private func catalogVersion(of preset: CatalogPreset) -> CatalogVersion<FieldState> {
    func values(_ preset: CatalogPreset, _ keys: PresetKeyMap) -> [String: FieldState] {
      let columns = preset.layout.properties.filter { $0.column != nil }
      return Self.values(
        Dictionary(
          columns.map { ($0.name, preset.value($0, keys)) }, uniquingKeysWith: { first, _ in first }
        ), preset.layout)
    }
    func links(_ preset: CatalogPreset, _ catalogs: ResolvedCatalogs) -> [String: [RecordName]] {
      Self.links(catalogs.contents.links(of: preset), preset.layout)
    }
    var formerValues: [String: Set<FieldState>] = [:]
    var formerLinks: [String: Set<RecordName>] = [:]
    for catalogs in former {
      let namesakes = catalogs.contents.presets(withKey: preset.key)
      guard let earlier = namesakes.first(where: { $0.layout === preset.layout }) else { continue }
      for (field, value) in values(earlier, PresetKeyMap()) {
        formerValues[field, default: []].insert(value)
      }
      for (field, targets) in links(earlier, catalogs) {
        formerLinks[field, default: []].formUnion(targets)
      }
    }
    return CatalogVersion(
      version: 1, values: values(preset, keys), links: links(preset, catalogs),
      formerValues: formerValues, formerLinks: formerLinks)
  }

  // MARK: Values

  /// Returns the values that aren't nil.
  private static func values(
    _ values: [String: SQLValue], _ layout: ModelLayout
  ) -> [String: FieldState] {
    values.filter { $0.value != .null }.reduce(into: [:]) {
      $0[$1.key] = value($1.value, of: $1.key, in: layout)
    }
  }

  private static func value(
    _ value: SQLValue, of field: String, in layout: ModelLayout
  ) -> FieldState {
    guard case .integer(let key) = value, let name = name(of: key, field, layout) else {
      return .value(value)
    }
    return .reference(name)
  }

  private static func links(
    _ links: [String: [Int64]], _ layout: ModelLayout
  ) -> [String: [RecordName]] {
    links.reduce(into: [:]) { names, list in
      names[list.key] = list.value.compactMap { name(of: $0, list.key, layout) }
    }
  }

  /// Returns the name of a row that a relationship targets; nil for an attribute.
  private static func name(of key: Int64, _ field: String, _ layout: ModelLayout) -> RecordName? {
    layout.property(named: field)?.destinationLayout.map { RecordName(ofRow: key, $0) }
  }
}

extension CatalogPreset {
  /// Returns the value of a field. A reference has the key that it has in a store.
  func value(_ property: PropertyLayout, _ keys: PresetKeyMap) -> SQLValue {
    guard property.isToOne else { return values[property.index] }
    return target(property).flatMap { keys[$0] }.map(SQLValue.integer) ?? .null
  }
}
