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

  init(
    from file: [EntityDescription],
    to layouts: [ModelLayout],
    isSupervised: Bool = false,
    on connection: Connection
  ) throws {
    let old = SchemaDescription(file)
    let wanted = layouts.map(EntityDescription.init)
    self.old = old
    oldJoins = Set(file.flatMap(StoreTables.JoinTable.all).map(\.name))
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
    for entity in wanted {
      if let before = old[entity.name] {
        if before.checksum != entity.checksum { try compare(before, entity, on: connection) }
      } else {
        created.append(entity)
        changes.append(.addedEntity(entity.name))
      }
    }
    retired = file.filter { new[$0.name] == nil }
    compareJoins()
  }

  private mutating func compare(
    _ before: EntityDescription,
    _ entity: EntityDescription,
    on connection: Connection
  ) throws {
    guard let layout = layouts[entity.name], let matches = matches[entity.name] else { return }
    var table = TableMigration(old: before, new: entity)
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
      try addColumns(change, layout, to: &table, on: connection)
    }
    for property in before.properties where !matches.isContinued(property.name) {
      changes.append(.removedProperty(entity: entity.name, property.name))
    }
    compareConstraints(table, matches)
    if changes.count == count { changes.append(.modifiedEntity(entity.name)) }
    tables.append(table)
  }

  private mutating func addColumns(
    _ change: PropertyChange,
    _ layout: ModelLayout,
    to table: inout TableMigration,
    on connection: Connection
  ) throws {
    guard let property = layout.property(named: change.property.name) else { return }
    if let check = change.lossCheck(old.links) { checks.append(check) }
    if change.property.isAttribute {
      let value = try DefaultValue(property, of: layout.type, on: connection)
      let migration = AttributeMigration(
        change,
        value,
        slot: layout.type._$slots[property.index]
      )
      table.columns.append(migration.column)
      checks += migration.checks
    } else {
      let links = linkSources(of: change.property, in: change.entity)
      let migration = ReferenceMigration(
        change,
        links,
        beginsSet: property.defaultValue.map { !isNil($0) } ?? false
      )
      table.columns += migration.columns
      checks += migration.checks
      lateChecks += migration.lateChecks
    }
  }

  private func isNil(_ value: Any) -> Bool { (value as? any OptionalValue)?.unwrapped == nil }

  // MARK: Constraints and indices

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
        changes.append(.addedUniquenessConstraint(entity: entity.name, constraint))
      }
      let parts = entity.columns(constraint).compactMap { columns[$0] }
      let isKept = parts.allSatisfy { $0.kept != nil && !$0.changesValues && $0.fill == nil }
      // Each row gets a default of its own: only then it is known whether they are different.
      let isKnown = parts.allSatisfy { $0.fill == nil }
      if isKnown, isNew || !isKept {
        checks.append(
          UniquenessCheck(
            entity: before,
            properties: constraint,
            expressions: parts.map(\.expression)
          )
        )
      }
    }
    let kept = Set(entity.uniquenessConstraints.map(earlier))
    for constraint in before.uniquenessConstraints where !kept.contains(constraint) {
      changes.append(.removedUniquenessConstraint(entity: entity.name, constraint))
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
    kept.formUnion(retired.flatMap(StoreTables.JoinTable.all).map(\.name))
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
