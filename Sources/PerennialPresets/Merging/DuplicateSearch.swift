import Perennial
import PerennialRecords

/// The rows among which several may stand for one object, as rules identify them in a store.
struct DuplicateSearch {
  /// The rows that rules identify, and those of the presets that they duplicate.
  private(set) var rows: [RecordName: StoredRow] = [:]
  /// The presets that rows have the IDs of.
  private(set) var presets: [RecordName: CatalogPreset] = [:]
  /// The keys of the app that it has confirmed.
  private(set) var confirmed: Set<MergeIdentity> = []
  /// The references to the rows that other rows must have.
  private(set) var requirements: [MergeRequirement] = []

  init(
    _ duplicates: [PresetDuplicates], catalogs: ResolvedCatalogs, reader: StoreStateReader,
    in container: ModelContainer
  ) throws {
    let context = ModelContext(container)
    for kind in duplicates {
      let texts =
        switch kind.source {
        case .objects(let type, let identify): try context.texts(of: type, by: identify)
        case .rows(let layout, let path): try reader.texts(at: path, of: layout)
        }
      let found = identities(texts, of: kind, in: catalogs)
      let modified = try reader.lastModified(Set(found.keys), of: kind.layout)
      // If several rules identify an object, the first one counts.
      add(try reader.rows(found, modified: modified, of: kind.layout))
    }
    for list in Dictionary(grouping: presets, by: \.value.entityName).values {
      let identities: [Int64: MergeIdentity] = Dictionary(
        list.map { ($0.value.key, .preset($0.key)) },
        uniquingKeysWith: { first, _ in first })
      add(try reader.rows(identities, of: list[0].value.layout))
    }
    requirements = try reader.requirements(of: rows.values)
  }

  private mutating func add(_ found: [StoredRow]) {
    for row in found where rows[row.name] == nil { rows[row.name] = row }
  }

  /// Returns the identities of rows, by key.
  ///
  /// - Parameter texts: The IDs of presets, or the keys of the app.
  private mutating func identities(
    _ texts: [Int64: String], of kind: PresetDuplicates, in catalogs: ResolvedCatalogs
  ) -> [Int64: MergeIdentity] {
    let layout = kind.layout
    if let confirmed = kind.confirmed {
      let identities = texts.mapValues { MergeIdentity.key(entity: layout.entityName, $0) }
      for (key, text) in texts where confirmed.contains(text) {
        if let identity = identities[key] { self.confirmed.insert(identity) }
      }
      return identities
    }
    let all = catalogs.contents.presets.filter { $0.entityName == layout.entityName }
    let byID = Dictionary(
      all.map { ($0.id, $0) }
        + all.flatMap { preset in catalogs.ids(of: preset).dropFirst().map { ($0, preset) } },
      uniquingKeysWith: { present, _ in present })
    return texts.compactMapValues { id in
      guard let preset = byID[id] else { return nil }
      let name = RecordName(ofRow: preset.key, layout)
      presets[name] = preset
      return .preset(name)
    }
  }
}

extension ModelContext {
  /// Returns the texts that identify the user objects of a class, without those of its subclasses, by key.
  fileprivate func texts(
    of type: any PersistentModel.Type, by identify: (any PersistentModel) -> String?
  ) throws -> [Int64: String] {
    func open<Model: PersistentModel>(_ type: Model.Type) throws -> [Int64: String] {
      try fetch(FetchDescriptor<Model>()).reduce(into: [:]) { texts, model in
        if Swift.type(of: model) == type, !model.isPreset { texts[model.rowKey] = identify(model) }
      }
    }
    return try open(type)
  }
}
