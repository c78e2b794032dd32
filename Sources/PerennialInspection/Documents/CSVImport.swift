import Foundation
import Perennial
import PerennialJSON

/// Imports a CSV folder into a store.
struct CSVImport {
  let folder: URL
  let database: StoreDatabase
  let importer: DocumentImporter

  /// Reads the folder.
  ///
  /// - Throws: ``DocumentError``, `TextError`, ``InspectionError``, `SwiftDataError`.
  func run() throws {
    let schema = try self.schema()
    do {
      try importer.begin(schema)
    } catch let issue as ImportIssue {
      throw try file(CSVFolder.schema).failure(issue.reason)
    }
    let joins = importer.schema?.joins ?? []
    try checkNames(schema.entities.map(\.name) + joins)
    for entity in schema.entities {
      guard let shape = importer.shape(ofEntity: entity.name) else { continue }
      importer.beginObjects(shape)
      try objects(shape)
    }
    for join in joins {
      guard let shape = importer.shape(ofLinksIn: join) else { continue }
      importer.beginLinks(shape)
      try links(shape)
    }
    let presets = folder.appendingPathComponent(CSVFolder.presets)
    guard FileManager.default.fileExists(atPath: presets.path) else { return }
    var reader = JSONReader(try ByteReader(presets))
    try importer.readPresets(&reader)
    try reader.end()
  }

  private func file(_ name: String) throws -> ByteReader {
    try ByteReader(folder.appendingPathComponent(name))
  }

  private func schema() throws -> DocumentSchema {
    var schema = DocumentSchema()
    var reader = JSONReader(try file(CSVFolder.schema))
    try reader.object { reader, member in
      guard try schema.read(member, &reader) else {
        throw reader.failure("“\(member)” is unknown here")
      }
    }
    try reader.end()
    if let contradiction = schema.contradiction { throw reader.failure(contradiction) }
    return schema
  }

  /// Throws if a file belongs to no table of the schema.
  private func checkNames(_ tables: [String]) throws {
    let known = Set(tables.map(CSVFolder.name))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    if let stranger = names.first(where: { $0.hasSuffix(".csv") && !known.contains($0) }) {
      throw try file(stranger).failure(
        "the file does not belong to an entity or a join table of the schema")
    }
  }

  // MARK: Objects

  private func objects(_ shape: RowShape) throws {
    var reader = CSVReader(try file(CSVFolder.name(shape.entity)))
    let columns = try columns(of: shape, in: reader.cells(), reader)
    var draft = ImportedRow(shape, in: database)
    while let cells = try reader.cells() {
      guard cells.count == columns.count else {
        throw reader.failure("there are \(cells.count) cells for \(columns.count) columns")
      }
      draft.clear()
      var number: Int?
      do {
        // The key is read first, so that errors can name the object.
        for (cell, column) in zip(cells, columns) where column == nil { try draft.set(key: cell) }
        for case (let cell, let column?) in zip(cells, columns) {
          number = column
          guard let value = PlainValue(cell: cell, shape.fields[column]) else {
            let excerpt = cell.prefix(80)
            throw ImportIssue(
              reason:
                "“\(excerpt)” is not a known value. To import it as text, escape it: “$\(excerpt)”."
            )
          }
          try draft.set(value, column)
        }
        number = nil
        try importer.insert(draft)
      } catch let issue as ImportIssue {
        throw reader.failure(issue.reason, place: draft.place(number))
      }
    }
  }

  /// Returns the index of each column's field; nil for the key.
  private func columns(
    of shape: RowShape, in header: [String]?, _ reader: CSVReader
  ) throws -> [Int?] {
    let names = header ?? []
    guard names.contains(SQLName.primaryKey) else {
      throw reader.failure("the column “\(SQLName.primaryKey)” is missing")
    }
    if let twice = Dictionary(grouping: names, by: \.self).first(where: { $1.count > 1 })?.key {
      throw reader.failure("the column “\(twice)” appears twice")
    }
    return try names.map { name in
      if name == SQLName.primaryKey { return nil }
      guard let number = shape.fields.firstIndex(where: { $0.column == name }) else {
        throw reader.failure("“\(name)” is not a column of \(shape.entity)")
      }
      return number
    }
  }

  // MARK: Links

  private func links(_ shape: LinkShape) throws {
    var reader = CSVReader(try file(CSVFolder.name(shape.table)))
    let header = try reader.cells() ?? []
    guard header.sorted() == shape.columns.sorted() else {
      throw reader.failure("the columns must be \(shape.columns.joined(separator: ", "))")
    }
    let places = shape.columns.compactMap { header.firstIndex(of: $0) }
    while let cells = try reader.cells() {
      do {
        // A line with too many or too few cells is refused by the importer.
        let sorted = cells.count == places.count ? places.map { cells[$0] } : cells
        try importer.insert(try values(sorted, shape), shape)
      } catch let issue as ImportIssue {
        throw reader.failure(issue.reason, place: shape.table)
      }
    }
  }

  private func values(_ cells: [String], _ shape: LinkShape) throws -> [PlainValue] {
    let count = LinkShape.columns.count
    let hidden = try zip(cells.dropFirst(count), shape.hidden).map { cell, field in
      guard let value = PlainValue(cell: cell, field) else {
        throw ImportIssue(reason: "\(field.name): “\(cell.prefix(80))” is not a known value")
      }
      return value
    }
    let rest = cells.dropFirst(count + shape.hidden.count)
    return cells.prefix(count).map { .string($0) } + hidden + rest.map { .string($0) }
  }
}
