import Foundation
import Perennial
import PerennialRecords
import PerennialReplication
import PerennialSQLite

// The rows of objects: their place, their content, and the writing of what the hub has sent.

extension StoreReplica {
  /// A row of a store.
  struct Place {
    let entity: SyncedEntity
    let key: Int64
  }

  /// Returns the row of a record; nil if it has none.
  func locate(_ name: RecordName) throws -> Place? {
    guard let key = name.rowKey else { return nil }
    for root in schema.roots {
      let isShared = root.entity.entity.isOwn(alias: "t").isEmpty == false
      var entity: SyncedEntity?
      var isFound = false
      try connection.rows(
        "SELECT \(isShared ? SQLName.entity : "NULL") FROM \(root.table) WHERE _pk = ?",
        [.integer(key)]
      ) { row in
        isFound = true
        if case .text(let name) = row.value() { entity = schema.entity(named: name) }
      }
      if isFound { return (isShared ? entity : root).map { Place(entity: $0, key: key) } }
    }
    return nil
  }

  func isPresent(_ name: RecordName) throws -> Bool { try locate(name) != nil }

  func content(of name: RecordName) throws -> RowContent? {
    guard let place = try locate(name) else { return nil }
    var content = RowContent()
    for (column, stored) in zip(place.entity.columns, try values(of: place)) {
      content.values[column.field] = try recordValue(stored, column)
    }
    for join in place.entity.joins {
      let orders = try orders(of: join, place)
      content.links[join.field] = Set(orders.keys.map(RecordName.init(rowKey:)))
      guard !orders.isEmpty else { continue }
      content.orders[join.field] = Dictionary(
        uniqueKeysWithValues: orders.map { (RecordName(rowKey: $0.key), $0.value) })
    }
    return try completedBySealed(completed(content, of: name), of: name)
  }

  /// Returns the order keys of the links of a row, by the keys of their targets.
  private func orders(of join: SyncedEntity.Join, _ place: Place) throws -> [Int64: LinkOrder] {
    let hasInverse = join.relationship.inverse != nil
    var orders: [Int64: LinkOrder] = [:]
    try connection.rows(
      "SELECT target, position, inverse_position FROM \(join.table) WHERE source = ?",
      [.integer(place.key)]
    ) { row in
      let (target, key, inverseKey) = (row.int64(), row.int64(), row.int64())
      orders[target] = LinkOrder(key: key, inverseKey: hasInverse ? inverseKey : nil)
    }
    return orders
  }

  func mergesWholeRecords(ofType type: String) throws -> Bool {
    schema.entity(ofType: type)?.mergesWholeRecords ?? false
  }

  func counters(ofType type: String) throws -> [String: Int64] {
    schema.entity(ofType: type)?.counters ?? [:]
  }

  /// Returns the values of a row's columns, in their order.
  func values(of place: Place) throws -> [StoredValue] {
    var values: [StoredValue] = []
    try connection.rows(place.entity.selection, [.integer(place.key)]) { row in
      for column in place.entity.columns {
        guard column.property.isExternal else {
          values.append(.value(try row.exactValue()))
          continue
        }
        switch row.externalContent(of: connection.handle) {
        case .none: values.append(.value(.null))
        case .inline(let bytes): values.append(.value(.blob(ExternalColumn.inlined(bytes))))
        case .file(let name, let path): values.append(.file(name: name, path: path))
        }
      }
    }
    return values
  }

  // MARK: Writing

  /// A row to write, and what is to be in it.
  struct RowChange {
    let record: Record
    let content: RowContent
    let entity: SyncedEntity
    let key: Int64
  }

