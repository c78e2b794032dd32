import Perennial
import PerennialRecords

// The presets that have a row: the fields that get the catalog's values.

/// An update of one preset while a plan is made.
struct PlannedUpdate {
  let index: Int
  /// The attributes that get the catalog's values.
  var attributes: PropertyGroup?
}

extension PresetPlanner {
  /// Returns the edited fields that keep their values.
  private func keptFields(_ row: StoreState.Row) -> Set<String> {
    guard request.operation == .apply, let metadata = row.metadata else { return [] }
    return Set(metadata.stamps.cells.keys)
  }

  /// Returns the attributes to update of the presets that the operation is for.
  func attributeUpdates() -> [PlannedUpdate] {
    if request.operation == .restore { return [] }
    return contents.presets.indices.compactMap { index in
      guard let row = state.rows[index], isMeant(index) else { return nil }
      var update = PlannedUpdate(index: index, attributes: row.differing)
      let kept = keptFields(row)
      if let group = row.differing, !kept.isEmpty || request.fields != nil {
        let wanted = group.properties.filter {
          !kept.contains($0.name) && request.fields?.contains($0.name) ?? true
        }
        update.attributes = wanted.isEmpty ? nil : PropertyGroup(wanted)
      }
      return update
    }
  }

  /// Brings updates with unique values into an order in which each value is free when it is written.
  ///
  /// - Returns: The updates in that order, and those for which there is none.
  func ordered(
    _ updates: [PlannedUpdate], _ unique: inout UniqueValueOwners
  ) -> (ordered: [PlannedUpdate], waiting: [PlannedUpdate]) {
    if unique.isEmpty { return (updates, []) }
    var ordered: [PlannedUpdate] = []
    var waiting: [(update: PlannedUpdate, wanted: [StoreState.UniqueValues])] = []
    for update in updates {
      let wanted = wantedValues(update)
      if wanted.isEmpty {
        release(update, &unique)
        ordered.append(update)
      } else {
        waiting.append((update, wanted))
      }
    }
    while true {
      let before = waiting.count
      waiting.removeAll { update, wanted in
        let key = contents.presets[update.index].key
        guard unique.owner(of: wanted, besides: key) == nil else { return false }
        release(update, &unique)
        unique.take(wanted, key)
        ordered.append(update)
        return true
      }
      if waiting.isEmpty || waiting.count == before { break }
    }
    return (ordered, waiting.map(\.update))
  }

  /// Reports updates with unique values of other rows.
  mutating func refuse(_ updates: [PlannedUpdate]) {
    for update in updates.sorted(by: { $0.index < $1.index }) {
      let reason = reason(update)
      refused.insert(update.index)
      report.issues.append(.init(preset: contents.presets[update.index].reported, reason: reason))
    }
  }

  /// Returns the attributes and references that an update writes.
  private func writtenProperties(_ update: PlannedUpdate) -> [PropertyLayout] {
    let attributes = update.attributes?.properties ?? []
    guard let row = state.rows[update.index], !row.targets.isEmpty else { return attributes }
    let kept = keptFields(row)
    return attributes
      + contents.presets[update.index].layout.properties.filter {
        row.targets[$0.index] != nil && !kept.contains($0.name)
          && request.fields?.contains($0.name) ?? true
      }
  }

  /// Returns the unique values that an update writes. Edited fields that stay have the user's values.
  private func wantedValues(_ update: PlannedUpdate) -> [StoreState.UniqueValues] {
    let preset = contents.presets[update.index]
    if preset.layout.uniquenessConstraints.isEmpty { return [] }
    var edited = state.rows[update.index]?.edited ?? [:]
    if request.operation == .reset {
      edited = edited.filter { request.fields?.contains($0.key) == false }
    }
    return StoreState.uniqueValues(
      of: preset, having: writtenProperties(update), keeping: edited)
  }

  /// Frees the unique values that an update replaces.
  private func release(_ update: PlannedUpdate, _ unique: inout UniqueValueOwners) {
    let preset = contents.presets[update.index]
    if preset.layout.uniquenessConstraints.isEmpty { return }
    let properties = writtenProperties(update)
    unique.release(preset.key) { $0.concerns(properties, of: preset.layout) }
  }

  private func reason(_ update: PlannedUpdate) -> String {
    let preset = contents.presets[update.index]
    let written = writtenProperties(update)
    let properties = preset.layout.uniquenessConstraints.joined().filter { property in
      written.contains { $0 === property }
    }
    let values = properties.map { "\($0.name) = \(preset.values[$0.index])" }
    return """
      \(preset.entityName) \(preset.key): another object has \(values.joined(separator: ", ")), which must \
      be unique
      """
  }

  /// Frees the unique values of user objects that the plan deletes. If only the objects of a subclass are
  /// deleted, the values of a constraint of the superclass may belong to other objects and are not freed.
  func free(_ unique: inout UniqueValueOwners) {
    if request.emptied.isEmpty, request.userParts.isEmpty { return }
    let classes = catalogs.layouts.flatMap { sequence(first: $0, next: \.superlayout) }
    let emptied = Set(classes.filter(request.isEmptied).map(\.entityName))
    unique.release { value, key in
      key >= 0
        && (emptied.contains(value.entityName)
          || request.userParts.values.contains { $0.contains(key) })
    }
  }

