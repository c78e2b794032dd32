import Foundation
import Perennial
import PerennialRecords

extension PresetAssembly {
  /// Collects the parts of presets, and the parts of these parts.
  mutating func addParts() {
    if parts.isEmpty { return }
    var number = 0
    var known = Set(entries.compactMap { $0.source.object.map { ObjectIdentifier($0) } })
    while number < entries.count {
      let entry = entries[number]
      number += 1
      guard let object = entry.source.object else { continue }
      for part in parts where entry.layout === part.owner {
        for member in part.members(object) where known.insert(ObjectIdentifier(member)).inserted {
          guard let id = part.id(member), !id.isEmpty else {
            problems.append(
              "\(part.owner.entityName) “\(entry.id)”.\(part.name): a part lacks an ID")
            continue
          }
          let whole = "\(entry.id)/\(id)"
          let layout = ModelLayout.of(type(of: member))
          entries.append(
            .init(catalog: entry.catalog, id: whole, layout: layout, source: .object(member)))
          formerIDs.add(
            part: PresetName(entity: layout.entityName, id: whole),
            of: PresetName(entity: part.owner.entityName, id: entry.id))
        }
      }
    }
  }

  mutating func checkFormerIDs() {
    if formerIDs.isEmpty { return }
    problems += formerIDs.check(
      Set(entries.map { PresetName(entity: $0.layout.entityName, id: $0.id) }))
  }

  // MARK: Rows

  /// Returns the presets as rows, with the index of each preset's entry. Leaves out a preset whose key another
  /// one has, and adds a problem.
  ///
  /// - Parameter packed: The list to which the values are appended.
  /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be stored.
  mutating func presets(
    _ namespaces: [String: UUID], _ packed: PackedValues
  ) throws -> (presets: [CatalogPreset], entries: [Int]) {
    struct TableKey: Hashable {
      let table: ObjectIdentifier
      let key: Int64

      // A key is rarely in two tables.
      func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }
    var presets: [CatalogPreset] = []
    var indices: [Int] = []
    presets.reserveCapacity(entries.count)
    packed.reserveCapacity(entries.reduce(0) { $0 + $1.layout.properties.count + 1 })
    var taken: [TableKey: Int] = [:]
    taken.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      guard let namespace = namespaces[entry.catalog] else { continue }
      let layout = entry.layout
      let firstID = formerIDs.first(of: entry.id, layout.entityName)
      let key = RecordName.presetKey(
        namespace: namespace, entity: layout.entityName, id: firstID)
      let tableKey = TableKey(table: ObjectIdentifier(layout.root), key: key)
      if let other = taken.updateValue(index, forKey: tableKey) {
        taken[tableKey] = other
        addProblem(twins: entries[other], entry)
        continue
      }
      let preset = CatalogPreset(
        catalog: entry.catalog, id: entry.id, firstID: firstID, layout: layout, key: key,
        values: try values(of: entry, in: packed))
      presets.append(preset)
      indices.append(index)
    }
    return (presets, indices)
  }

  /// Returns a new row with the values of an entry.
  private mutating func values(of entry: Entry, in packed: PackedValues) throws -> PackedRow {
    let row = PackedRow(in: packed)
    switch entry.source {
    case .file(let values, _):
      for value in values { row.append(value) }
    case .object(let object) where object.isInContext:
      problems.append(
        "\(entry.label) belongs to a context; a catalog needs objects without a context")
      for _ in entry.layout.properties { row.append(.null) }
    case .object(let object): try object.appendAttributes(entry.layout, to: row)
    }
    return row
  }

  private mutating func addProblem(twins first: Entry, _ second: Entry) {
    let (name, other) = (second.label, first.label)
    let way = "give one of them another ID"
    if let position = second.source.position {
      files.declared.insert(PresetName(entity: second.layout.entityName, id: second.id))
      let former =
        first.source.position.map { "at \(files.description(of: $0))" } ?? "in “\(first.catalog)”"
      files.add(
        position,
        name == other
          ? "\(name) appears twice, first \(former); \(way)"
          : "\(name) and \(other), \(former), have the same key; \(way)")
    } else {
      problems.append(
        name == other
          ? "\(name) appears twice, in “\(first.catalog)” and “\(second.catalog)”; \(way)"
          : "\(name) and \(other) have the same key; \(way)")
    }
  }
}

extension PresetAssembly.Entry {
  var label: String { "\(layout.entityName) “\(id)”" }
}