  func write(_ rows: [(record: Record, content: RowContent?)]) throws {
    hasChanged = true
    var changes: [RowChange] = []
    // Deletions first: they make unique values available.
    for (record, content) in rows {
      // The knowledge of entities that this program does not have is kept, without a row.
      guard let key = record.name.rowKey, let entity = schema.entity(ofType: record.type) else {
        continue
      }
      if let content {
        changes.append(RowChange(record: record, content: content, entity: entity, key: key))
      } else {
        if let place = try locate(record.name) {
          try delete(place)
        } else if record.state.life?.isDeleted == true {
          try noteDeletion(of: record, entity)
        } else {
          try undoDeletion(of: record)
        }
        try forgetRefusal(of: record.name)
        try forgetMissingAsset(of: record.name)
        try forgetSealedValues(of: record.name, replacedBy: nil)
      }
    }
    let written = try writeAll(changes).map { ($0.place, $0.change.content) }
    for (place, content) in written { try link(place, content) }
    for (place, _) in written { try settlePairs(of: place) }
    try settleContests()
  }

  private func delete(_ place: Place) throws {
    let entity = place.entity
    try transaction.history?.preserve(
      entity.entity.entity, where: "_pk = ?", [.integer(place.key)])
    for claim in entity.claims { try contest(claim, of: place) }
    changes.add(try entity.entity.owners(of: place.key, on: connection))
    for (column, stored) in zip(entity.columns, try values(of: place)) {
      if column.takesAssets { try preserve(stored, column) }
      guard column.kind == .reference, let target = stored.key else { continue }
      changes.redirect(from: target, to: 0, column.property, entity.entity)
    }
    try connection.run("DELETE FROM \(entity.table) WHERE _pk = ?", [.integer(place.key)])
    var event = ChangeSet()
    event.changes[entity.name] = .init(deleted: [place.key])
    changes.add(event)
  }

  /// Inserts or updates a row.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``, also if SQLite refuses the row. Then it is as before.
  func writeRow(_ change: RowChange) throws -> Place {
    let metadata = try metadata(of: change.record, change.entity)
    if let place = try locate(change.record.name) {
      try update(place, change.content, metadata)
      return place
    }
    let place = Place(entity: change.entity, key: change.key)
    try insert(place, change.content, metadata)
    return place
  }

  private func insert(_ place: Place, _ content: RowContent, _ metadata: PresetMetadata?) throws {
    let entity = place.entity
    let statement = try connection.statement(
      metadata == nil ? entity.insertion : entity.presetInsertion)
    let values = try entity.columns.map { column in
      let wanted = content.values[column.field]
      if let value = try value(wanted, for: column) { return value }
      let value = try column.defaultValue()
      if let wanted, wanted.sealed != nil {
        let shown = try recordValue(.value(value), column)
        try noteSealed(
          wanted, in: column.field, of: RecordName(rowKey: place.key), shows: shown)
      }
      if let asset = wanted?.asset, column.takesAssets {
        let shown = try recordValue(.value(value), column)
        try note(
          asset, missingIn: column.field, of: RecordName(rowKey: place.key), shows: shown)
      }
      return value
    }
    try connection.run(statement) { binder in
      binder.bind(place.key)
      for (column, value) in zip(entity.columns, values) { binder.bind(value, in: column) }
      if let metadata { binder.bind(verbatim: metadata.text) }
    }
    if metadata != nil { try forgetDeletion(ofPreset: place.key) }
    changes.insert([place.key], entity.entity)
    for column in entity.columns where column.kind == .reference {
      guard let target = content.values[column.field]?.target?.rowKey else { continue }
      changes.redirect(from: 0, to: target, column.property, entity.entity)
    }
    for claim in entity.claims { try contest(claim, of: place) }
  }

  private func update(_ place: Place, _ content: RowContent, _ metadata: PresetMetadata?) throws {
    let entity = place.entity
    var mask: PropertyMask = []
    var written: [(column: SyncedEntity.Column, former: StoredValue, value: SQLValue)] = []
    for (column, former) in zip(entity.columns, try values(of: place)) {
      guard let value = try newValue(content.values[column.field], in: column, former, of: place)
      else { continue }
      written.append((column, former, value))
    }
    for claim in entity.claims { try contest(claim, of: place) }
    if !written.isEmpty { try write(written.map { ($0.column, $0.value) }, to: place) }
    for (column, former, value) in written {
      mask = mask.union(column.property.mask)
      if column.kind == .reference {
        changes.redirect(
          from: former.key ?? 0, to: value.key ?? 0, column.property, entity.entity)
      }
    }
    for claim in entity.claims { try contest(claim, of: place) }
    if let metadata {
      try connection.run(
        "UPDATE \(entity.table) SET \(SQLName.preset) = ? WHERE _pk = ?",
        [.text(metadata.text), .integer(place.key)])
    }
    changes.update(place.key, mask, entity.entity)
  }

