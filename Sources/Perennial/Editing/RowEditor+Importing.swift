import PerennialSQLite

// The insertion of many rows, whose references may be to rows that are inserted later.

extension ModelContainer {
  /// Runs a block that imports rows, in one transaction of the store that has their entities.
  ///
  /// All contexts, observers and live results are notified once, after the commit. The history has the changes as a
  /// user's. The block leaves no dangling reference.
  ///
  /// - Parameters:
  ///   - entityNames: The entities of the rows.
  ///   - author: The author of the changes in the history.
  ///   - isDryRun: `true` to roll the transaction back, so that nothing is written and no observer notified.
  /// - Throws: The errors of the block, in which case nothing is written;
  ///   ``SwiftDataError/unsupportedFeature`` if the entities are in several stores, or in a custom one;
  ///   ``SwiftDataError/unknownSchema``, ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``.
  package func importRows<Result>(
    of entityNames: Set<String>, author: String?, isDryRun: Bool,
    _ body: (RowEditor) throws -> Result
  ) throws -> Result {
    let entities = try entityNames.sorted().map { name in
      guard let number = coordinator.entities.index(named: name) else {
        throw SwiftDataError.unknownSchema.because(
          "“\(name)” is not an entity of the container; add it to the schema")
      }
      return coordinator.entities[number]
    }
    let stores = Set(entities.map(\.store)).sorted()
    guard let number = stores.first, stores.count == 1 else {
      let names = stores.map { "“\(coordinator.stores[$0].configuration.name)”" }
      throw SwiftDataError.unsupportedFeature.because(
        """
        an import writes to one store, and the models are in \(names.joined(separator: " and ")). Import the models of \
        each store by themselves
        """)
    }
    if coordinator.stores[number].isMirror {
      throw SwiftDataError.unsupportedFeature.because(
        """
        “\(coordinator.stores[number].configuration.name)” is a custom store; an import needs the default store
        """)
    }
    let request = CommitRequest(
      stores: [number], kind: .sets, editingState: EditingState(author: author),
      isDryRun: isDryRun)
    return try coordinator.commit(
      request,
      returning: { transaction in
        let editor = RowEditor(transaction)
        let result = try body(editor)
        transaction.changes = editor.changes.changeSet
        return result
      })
  }
}

extension RowEditor {
  /// Reserves keys for new rows, and returns the first of them.
  package func reserveKeys(_ count: Int) -> Int64 { IdentityGenerator.reserve(Int64(count)) }

  // MARK: Rows

  /// Inserts rows of one entity, in order. A row whose unique values another row has is not inserted.
  ///
  /// References are written as they are. The caller notes those to rows that existed before with
  /// ``noteTarget(_:of:_:)``, and makes one-to-one relationships consistent with ``settlePairs(of:)``.
  ///
  /// - Returns: The keys of the rows that have the unique values, by the indices of the rows that were not inserted.
  /// - Throws: ``RefusedRow``; ``SwiftDataError/storeFailure``.
  package func insert(_ rows: [ImportedRow], of entity: ContainerEntity) throws -> [Int: Int64] {
    var groups = RowGroups(connection)
    var existing: [Int: Int64] = [:]
    var keys: [Int64] = []
    keys.reserveCapacity(rows.count)
    var index = 0
    while index < rows.count {
      var inserted = 0
      if groups.isWorthwhile(rows.count - index) {
        inserted = try groups.insert(rows[index...]) { row, binder in
          binder.files = connection.files
          row.bind(to: &binder)
        }
      }
      if inserted == 0 {
        if let other = try insert(rows[index], at: index) {
          existing[index] = other
          index += 1
          continue
        }
        inserted = 1
      }
      keys += rows[index..<index + inserted].lazy.map(\.key)
      index += inserted
    }
    changes.insert(keys, entity)
    return existing
  }

  /// Inserts a row.
  ///
  /// - Returns: The key of the row that has its unique values; nil if the row was inserted.
  private func insert(_ row: ImportedRow, at index: Int) throws -> Int64? {
    let entity = row.containerEntity
    do {
      try connection.run(try connection.statement(entity.table.sql.insert)) {
        row.bind(to: &$0)
      }
      return nil
    } catch {
      let isTaken = sqlite3_extended_errcode(connection.handle) == WriteFailure.unique
      let refusal = WriteFailure.explained(
        error, of: entity.layout.entityName, entity.layout, on: connection)
      guard isTaken else { throw RefusedRow(index: index, error: refusal) }
      let found = try UniqueRows(entity.layout, entities).key(on: connection) {
        row.value(of: $0)
      }
      guard let key = found else { throw RefusedRow(index: index, error: refusal) }
      let isOfClass = try connection.hasRow(
        """
        SELECT 1 FROM \(SQLName.quoted(entity.layout.tableName)) AS t0 \
        WHERE _pk = ?\(entity.table.isOwn(alias: "t0"))
        """, [.integer(key)])
      guard isOfClass else { throw RefusedRow(index: index, error: refusal) }
      return key
    }
  }

