/// What a migration makes of the names of a table's fields. Presets are kept by these names: the stamps
/// in their rows, and what catalogs have values for.
struct FieldRenaming {
  private struct Change {
    let former: String
    /// Nil if the field goes.
    let present: String?
    /// The entities that have it; nil for all of the table.
    let entities: [String]?
  }

  let table: EntityDescription
  /// The entities whose objects the table has.
  let entities: [String]
  private let changes: [Change]

  init(_ migration: TableMigration) {
    table = migration.new
    entities = migration.new.sharing?.entities ?? [migration.new.name]
    let successors = Dictionary(
      migration.columns.compactMap { column in column.kept.map { ($0, column.column.name) } },
      uniquingKeysWith: { first, _ in first })
    changes = migration.old.properties.compactMap { property in
      guard let column = property.column?.name else { return nil }
      let successor = successors[column].flatMap { name in
        migration.new.properties.first { $0.column?.name == name }
      }
      let former = Self.ownName(of: property, in: migration.old)
      let present = successor.map { Self.ownName(of: $0, in: migration.new) }
      if present == former { return nil }
      return Change(
        former: former, present: present,
        entities: migration.old.sharing?.owners[property.name])
    }
  }

  /// What a property is called in its class, and not in a table that several share.
  private static func ownName(
    of property: PropertyDescription, in table: EntityDescription
  ) -> String {
    guard table.sharing?.owners[property.name] != nil,
      let point = property.name.firstIndex(of: ".")
    else { return property.name }
    return String(property.name[point...].dropFirst())
  }

  var isEmpty: Bool { changes.isEmpty }

  /// What a field of an entity is called now; nil if it has gone.
  func name(of field: String, in entity: String) -> String? {
    let change = changes.first {
      $0.former == field && $0.entities?.contains(entity) ?? true
    }
    return change.map(\.present) ?? field
  }

  /// A mark with the present names; nil if it has them, or is damaged. That is left to whoever reads it,
  /// and is in nobody's way here.
  func renamed(_ text: String, of entity: String) -> PresetMark? {
    guard var mark = try? PresetMark(text: text) else { return nil }
    let former = mark.stamps.cells
    mark.stamps.cells = [:]
    for (field, cell) in former {
      if let name = name(of: field, in: entity) { mark.stamps.cells[name] = cell }
    }
    return mark.stamps.cells == former ? nil : mark
  }
}
