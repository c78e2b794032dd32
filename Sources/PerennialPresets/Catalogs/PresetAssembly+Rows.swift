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
    for run in runs {
      let (catalog, layout) = (entries[run.lowerBound].catalog, entries[run.lowerBound].layout)
      guard let namespace = namespaces[catalog] else { continue }
      let keys = PresetKeys(namespace: namespace, entity: layout.entityName)
      let attributes = PackedAttributes(layout)
      for index in run {
        let id = entries[index].id
        let firstID = formerIDs.first(of: id, layout.entityName)
        presets.append(
          CatalogPreset(
            catalog: catalog, id: id, firstID: firstID, layout: layout, key: keys.key(of: firstID),
            values: try row(of: index, attributes), of: values))
        indices.append(index)
      }
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

  /// The entries in parts of neighbours with one catalog and one class, which are mostly few.
  private var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var first = 0
    while first < entries.count {
      let (catalog, layout) = (entries[first].catalog, entries[first].layout)
      let end = entries[first...].firstIndex { $0.layout !== layout || $0.catalog != catalog }
      runs.append(first..<(end ?? entries.count))
      first = end ?? entries.count
    }
    return runs
  }

  /// Returns a row with the values of an entry.
  private mutating func row(of index: Int, _ attributes: PackedAttributes) throws -> PackedRow {
    switch entries[index].source {
    case .file(let row, _): return row
    case .object(let object):
      let row = values.makeRow(CatalogPreset.rowWidth(of: entries[index].layout))
      if object.isInContext {
        problems.append(
          "\(entries[index].label) belongs to a context; a catalog needs objects without a context"
        )
      } else {
        try object.writeAttributes(attributes, to: row)
      }
      return row
    }
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
