/// The changes that a file needs to hold the entities that a program wants.
///
/// The comparison reads descriptions, and does not read rows. If rows decide whether a change is possible, it
/// adds a ``MigrationCheck``.
struct SchemaComparison {
  /// The schema of the file.
  let old: SchemaDescription
  /// The schema that the program wants.
  let new: SchemaDescription
  /// `true` if values that have no conversion may be lost, because the program's code handles them.
  let isSupervised: Bool
  private let layouts: [String: ModelLayout]
  /// The names of the file's entities, regardless of their tables.
  private let known: Set<String>
  private let matches: [String: PropertyMatches]
  /// The join tables of the file.
  private let oldJoins: Set<String>

  private(set) var created: [EntityDescription] = []
  private(set) var tables: [TableMigration] = []
  /// Join tables that are made or renamed.
  private(set) var joins: [JoinMigration] = []
  private(set) var droppedJoins: [String] = []
  /// Entities of the file that the program does not want.
  private(set) var retired: [EntityDescription] = []
  private(set) var changes: [MigrationChange] = []
  private(set) var checks: [any MigrationCheck] = []
  /// The checks that must pass after the program's code has run.
  private(set) var lateChecks: [any MigrationCheck] = []
  /// Attributes to which the program's code has to assign values.
  private(set) var unassigned: [UnassignedAttribute] = []
  /// Properties that are removed with their values.
  private(set) var removals: [ValueRemoval] = []
  /// `true` if only carrying out the migration shows whether objects are unique, because each gets its own
  /// default.
  private(set) var hasUnknownUniqueness = false

  init(
    from file: [EntityDescription], to layouts: [ModelLayout], isSupervised: Bool = false,
    on connection: Connection
  ) throws {
    let old = SchemaDescription(EntityDescription.tables(of: file))
    let entities = layouts.map(EntityDescription.init)
    let wanted = EntityDescription.tables(
      of: entities + Self.unknownSubentities(in: file, to: entities))
    self.old = old
    known = Set(file.map(\.name))
    oldJoins = Set(old.entities.flatMap(StoreTables.JoinTable.all).map(\.name))
    new = SchemaDescription(wanted)
    self.isSupervised = isSupervised
    self.layouts = Dictionary(first: layouts.map { ($0.entityName, $0) })
    var matches: [String: PropertyMatches] = [:]
    for entity in wanted {
      if let before = old[entity.name] {
        matches[entity.name] = PropertyMatches(from: before, to: entity)
      }
    }
    self.matches = matches
    for entity in entities {
      guard let before = file.first(where: { $0.name == entity.name }),
        before.table != entity.table
      else { continue }
      checks.append(MovedClassCheck(before: before, entity: entity))
    }
    for entity in wanted {
      if let before = old[entity.name] {
        if before.checksum != entity.checksum || entity.exchangesNames(of: before) {
          try compare(before, entity, on: connection)
        }
      } else {
        created.append(entity)
        changes.append(.addedEntity(entity.name))
      }
    }
    let names = Set(entities.map(\.name))
    retired = file.filter { !names.contains($0.name) }
    compareJoins()
  }

  /// Returns the classes of the file's hierarchies that the program does not have. They stay in the table
  /// with their objects, which cannot be fetched.
  private static func unknownSubentities(
    in file: [EntityDescription], to entities: [EntityDescription]
  ) -> [EntityDescription] {
    let names = Set(entities.map(\.name))
    let tables = Set(entities.map(\.table))
    return file.filter { !names.contains($0.name) && tables.contains($0.table) }
  }

  private mutating func compare(
    _ before: EntityDescription,
    _ entity: EntityDescription,
    on connection: Connection
  ) throws {
    guard let matches = matches[entity.name] else { return }
    var table = TableMigration(old: before, new: entity)
    if entity.sharing != nil { table.columns.append(entityColumn(before)) }
    let count = changes.count
    // The properties of a class that is new as a whole are not reported.
    let added = (entity.sharing?.entities ?? []).filter { !known.contains($0) }
    changes += added.map { .addedEntity($0) }
    for property in entity.properties {
      let earlier = matches[property.name].flatMap { before.property(named: $0) }
      let change = PropertyChange(
        entity: entity, before: before, property: property, earlier: earlier,
        isSupervised: isSupervised)
      let (owner, name) = table.declaration(of: property.name, in: entity.name)
      if !added.contains(owner) { changes += change.changes(as: name, of: owner, in: table) }
      try addColumns(change, to: &table, on: connection)
    }
    for property in before.properties where !matches.isContinued(property.name) {
      let (owner, name) = table.declaration(of: property.name, in: entity.name)
      if !added.contains(owner) { changes.append(.removedProperty(entity: owner, name)) }
      if let removal = removal(of: property, in: before) { removals.append(removal) }
    }
    compareConstraints(table, matches, besides: added)
    if changes.count == count, before.sharing == entity.sharing {
      changes.append(.modifiedEntity(entity.name))
    }
    tables.append(table)
  }

