import Perennial
import PerennialRecords

// The edited fields of presets.
//
// The base, the user's value and the catalog's value are kept with the stamp. So each version of a catalog is
// merged with the value that the user wrote, and not with the result of the version before.

extension PresetPlanner {
  /// Decides on the edited fields of a preset.
  ///
  /// - Returns: The fields with a new value, and the new metadata; nil if it stays.
  mutating func decide(
    _ preset: CatalogPreset, _ row: StoreState.Row, isRefused: Bool
  ) throws -> (written: [(property: PropertyLayout, value: SQLValue)], metadata: PresetMetadata?) {
    guard let former = row.metadata else { return ([], nil) }
    var metadata = former
    let name = preset.name
    (metadata.name, metadata.firstID) = (name, preset.firstID)
    var written: [(property: PropertyLayout, value: SQLValue)] = []
    if request.operation == .apply {
      written = try merge(&metadata.stamps, of: preset, in: row)
    } else if !isRefused {
      metadata.stamps.cells = metadata.stamps.cells.filter { field, _ in
        // A field that is left to the user keeps its value. Sync knows by the stamp that a user has set it.
        request.fields?.contains(field) == false
          || request.userProperties[preset.entityName]?.contains(field) == true
      }
    }
    let isSame = former.name == name && former.stamps == metadata.stamps
    return (written, isSame ? nil : metadata)
  }

  /// Merges the user's values with new ones of the catalog.
  ///
  /// - Returns: The fields whose value a rule of the app has changed.
  private mutating func merge(
    _ stamps: inout FieldStamps, of preset: CatalogPreset, in row: StoreState.Row
  ) throws -> [(property: PropertyLayout, value: SQLValue)] {
    let edits = try edits(stamps, of: preset, in: row)
    let conflicts = values.haveRules(for: preset) ? conflicts(edits, stamps) : [:]
    var written: [(property: PropertyLayout, value: SQLValue)] = []
    var kept: [String] = []
    for field in stamps.cells.keys.sorted() {
      guard var cell = stamps.cells[field], let edit = edits[field] else {
        kept.append(field)
        continue
      }
      cell.theirs = edit.isBaseCurrent ? nil : edit.theirs
      let shown = try conflicts[field].flatMap { try values.resolve($0, edit.property, of: preset) }
      let value = shown ?? edit.mine
      cell.mine = value == edit.mine ? nil : edit.mine
      stamps.cells[field] = cell
      if edit.isNew {
        report.conflicts.append(
          .init(
            preset: preset.reported, field: field, base: cell.base?.wholeText,
            mine: edit.mine.wholeText, theirs: edit.theirs.wholeText,
            resolved: value == edit.mine ? nil : value.wholeText))
      }
      if try !values.areSame(value, row.edited[field] ?? .null, edit.property, preset.layout) {
        written.append((edit.property, value))
      }
      if cell.mine == nil { kept.append(field) }
    }
    if !kept.isEmpty { report.kept.append(.init(preset: preset.reported, names: kept)) }
    return written
  }

  /// An edited field with its values.
  private struct Edit {
    let property: PropertyLayout
    let mine: SQLValue
    let theirs: SQLValue
    /// `true` if the catalog has the user's value.
    let agrees: Bool
    /// `true` if the catalog still has the value that it had at the time of the edit.
    let isBaseCurrent: Bool
    /// `true` if the catalog has a value that no report has contained yet, and that is neither the user's nor
    /// the value at the time of the edit.
    let isNew: Bool
  }

  /// Returns the edited fields that a catalog can change. Values in files are not kept with the stamps. User properties
  /// are never written by a catalog.
  private func edits(
    _ stamps: FieldStamps, of preset: CatalogPreset, in row: StoreState.Row
  ) throws -> [String: Edit] {
    var fields: [String: Edit] = [:]
    for (field, cell) in stamps.cells {
      guard let property = preset.layout.property(named: field), property.column != nil,
        !property.isExternal, isGoverned(property, of: preset)
      else { continue }
      let theirs = preset.values[property.index]
      let here =
        property.isToOne
        ? preset.target(property).flatMap { keys[$0] }.map(SQLValue.integer) ?? .null : theirs
      func isTheirs(_ value: SQLValue?) throws -> Bool {
        guard let value else { return false }
        return try value == here || values.areSame(value, theirs, property, preset.layout)
      }
      let mine = cell.mine ?? row.edited[field] ?? .null
      let agrees = try isTheirs(mine)
      let isBaseCurrent = try isTheirs(cell.base)
      fields[field] = Edit(
        property: property, mine: mine, theirs: theirs, agrees: agrees,
        isBaseCurrent: isBaseCurrent,
        isNew: try !agrees && !isBaseCurrent && !isTheirs(cell.theirs ?? cell.base))
    }
    return fields
  }

  /// Returns the conflicts among edited fields, by field, according to the rules of records.
  private func conflicts(
    _ edits: [String: Edit], _ stamps: FieldStamps
  ) -> [String: PresetConflict<FieldState>] {
    var bases: [String: FieldState] = [:]
    var state = RecordState<FieldState>()
    for (field, edit) in edits {
      // Equal values have one form, because the rules compare them as they are.
      if let base = stamps.cells[field]?.base {
        bases[field] = .value(edit.isBaseCurrent ? edit.theirs : base)
      }
    }
    state.offer(CatalogVersion(version: 0, values: bases))
    for (field, edit) in edits {
      guard let cell = stamps.cells[field], let time = HybridTime(rawValue: cell.time),
        let device = DeviceIdentifier(rawValue: cell.device)
      else { continue }
      let value = edit.agrees ? edit.theirs : edit.mine
      state.write(.value(value), to: field, at: Stamp(time: time, device: device))
    }
    state.offer(CatalogVersion(version: 1, values: edits.mapValues { .value($0.theirs) }))
    return Dictionary(
      RecordReading(state).conflicts.map { ($0.field, $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
