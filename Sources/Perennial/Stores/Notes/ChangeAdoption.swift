/// The changes of other programs, from their notes and from the rows as they are now.
struct ChangeAdoption {
  private struct Object: Hashable {
    let entity: String
    let key: Int64
  }

  private struct Update: Hashable {
    var properties: Set<String> = []
    var collections: Set<String> = []
  }

  /// A relationship with a join table, at the source of its links.
  private struct Join {
    let entity: EntityDescription
    let property: PropertyDescription
  }

  private struct Link {
    let join: Join
    let kind: LinkChanges.Kind
    let pair: LinkChanges.Pair
  }

  private let connection: Connection
  private let entities: [String: EntityDescription]
  private let sharedTables: Set<String>
  private let joins: [String: Join]
  private var transactions: NamedTransactions
  private var inserted: [String: [Int64]] = [:]
  private var deleted: [String: [Int64]] = [:]
  private var updates: [Object: Update] = [:]
  /// The keys of objects that were deleted and inserted again.
  private var returned: Set<Int64> = []
  private var links: [Link] = []
  /// The keys of objects with another order key, by the entity and the to-one relationship.
  private var reordered: [[String]: [Int64]] = [:]

  /// - Parameter edits: The edits of presets.
  init(_ edits: HistoryRecord, on connection: Connection) throws {
    self.connection = connection
    let descriptions = try StoreMetadata.descriptions(on: connection)
    entities = Dictionary(first: descriptions.map { ($0.name, $0) })
    sharedTables = Set(
      EntityDescription.tables(of: descriptions).filter { $0.sharing != nil }.map(\.table))
    joins = Dictionary(
      first: descriptions.flatMap { entity in
        entity.properties.compactMap { property in
          guard let join = property.relationship?.join, join.isSource else { return nil }
          return (join.table, Join(entity: entity, property: property))
        }
      })
    transactions = NamedTransactions(on: connection)
    for group in edits.groups {
      for key in group.rowIDs {
        updates[Object(entity: group.entityName, key: key), default: Update()].properties
          .formUnion(group.properties)
      }
    }
  }

  /// Adds the notes of a row, or of the links of an object, the earliest first.
  mutating func add(_ notes: [ChangeNotes.Note], of table: String, _ key: Int64) throws {
    if let join = joins[table] { return try addLinks(notes, of: join, from: key) }
    if let entity = entities[table] { try addRow(notes, of: entity, key) }
  }

  // MARK: Rows

  private mutating func addRow(
    _ notes: [ChangeNotes.Note], of entity: EntityDescription, _ key: Int64
  ) throws {
    var life: ChangeNotes.Kind?
    var (changed, moved) = ([String: PropertyDescription](), [String: PropertyDescription]())
    var formers: [(property: PropertyDescription, key: Int64)] = []
    for note in notes {
      let named = try transactions.after(note.history)
      guard !note.field.isEmpty else {
        if named?.cause(of: "", key, entity.name) == nil, life == nil { life = note.kind }
        continue
      }
      let property = entity.property(in: entities) {
        $0.column?.name == note.field || $0.relationship?.position == note.field
      }
      guard let property, named?.cause(of: property.name, key, entity.name) == nil else { continue }
      if note.kind == .order { moved[property.name] = property }
      if note.kind == .update { changed[property.name] = property }
      if let former = note.former { formers.append((property, former)) }
    }
    if life == nil, changed.isEmpty, moved.isEmpty { return }
    let isThere = try className(of: key, in: entity) != nil
    if !isThere, life == .insert { return }
    for former in formers { try touch(former.key, besides: former.property) }
    guard isThere else {
      deleted[entity.name, default: []].append(key)
      return
    }
    if life != nil { changed = stored(by: entity) }
    for property in moved.values where changed[property.name] == nil {
      reordered[[entity.name, property.name], default: []].append(key)
    }
    for property in changed.merging(moved, uniquingKeysWith: { first, _ in first }).values
    where property.isToOne {
      guard let partner = try reference(property, of: key, entity) else { continue }
      try touch(partner, besides: property)
    }
    if life == .insert { return inserted[entity.name, default: []].append(key) }
    if life == .delete { returned.insert(key) }
    if changed.isEmpty { return }
    updates[Object(entity: entity.name, key: key), default: Update()].properties
      .formUnion(changed.keys)
  }

  /// Returns the properties of an entity that have columns, by name.
  private func stored(by entity: EntityDescription) -> [String: PropertyDescription] {
    var properties: [String: PropertyDescription] = [:]
    // It visits all of them.
    _ = entity.property(in: entities) { property in
      if property.column != nil { properties[property.name] = property }
      return false
    }
    return properties
  }

