import Perennial

/// What a store has of presets, and what was deleted of them: of all entities that there are presets
/// of, now or before.
struct PresentPresets {
  /// What a table has.
  struct Table {
    let type: any PersistentModel.Type
    let presets: [Int64: (preset: String, isEdited: Bool)]
    let deleted: [Int64: String]
  }

  private var tables: [String: Table] = [:]

  init(_ assembly: CatalogAssembly, _ writer: PresetWriter) throws {
    for type in assembly.types + (try writer.typesWithPresets) {
      let name = ModelLayout.of(type).entityName
      if tables[name] != nil { continue }
      tables[name] = Table(
        type: type, presets: try writer.presets(of: type),
        deleted: try writer.deletedPresets(of: type))
    }
  }

  /// Whether a preset has a row.
  func contains(_ draft: PresetDraft) -> Bool {
    tables[draft.entityName]?.presets[draft.key] != nil
  }

  /// Whether a preset has none because somebody has deleted it.
  func isDeleted(_ draft: PresetDraft) -> Bool {
    tables[draft.entityName]?.deleted[draft.key] != nil && !contains(draft)
  }

  /// The presets of some catalogs that these have no more, by entity.
  func presets(
    besides drafts: [PresetDraft], of catalogs: Set<String>
  ) -> [(type: any PersistentModel.Type, presets: [Int64: (preset: String, isEdited: Bool)])] {
    struct Place: Hashable {
      let table: String
      let key: Int64
    }
    let keys = Set(drafts.map(\.key))
    // A class has the objects of its subclasses too; they count there.
    var taken: Set<Place> = []
    let inwards = tables.values.map { (layout: ModelLayout.of($0.type), table: $0) }.sorted {
      ($0.layout.depth, $1.layout.entityName) > ($1.layout.depth, $0.layout.entityName)
    }
    return inwards.compactMap { layout, table in
      let gone = table.presets.filter { key, found in
        let preset = PresetReport.Preset(entityName: layout.entityName, name: found.preset)
        return !keys.contains(key) && catalogs.contains(preset.catalog)
          && taken.insert(Place(table: layout.tableName, key: key)).inserted
      }
      return gone.isEmpty ? nil : (table.type, gone)
    }.reversed()
  }
}

extension ModelLayout {
  /// How many classes it inherits from.
  fileprivate var depth: Int { superlayout.map { $0.depth + 1 } ?? 0 }
}
