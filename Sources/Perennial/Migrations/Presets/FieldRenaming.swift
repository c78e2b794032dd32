/// The fields of one table that a migration renames or removes. Presets are stored by field name: the stamps
/// in their rows and the contents of the catalogs use these names.
struct FieldRenaming {
  private struct Change {
    let former: String
    /// Nil if the migration removes the field.
    let present: String?
    /// The entities that have the field; nil for all entities of the table.
    let entities: [String]?
  }

  let table: EntityDescription
  /// The entities whose objects are stored in the table.
  let entities: [String]
  private let changes: [Change]

  init(_ migration: TableMigration) {
    table = migration.new
    entities = migration.new.sharing?.entities ?? [migration.new.name]
    let successors = Dictionary(
      first: migration.columns.compactMap { column in
        column.kept.map { ($0, column.column.name) }
      })
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

  /// Returns the name of a property in its class. In a table that several entities share, the name may have a
  /// prefix, which is removed.
  private static func ownName(
    of property: PropertyDescription, in table: EntityDescription
  ) -> String {
    guard table.sharing?.owners[property.name] != nil,
      let point = property.name.firstIndex(of: ".")
    else { return property.name }
    return String(property.name[point...].dropFirst())
  }

  var isEmpty: Bool { changes.isEmpty }

  /// Returns the present name of an entity's field; nil if the migration removed the field.
  func name(of field: String, in entity: String) -> String? {
    let change = changes.first {
      $0.former == field && $0.entities?.contains(entity) ?? true
    }
    return change.map(\.present) ?? field
  }

  /// Returns preset metadata with the present field names; nil if the metadata does not change or is damaged.
  /// Damaged metadata is left as it is here: the code that reads it throws.
  func renamed(_ text: String, of entity: String) -> PresetMetadata? {
    guard var mark = try? PresetMetadata(text: text) else { return nil }
    let former = mark.stamps.cells
    mark.stamps.cells = [:]
    for (field, cell) in former {
      if let name = name(of: field, in: entity) { mark.stamps.cells[name] = cell }
    }
    return mark.stamps.cells == former ? nil : mark
  }
}
