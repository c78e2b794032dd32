/// What has to be done to a file so that it holds the entities that a program wants.
///
/// The comparison looks at descriptions and at no rows. Where rows decide whether something can be
/// done, it has a ``MigrationCheck``.
struct SchemaComparison {
  /// What the file has.
  let old: SchemaDescription
  /// What the program wants.
  let new: SchemaDescription
  /// Whether values may be lost for which there is no conversion, because code of the program sees to
  /// them.
  let isSupervised: Bool
  private let layouts: [String: ModelLayout]
  /// What the file's entities are called, whatever table they are in.
  private let known: Set<String>
  private let matches: [String: PropertyMatches]
  /// The tables of pairs that the file has.
  private let oldJoins: Set<String>

  private(set) var created: [EntityDescription] = []
  private(set) var tables: [TableMigration] = []
  /// Tables of pairs that are made or renamed.
  private(set) var joins: [JoinMigration] = []
  private(set) var droppedJoins: [String] = []
  /// Entities of the file that the program does not want.
  private(set) var retired: [EntityDescription] = []
  private(set) var changes: [MigrationChange] = []
  private(set) var checks: [any MigrationCheck] = []
  /// What must be true once the program's code has run.
  private(set) var lateChecks: [any MigrationCheck] = []
  /// Attributes to which the program's code has to give values.
  private(set) var unassigned: [UnassignedAttribute] = []
  /// Properties that are removed with their values.
  private(set) var removals: [ValueRemoval] = []
  /// Whether only carrying the migration out tells if objects are unique: each gets a default of its own.
  private(set) var hasUnknownUniqueness = false

