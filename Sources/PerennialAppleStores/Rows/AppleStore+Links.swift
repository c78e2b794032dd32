import Perennial

extension AppleStore {
  /// Passes each reference of a to-many relationship to a block, in the order of the owners' keys. References of one owner
  /// are in their order, or else in that of the referenced keys.
  ///
  /// ```swift
  /// try appleStore.forEachLink(of: "pages", from: "Book") { link in
  ///   print(link.owner, link.target.key)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - relationship: The name of the relationship.
  ///   - entity: The name of the entity that has it. References of its subentities' objects are left out.
  ///   - owner: The key of the object whose references are wanted; nil for those of all objects.
  ///   - body: The block.
  /// - Throws: ``AppleStoreError``, and the errors of the block.
  public func forEachLink(
    of relationship: String, from entity: String, owner: Int64? = nil,
    _ body: (AppleLink) throws -> Void
  ) throws {
    let layout = try layout(of: entity)
    guard let found = layout.relationships.first(where: { $0.relationship.name == relationship }),
      let query = LinkQuery(found, of: layout, in: self.layout)
    else {
      throw AppleStoreError(
        .unknownName, path: database.path, entity: entity, property: relationship,
        "The entity “\(entity)” has no to-many relationship “\(relationship)”.")
    }
    let condition = owner == nil ? "" : " AND l.\(query.owner) = ?"
    let bindings = [.integer(layout.number)] + (owner.map { [SQLValue.integer($0)] } ?? [])
    do {
      try database.rows(query.sql(condition), bindings) { row in
        guard case .integer(let owner) = row.value(), case .integer(let key) = row.value() else {
          throw AppleStoreError(
            .damagedFile, path: database.path, table: query.table, entity: entity,
            property: relationship,
            "A reference of “\(relationship)” has no key. Take another copy of the file.")
        }
        let number = row.value().key
        let name = number.flatMap { self.layout.names[$0] } ?? found.relationship.destination
        try body(
          AppleLink(
            owner: owner, target: AppleReference(entity: name, key: key),
            position: query.hasOrder ? row.value().key : nil, isDangling: number == nil))
      }
    } catch let error as AppleStoreError where error.path == database.path {
      throw error.located(table: query.table, entity: entity, property: relationship)
    }
    try database.checkUnchanged()
  }

  /// Returns the references of an object's to-many relationship.
  ///
  /// ```swift
  /// let pages = try appleStore.links(of: "pages", from: AppleReference(entity: "Book", key: 1))
  /// print(pages.count)
  /// ```
  ///
  /// - Throws: ``AppleStoreError``.
  public func links(of relationship: String, from object: AppleReference) throws -> [AppleLink] {
    var links: [AppleLink] = []
    try forEachLink(of: relationship, from: object.entity, owner: object.key) { links.append($0) }
    return links
  }
}

extension AppleStore {
  /// Returns the number of references of a to-many relationship whose owner has no row. ``forEachLink(of:from:owner:_:)``
  /// leaves them out.
  ///
  /// - Throws: ``AppleStoreError``.
  package func ownerlessLinkCount(of relationship: String, from entity: String) throws -> Int {
    let layout = try layout(of: entity)
    guard let found = layout.relationships.first(where: { $0.relationship.name == relationship }),
      let query = LinkQuery(found, of: layout, in: self.layout)
    else { return 0 }
    return Int(try database.integer(query.ownerlessSQL) ?? 0)
  }

  /// Returns the number of references of a relationship, to-one or to-many, of an entity's objects. 0 for an unknown
  /// relationship.
  ///
  /// - Throws: ``AppleStoreError``.
  package func referenceCount(of relationship: String, from entity: String) throws -> Int {
    let layout = try layout(of: entity)
    let found = layout.relationships.first { $0.relationship.name == relationship }
    guard let found else { return 0 }
    let sql: String
    if case .toOne(let column, _) = found.storage {
      sql = """
        SELECT count(*) FROM \(SQLName.quoted(layout.table)) \
        WHERE Z_ENT = ? AND \(SQLName.quoted(column)) NOT NULL
        """
    } else if let query = LinkQuery(found, of: layout, in: self.layout) {
      sql = "SELECT count(*) FROM (\(query.sql("")))"
    } else {
      return 0
    }
    return Int(try database.integer(sql, [.integer(layout.number)]) ?? 0)
  }

  /// Returns the number of rows of each join table that belongs to no relationship of the model. All join tables of a
  /// file without a description of its model are such.
  ///
  /// - Throws: ``AppleStoreError``.
  package func unknownLinks() throws -> [(entity: String?, table: String, count: Int)] {
    try otherTables.compactMap { table in
      guard let name = NumberedName(table, prefix: "Z_"),
        let columns = tables.columns[table], columns.count >= 2,
        columns.allSatisfy({ $0.name.hasPrefix("Z_") })
      else { return nil }
      let count = try database.integer("SELECT count(*) FROM \(SQLName.quoted(table))") ?? 0
      return count > 0 ? (layout.names[name.number], table, Int(count)) : nil
    }
  }
}

/// The query of a to-many relationship: the owner's key, the referenced key, the number of the referenced object's entity
/// and the order.
private struct LinkQuery {
  let table: String
  /// The column with the owner's key, as SQL writes it.
  let owner: String
  private let target: String
  private let order: String?
  private let ownerTable: String
  private let targetTable: String?

  var hasOrder: Bool { order != nil }

  init?(_ layout: RelationshipLayout, of entity: EntityLayout, in store: StoreLayout) {
    ownerTable = SQLName.quoted(entity.table)
    switch layout.storage {
    case .toOne: return nil
    case .children(let table, let column, let orderColumn):
      (self.table, owner, target) = (table, SQLName.quoted(column), "Z_PK")
      order = orderColumn.map(SQLName.quoted)
      targetTable = nil
    case .joinTable(let join):
      table = join.table
      (owner, target) = (SQLName.quoted(join.ownerColumn), SQLName.quoted(join.targetColumn))
      order = join.orderColumn.map(SQLName.quoted)
      targetTable = store.entities[layout.relationship.destination].map {
        SQLName.quoted($0.table)
      }
    }
  }

  /// The query for the number of references whose owner has no row.
  var ownerlessSQL: String {
    """
    SELECT count(*) FROM \(SQLName.quoted(table)) l WHERE l.\(owner) NOT NULL \
    AND NOT EXISTS (SELECT 1 FROM \(ownerTable) o WHERE o.Z_PK = l.\(owner))
    """
  }

  func sql(_ condition: String) -> String {
    let number =
      targetTable.map { "(SELECT Z_ENT FROM \($0) t WHERE t.Z_PK = l.\(target))" } ?? "l.Z_ENT"
    let columns = ["l.\(owner)", "l.\(target)", number] + (order.map { ["l.\($0)"] } ?? [])
    let sorting = ["l.\(owner)"] + (order.map { ["l.\($0)"] } ?? []) + ["l.\(target)"]
    return """
      SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(table)) l \
      WHERE (SELECT Z_ENT FROM \(ownerTable) o WHERE o.Z_PK = l.\(owner)) = ?\(condition) \
      ORDER BY \(sorting.joined(separator: ", "))
      """
  }
}
