import Perennial

/// The presets that a store has, and the presets that were deleted from it. Covers all entities that
/// have presets now or had some before.
struct InstalledPresets {
  /// The presets of one entity.
  private struct Table {
    let layout: ModelLayout
    /// The keys of presets that no catalog has. Keys that a catalog has for other classes may be among
    /// them.
    var others: Set<Int64>
    let deleted: Set<Int64>
    /// `true` if the entity has no presets at all.
    let isEmpty: Bool
    /// The presets of the catalogs that have no row. The set is empty if `isEmpty` is `true`.
    var absent: Set<ObjectIdentifier> = []
  }

  private let writer: PresetWriter
  private let drafts: [CatalogPreset]
  private var tables: [Table] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ assembly: ResolvedCatalogs, _ writer: PresetWriter) throws {
    self.writer = writer
    drafts = assembly.contents.drafts
    for type in assembly.types + (try writer.typesWithPresets) {
      let layout = ModelLayout.of(type)
      if numbers[ObjectIdentifier(layout)] != nil { continue }
      let keys = Set(try writer.presetKeys(of: type))
      numbers[ObjectIdentifier(layout)] = tables.count
      tables.append(
        Table(
          layout: layout, others: keys, deleted: try writer.deletedPresets(of: type),
          isEmpty: keys.isEmpty))
    }
    find(drafts)
  }

  /// Finds the presets that have rows. Looks up each key once, because there may be many.
  private mutating func find(_ drafts: [CatalogPreset]) {
    var last: (layout: ModelLayout, number: Int, ancestors: [Int])?
    for draft in drafts {
      if last?.layout !== draft.layout {
        last = numbers[ObjectIdentifier(draft.layout)].map { number in
          let ancestors = sequence(first: draft.layout, next: \.superlayout).dropFirst()
          return (
            draft.layout, number, ancestors.compactMap { numbers[ObjectIdentifier($0)] }
          )
        }
      }
      guard let last, !tables[last.number].isEmpty else { continue }
      if tables[last.number].others.remove(draft.key) == nil {
        tables[last.number].absent.insert(ObjectIdentifier(draft))
      }
      // The table of a class also contains the objects of its subclasses.
      for number in last.ancestors { tables[number].others.remove(draft.key) }
    }
  }

  private func number(of draft: CatalogPreset) -> Int? { numbers[ObjectIdentifier(draft.layout)] }

  /// Returns `true` if a preset of the catalogs has a row.
  func contains(_ draft: CatalogPreset) -> Bool {
    guard let number = number(of: draft), !tables[number].isEmpty else { return false }
    return !tables[number].absent.contains(ObjectIdentifier(draft))
  }

  /// Returns `true` if a preset has no row because it was deleted.
  func isDeleted(_ draft: CatalogPreset) -> Bool {
    guard let number = number(of: draft) else { return false }
    return tables[number].deleted.contains(draft.key) && !contains(draft)
  }

  /// Returns the presets, by entity, that the given catalogs no longer have.
  func retired(
    of catalogs: Set<String>
  ) throws -> [(type: any PersistentModel.Type, presets: [Int64: PresetWriter.Found])] {
    struct Place: Hashable {
      let table: String
      let key: Int64
    }
    let tables = tables.filter { !$0.others.isEmpty }
    if tables.isEmpty { return [] }
    let keys = Set(drafts.map(\.key))
    // The table of a class also contains the objects of its subclasses. They count for the subclass.
    var taken: Set<Place> = []
    let inwards = tables.sorted {
      ($0.layout.depth, $1.layout.entityName) > ($1.layout.depth, $0.layout.entityName)
    }
    return try inwards.compactMap { table in
      let left = table.others.subtracting(keys)
      if left.isEmpty { return nil }
      let gone = try writer.presets(left, of: table.layout.type).filter { key, found in
        let preset = PresetIdentifier(entityName: table.layout.entityName, name: found.preset)
        return catalogs.contains(preset.catalog)
          && taken.insert(Place(table: table.layout.tableName, key: key)).inserted
      }
      return gone.isEmpty ? nil : (table.layout.type, gone)
    }.reversed()
  }
}

extension ModelLayout {
  /// The number of classes that the class inherits from.
  fileprivate var depth: Int { superlayout.map { $0.depth + 1 } ?? 0 }
}
