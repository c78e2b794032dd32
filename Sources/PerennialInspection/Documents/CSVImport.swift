import Foundation
import Perennial

/// Reads a folder of tables into a store.
struct CSVImport {
  let folder: URL
  let database: StoreDatabase
  let intake: Intake

  /// - Throws: ``DocumentError``, ``InspectionError``, `SwiftDataError`.
  func run() throws {
    let schema = try self.schema()
    do {
      try intake.begin(schema)
    } catch let misfit as Misfit {
      throw try file(CSVFolder.schema).failure(misfit.reason)
    }
    let joins = intake.schema?.joins ?? []
    try checkNames(schema.entities.map(\.name) + joins)
    for entity in schema.entities {
      guard let shape = intake.shape(ofEntity: entity.name) else { continue }
      intake.beginObjects(shape)
      try objects(shape)
    }
    for join in joins {
      intake.beginLinks(join)
      try links(join)
    }
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

  /// There are no tables that belong to nothing.
  private func checkNames(_ tables: [String]) throws {
    let known = Set(tables.map(CSVFolder.name))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    if let stranger = names.first(where: { $0.hasSuffix(".csv") && !known.contains($0) }) {
      throw try file(stranger).failure("this is no entity and no relationship of the schema")
    }
  }

  // MARK: Objects

  private func objects(_ shape: RowShape) throws {
    var reader = CSVReader(try file(CSVFolder.name(shape.entity)))
    let columns = try columns(of: shape, in: reader.cells(), reader)
    var draft = RowDraft(shape, in: database)
    while let cells = try reader.cells() {
      guard cells.count == columns.count else {
        throw reader.failure("there are \(cells.count) cells for \(columns.count) columns")
      }
      draft.clear()
      var number: Int?
      do {
        // The key first, so that errors can name the object.
        for (cell, column) in zip(cells, columns) where column == nil { try draft.set(key: cell) }
        for case (let cell, let column?) in zip(cells, columns) {
          number = column
          guard let value = PlainValue(cell: cell, shape.fields[column]) else {
            let excerpt = cell.prefix(80)
            throw Misfit(reason: "“\(excerpt)” stands for nothing; a text is “$\(excerpt)”")
          }
          try draft.set(value, column)
        }
        number = nil
        try intake.insert(draft)
      } catch let misfit as Misfit {
        throw reader.failure(misfit.reason, place: draft.place(number))
      }
    }
  }

  /// The numbers of the columns; nil for the key.
  private func columns(
    of shape: RowShape, in header: [String]?, _ reader: CSVReader
  ) throws -> [Int?] {
    let names = header ?? []
    guard names.contains(SQLName.primaryKey) else {
      throw reader.failure("the column “\(SQLName.primaryKey)” is missing")
    }
    if let twice = Dictionary(grouping: names, by: \.self).first(where: { $1.count > 1 })?.key {
      throw reader.failure("the column “\(twice)” is there twice")
    }
    return try names.map { name in
      if name == SQLName.primaryKey { return nil }
      guard let number = shape.fields.firstIndex(where: { $0.column == name }) else {
        throw reader.failure("“\(name)” is no column of \(shape.entity)")
      }
      return number
    }
  }

  // MARK: Links

  private func links(_ table: String) throws {
    var reader = CSVReader(try file(CSVFolder.name(table)))
    guard try reader.cells() == CSVFolder.linkColumns else {
      let columns = CSVFolder.linkColumns.joined(separator: ", ")
      throw reader.failure("the columns are \(columns), in this order")
    }
    while let cells = try reader.cells() {
      let parts = cells.compactMap { Int64($0) }
      guard parts.count == 4, cells.count == 4 else {
        throw reader.failure("a link is four whole numbers")
      }
      do {
        try intake.insert(link: parts, into: table)
      } catch let misfit as Misfit {
        throw reader.failure(misfit.reason, place: table)
      }
    }
  }
}
