import Foundation
import Perennial
import PerennialJSON

/// Imports a JSON document into a store.
struct JSONImport {
  let database: StoreDatabase
  let importer: DocumentImporter

  /// Reads the document.
  ///
  /// - Throws: ``DocumentError``, `TextError`, ``InspectionError``, `SwiftDataError`.
  func run(_ bytes: ByteReader) throws {
    var reader = JSONReader(bytes)
    var schema = DocumentSchema()
    var seen: Set<String> = []
    try reader.object { reader, member in
      guard seen.insert(member).inserted else {
        throw reader.failure("“\(member)” appears twice")
      }
      if seen.count == 1, member != "perennial" {
        throw reader.failure(
          "the file is not a document of a store: its first member is not “perennial”")
      }
      switch member {
      case "objects":
        if let contradiction = schema.contradiction { throw reader.failure(contradiction) }
        try reader.locating { try importer.begin(schema) }
        try objects(&reader)
      case "links":
        guard seen.contains("objects") else {
          throw reader.failure("“objects” must precede “links”")
        }
        try links(&reader)
      case "presets":
        guard seen.contains("objects") else {
          throw reader.failure("“objects” must precede “presets”")
        }
        try importer.readPresets(&reader)
      default:
        guard !seen.contains("objects") else {
          throw reader.failure("“\(member)” must precede the objects")
        }
        guard try schema.read(member, &reader) else {
          throw reader.failure("“\(member)” is unknown here")
        }
      }
    }
    try reader.end()
    for member in ["entities", "objects", "links"] where !seen.contains(member) {
      throw reader.failure("“\(member)” is missing")
    }
  }

  // MARK: Objects

  private func objects(_ reader: inout JSONReader) throws {
    var seen: Set<String> = []
    try reader.object { reader, entity in
      guard let shape = importer.shape(ofEntity: entity) else {
        throw reader.failure("“\(entity)” is not among the entities of the document")
      }
      guard seen.insert(entity).inserted else { throw reader.failure("“\(entity)” appears twice") }
      importer.beginObjects(shape)
      var draft = ImportedRow(shape, in: database)
      try reader.array { reader in
        draft.clear()
        let line = reader.line
        try object(&draft, &reader)
        try reader.locating(line, in: draft.place()) { try importer.insert(draft) }
      }
    }
  }

  private func object(_ draft: inout ImportedRow, _ reader: inout JSONReader) throws {
    try reader.object { reader, member in
      switch member {
      case "key": try key(&draft, &reader)
      case "values": try values(.properties, into: &draft, from: &reader)
      case "orderKeys": try values(.orderKeys, into: &draft, from: &reader)
      case "hidden": try values(.hidden, into: &draft, from: &reader)
      default: throw reader.failure("“\(member)” is unknown here")
      }
    }
  }

  private func key(_ draft: inout ImportedRow, _ reader: inout JSONReader) throws {
    switch try reader.plainValue() {
    case .string(let text), .number(let text):
      try reader.locating(in: draft.place()) { try draft.set(key: text) }
    default: throw reader.failure("a key must be a number, or a text with a number")
    }
  }

  private func values(
    _ group: ImportedRow.Group, into draft: inout ImportedRow, from reader: inout JSONReader
  ) throws {
    try reader.object { reader, name in
      guard let number = draft.number(name, in: group) else {
        throw reader.documentError("“\(name)” is unknown here", place: draft.place())
      }
      let line = reader.line
      let value = try Self.value(of: draft.shape.fields[number], &reader)
      try reader.locating(line, in: draft.place(number)) { try draft.set(value, number) }
    }
  }

  private static func value(of field: Field, _ reader: inout JSONReader) throws -> PlainValue {
    guard field.isJSON else { return try reader.plainValue() }
    let text = try reader.verbatim()
    if text == "null" { return .null }
    return try SQLResultValue(json: text).map(PlainValue.stored) ?? .json(text)
  }

  // MARK: Links

  private func links(_ reader: inout JSONReader) throws {
    try reader.object { reader, table in
      guard let shape = importer.shape(ofLinksIn: table) else {
        throw reader.failure("“\(table)” is not a join table of the schema")
      }
      importer.beginLinks(shape)
      try reader.array { reader in
        let line = reader.line
        var values: [PlainValue] = []
        try reader.array { values.append(try $0.plainValue()) }
        try reader.locating(line, in: table) { try importer.insert(values, shape) }
      }
    }
  }
}
