import Foundation

/// Finds the tables and columns of a model in a file.
struct LayoutFinder {
  let model: StoredModel
  let tables: SourceTables
  let path: String

  func misfit(
    _ description: String, table: String? = nil, entity: String, property: String? = nil
  ) -> AppleStoreError {
    AppleStoreError(
      .otherLayout, path: path, table: table, entity: entity, property: property,
      """
      \(description) The file has a layout that this version does not know. Export the rows with the app that made the \
      file, and report the layout.
      """)
  }

  // MARK: Entities

  /// Returns the numbers of the entities in the file.
  ///
  /// `Z_PRIMARYKEY` keeps the name that an entity had when its number was given, also if the model has renamed it since.
  func numbered(_ rows: [EntityNumber]) throws -> [String: Int64] {
    let byName = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
    var numbers: [String: Int64] = [:]
    for entity in model.entities {
      guard let row = byName[entity.name] ?? byName[entity.renamingIdentifier] else { continue }
      numbers[entity.name] = row.number
    }
    guard Set(numbers.values).count == numbers.count else {
      let name = numbers.first { entry in
        numbers.contains { $0.value == entry.value && $0.key != entry.key }
      }
      throw misfit(
        "The entity “\(name?.key ?? "")” has the number of another one in Z_PRIMARYKEY.",
        table: "Z_PRIMARYKEY", entity: name?.key ?? "")
    }
    let superentities = Dictionary(rows.map { ($0.number, $0.superentity) }) { first, _ in first }
    for entity in model.entities {
      guard let number = numbers[entity.name] else { continue }
      let superentity = entity.superentity.map { numbers[$0] ?? -1 } ?? 0
      guard superentities[number] == superentity else {
        throw misfit(
          "The entity “\(entity.name)” has another superentity in Z_PRIMARYKEY than in the model.",
          table: "Z_PRIMARYKEY", entity: entity.name)
      }
    }
    return numbers
  }

  /// Returns the table of an entity's hierarchy.
  func table(of entity: StoredModel.Entity) throws -> String {
    let root = model.root(of: entity.name)
    let candidates = [root, model[root]?.renamingIdentifier ?? root].map { "Z" + $0.uppercased() }
    guard let table = candidates.first(where: { tables.has($0, all: ["Z_PK", "Z_ENT"]) }) else {
      throw misfit(
        "The entity “\(entity.name)” has no table “\(candidates[0])”.", table: candidates[0],
        entity: entity.name)
    }
    return table
  }

  // MARK: Attributes

  /// Returns the columns of all attributes and to-one relationships.
  func columns(
    _ numbers: [String: Int64], _ entityTables: [String: String]
  ) throws -> [ColumnNames.Leaf: String] {
    var columns: [ColumnNames.Leaf: String] = [:]
    for root in model.entities where root.superentity == nil {
      guard let table = entityTables[root.name] else { continue }
      let family = model.family(of: root.name).compactMap { model[$0] }
        .filter { numbers[$0.name] != nil }
        .sorted { (numbers[$0.name] ?? 0) < (numbers[$1.name] ?? 0) }
      let (names, misfit) = ColumnNames.fitting(family, model, in: tables.columns[table] ?? [])
      if let misfit {
        let property = misfit.path.joined(separator: ".")
        throw self.misfit(
          """
          The property “\(property)” of “\(misfit.entity)” has no column \
          “\(names.columns[misfit] ?? "")” of the type \(misfit.type ?? "any") in the table “\(table)”.
          """, table: table, entity: misfit.entity, property: property)
      }
      columns.merge(names.columns) { first, _ in first }
    }
    return columns
  }

  /// Returns the layout of an attribute, or of an element of a composite.
  func layout(
    of attribute: StoredModel.Attribute, at path: [String], in entity: StoredModel.Entity,
    _ columns: [ColumnNames.Leaf: String]
  ) -> AttributeLayout {
    if attribute.type == .composite {
      return AttributeLayout(
        attribute: attribute, column: nil,
        elements: attribute.elements.map {
          layout(of: $0, at: path + [$0.name], in: entity, columns)
        })
    }
    let column = column(
      at: path, in: entity, type: attribute.type.declaredType, columns)
    return AttributeLayout(attribute: attribute, column: column, elements: [])
  }

  /// Returns the column of a property, which the entity or one above it declares.
  private func column(
    at path: [String], in entity: StoredModel.Entity, type: String?,
    _ columns: [ColumnNames.Leaf: String]
  ) -> String? {
    for name in ancestors(of: entity) {
      if let column = columns[ColumnNames.Leaf(entity: name, path: path, type: type)] {
        return column
      }
    }
    return nil
  }

  /// Returns the name of an entity and those of the entities above it.
  private func ancestors(of entity: StoredModel.Entity) -> [String] {
    var names = [entity.name]
    while let next = names.last.flatMap({ model[$0]?.superentity }) { names.append(next) }
    return names
  }

  // MARK: Relationships

  /// Returns the place of a relationship's references.
  func storage(
    of relationship: StoredModel.Relationship, in entity: StoredModel.Entity,
    _ context: RelationshipContext
  ) throws -> RelationshipLayout.Storage {
    if !relationship.isToMany {
      return try toOne(relationship, in: entity, context)
    }
    guard let destination = model[relationship.destination],
      let table = context.tables[destination.name]
    else {
      throw misfit(
        "The relationship “\(relationship.name)” of “\(entity.name)” has a destination without a table.",
        entity: entity.name, property: relationship.name)
    }
    guard let inverse = relationship.inverse.flatMap({ destination.relationship($0) }) else {
      return try withoutInverse(relationship, in: entity, table: table, context)
    }
    if inverse.isToMany {
      return try joinTable(relationship, inverse: inverse, in: entity, context)
    }
    guard
      let column = column(
        at: [inverse.name], in: destination, type: "INTEGER", context.columns)
    else {
      throw misfit(
        "The inverse of “\(relationship.name)” of “\(entity.name)” has no column in “\(table)”.",
        table: table, entity: entity.name, property: relationship.name)
    }
    return .children(table: table, column: column, orderColumn: order(of: column, in: table))
  }