  // MARK: Unique values

  /// Returns the keys of other rows that have unique values which an update would give to a row.
  package func rows(
    withUniqueValuesOf key: Int64, of entity: ContainerEntity, after values: RowValues
  ) throws -> [Int64] {
    guard !entity.layout.uniquenessConstraints.isEmpty,
      let current = try self.values(of: key, entity)
    else { return [] }
    return try UniqueRows(entity.layout, entities).keys(on: connection) { property in
      values.columns[property.index] ?? current.columns[property.index] ?? .null
    }.filter { $0 != key }
  }

  /// Gives the unique properties of a row values that no other row has, until they are written.
  package func parkUniqueValues(of key: Int64, _ entity: ContainerEntity) throws {
    try UniqueUpdates.park(
      key, entity.layout.uniquenessConstraints.joined().mask, of: entity.layout, on: connection)
  }

  /// Notes that a new row references a row that existed before.
  package func noteTarget(
    _ target: Int64, of property: PropertyLayout, _ entity: ContainerEntity
  ) {
    changes.redirect(from: 0, to: target, property, entity)
  }

  /// Redirects the references of an import to a row that turned out to be another one.
  ///
  /// - Parameters:
  ///   - former: The key that was reserved for the row.
  ///   - key: The key of the row.
  package func redirectReferences(
    from former: Int64, to key: Int64, _ entity: ContainerEntity
  ) throws {
    for owner in entities.all where owner.store == entity.store {
      for property in owner.layout.ownProperties where property.isToOne {
        guard let column = property.columnName.map(SQLName.quoted),
          let destination = entities.destination(of: property, in: owner),
          destination.links.root == entity.links.root
        else { continue }
        let redirected = try connection.integers(
          """
          UPDATE \(SQLName.quoted(owner.layout.tableName)) SET \(column) = ? WHERE \(column) = ? \
          RETURNING _pk
          """, [.integer(key), .integer(former)])
        if !redirected.isEmpty { changes.redirect(from: 0, to: key, property, owner) }
      }
    }
  }

  // MARK: One-to-one relationships

  /// Makes the two columns of a one-to-one relationship consistent, after rows of both sides were inserted.
  ///
  /// A reference without an answer gets one if the other side is empty. Otherwise it is removed: the other side has
  /// the reference of another object.
  ///
  /// - Returns: The keys of the objects whose reference was removed. The caller refuses them if the reference is required.
  package func settlePairs(
    of relationship: RelationshipLayout, _ entity: ContainerEntity
  ) throws -> [Int64] {
    guard let inverse = relationship.inverse,
      let here = relationship.property.columnName.map(SQLName.quoted),
      let there = inverse.columnName.map(SQLName.quoted),
      let other = entities.destination(of: relationship.property, in: entity)
    else { return [] }
    let (table, otherTable) = (
      SQLName.quoted(entity.layout.tableName), SQLName.quoted(other.layout.tableName)
    )
    // The answers of both sides first: a reference is removed only if its target has another one.
    for (table, column, otherTable, otherColumn, property, entity) in [
      (otherTable, there, table, here, inverse, other),
      (table, here, otherTable, there, relationship.property, entity),
    ] {
      let filled = try connection.integers(
        """
        UPDATE \(table) AS t SET \(column) = \
        (SELECT min(_pk) FROM \(otherTable) AS o WHERE o.\(otherColumn) = t._pk) \
        WHERE \(column) IS NULL AND EXISTS \
        (SELECT 1 FROM \(otherTable) AS o WHERE o.\(otherColumn) = t._pk) RETURNING _pk
        """)
      for key in filled { changes.update(key, mask: property.mask, of: entity) }
    }
    let removed = try connection.integers(
      """
      UPDATE \(table) AS t SET \(here) = NULL WHERE \(here) IS NOT NULL AND NOT EXISTS \
      (SELECT 1 FROM \(otherTable) AS o WHERE o._pk = t.\(here) AND o.\(there) = t._pk) \
      RETURNING _pk
      """)
    for key in removed { changes.update(key, mask: relationship.property.mask, of: entity) }
    return removed
  }

