/// Deletes rows and applies the delete rules, set by set, inside a transaction.
///
/// The first step finds the keys of all rows to delete: the requested rows and, repeatedly until there
/// are no more, the rows that cascades reach. A table of which all rows are deleted needs no keys. One
/// statement empties it. SQLite's own foreign keys would look for references row by row. So they are
/// off, and this type sets the references to NULL.
package struct BatchDeletion {
  /// The rows of a table to delete.
  package enum Selection {
    case everything
    /// The rows of a query without the rows of `except`, and additionally the rows of `also`.
    case query(String, [SQLValue], except: [Int64], also: [Int64])
    case rows([Int64])
  }

  /// One relationship of a table. The classes of a hierarchy share one table, under the root class.
  private struct Path {
    let entity: ContainerEntity
    let relationship: RelationshipLayout
    let destination: ContainerEntity

    var property: PropertyLayout { relationship.property }
  }

  private let connection: Connection
  private let entities: StoreEntities
  /// The entities of the store's tables, one for each hierarchy.
  private let roots: [ContainerEntity]
  private let paths: [Path]
  private let history: HistoryWriter?
  private var rowsToDelete: RowsToDelete
  private var event = ChangeSet()

  /// Prepares a deletion in one store.
  package init(
    _ connection: Connection, entities: StoreEntities, store: Int, history: HistoryWriter?
  ) throws {
    self.history = history
    self.connection = connection
    self.entities = entities
    let own = entities.all.filter { $0.store == store }
    roots = own.filter(\.isRoot)
    paths = own.flatMap { entity in
      entity.layout.ownProperties.compactMap { property in
        guard let relationship = entity.layout.relationship(property.index),
          let destination = entities.destination(of: property, in: entity)
        else { return nil }
        return Path(
          entity: entities.root(of: entity), relationship: relationship,
          destination: entities.root(of: destination))
      }
    }
    rowsToDelete = try RowsToDelete(connection)
  }

  /// Deletes rows of a table.
  ///
  /// - Returns: The deleted rows, and the rows whose relationships changed.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule, a required reference or a least number of
  ///   members forbids it.
  mutating func run(_ selection: Selection, of entity: ContainerEntity) throws -> ChangeSet {
    try run([(selection, entity)])
  }

  /// Deletes rows of several tables together. A required reference between two deleted rows does not
  /// prevent the deletion.
  ///
  /// - Parameter isLast: `false` if the transaction goes on, and can give relationships other objects. The least numbers of
  ///   related objects are not checked then.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` as above.
  package mutating func run(
    _ selections: [(Selection, of: ContainerEntity)], isLast: Bool = true
  ) throws -> ChangeSet {
    for (selection, entity) in selections {
      try select(selection, of: entities.root(of: entity))
    }
    try cascade()
    for path in paths {
      try checkDenial(path)
      try checkRequirement(path, isLast)
      if isLast { try checkMinimum(path) }
    }
    for path in paths { try noteLosses(path) }
    for path in paths { try unlink(path) }
    for entity in roots where rowsToDelete.concern(entity) { try delete(entity) }
    for path in paths { try emptyReferences(path) }
    try emptyRetiredReferences()
    try rowsToDelete.clear()
    return event
  }

  private mutating func select(_ selection: Selection, of entity: ContainerEntity) throws {
    switch selection {
    case .everything: rowsToDelete.addAll(of: entity)
    case .rows(let rowIDs): try rowsToDelete.add(rowIDs, of: entity)
    case .query(let query, let bindings, let exceptions, let additions):
      try rowsToDelete.add(query, bindings, of: entity)
      try rowsToDelete.remove(exceptions, of: entity)
      try rowsToDelete.add(additions, of: entity)
    }
  }

  private static func name(_ entity: ContainerEntity) -> String {
    SQLName.quoted(entity.layout.tableName)
  }

  private mutating func note(
    _ rowIDs: [Int64], _ property: PropertyLayout, of entity: ContainerEntity
  ) {
    if rowIDs.isEmpty { return }
    event.changes[entity.layout.entityName, default: .init()].updated += rowIDs.map {
      .init(rowID: $0, mask: property.mask)
    }
  }

  // MARK: Cascades

  /// Follows cascades from the rows that were found last, until no more rows are found.
  private mutating func cascade() throws {
    var followed: Set<Int> = []
    var mark: Int64 = 0
    while true {
      let last = try rowsToDelete.mark()
      let emptied = Set(roots.filter(rowsToDelete.coverAll).map(\.number)).subtracting(followed)
      if last == mark, emptied.isEmpty { return }
      for path in paths where path.property.deleteRule == .cascade {
        guard rowsToDelete.concern(path.entity), !followed.contains(path.entity.number),
          !rowsToDelete.coverAll(of: path.destination)
        else { continue }
        if !rowsToDelete.coverAll(of: path.entity) {
          let numbers: [SQLValue] = [.integer(mark), .integer(last)]
          try rowsToDelete.add(related(path, isNew: true), numbers, of: path.destination)
        } else if try allBelong(path) {
          rowsToDelete.addAll(of: path.destination)
        } else {
          try rowsToDelete.add(related(path), of: path.destination)
        }
      }
      followed.formUnion(emptied)
      mark = last
    }
  }

  /// Returns `true` if every row of the destination is a member of a one-to-many relationship.
  private func allBelong(_ path: Path) throws -> Bool {
    guard case .inverseColumn(let column, _) = path.relationship.storage else { return false }
    let alone = try connection.integers(
      "SELECT 1 FROM \(Self.name(path.destination)) WHERE \(SQLName.quoted(column)) IS NULL LIMIT 1"
    )
    return alone.isEmpty
  }

  /// Returns the query for the keys of the rows that a relationship of rowsToDelete rows references, as `pk`.
  ///
  /// - Parameter isNew: Restricts the rowsToDelete rows, see ``RowsToDelete/contain(_:of:isNew:)``.
  private func related(_ path: Path, isNew: Bool = false) -> String {
    func areDoomed(_ key: String) -> String {
      rowsToDelete.contain(key, of: path.entity, isNew: isNew)
    }
    switch path.relationship.storage {
    case .column(let column):
      return """
        SELECT \(SQLName.quoted(column)) AS pk FROM \(Self.name(path.entity)) \
        WHERE \(areDoomed("_pk"))
        """
    case .inverseColumn(let column, _):
      return """
        SELECT _pk AS pk FROM \(Self.name(path.destination)) \
        WHERE \(areDoomed(SQLName.quoted(column)))
        """
    case .joinTable(let join):
      return """
        SELECT \(join.target) AS pk FROM \(SQLName.quoted(join.name)) \
        WHERE \(areDoomed(join.owner))
        """
    }
  }

  // MARK: Refusals

  /// Throws an error if a delete rule `deny` forbids the deletion of a row.
  private func checkDenial(_ path: Path) throws {
    guard path.property.deleteRule == .deny, rowsToDelete.concern(path.entity) else { return }
    let kept = try connection.integers(
      """
      SELECT pk FROM (\(related(path))) \
      WHERE \(rowsToDelete.spare("pk", of: path.destination)) LIMIT 10
      """
    )
    let name = "\(path.entity.layout.entityName).\(path.property.name)"
    try refuse(
      kept, of: path.destination, reason: "\(name) has the delete rule deny and references")
  }

  /// Throws an error if a remaining row would lose a required reference.
  private func checkRequirement(_ path: Path, _ isLast: Bool) throws {
    let property = path.property
    // A column that may be NULL can get another target by the rest of the transaction.
    guard property.isRequiredReference, isLast || !property.isOptional,
      let column = property.columnName, rowsToDelete.concern(path.destination)
    else { return }
    let orphans = try connection.integers(
      """
      SELECT _pk FROM \(Self.name(path.entity)) WHERE \(rowsToDelete.spare("_pk", of: path.entity)) \
      AND \(rowsToDelete.contain(SQLName.quoted(column), of: path.destination)) LIMIT 10
      """
    )
    try refuse(
      orphans, of: path.entity, reason: "\(property.name) is required and would be emptied for")
  }

  /// Throws an error if a remaining row would lose members of a relationship and keep fewer than it requires.
  private func checkMinimum(_ path: Path) throws {
    let minimum = path.property.relationship?.minimumModelCount ?? 0
    guard path.property.isToMany, minimum > 0, rowsToDelete.concern(path.destination),
      !rowsToDelete.coverAll(of: path.entity)
    else { return }
    let links: (table: String, owner: String, member: String)
    switch path.relationship.storage {
    case .column: return
    case .inverseColumn(let column, _):
      links = (Self.name(path.destination), SQLName.quoted(column), "_pk")
    case .joinTable(let join): links = (SQLName.quoted(join.name), join.owner, join.target)
    }
    let deprived = try connection.integers(
      """
      SELECT \(links.owner) FROM \(links.table) WHERE \(rowsToDelete.spare(links.owner, of: path.entity)) \
      AND \(links.owner) IN (SELECT \(links.owner) FROM \(links.table) \
      WHERE \(rowsToDelete.contain(links.member, of: path.destination))) GROUP BY \(links.owner) \
      HAVING sum(\(rowsToDelete.spare(links.member, of: path.destination))) < \(minimum) LIMIT 10
      """
    )
    let name = path.property.name
    try refuse(
      deprived, of: path.entity,
      reason: "\(name) must keep at least \(minimum) objects and would not in")
  }

  private func refuse(_ rowIDs: [Int64], of entity: ContainerEntity, reason: String) throws {
    if rowIDs.isEmpty { return }
    let list = rowIDs.map { "\(entity.layout.entityName) \($0)" }.joined(separator: ", ")
    let identifiers = try identifiers(rowIDs, entity)
    throw SwiftDataError.modelValidationFailure.because(
      "nothing was deleted: \(reason) \(list)",
      identifiers
    )
  }

  // MARK: Consequences

  /// Records the rows whose to-many relationships lose members. References are recorded when they are
  /// set to NULL.
  private mutating func noteLosses(_ path: Path) throws {
    let (entity, destination) = (path.entity, path.destination)
    guard rowsToDelete.concern(destination), !rowsToDelete.coverAll(of: entity) else { return }
    let query: String
    switch path.relationship.storage {
    case .column: return
    case .inverseColumn(let column, _) where rowsToDelete.coverAll(of: destination):
      // There are mostly fewer owners than members, and the members are indexed by owner.
      query = """
        SELECT _pk FROM \(Self.name(entity)) AS owner WHERE \(rowsToDelete.spare("_pk", of: entity)) AND \
        EXISTS (SELECT 1 FROM \(Self.name(destination)) WHERE \(SQLName.quoted(column)) = owner._pk)
        """
    case .inverseColumn(let column, _):
      let owner = SQLName.quoted(column)
      query = """
        SELECT DISTINCT \(owner) FROM \(Self.name(destination)) \
        WHERE \(rowsToDelete.contain("_pk", of: destination)) AND \(rowsToDelete.spare(owner, of: entity))
        """
    case .joinTable(let join):
      query = """
        SELECT DISTINCT \(join.owner) FROM \(SQLName.quoted(join.name)) \
        WHERE \(rowsToDelete.contain(join.target, of: destination)) \
        AND \(rowsToDelete.spare(join.owner, of: entity))
        """
    }
    note(try connection.integers(query), path.property, of: entity)
  }

  /// Deletes the rows of a join table that reference deleted rows.
  private func unlink(_ path: Path) throws {
    guard case .joinTable(let join) = path.relationship.storage else { return }
    let links = SQLName.quoted(join.name)
    if rowsToDelete.coverAll(of: path.entity) || rowsToDelete.coverAll(of: path.destination) {
      return try connection.run("DELETE FROM \(links)")
    }
    for (end, column) in [(path.entity, join.owner), (path.destination, join.target)]
    where rowsToDelete.concern(end) {
      try connection.run("DELETE FROM \(links) WHERE \(rowsToDelete.contain(column, of: end))")
    }
  }

  private mutating func delete(_ entity: ContainerEntity) throws {
    let name = Self.name(entity)
    // SQLite empties a table in one step only if there is no condition.
    let rows =
      rowsToDelete.coverAll(of: entity) ? "" : " WHERE \(rowsToDelete.contain("_pk", of: entity))"
    // An index on another column would return the keys in its own order. In the order of the primary
    // key, the history stores them as few ranges.
    let gone = try connection.integers("SELECT _pk FROM \(name)\(rows) ORDER BY _pk")
    if gone.isEmpty { return }
    let condition =
      rowsToDelete.coverAll(of: entity) ? "true" : rowsToDelete.contain("_pk", of: entity)
    if entity.table.isShared {
      try noteClasses(of: gone, entity)
      for member in entities.members(of: entity) {
        let name = SQLName.literal(member.layout.entityName)
        try history?.preserve(
          member.table, where: "\(SQLName.entity) = \(name) AND (\(condition))")
      }
    } else {
      event.changes[entity.layout.entityName, default: .init()].deleted = gone
      try history?.preserve(entity.table, where: condition)
    }
    try connection.run("DELETE FROM \(name)\(rows)")
  }

  /// Records deleted rows of a hierarchy, each under the entity of its own class.
  private mutating func noteClasses(of rowIDs: [Int64], _ entity: ContainerEntity) throws {
    let names = try RowClasses(connection: connection).entityNames(rowIDs, of: entity.table)
    for rowID in rowIDs {
      let name = names[rowID] ?? entity.layout.entityName
      event.changes[name, default: .init()].deleted.append(rowID)
    }
  }

  private func identifiers(
    _ rowIDs: [Int64], _ entity: ContainerEntity
  ) throws -> [PersistentIdentifier] {
    guard entity.table.isShared else { return rowIDs.map(entity.identifier) }
    let names = try RowClasses(connection: connection).entityNames(rowIDs, of: entity.table)
    return rowIDs.map { rowID in
      let member = entities.members(of: entity).first { $0.layout.entityName == names[rowID] }
      return (member ?? entity).identifier(rowID)
    }
  }

  /// Sets the references of remaining rows to deleted rows to NULL.
  private mutating func emptyReferences(_ path: Path) throws {
    guard case .column(let column) = path.relationship.storage,
      rowsToDelete.concern(path.destination),
      !rowsToDelete.coverAll(of: path.entity)
    else { return }
    let reference = SQLName.quoted(column)
    let emptied = try connection.integers(
      """
      UPDATE \(Self.name(path.entity)) SET \(reference) = NULL \
      WHERE \(rowsToDelete.contain(reference, of: path.destination)) RETURNING _pk
      """
    )
    note(emptied, path.property, of: path.entity)
  }

  /// Sets the references to deleted rows to NULL in tables and columns that the schema does not have.
  private func emptyRetiredReferences() throws {
    let own = Dictionary(first: roots.map { ($0.layout.tableName, $0) })
    let links = paths.compactMap { path -> String? in
      guard case .joinTable(let join) = path.relationship.storage else { return nil }
      return join.name
    }
    var columns: [String: Set<String>] = [:]
    for entity in roots where entities.hierarchies.hasUnknownSubentities(in: entity.layout) {
      columns[entity.layout.tableName] = []
    }
    for path in paths {
      guard case .column(let column) = path.relationship.storage else { continue }
      columns[path.entity.layout.tableName]?.insert(column)
    }
    let whole = Set(own.keys).subtracting(columns.keys).union(links)
    try RetiredReferences(connection, besides: whole, columns).empty { column, name in
      guard let entity = own[name], rowsToDelete.concern(entity) else { return nil }
      return rowsToDelete.contain(column, of: entity)
    }
  }
}
