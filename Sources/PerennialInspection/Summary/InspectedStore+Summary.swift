import Foundation
import Perennial

extension InspectedStore {
  /// Returns a summary of the store at one moment. Counts the rows of all tables.
  ///
  /// ```swift
  /// for entity in try store.summary().entities { print(entity.name, entity.count) }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func summary() throws -> StoreSummary {
    try database.snapshot {
      StoreSummary(
        path: url.path, identifier: identifier, format: format, schemaVersion: schemaVersion,
        entities: try schema.entities.map(summary), catalogs: try catalogs(), sizes: try sizes(),
        history: try history(),
        unknownTables: try unknownTables())
    }
  }

  // MARK: Entities

  private func summary(_ entity: EntityDescription) throws -> EntitySummary {
    let shape = try shape(of: entity)
    let isThere = try hasTable(entity.table)
    return EntitySummary(
      name: entity.name, table: entity.table, superentity: entity.superentity,
      count: isThere ? try count(shape) : 0,
      properties: entity.properties.map(PropertySummary.init),
      uniquenessConstraints: entity.uniquenessConstraints, indices: entity.indices,
      hiddenColumns: shape.hidden.map(\.column), presets: try presets(shape))
  }

  private func presets(_ shape: RowShape) throws -> PresetSummary? {
    guard shape.hidden.contains(where: { $0.column == SQLName.preset }) else { return nil }
    let presets = try presets(of: shape)
    let there = presets.count { $0.state != .deleted }
    return PresetSummary(
      presets: there, edited: presets.count { $0.state == .edited },
      deleted: presets.count - there, others: try count(shape) - there)
  }

  /// Returns the tables of the framework that this version does not know.
  private func unknownTables() throws -> [String] {
    let known =
      [
        "_perennial_metadata", "_perennial_entities", "_perennial_history", "_perennial_tombstones",
        "_perennial_external", Self.catalogTable, Self.deletionTable, Self.linkDeletionTable,
        Self.resetTable, PresetEditNotes.table, ChangeNotes.table,
      ] + ImportTables.all
    let names = try database.values(
      "SELECT name FROM sqlite_master WHERE type = 'table'")
    return names.compactMap { $0[0].text }.filter {
      $0.hasPrefix("_perennial") && !known.contains($0) && !$0.hasPrefix("_perennial_search.")
    }.sorted()
  }

  // MARK: Sizes

  /// Returns the sizes of the parts of the store. Reads all pages of the file for the sizes of tables.
  ///
  /// ```swift
  /// let sizes = try store.sizes()
  /// print(sizes.file, sizes.bytes(ofTable: "Recipe") ?? 0)
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func sizes() throws -> StoreSizes {
    let pageSize = Int(try database.integer("PRAGMA page_size") ?? 0)
    let files = externalFiles()
    return StoreSizes(
      file: Int(try database.integer("PRAGMA page_count") ?? 0) * pageSize,
      log: Self.size(url.path + "-wal"),
      external: files.map { Self.size("\(database.externalDirectory)/\($0)") }.reduce(0, +),
      externalFiles: files.count,
      free: Int(try database.integer("PRAGMA freelist_count") ?? 0) * pageSize,
      parts: partSizes())
  }

  private func partSizes() -> [String: Int] {
    var sizes: [String: Int] = [:]
    do {
      try database.rows("SELECT name, sum(pgsize) FROM dbstat GROUP BY name") { row in
        if case .text(let name) = row.value(), case .integer(let size) = row.value() {
          sizes[name] = Int(size)
        }
      }
    } catch {
      // SQLite may have been built without `dbstat`, or the caller's time is over.
      return [:]
    }
    return sizes
  }

  /// Returns the names of the files beside the store.
  func externalFiles() -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: database.externalDirectory)
    return (names ?? []).filter { UUID(uuidString: $0) != nil }.sorted()
  }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  // MARK: History

  /// Returns a summary of the history; nil if the store keeps none.
  ///
  /// ```swift
  /// if let history = try store.history() { print(history.transactions, history.authors) }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func history() throws -> HistorySummary? {
    guard try hasTable("_perennial_history") else { return nil }
    let row =
      try database.values(
        "SELECT count(*), min(id), max(id), min(time), max(time) FROM _perennial_history"
      ).first ?? []
    let authors = try database.values(
      "SELECT DISTINCT author FROM _perennial_history WHERE author IS NOT NULL ORDER BY author")
    let tombstones = try database.integer("SELECT count(*) FROM _perennial_tombstones")
    func integer(_ index: Int) -> Int? {
      if case .integer(let integer) = row[index] { Int(integer) } else { nil }
    }
    func date(_ index: Int) -> Date? {
      guard case .real(let real) = row[index] else { return nil }
      return Date(timeIntervalSinceReferenceDate: real)
    }
    guard row.count == 5 else { return nil }
    return HistorySummary(
      transactions: integer(0) ?? 0, first: integer(1), last: integer(2), begin: date(3),
      end: date(4), authors: authors.compactMap { $0[0].text }, tombstones: Int(tombstones ?? 0))
  }
}

extension PropertySummary {
  init(_ property: PropertyDescription) {
    self.init(
      name: property.name,
      type: property.relationship?.destination ?? property.value?.name ?? "",
      isOptional: property.isOptional,
      form: property.value.map { _ in property.columnForm.rawValue },
      column: property.column?.name,
      columnType: property.column?.type.rawValue,
      isExternal: property.value?.isExternal == true,
      isSearched: property.value?.isSearched == true,
      relationship: property.relationship.map {
        RelationshipSummary(
          destination: $0.destination, inverse: $0.inverse, isToMany: $0.isToMany,
          joinTable: $0.join?.table)
      })
  }
}