  // MARK: Links

  /// Inserts a link into the join table of a relationship, or gives it other order keys.
  ///
  /// - Parameters:
  ///   - owner: The key of the object that has the relationship.
  ///   - position: The order key of the target. A new link has it as the order key of the owner, too.
  ///   - noting: The kind of the change for the history; nil if an end of the link is a row that this transaction
  ///     inserts.
  package func link(
    _ owner: Int64, to target: Int64, by relationship: RelationshipLayout,
    of entity: ContainerEntity, position: Int64, noting kind: LinkChanges.Kind?
  ) throws {
    guard case .joinTable(let join) = relationship.storage else { return }
    let statement = try connection.statement(
      """
      INSERT INTO \(SQLName.quoted(join.name)) \
      (\(join.owner), \(join.target), \(join.position), \(join.inversePosition)) \
      VALUES (?1, ?2, ?3, ?3) ON CONFLICT (source, target) DO UPDATE SET \(join.position) = ?3
      """)
    try connection.run(statement, [.integer(owner), .integer(target), .integer(position)])
    guard let kind else { return }
    let (source, end) = join.isSource ? (owner, target) : (target, owner)
    changes.change(kind, source: source, target: end, in: join.name)
    noteEnds(owner, to: target, of: relationship, entity)
  }

  /// Gives a link another order key of its owner. Does nothing if there is no such link.
  ///
  /// - Parameter isNoted: `false` if an end of the link is a row that this transaction inserts.
  package func reorderLink(
    _ owner: Int64, to target: Int64, by relationship: RelationshipLayout,
    of entity: ContainerEntity, position: Int64, isNoted: Bool
  ) throws {
    guard case .joinTable(let join) = relationship.storage else { return }
    let statement = try connection.statement(
      """
      UPDATE \(SQLName.quoted(join.name)) SET \(join.position) = ? \
      WHERE \(join.owner) = ? AND \(join.target) = ?
      """)
    try connection.run(statement, [.integer(position), .integer(owner), .integer(target)])
    guard isNoted, sqlite3_changes(connection.handle) > 0 else { return }
    let (source, end) = join.isSource ? (owner, target) : (target, owner)
    changes.change(.order, source: source, target: end, in: join.name)
    noteEnds(owner, to: target, of: relationship, entity)
  }

  /// Removes a link from the join table of a relationship.
  package func unlink(
    _ owner: Int64, from target: Int64, by relationship: RelationshipLayout,
    of entity: ContainerEntity
  ) throws {
    guard case .joinTable(let join) = relationship.storage else { return }
    try connection.run(
      """
      DELETE FROM \(SQLName.quoted(join.name)) WHERE \(join.owner) = ? AND \(join.target) = ?
      """, [.integer(owner), .integer(target)])
    guard sqlite3_changes(connection.handle) > 0 else { return }
    let (source, end) = join.isSource ? (owner, target) : (target, owner)
    changes.change(.unlink, source: source, target: end, in: join.name)
    noteEnds(owner, to: target, of: relationship, entity)
  }

  /// Returns the keys of the objects that a relationship with a join table references.
  package func targets(
    of owner: Int64, by relationship: RelationshipLayout
  ) throws -> [Int64] {
    guard case .joinTable(let join) = relationship.storage else { return [] }
    return try connection.integers(
      """
      SELECT \(join.target) FROM \(SQLName.quoted(join.name)) WHERE \(join.owner) = ? \
      ORDER BY \(join.position)
      """, [.integer(owner)])
  }

  /// Returns the keys of the members of a collection whose inverse is a to-one relationship.
  package func members(of owner: Int64, by relationship: RelationshipLayout) throws -> [Int64] {
    guard case .inverseColumn(let column, _) = relationship.storage else { return [] }
    return try connection.integers(
      """
      SELECT _pk FROM \(SQLName.quoted(relationship.destination.tableName)) \
      WHERE \(SQLName.quoted(column)) = ?
      """, [.integer(owner)])
  }

  /// Makes an object a member of a collection whose inverse is a to-one relationship.
  ///
  /// - Parameter isNoted: `false` if the member is a row that this transaction inserts.
  package func setReference(
    of member: Int64, to owner: Int64, by relationship: RelationshipLayout,
    of entity: ContainerEntity, isNoted: Bool
  ) throws {
    guard let inverse = relationship.inverse, let column = inverse.columnName,
      let destination = entities.destination(of: relationship.property, in: entity)
    else { return }
    if isNoted {
      return try update(
        member, of: destination, RowValues(columns: [inverse.index: .integer(owner)]))
    }
    let name = SQLName.quoted(destination.layout.tableName)
    let statement = try connection.statement(
      "UPDATE \(name) SET \(SQLName.quoted(column)) = ? WHERE _pk = ?")
    try connection.run(statement, [.integer(owner), .integer(member)])
    changes.update(owner, mask: relationship.property.mask, of: entity)
  }

