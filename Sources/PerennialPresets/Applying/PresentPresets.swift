import Perennial

/// What a store has of presets, and what was deleted of them: of all entities that there are presets
/// of, now or before.
struct PresentPresets {
  /// What a table has: keys.
  private struct Table {
    let layout: ModelLayout
    let presets: Set<Int64>
    let deleted: Set<Int64>
  }

  private let writer: PresetWriter
  private var tables: [ObjectIdentifier: Table] = [:]

  init(_ assembly: CatalogAssembly, _ writer: PresetWriter) throws {
    self.writer = writer
    for type in assembly.types + (try writer.typesWithPresets) {
      let layout = ModelLayout.of(type)
      if tables[ObjectIdentifier(layout)] != nil { continue }
      tables[ObjectIdentifier(layout)] = Table(
        layout: layout, presets: try writer.presetKeys(of: type),
        deleted: try writer.deletedPresets(of: type))
    }
  }

  /// Whether a preset has a row.
  func contains(_ draft: PresetDraft) -> Bool {
    tables[ObjectIdentifier(draft.layout)]?.presets.contains(draft.key) == true
  }

  /// Whether a preset has none because somebody has deleted it.
  func isDeleted(_ draft: PresetDraft) -> Bool {
    tables[ObjectIdentifier(draft.layout)]?.deleted.contains(draft.key) == true && !contains(draft)
  }

  /// The presets of some catalogs that these have no more, by entity.
  func presets(
    besides drafts: [PresetDraft], of catalogs: Set<String>
  ) throws -> [(type: any PersistentModel.Type, presets: [Int64: PresetWriter.Found])] {
    struct Place: Hashable {
      let table: String
      let key: Int64
    }
    let keys = Set(drafts.map(\.key))
    // A class has the objects of its subclasses too; they count there.
    var taken: Set<Place> = []
    let inwards = tables.values.sorted {
      ($0.layout.depth, $1.layout.entityName) > ($1.layout.depth, $0.layout.entityName)
    }
    return try inwards.compactMap { table in
      let left = table.presets.subtracting(keys)
      if left.isEmpty { return nil }
      let gone = try writer.presets(left, of: table.layout.type).filter { key, found in
        let preset = PresetReport.Preset(entityName: table.layout.entityName, name: found.preset)
        return catalogs.contains(preset.catalog)
          && taken.insert(Place(table: table.layout.tableName, key: key)).inserted
      }
      return gone.isEmpty ? nil : (table.layout.type, gone)
    }.reversed()
  }
}

extension ModelLayout {
  /// How many classes it inherits from.
  fileprivate var depth: Int { superlayout.map { $0.depth + 1 } ?? 0 }
}
