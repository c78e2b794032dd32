import Foundation
import Perennial

/// The contents of a store for the export to a document, row by row in the order of their keys.
struct StoreExport {
  let store: InspectedStore
  let progress: TransferProgress
  private(set) var report = TransferReport()
  /// The relationships whose dangling links are left out.
  private var omitted: [StoredRelationship] = []
  private let total: Int
  private var done = 0

  /// Prepares the export, and counts the dangling links.
  ///
  /// - Throws: ``InspectionError`` if the descriptions in the store cannot be read, or the store has rows of
  ///   entities that are not described.
  init(
    _ store: InspectedStore, omitsDanglingLinks: Bool, _ progress: @escaping TransferProgress
  ) throws {
    self.store = store
    self.progress = progress
    if let damage = store.database.damages.first {
      throw InspectionError(.damagedStore, damage.error.explanation)
    }
    var total = 0
    for table in store.schema.tables {
      let rows = try store.count(table)
      let entities = try store.schema.entities.filter { $0.table == table }.map {
        try store.count(try store.shape(of: $0))
      }.reduce(0, +)
      guard rows == entities else {
        throw InspectionError(
          .damagedStore,
          """
          \(store.url.path): rows of \(table) belong to entities that the store does not describe: \
          \(rows - entities)
          """)
      }
      total += rows
    }
    for join in store.schema.joins { total += try store.count(join) }
    self.total = total
    for relationship in store.schema.storedRelationships {
      let count = try store.countDanglingLinks(of: relationship)
      if count == 0 { continue }
      report.danglingLinks[relationship.name] = count
      if omitsDanglingLinks { omitted.append(relationship) }
    }
  }

  /// Passes each object of an entity to a closure.
  mutating func objects(
    of entity: EntityDescription, _ body: (RowShape, InspectedRow) throws -> Void
  ) throws {
    let shape = try store.shape(of: entity)
    let (sql, bindings) = shape.query(omitting: omitted)
    let database = store.database
    report.objects[entity.name] = 0
    try database.rows(sql, bindings) { row in
      let object = try InspectedRow(shape, from: &row) { key, field, stored in
        let value = field.readableValue(stored, in: database)
        guard case .unreadable(let reason) = value else { return value }
        throw InspectionError(
          .damagedStore, "\(entity.name) \(key), \(field.name): \(reason)")
      }
      try body(shape, object)
      report.objects[entity.name, default: 0] += 1
      count()
    }
  }

  /// Passes each link of a join table to a closure.
  mutating func links(_ shape: LinkShape, _ body: (LinkRow) throws -> Void) throws {
    report.links[shape.table] = 0
    let database = store.database
    try database.rows(shape.query(omitting: omitted)) { row in
      let parts = try LinkShape.columns.map { _ in
        guard case .integer(let integer) = row.value() else {
          throw InspectionError(
            .damagedStore, "\(shape.table) has a link without two keys")
        }
        return integer
      }
      let hidden = try shape.hidden.map { try $0.value(row.exactValue(), in: database) }
      try body(LinkRow(parts: parts, hidden: hidden))
      report.links[shape.table, default: 0] += 1
      count()
    }
  }

  mutating func end() { progress(total, total) }

  private mutating func count() {
    done += 1
    if done % 1000 == 0 { progress(done, total) }
  }
}