  /// Gives the members of a collection their order keys, for a collection whose inverse is a to-one relationship.
  package func reorder(
    _ member: Int64, orderKey: Int64, by relationship: RelationshipLayout,
    of entity: ContainerEntity, isNoted: Bool
  ) throws {
    guard case .inverseColumn(_, let column) = relationship.storage,
      let destination = entities.destination(of: relationship.property, in: entity)
    else { return }
    let name = SQLName.quoted(destination.layout.tableName)
    let statement = try connection.statement(
      "UPDATE \(name) SET \(SQLName.quoted(column)) = ? WHERE _pk = ?")
    try connection.run(statement, [.integer(orderKey), .integer(member)])
    guard isNoted, let inverse = relationship.inverse else { return }
    changes.reorder(member, inverse, of: destination)
  }

  private func noteEnds(
    _ owner: Int64, to target: Int64, of relationship: RelationshipLayout,
    _ entity: ContainerEntity
  ) {
    changes.update(owner, mask: relationship.property.mask, of: entity)
    if let inverse = relationship.inverse,
      let destination = entities.destination(of: relationship.property, in: entity)
    {
      changes.update(target, mask: inverse.mask, of: destination)
    }
  }

  // MARK: Rules

  /// Returns the required to-one relationships of the store that have a column on both sides, with their entities.
  package var requiredPairs: [(property: PropertyLayout, entity: ContainerEntity)] {
    entities.all.filter { $0.store == store }.flatMap { entity in
      entity.layout.ownProperties.filter {
        $0.isRequiredReference && entity.table.oneToOne[$0.index] != nil
      }.map { ($0, entity) }
    }
  }

  /// Returns the keys of the objects whose reference is empty.
  package func keys(
    without property: PropertyLayout, _ entity: ContainerEntity
  ) throws -> [Int64] {
    guard let column = property.columnName.map(SQLName.quoted) else { return [] }
    return try connection.integers(
      """
      SELECT _pk FROM \(SQLName.quoted(entity.layout.tableName)) AS t0 \
      WHERE \(column) IS NULL\(entity.table.membership(alias: "t0")) ORDER BY _pk
      """)
  }

  /// Returns an object with too few or too many members in a relationship, and their number; nil if there is none.
  ///
  /// - Parameter isChecked: Returns `true` for the key of an object that is looked at.
  package func miscount(
    of property: PropertyLayout, _ entity: ContainerEntity, where isChecked: (Int64) -> Bool
  ) throws -> (key: Int64, count: Int64)? {
    guard property.limitsMembers, let relationship = entity.layout.relationship(property.index)
    else { return nil }
    let members =
      switch relationship.storage {
      case .inverseColumn(let column, _):
        "\(SQLName.quoted(relationship.destination.tableName)) WHERE \(SQLName.quoted(column))"
      case .joinTable(let join): "\(SQLName.quoted(join.name)) WHERE \(join.owner)"
      case .column: ""
      }
    if members.isEmpty { return nil }
    let minimum = property.relationship?.minimumModelCount ?? 0
    let maximum = property.relationship?.maximumModelCount ?? 0
    var found: (key: Int64, count: Int64)?
    try connection.rows(
      """
      SELECT _pk, (SELECT count(*) FROM \(members) = t0._pk) AS c \
      FROM \(SQLName.quoted(entity.layout.tableName)) AS t0 \
      WHERE (c < ?1 OR (?2 > 0 AND c > ?2))\(entity.table.isOwn(alias: "t0"))
      """, [.integer(Int64(minimum)), .integer(Int64(maximum))]
    ) { row in
      let (key, count) = (row.int64(), row.int64())
      if found == nil, isChecked(key) { found = (key, count) }
    }
    return found
  }
}

extension PropertyLayout {
  /// Evaluates the declared default again, and returns it as a column value; NULL if there is none.
  package func evaluatedDefault() throws -> SQLValue {
    let declared = owner.ownSchemaMetadata.first { $0.name == name }
    return try declared?.defaultValue.flatMap { try columnValue($0) } ?? .null
  }
}