  private func toOne(
    _ relationship: StoredModel.Relationship, in entity: StoredModel.Entity,
    _ context: RelationshipContext
  ) throws -> RelationshipLayout.Storage {
    guard let table = context.tables[entity.name],
      let column = column(
        at: [relationship.name], in: entity, type: "INTEGER", context.columns)
    else {
      throw misfit(
        "The relationship “\(relationship.name)” of “\(entity.name)” has no column.",
        entity: entity.name, property: relationship.name)
    }
    // The number in the name is the one of the destination, or of the entity from which it inherits.
    let entityColumn = tables.columns[table]?.first { candidate in
      guard candidate.type == "INTEGER", let name = NumberedName(candidate.name, prefix: "Z") else {
        return false
      }
      return String(name.name) == "_" + String(column.dropFirst())
    }
    let needsEntity = !model.subentities(of: relationship.destination).isEmpty
    return .toOne(column: column, entityColumn: needsEntity ? entityColumn?.name : nil)
  }

  /// Returns the column with the order of a to-many relationship, beside the to-one column of its inverse.
  private func order(of column: String, in table: String) -> String? {
    let name = "Z_FOK_" + column.dropFirst()
    return tables.has(table, name) ? name : nil
  }

  /// Returns the column of a to-many relationship without an inverse: it is in the table of the referenced objects.
  private func withoutInverse(
    _ relationship: StoredModel.Relationship, in entity: StoredModel.Entity, table: String,
    _ context: RelationshipContext
  ) throws -> RelationshipLayout.Storage {
    let owners = ancestors(of: entity).compactMap { context.numbers[$0] }
    let columns = (tables.columns[table] ?? []).compactMap { column -> (String, Int)? in
      guard column.type == "INTEGER", let name = NumberedName(column.name, prefix: "Z"),
        let distance = name.distance(to: relationship.name),
        let rank = owners.firstIndex(of: name.number)
      else { return nil }
      return (column.name, 2 * rank + distance)
    }
    guard let column = columns.min(by: { ($0.1, $0.0) < ($1.1, $1.0) })?.0 else {
      throw misfit(
        """
        The relationship “\(relationship.name)” of “\(entity.name)” has no inverse, and no column \
        “Z\(owners.first ?? 0)\(relationship.name.uppercased())” in the table “\(table)”.
        """, table: table, entity: entity.name, property: relationship.name)
    }
    return .children(table: table, column: column, orderColumn: order(of: column, in: table))
  }

  /// Returns the join table of a many-to-many relationship.
  ///
  /// The number in the table's name is that of either entity, so the table is found by its columns: each has the number of
  /// the entity whose keys it holds, and the name of the relationship that leads to that entity.
  private func joinTable(
    _ relationship: StoredModel.Relationship, inverse: StoredModel.Relationship,
    in entity: StoredModel.Entity, _ context: RelationshipContext
  ) throws -> RelationshipLayout.Storage {
    let targets = numbers(around: relationship.destination, context)
    let owners = numbers(around: entity.name, context)
    // A relationship that is its own inverse has the keys of both directions; the name of the second column is
    // unverified.
    let isReflexive =
      relationship.name == inverse.name && relationship.destination == entity.name
    var found: [(rank: Int, table: RelationshipLayout.JoinTable)] = []
    for (table, columns) in tables.columns where NumberedName(table, prefix: "Z_") != nil {
      for target in columns {
        guard let first = NumberedName(target.name, prefix: "Z_"),
          let distance = first.distance(to: relationship.name),
          let rank = targets.firstIndex(of: first.number)
        else { continue }
        for owner in columns where owner.name != target.name {
          var ownerRank = 0
          if !isReflexive || owner.name != "REFLEXIVE" {
            guard let second = NumberedName(owner.name, prefix: "Z_"),
              let distance = second.distance(to: inverse.name),
              let rank = owners.firstIndex(of: second.number)
            else { continue }
            ownerRank = 2 * rank + distance
          }
          let order = "Z_FOK_" + target.name.dropFirst(2)
          found.append(
            (
              2 * rank + distance + ownerRank,
              RelationshipLayout.JoinTable(
                table: table, ownerColumn: owner.name, targetColumn: target.name,
                orderColumn: tables.has(table, order) ? order : nil)
            ))
        }
      }
    }
    found.sort { ($0.rank, $0.table.table) < ($1.rank, $1.table.table) }
    guard let best = found.first, found.count == 1 || found[1].rank > best.rank else {
      throw misfit(
        """
        The many-to-many relationship “\(relationship.name)” of “\(entity.name)” has \
        \(found.isEmpty ? "no join table" : "several join tables").
        """, entity: entity.name, property: relationship.name)
    }
    return .joinTable(best.table)
  }

  /// Returns the numbers that the column of an entity may have: that of the entity, then those of the entities above it.
  private func numbers(around name: String, _ context: RelationshipContext) -> [Int64] {
    guard let entity = model[name] else { return [] }
    return ancestors(of: entity).compactMap { context.numbers[$0] }
  }
}