  /// Returns the name of the class of a row; nil if there is no row.
  private func className(of key: Int64, in entity: EntityDescription) throws -> String? {
    let name =
      sharedTables.contains(entity.table) ? SQLName.entity : SQLName.literal(entity.name)
    return try connection.strings(
      "SELECT \(name) FROM \(SQLName.quoted(entity.table)) WHERE _pk = ?", [.integer(key)]
    ).first
  }

  private func reference(
    _ property: PropertyDescription, of key: Int64, _ entity: EntityDescription
  ) throws -> Int64? {
    guard let column = property.column?.name else { return nil }
    return try connection.integers(
      """
      SELECT \(SQLName.quoted(column)) FROM \(SQLName.quoted(entity.table)) \
      WHERE _pk = ? AND \(SQLName.quoted(column)) IS NOT NULL
      """, [.integer(key)]
    ).first
  }

  /// Notes that the members of the collection at the other end of a relationship have changed.
  private mutating func touch(_ key: Int64, besides property: PropertyDescription) throws {
    guard let relationship = property.relationship, let name = relationship.inverse,
      let destination = entities[relationship.destination],
      destination.property(in: entities, where: { $0.name == name })?.isToMany == true
    else { return }
    try touch(key, name, of: destination)
  }

  private mutating func touch(
    _ key: Int64, _ collection: String, of entity: EntityDescription
  ) throws {
    guard let name = try className(of: key, in: entity) else { return }
    updates[Object(entity: name, key: key), default: Update()].collections.insert(collection)
  }

  // MARK: Links

  private mutating func addLinks(
    _ notes: [ChangeNotes.Note], of join: Join, from source: Int64
  ) throws {
    var first: [Int64: ChangeNotes.Kind] = [:]
    for note in notes where first[note.target] == nil {
      let named = try transactions.after(note.history)
      if named?.names(link: source, note.target, of: join.property.name, join.entity.name) != true {
        first[note.target] = note.kind
      }
    }
    guard let table = join.property.relationship?.join?.table else { return }
    for (target, noted) in first.sorted(by: { $0.key < $1.key }) {
      let isThere = try connection.hasRow(
        "SELECT 1 FROM \(SQLName.quoted(table)) WHERE source = ? AND target = ?",
        [.integer(source), .integer(target)])
      // A link that has come and gone is no change.
      if noted == .link, !isThere { continue }
      let kind = isThere ? (noted == .link ? LinkChanges.Kind.link : .order) : .unlink
      links.append(Link(join: join, kind: kind, pair: .init(source: source, target: target)))
      try touch(source, join.property.name, of: join.entity)
      guard let relationship = join.property.relationship, let inverse = relationship.inverse,
        let destination = entities[relationship.destination]
      else { continue }
      try touch(target, inverse, of: destination)
    }
  }

  // MARK: The result

  /// The changes as the history has them. The links of objects that were inserted or deleted are not listed.
  var record: HistoryRecord {
    var record = HistoryRecord()
    let lives = Set(inserted.values.joined()).union(deleted.values.joined())
    let updates = Dictionary(grouping: self.updates.filter { !lives.contains($0.key.key) }) {
      $0.key.entity
    }
    for name in Set(inserted.keys).union(deleted.keys).union(updates.keys).sorted() {
      if let keys = inserted[name] {
        record.groups.append(.init(entityName: name, kind: .insert, rowIDs: keys))
      }
      record.groups += groups(of: name, updates[name] ?? [])
      if let keys = deleted[name] {
        record.groups.append(.init(entityName: name, kind: .delete, rowIDs: keys))
      }
    }
    record.links = linkGroups(besides: lives)
    return record
  }

  private func groups(
    of entity: String, _ updates: [(key: Object, value: Update)]
  ) -> [HistoryRecord.Group] {
    Dictionary(grouping: updates, by: \.value).map { update, objects in
      let keys = objects.map(\.key.key).sorted()
      return HistoryRecord.Group(
        entityName: entity, kind: .update, properties: update.properties.sorted(),
        collections: update.collections.sorted(), rowIDs: keys,
        upserts: keys.filter(returned.contains))
    }.sorted { $0.rowIDs[0] < $1.rowIDs[0] }
  }

  private func linkGroups(besides lives: Set<Int64>) -> [HistoryRecord.LinkGroup] {
    let links = links.filter { !lives.contains($0.pair.source) && !lives.contains($0.pair.target) }
    let pairs = Dictionary(grouping: links) {
      [$0.join.entity.name, $0.join.property.name, $0.kind.rawValue]
    }
    let joined = pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, links in
      links.first.map {
        HistoryRecord.LinkGroup(
          entityName: $0.join.entity.name, property: $0.join.property.name, kind: $0.kind,
          pairs: links.map(\.pair))
      }
    }
    let moved = reordered.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      HistoryRecord.LinkGroup(
        entityName: $0.key[0], property: $0.key[1], kind: .order, rowIDs: $0.value)
    }
    return joined + moved
  }
}