  // MARK: References and edited fields

  /// Adds to updates the references that follow from the presets without rows, and the edited fields.
  ///
  /// - Returns: The updates in their order.
  mutating func finish(_ updates: [PlannedUpdate]) throws -> [PresetPlan.Update] {
    var finished: [PresetPlan.Update] = []
    finished.reserveCapacity(updates.count)
    try finish(updates) { finished.append($1) }
    return finished
  }

  /// Adds to updates the references that follow from the presets without rows, and the edited fields.
  ///
  /// - Returns: The updates in the order of the rows in a file, for updates that can be executed in any order.
  mutating func finishByKey(_ updates: [PlannedUpdate]) throws -> [PresetPlan.Update] {
    var finished: [PresetPlan.Update?] = Array(repeating: nil, count: contents.presets.count)
    try finish(updates) { finished[$0] = $1 }
    return contents.indicesByKey.compactMap { finished[$0] }
  }

  /// - Parameter body: A closure that is called with each update that writes something, and the index of its preset.
  private mutating func finish(
    _ updates: [PlannedUpdate], _ body: (Int, PresetPlan.Update) -> Void
  ) throws {
    report.updated.reserveCapacity(report.updated.count + updates.count)
    for planned in updates {
      try advance()
      guard let row = state.rows[planned.index], let update = try finish(planned, row) else {
        continue
      }
      body(planned.index, update)
      if !update.group.names.isEmpty {
        report.updated.append(
          .init(preset: update.preset.reported, names: update.group.names))
      }
    }
  }

  /// - Returns: Nil if there is nothing to write.
  private mutating func finish(
    _ planned: PlannedUpdate, _ row: StoreState.Row
  ) throws -> PresetPlan.Update? {
    let mapsReferences = !(row.targets.isEmpty && keys.isEmpty)
    let preset = contents.presets[planned.index]
    if row.metadata == nil, !mapsReferences {
      return planned.attributes.map { PresetPlan.Update(preset, $0) }
    }
    let isRefused = refused.contains(planned.index)
    let kept = keptFields(row)
    var properties = planned.attributes?.properties ?? []
    if !isRefused, mapsReferences {
      let fields = request.fields
      properties += references(of: preset, row) {
        !kept.contains($0) && fields?.contains($0) ?? true
      }
    }
    let edited = try decide(preset, row, isRefused: isRefused)
    // Nothing but attributes: the presets of a version mostly share one group.
    var group = planned.attributes ?? .empty
    if properties.count != group.properties.count || !edited.written.isEmpty {
      properties.sort { ($0.isExternal ? 1 : 0, $0.index) < ($1.isExternal ? 1 : 0, $1.index) }
      group = PropertyGroup(properties + edited.written.map(\.property))
    }
    if group.properties.isEmpty, edited.metadata == nil { return nil }
    var values = mappedReferences(of: preset)
    for (property, value) in edited.written { values[property.index] = value }
    return PresetPlan.Update(
      preset, group, values: values, formerTargets: formerTargets(group, in: row, of: preset),
      metadata: edited.metadata)
  }

  /// Returns the references whose target in the store differs from that of the catalog.
  private func references(
    of preset: CatalogPreset, _ row: StoreState.Row, where isWanted: (String) -> Bool
  ) -> [PropertyLayout] {
    if row.targets.isEmpty, keys.isEmpty { return [] }
    return preset.layout.properties.filter { property in
      guard property.isToOne, isGoverned(property, of: preset), isWanted(property.name) else {
        return false
      }
      let target = target(of: preset, property)
      // The target of a required reference may be missing; then the former target stays.
      if target == 0, property.isRequiredReference { return false }
      return target != row.targets[property.index] ?? preset.target(property) ?? 0
    }
  }

  private func formerTargets(
    _ group: PropertyGroup, in row: StoreState.Row, of preset: CatalogPreset
  ) -> [Int: Int64] {
    var targets: [Int: Int64] = [:]
    for property in group.properties where property.isToOne {
      targets[property.index] = row.targets[property.index] ?? preset.target(property) ?? 0
    }
    return targets
  }

  /// Brings the references to new presets up to date, unless the user has edited them.
  mutating func reconnect(besides updates: [PlannedUpdate]) {
    let done = Set(updates.map(\.index))
    for (index, preset) in contents.presets.enumerated() {
      guard let row = state.rows[index], !(row.targets.isEmpty && keys.isEmpty),
        !done.contains(index), current.contains(preset.catalog)
      else { continue }
      let edited = row.metadata?.stamps.cells ?? [:]
      let wanted = references(of: preset, row) { name in
        guard edited[name] == nil, let property = preset.layout.property(named: name) else {
          return false
        }
        return preset.target(property).map(arrived.contains) == true
      }
      if wanted.isEmpty { continue }
      let group = PropertyGroup(wanted)
      plan.updates.append(
        PresetPlan.Update(
          preset, group, values: mappedReferences(of: preset),
          formerTargets: formerTargets(group, in: row, of: preset)))
      report.add([.init(preset: preset.reported, names: group.names)])
    }
  }
}