  init(
    from file: [EntityDescription],
    to layouts: [ModelLayout],
    isSupervised: Bool = false,
    keepsStrangers: Bool = true,
    on connection: Connection
  ) throws {
    let old = SchemaDescription(EntityDescription.tables(of: file))
    let entities = layouts.map(EntityDescription.init)
    let strangers = keepsStrangers ? Self.strangers(in: file, to: entities) : []
    let wanted = EntityDescription.tables(of: entities + strangers)
    self.old = old
    known = Set(file.map(\.name))
    oldJoins = Set(old.entities.flatMap(StoreTables.JoinTable.all).map(\.name))
    new = SchemaDescription(wanted)
    self.isSupervised = isSupervised
    self.layouts = Dictionary(
      layouts.map { ($0.entityName, $0) },
      uniquingKeysWith: { first, _ in first }
    )
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
        if before.checksum != entity.checksum { try compare(before, entity, on: connection) }
      } else {
        created.append(entity)
        changes.append(.addedEntity(entity.name))
      }
    }
    let names = Set(entities.map(\.name))
    retired = file.filter { !names.contains($0.name) }
    compareJoins()
  }

  /// The classes of the file's hierarchies that the program does not have. They stay in the table, with
  /// their objects, out of reach.
  private static func strangers(
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
    for property in entity.properties {
      let earlier = matches[property.name].flatMap { before.property(named: $0) }
      let change = PropertyChange(
        entity: entity,
        before: before,
        property: property,
        earlier: earlier,
        isSupervised: isSupervised
      )
      changes += change.changes
      try addColumns(change, to: &table, on: connection)
    }
    for property in before.properties where !matches.isContinued(property.name) {
      changes.append(.removedProperty(entity: entity.name, property.name))
      if let removal = removal(of: property, in: before) { removals.append(removal) }
    }
    compareConstraints(table, matches)
    let classes = addedClasses(before, entity)
    if changes.count == count, classes.isEmpty, before.sharing == entity.sharing {
      changes.append(.modifiedEntity(entity.name))
    }
    if entity.sharing != nil || before.sharing != nil {
      let told = changes[count...].flatMap { $0.restated(besides: Set(classes)) }
      changes = changes[..<count] + classes.map { .addedEntity($0) } + told
    }
    tables.append(table)
  }

  /// What is removed with a property; nil if nothing is, because its links are those of the other end.
  private func removal(
    of property: PropertyDescription, in before: EntityDescription
  ) -> ValueRemoval? {
    // Properties of classes that share a table have the names of these classes before their own.
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
    // The column is removed with the property at the other end, or stays with it.
    if case .inverseColumn = storage.place { return nil }
    return ValueRemoval(
      name: name,
      query: "SELECT count(DISTINCT owner) FROM (\(storage.query(isReversed: false)))")
  }

  /// The column with the names of entities. Before a class was inherited from, all objects were its.
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

  /// The classes that come into a table.
  private func addedClasses(_ before: EntityDescription, _ entity: EntityDescription) -> [String] {
    (entity.sharing?.entities ?? []).filter { !known.contains($0) }
  }

  /// The property of a model that a table's property is.
  private func declaration(
    of name: String, in entity: EntityDescription
  ) -> (ModelLayout, PropertyLayout)? {
    guard let owner = entity.sharing?.owners[name]?.first else {
      return layouts[entity.name].flatMap { layout in
        layout.property(named: name).map { (layout, $0) }
      }
    }
    guard let layout = layouts[owner] else { return nil }
    return layout.ownProperties.first {
      EntityDescription.sharedName($0.name, of: owner) == name
    }.map { (layout, $0) }
  }

  private mutating func addColumns(
    _ change: PropertyChange,
    to table: inout TableMigration,
    on connection: Connection
  ) throws {
    guard let (layout, property) = declaration(of: change.property.name, in: change.entity) else {
      // A class of the file that the program does not have.
      table.columns += change.keptColumns
      return
    }
    if let check = change.lossCheck(old.links) { checks.append(check) }
    if change.property.isAttribute {
      let value = try DefaultValue(property, of: layout.type, on: connection)
      let neutral =
        change.isSupervised && value == nil && !change.property.isOptional
        ? DefaultValue(neutralOf: property, of: layout.type, on: connection) : nil
      let migration = AttributeMigration(
        change,
        value,
        neutral: neutral,
        slot: layout.type._$slots[property.index]
      )
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

  /// The entity for whose objects a constraint of a table holds.
  private func owner(of constraint: [String], in table: EntityDescription) -> String {
    table.sharing?.scopes[constraint]?.first ?? table.name
  }

  private mutating func compareConstraints(_ table: TableMigration, _ matches: PropertyMatches) {
    let (before, entity) = (table.old, table.new)
    func earlier(_ names: [String]) -> [String] { names.map { matches[$0] ?? "\($0) (new)" } }
    let columns = Dictionary(
      table.columns.map { ($0.column.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for constraint in entity.uniquenessConstraints {
      let isNew = !before.uniquenessConstraints.contains(earlier(constraint))
      if isNew {
        changes.append(
          .addedUniquenessConstraint(entity: owner(of: constraint, in: entity), constraint))
      }
      let parts = entity.columns(constraint).compactMap { columns[$0] }
      let isKept = parts.allSatisfy { $0.kept != nil && !$0.changesValues && $0.fill == nil }
      // Code assigns the values, and the index is made behind it.
      if parts.contains(where: \.isUnassigned) { continue }
      // Each row gets a default of its own: only then it is known whether they are different.
      let isKnown = parts.allSatisfy { $0.fill == nil }
      let scope = entity.sharing?.scopes[constraint]
      let hasObjects = scope.map { before.hasObjects(of: $0) } ?? true
      if !isKnown, hasObjects { hasUnknownUniqueness = true }
      if isKnown, hasObjects, isNew || !isKept {
        checks.append(
          UniquenessCheck(
            entity: before,
            properties: constraint,
            expressions: parts.map(\.expression),
            scope: scope
          )
        )
      }
    }
    let kept = Set(entity.uniquenessConstraints.map(earlier))
    for constraint in before.uniquenessConstraints where !kept.contains(constraint) {
      changes.append(
        .removedUniquenessConstraint(entity: owner(of: constraint, in: before), constraint))
    }
    for index in entity.indices where !before.indices.contains(earlier(index)) {
      changes.append(.addedIndex(entity: entity.name, index))
    }
    let indices = Set(entity.indices.map(earlier))
    for index in before.indices where !indices.contains(index) {
      changes.append(.removedIndex(entity: entity.name, index))
    }
  }

  // MARK: Links

  /// Where the links of a relationship come from: what either end of it was before.
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
        let migration = joinMigration(join, property, entity, kept)
        if let name = migration.kept { kept.insert(name) }
        if migration.kept != join.name { joins.append(migration) }
      }
    }
    // What a retired entity is related by stays with it.
    kept.formUnion(
      old.entities.filter { new[$0.name] == nil }.flatMap(StoreTables.JoinTable.all).map(\.name))
    droppedJoins = oldJoins.subtracting(kept).sorted()
  }

  private func joinMigration(
    _ join: StoreTables.JoinTable,
    _ property: PropertyDescription,
    _ entity: EntityDescription,
    _ taken: Set<String>
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
      // Each link of a relationship that is its own inverse is kept twice.
      isSymmetric && !source.storage.isSymmetric
        ? [source.query, source.storage.query(isReversed: !source.isReversed)] : [source.query]
    }
    return migration
  }
}

/// One place that links of a relationship come from.
struct LinkSource {
  let storage: LinkStorage
  /// Whether the place tells the links from the other end.
  let isReversed: Bool

  var query: String { storage.query(isReversed: isReversed) }
}