  /// Writes values into a row by one statement, so that SQLite writes all of them or none.
  func write(_ values: [(column: SyncedEntity.Column, value: SQLValue)], to place: Place) throws {
    let assignments = values.map { "\($0.column.name) = ?" }.joined(separator: ", ")
    let statement = try connection.statement(
      "UPDATE \(place.entity.table) SET \(assignments) WHERE _pk = ?")
    try connection.run(statement) { binder in
      for (column, value) in values { binder.bind(value, in: column) }
      binder.bind(place.key)
    }
  }

  /// Returns the value to write into a column; nil if the column keeps its value.
  private func newValue(
    _ wanted: RecordValue?, in column: SyncedEntity.Column, _ former: StoredValue, of place: Place
  ) throws -> SQLValue? {
    guard let wanted else { return nil }
    if wanted.sealed != nil {
      let shown = try recordValue(former, column)
      try noteSealed(wanted, in: column.field, of: RecordName(rowKey: place.key), shows: shown)
      return nil
    }
    guard column.takesAssets else {
      return try value(wanted, for: column).flatMap { $0 == former.inRow ? nil : $0 }
    }
    let name = RecordName(rowKey: place.key)
    let shown = try recordValue(former, column)
    let value = wanted == shown ? nil : try value(wanted, for: column)
    if value == nil, wanted != shown, let asset = wanted.asset {
      try note(asset, missingIn: column.field, of: name, shows: shown)
      return nil
    }
    try forgetMissingAsset(of: name, in: column.field)
    if value != nil { try preserve(former, column) }
    return value
  }

  /// Adds, moves and removes links, so that the row has those of its record in their order.
  private func link(_ place: Place, _ content: RowContent) throws {
    for join in place.entity.joins {
      guard let targets = content.links[join.field] else { continue }
      let wanted = Set(targets.compactMap(\.rowKey))
      let former = try orders(of: join, place)
      for target in Set(former.keys).subtracting(wanted).sorted() {
        try connection.run(
          "DELETE FROM \(join.table) WHERE source = ? AND target = ?",
          [.integer(place.key), .integer(target)])
        note(target, join, place)
      }
      for target in wanted.sorted() {
        let known = content.orders[join.field]?[RecordName(rowKey: target)] ?? LinkOrder()
        if former[target].map({ $0.updated(by: known) == $0 }) ?? false { continue }
        try write(link: target, known, in: join, of: place, isNew: former[target] == nil)
        note(target, join, place)
      }
    }
  }

  /// Inserts a link, or gives it another place. Order keys that no device has sent are new ones, or stay.
  private func write(
    link target: Int64, _ known: LinkOrder, in join: SyncedEntity.Join, of place: Place,
    isNew: Bool
  ) throws {
    let (source, target) = (SQLValue.integer(place.key), SQLValue.integer(target))
    if isNew {
      let position = OrderKeyGenerator.reserve(2)
      try connection.run(
        """
        INSERT INTO \(join.table) (source, target, position, inverse_position) \
        VALUES (?, ?, ?, ?)
        """,
        [
          source, target, .integer(known.key ?? position),
          .integer(known.inverseKey ?? position + 1),
        ])
    } else {
      try connection.run(
        """
        UPDATE \(join.table) SET position = ifnull(?3, position), \
        inverse_position = ifnull(?4, inverse_position) WHERE source = ?1 AND target = ?2
        """,
        [
          source, target, known.key.map { .integer($0) } ?? .null,
          known.inverseKey.map { .integer($0) } ?? .null,
        ])
    }
  }