  /// Returns the removal of a property's values; nil if nothing is removed, because the links belong to the
  /// inverse.
  private func removal(
    of property: PropertyDescription, in before: EntityDescription
  ) -> ValueRemoval? {
    // The name of a property of a table that classes share begins with the name of its class.
    let name = property.name.contains(".") ? property.name : "\(before.name).\(property.name)"
    if property.isAttribute {
      guard let column = property.column?.name else { return nil }
      return ValueRemoval(
        name: name,
        query: """
          SELECT count(*) FROM \(SQLName.quoted(before.table)) \
          WHERE \(SQLName.quoted(column)) IS NOT NULL
          """)
    }
    if let inverse = old.inverse(of: property),
      matches[inverse.entity.name]?.isContinued(inverse.property.name) == true
    {
      return nil
    }
    guard let storage = old.links(of: property, in: before) else { return nil }
    // The column is kept or removed together with the property at the other end.
    if case .inverseColumn = storage.place { return nil }
    return ValueRemoval(
      name: name,
      query: "SELECT count(DISTINCT owner) FROM (\(storage.query(isReversed: false)))")
  }

  /// Returns the column with the names of entities. Before a class had subclasses, all rows of its table were
  /// its objects.
  private func entityColumn(_ before: EntityDescription) -> ColumnMigration {
    let column = ColumnDescription(name: SQLName.entity, type: .text, isNullable: false)
    if before.sharing == nil {
      return ColumnMigration(
        column: column, expression: SQLName.literal(before.name), isLiteral: true)
    }
    return ColumnMigration(
      column: column, kept: SQLName.entity,
      expression: "\(SQLName.quoted(before.table)).\(SQLName.entity)")
  }

  /// Returns the model's property that corresponds to a property of a table.
  private func declaration(
    of name: String, in entity: EntityDescription
  ) -> PropertyLayout? {
    guard let owner = entity.sharing?.owners[name]?.first else {
      return layouts[entity.name]?.property(named: name)
    }
    return layouts[owner]?.ownProperties.first {
      EntityDescription.sharedName($0.name, of: owner) == name
    }
  }

  private mutating func addColumns(
    _ change: PropertyChange,
    to table: inout TableMigration,
    on connection: Connection
  ) throws {
    guard let property = declaration(of: change.property.name, in: change.entity) else {
      // The property belongs to a class of the file that the program does not have.
      table.columns += change.keptColumns
      return
    }
    if let check = change.lossCheck(old.links) { checks.append(check) }
    if change.property.isAttribute {
      let value = try DefaultValue(property, on: connection)
      let neutral =
        change.isSupervised && value == nil && !change.property.isOptional
        ? DefaultValue(neutralOf: property, on: connection) : nil
      let migration = AttributeMigration(
        change, value, neutral: neutral, slot: property.slot)
      table.columns.append(change.scoped(migration.column))
      checks += migration.checks
      unassigned += migration.unassigned.map { [$0] } ?? []
    } else {
      let links = linkSources(of: change.property, in: change.entity)
      let migration = ReferenceMigration(change, links)
      table.columns += migration.columns.map(change.scoped)
      checks += migration.checks
      lateChecks += migration.lateChecks
    }
  }

  // MARK: Constraints and indices

  /// Returns the entity for whose objects a constraint of a table holds.
  private func owner(of constraint: [String], in table: EntityDescription) -> String {
    table.sharing?.scopes[constraint]?.first ?? table.name
  }

