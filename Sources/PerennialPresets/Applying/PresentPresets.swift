import Perennial

/// What a store has of presets, and what was deleted of them: of all entities that there are presets
/// of, now or before.
struct PresentPresets {
  /// What a table has.
  private struct Table {
    let layout: ModelLayout
    /// The keys of presets that no catalog gives, as far as is known: those given of other classes may
    /// be among them.
    var others: Set<Int64>
    let deleted: Set<Int64>
    /// Whether it has no presets at all.
    let isEmpty: Bool
    /// The presets of catalogs that it has not; none are named if it is empty.
    var absent: Set<ObjectIdentifier> = []
  }

  private let writer: PresetWriter
  private let drafts: [PresetDraft]
  private var tables: [Table] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ assembly: CatalogAssembly, _ writer: PresetWriter) throws {
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

  /// Finds which presets have rows. There may be many, so each key is looked for once.
  private mutating func find(_ drafts: [PresetDraft]) {
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
      // A class has the objects of its subclasses too.
      for number in last.ancestors { tables[number].others.remove(draft.key) }
    }
  }

  private func number(of draft: PresetDraft) -> Int? { numbers[ObjectIdentifier(draft.layout)] }

  /// Whether a preset of the catalogs has a row.
  func contains(_ draft: PresetDraft) -> Bool {
    guard let number = number(of: draft), !tables[number].isEmpty else { return false }
    return !tables[number].absent.contains(ObjectIdentifier(draft))
  }

  /// Whether a preset has none because somebody has deleted it.
  func isDeleted(_ draft: PresetDraft) -> Bool {
    guard let number = number(of: draft) else { return false }
    return tables[number].deleted.contains(draft.key) && !contains(draft)
  }

  /// The presets of some catalogs that these have no more, by entity.
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
    // A class has the objects of its subclasses too; they count there.
    var taken: Set<Place> = []
    let inwards = tables.sorted {
      ($0.layout.depth, $1.layout.entityName) > ($1.layout.depth, $0.layout.entityName)
    }
    return try inwards.compactMap { table in
      let left = table.others.subtracting(keys)
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
