import Perennial

// The presets without a row: those that are inserted, and those that another object stands in for.

extension PresetPlanner {
  /// Returns the presets that can be inserted, by index. Reports those that require a preset without a row.
  ///
  /// A preset has no row if the user has deleted it, or if another object has its unique values and stands in
  /// for it. References and links must not target such a preset.
  mutating func insertable() -> [Int] {
    var expected: [Int] = []
    for (index, preset) in contents.presets.enumerated() where !hasRow(index) {
      if isMeant(index), request.operation != .apply || !state.isDeleted(preset) {
        expected.append(index)
      } else {
        keys.add(preset, in: state)
      }
    }
    let superfluous = partsOfOthers(among: expected)
    keys.absent.formUnion(superfluous)
    if keys.absent.isEmpty { return expected }
    keys.absent = contents.dependents(of: keys.absent, among: rowKeys(expected))
    for index in expected {
      let preset = contents.presets[index]
      guard keys.absent.contains(preset.key), !superfluous.contains(preset.key) else { continue }
      report.issues.append(
        .init(
          preset: preset.reported,
          reason: "the preset requires another preset, which is deleted; restore that preset too"))
    }
    return expected.filter { !keys.absent.contains(contents.presets[$0].key) }
  }

  /// Returns the parts of presets for which a user object stands in. The user object has parts of its own.
  /// Reports these parts as issues.
  private mutating func partsOfOthers(among indices: [Int]) -> Set<Int64> {
    if state.owners.isEmpty { return [] }
    let presets = indices.map { contents.presets[$0] }
    func name(_ preset: CatalogPreset) -> String { "\(preset.catalog)/\(preset.id)" }
    let owners = Set(
      presets.lazy.filter { $0.id.utf8.contains(UInt8(ascii: "/")) }.map { preset in
        String(name(preset).prefix(upTo: name(preset).lastIndex(of: "/") ?? name(preset).endIndex))
      })
    if owners.isEmpty { return [] }
    let replaced = Set(
      presets.filter { preset in
        guard owners.contains(name(preset)), let other = state.owner(of: preset), other >= 0 else {
          return false
        }
        return !request.isEmptied(preset.layout)
      }.map(name))
    let parts = presets.filter { replaced.haveOwner(of: name($0)) }
    report.issues += parts.map {
      .init(preset: $0.reported, reason: "another object occupies the place of its owner")
    }
    return Set(parts.map(\.key))
  }

  /// Inserts presets whose unique values are free. Another row with the values stands in for a preset.
  mutating func insert(_ coming: [Int], _ unique: inout UniqueValueOwners) {
    for index in coming {
      let preset = contents.presets[index]
      let wanted = StoreState.uniqueValues(of: preset)
      if let other = unique.owner(of: wanted, besides: preset.key) {
        giveWay(index, to: other)
      } else {
        unique.take(wanted, preset.key)
        inserted.append(index)
      }
    }
  }

  /// Notes the object that stands in for a preset, and reports the preset.
  private mutating func giveWay(_ index: Int, to other: Int64) {
    let preset = contents.presets[index]
    keys.standIns[preset.key] = other
    report.issues.append(
      .init(
        preset: preset.reported,
        reason: "another object has the same unique values; that object stays"))
  }

  /// Adds the rows of new presets to the plan.
  mutating func addInsertions() throws {
    let new = inserted.map { contents.presets[$0] }
    if new.isEmpty { return }
    let problems = contents.problems(of: new) { keys[$0] }
    if !problems.isEmpty {
      throw SwiftDataError.modelValidationFailure.because(
        problems.prefix(10).joined(separator: "; "))
    }
    plan.insertions = insertionsByKey()
    if !state.deleted.isEmpty {
      plan.restored = Dictionary(grouping: new.filter(state.isDeleted), by: \.entityName)
        .mapValues { $0.map(\.key) }
    }
    let presets = new.map(\.reported)
    if request.operation == .apply {
      report.inserted += presets
    } else {
      report.restored += presets
    }
  }
}

extension PresetPlanner {
  /// Returns the rows of the new presets, those of an entity together and by ascending key. So each row is inserted
  /// after the last one in the file.
  private func insertionsByKey() -> [PresetPlan.Insertion] {
    var isNew = Array(repeating: false, count: contents.presets.count)
    for index in inserted { isNew[index] = true }
    var insertions: [PresetPlan.Insertion] = []
    insertions.reserveCapacity(inserted.count)
    for index in contents.indicesByKey where isNew[index] {
      let preset = contents.presets[index]
      insertions.append(.init(preset: preset, index: index, values: mappedReferences(of: preset)))
    }
    return insertions
  }
}

extension Set<String> {
  /// Returns `true` if a preset is a part of a preset in the set. The name of a part begins with its
  /// owner's name.
  fileprivate func haveOwner(of name: String) -> Bool {
    if isEmpty { return false }
    return name.indices.contains { name[$0] == "/" && contains(String(name[..<$0])) }
  }
}