  private mutating func compareConstraints(
    _ table: TableMigration, _ matches: PropertyMatches, besides added: [String]
  ) {
    let (before, entity) = (table.old, table.new)
    func earlier(_ names: [String]) -> [String] { names.map { matches[$0] ?? "\($0) (new)" } }
    func note(
      _ names: [String], of entity: String, _ change: (String, [String]) -> MigrationChange
    ) {
      let (owner, names) = table.declaration(of: names, in: entity)
      if !added.contains(owner) { changes.append(change(owner, names)) }
    }
    let columns = Dictionary(first: table.columns.map { ($0.column.name, $0) })
    for constraint in entity.uniquenessConstraints {
      let isNew = !before.uniquenessConstraints.contains(earlier(constraint))
      if isNew {
        note(constraint, of: owner(of: constraint, in: entity)) {
          .addedUniquenessConstraint(entity: $0, $1)
        }
      }
      let parts = entity.columns(constraint).compactMap { columns[$0] }
      let isKept = parts.allSatisfy { $0.kept != nil && !$0.changesValues && $0.fill == nil }
      // The program's code assigns the values, and the index is made afterwards.
      if parts.contains(where: \.isUnassigned) { continue }
      // If each row gets its own default, uniqueness is known only after the defaults are assigned.
      let isKnown = parts.allSatisfy { $0.fill == nil }
      let scope = entity.sharing?.scopes[constraint]
      let hasObjects = scope.map { before.hasObjects(of: $0) } ?? true
      if !isKnown, hasObjects { hasUnknownUniqueness = true }
      if isKnown, hasObjects, isNew || !isKept {
        checks.append(
          UniquenessCheck(
            entity: before, properties: constraint, expressions: parts.map(\.expression),
            scope: scope))
      }
    }
    let kept = Set(entity.uniquenessConstraints.map(earlier))
    for constraint in before.uniquenessConstraints where !kept.contains(constraint) {
      note(constraint, of: owner(of: constraint, in: before)) {
        .removedUniquenessConstraint(entity: $0, $1)
      }
    }
    for index in entity.indices where !before.indices.contains(earlier(index)) {
      note(index, of: entity.name) { .addedIndex(entity: $0, $1) }
    }
    let indices = Set(entity.indices.map(earlier))
    for index in before.indices where !indices.contains(index) {
      note(index, of: entity.name) { .removedIndex(entity: $0, $1) }
    }
  }

  // MARK: Links

  /// Returns the sources of a relationship's links: the earlier storage of either end.
  private func linkSources(
    of property: PropertyDescription,
    in entity: EntityDescription
  ) -> [LinkSource] {
    var sources: [LinkSource] = []
    func add(_ end: PropertyDescription, _ entity: EntityDescription, isReversed: Bool) {
      guard let before = old[entity.name], let name = matches[entity.name]?[end.name],
        let earlier = before.property(named: name),
        earlier.relationship?.destination == end.relationship?.destination,
        let storage = old.links(of: earlier, in: before),
        !sources.contains(where: { $0.storage.edge == storage.edge })
      else { return }
      sources.append(LinkSource(storage: storage, isReversed: isReversed))
    }
    add(property, entity, isReversed: false)
    if let inverse = new.inverse(of: property) {
      add(inverse.property, inverse.entity, isReversed: true)
    }
    return sources
  }

  private mutating func compareJoins() {
    var seen: Set<String> = []
    var kept: Set<String> = []
    for entity in new.entities {
      for property in entity.properties {
        guard let join = StoreTables.JoinTable(property, of: entity),
          seen.insert(join.name).inserted
        else { continue }
        let migration = joinMigration(join, of: property, in: entity, taken: kept)
        if let name = migration.kept { kept.insert(name) }
        if migration.kept != join.name { joins.append(migration) }
      }
    }
    // The join tables of a retired entity stay with it.
    kept.formUnion(
      old.entities.filter { new[$0.name] == nil }.flatMap(StoreTables.JoinTable.all).map(\.name))
    droppedJoins = oldJoins.subtracting(kept).sorted()
  }

  private func joinMigration(
    _ join: StoreTables.JoinTable,
    of property: PropertyDescription,
    in entity: EntityDescription,
    taken: Set<String>
  ) -> JoinMigration {
    let sources = linkSources(of: property, in: entity)
    let isSource = property.relationship?.join?.isSource ?? true
    let isSymmetric =
      property.relationship?.inverse == property.name
      && property.relationship?.destination == entity.name
    var migration = JoinMigration(table: join, isSource: isSource)
    if sources.count == 1, let source = sources.first,
      case .join(let before, let wasSymmetric) = source.storage.place,
      isSource == (before.isSource != source.isReversed), isSymmetric == wasSymmetric,
      !taken.contains(before.table), before.table == join.name || !oldJoins.contains(join.name)
    {
      migration.kept = before.table
      return migration
    }
    migration.sources = sources.flatMap { source in
      // Each link of a relationship that is its own inverse is stored twice.
      isSymmetric && !source.storage.isSymmetric
        ? [source.query, source.storage.query(isReversed: !source.isReversed)] : [source.query]
    }
    return migration
  }
}

/// One source of a relationship's links.
struct LinkSource {
  let storage: LinkStorage
  /// `true` if the storage has the links from the other end.
  let isReversed: Bool

  var query: String { storage.query(isReversed: isReversed) }
}