  /// Notes that a link has changed, for the objects at both ends.
  private func note(_ target: Int64, _ join: SyncedEntity.Join, _ place: Place) {
    changes.update(place.key, join.relationship.property.mask, place.entity.entity)
    if let inverse = join.relationship.inverse, let destination = join.destination {
      changes.update(target, inverse.mask, destination)
    }
  }

  /// Shows a one-to-one relationship only if both rows reference each other. Of two claims on one object, the
  /// later one has written the reference at the other end.
  private func settlePairs(of place: Place) throws {
    for column in place.entity.pairs {
      guard let inverse = place.entity.entity.entity.oneToOne[column.property.index]?.inverse,
        let there = inverse.columnName.map(SQLName.quoted),
        let destination = place.entity.destination(of: column)
      else { continue }
      let cleared = try connection.integers(
        """
        UPDATE \(place.entity.table) AS t SET \(column.name) = NULL \
        WHERE _pk = ?1 AND \(column.name) IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM \(destination) WHERE _pk = t.\(column.name) AND \(there) = ?1) RETURNING _pk
        """, [.integer(place.key)])
      if !cleared.isEmpty { changes.update(place.key, column.property.mask, place.entity.entity) }
    }
  }
}

extension SyncedEntity {
  /// Returns the quoted table of the entity that a column references.
  func destination(of column: Column) -> String? {
    column.property.destinationLayout.map { SQLName.quoted($0.tableName) }
  }
}

// MARK: - Values

extension RecordName {
  /// Creates the name of the record that a row belongs to.
  init(rowKey key: Int64) { self = key < 0 ? .preset(key: key) : .object(key: key) }

  /// The key of the row that belongs to the record; nil for a record without a row.
  var rowKey: Int64? { objectKey ?? presetKey }
}

extension RecordValue {
  /// Creates the value of a column.
  init(_ value: SQLValue, _ kind: SyncedEntity.Column.Kind) {
    switch value {
    case .null: self = .null
    case .integer(let key) where kind == .reference: self = .reference(RecordName(rowKey: key))
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }
}

extension SyncedEntity.Column {
  /// Returns the value of a record's field for the column; nil if there is none, or if the column cannot have it:
  /// another version of the program can have given the property another type.
  func value(_ value: RecordValue?) throws -> SQLValue? {
    guard let value, let column = property.column else { return nil }
    switch (value, kind == .value ? column.type : .integer) {
    case (.null, _):
      return kind == .orderKey || kind == .value && !column.isNullable ? nil : .null
    case (.integer(let integer), .integer) where kind != .reference: return .integer(integer)
    case (.integer(let integer), .real): return .real(Double(integer))
    case (.real(let real), .real): return .real(real)
    case (.text(let text), .text): return .text(text)
    case (.blob(let data), .blob): return .blob(data)
    case (.reference(let name), .integer) where kind == .reference:
      return name.rowKey.map { .integer($0) }
    default: return nil
    }
  }

  /// Returns the value of a new row whose record has none for the column.
  func defaultValue() throws -> SQLValue {
    guard kind == .value, let column = property.column else {
      return kind == .orderKey ? .integer(OrderKeyGenerator.next()) : .null
    }
    if let value = property.defaultValue, let known = try property.columnValue(value) {
      return known
    }
    if column.isNullable { return .null }
    switch column.type {
    case .integer: return .integer(0)
    case .real: return .real(0)
    case .text: return .text(property.isJSON ? "null" : "")
    case .blob: return .blob(property.isExternal ? ExternalColumn.inlined(Data()) : Data())
    }
  }
}

extension _Storage.Binder {
  /// Binds the value of a column. A large value that may be in a file is written to one.
  fileprivate mutating func bind(_ value: SQLValue, in column: SyncedEntity.Column) {
    if column.property.isExternal, case .blob(let data) = value {
      bind(external: Data(data.dropFirst()))
    } else {
      bind(exactly: value)
    }
  }
}
