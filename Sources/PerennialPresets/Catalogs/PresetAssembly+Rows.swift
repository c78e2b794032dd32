import Foundation
import Perennial
import PerennialRecords

// The rows of presets.

extension PresetAssembly {
  /// Returns the presets as rows, with the index of each preset's entry. Leaves out a preset whose key another
  /// one has, and adds a problem.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be stored.
  mutating func presets(
    _ namespaces: [String: UUID]
  ) throws -> (contents: CatalogContents, entries: [Int]) {
    var presets: [CatalogPreset] = []
    var indices: [Int] = []
    presets.reserveCapacity(entries.count)
    indices.reserveCapacity(entries.count)
    // Neighbours are mostly of one catalog and one class.
    var last: (catalog: String, layout: ModelLayout, keys: PresetKeys, codec: PackedAttributes)?
    for (index, entry) in entries.enumerated() {
      let (catalog, layout) = (entry.catalog, entry.layout)
      if last?.layout !== layout || last?.catalog != catalog {
        guard let namespace = namespaces[catalog] else { continue }
        last = (
          catalog, layout, PresetKeys(namespace: namespace, entity: layout.entityName),
          PackedAttributes(layout)
        )
      }
      guard let last else { continue }
      let firstID = formerIDs.first(of: entry.id, layout.entityName)
      presets.append(
        CatalogPreset(
          catalog: catalog, id: entry.id, firstID: firstID, layout: layout,
          key: last.keys.key(of: firstID), values: try row(of: entry, last.codec), of: values))
      indices.append(index)
    }
    let contents = CatalogContents(presets)
    let twins = contents.twins
    if twins.isEmpty { return (contents, indices) }
    for (index, first) in twins.sorted(by: { $0.key < $1.key }) {
      addProblem(twins: entries[indices[first]], entries[indices[index]])
    }
    let rest = presets.indices.filter { twins[$0] == nil }
    return (CatalogContents(rest.map { presets[$0] }), rest.map { indices[$0] })
  }

  /// Returns a row with the values of an entry.
  private mutating func row(
    of entry: Entry, _ attributes: PackedAttributes
  ) throws -> PackedRow {
    if case .file(let row, _) = entry.source { return row }
    let row = values.makeRow(CatalogPreset.rowWidth(of: entry.layout))
    guard case .object(let object) = entry.source else { return row }
    if object.isInContext {
      problems.append(
        "\(entry.label) belongs to a context; a catalog needs objects without a context")
    } else {
      try object.writeAttributes(attributes, to: row)
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
