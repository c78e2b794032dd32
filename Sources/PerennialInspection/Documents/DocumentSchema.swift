import Foundation
import Perennial
import PerennialJSON

/// The schema in a document, which suffices to create a store.
struct DocumentSchema {
  /// The version of the documents that are written. It is raised by changes that an earlier program would
  /// misread.
  static let documentVersion = 1

  var version: Schema.Version?
  var entities: [EntityDescription] = []
  /// The columns that belong to no property, by table.
  var columns: [String: [ColumnDescription]] = [:]
  /// The rules of the properties, such as their delete rules, by entity. Entities are missing if the store
  /// does not record their rules.
  var rules: PropertyRule.Table = [:]
  /// The cases of enumerations, by the names of entities and properties. An import rejects other values.
  var cases: RecordedCases.Table = [:]
}

extension DocumentSchema {
  init(of store: InspectedStore) throws {
    version = store.database.version
    entities = store.schema.entities
    for table in store.schema.tables + store.schema.joins {
      let hidden = try store.hiddenColumns(of: table)
      if !hidden.isEmpty { columns[table] = hidden }
    }
    rules = store.database.rules.filter { store.schema[$0.key] != nil }
    cases = try store.casesOfRows()
  }

  /// Writes the schema as members of the document's JSON object, with a line for each entity.
  func write(to text: inout JSONText) throws {
    text.add("\"perennial\":\(Self.documentVersion),\n")
    if let version {
      text.add(name: "version")
      text.add(quoted: version.description)
      text.add(",\n")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    text.add("\"entities\":[")
    for entity in entities {
      text.addComma("\n")
      text.add(String(decoding: try encoder.encode(entity), as: UTF8.self))
    }
    text.add("\n]")
    if !rules.isEmpty {
      text.add(",\n\"rules\":{")
      for (entity, rules) in rules.sorted(by: { $0.key < $1.key }) {
        text.addComma("\n")
        text.add(name: entity)
        text.add(String(decoding: try encoder.encode(rules), as: UTF8.self))
      }
      text.add("\n}")
    }
    if !cases.isEmpty { text.add(",\n\"cases\":\(try RecordedCases.text(of: cases))") }
    if columns.isEmpty { return }
    text.add(",\n\"columns\":{")
    for (table, columns) in columns.sorted(by: { $0.key < $1.key }) {
      text.addComma("\n")
      text.add(name: table)
      text.add("[")
      for column in columns {
        text.addComma()
        text.add([("name", .string(column.name)), ("type", .string(column.type.rawValue))])
      }
      text.add("]")
    }
    text.add("\n}")
  }

  /// Reads a member. Returns `false` if it isn't a member of the schema.
  mutating func read(_ member: String, _ reader: inout JSONReader) throws -> Bool {
    switch member {
    case "perennial":
      guard case .number(let text) = try reader.plainValue(), let number = Int(text) else {
        throw reader.failure("the version of the document is not a number")
      }
      guard number <= Self.documentVersion else {
        throw reader.failure(
          """
          the document has version \(number); this version of the program reads up to \
          \(Self.documentVersion). Update the program
          """)
      }
    case "version":
      let text = try reader.string()
      guard let version = Schema.Version(text: text) else {
        throw reader.failure("“\(text)” is not a version of a schema, such as 1.2.3")
      }
      self.version = version
    case "entities":
      try reader.array { try entities.append(Self.decode(&$0, "a description of an entity")) }
    case "rules":
      try reader.object { reader, entity in
        rules[entity] = try Self.decode(&reader, "a description of the rules of properties")
      }
    case "cases":
      guard let table = RecordedCases.table(of: try reader.verbatim()) else {
        throw reader.failure("“cases” does not have cases of enumerations")
      }
      cases = table
    case "columns":
      try reader.object { reader, table in
        try reader.array { try columns[table, default: []].append(Self.column(&$0)) }
      }
    default: return false
    }
    return true
  }

  private static func decode<Value: Decodable>(
    _ reader: inout JSONReader, _ name: String
  ) throws -> Value {
    let line = reader.line
    let text = try reader.verbatim()
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw reader.documentError("the value is not \(name): \(reason(error))", line: line)
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      "\(path(context))“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      "\(path(context))\(context.debugDescription)"
    default: "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty ? "" : "\(path.joined(separator: ".")): "
  }

  private static func column(_ reader: inout JSONReader) throws -> ColumnDescription {
    var name: String?
    var type: SQLType?
    try reader.object { reader, member in
      switch member {
      case "name": name = try reader.string()
      case "type": type = SQLType(rawValue: try reader.string())
      default: throw reader.failure("“\(member)” is unknown here")
      }
    }
    guard let name, let type else {
      throw reader.failure("a column needs a name and a type: INTEGER, REAL, TEXT or BLOB")
    }
    return ColumnDescription(name: name, type: type, isNullable: true)
  }

  /// The first contradiction in the schema; nil if there is none.
  var contradiction: String? {
    let schema = StoreSchema(entities)
    var seen: Set<String> = []
    for entity in entities {
      let name = entity.name
      guard seen.insert(name).inserted else { return "\(name) is described twice" }
      if let above = entity.superentity, schema[above] == nil {
        return "\(name) inherits from \(above), which is not described"
      }
      let first = schema.lineage(of: entity)[0]
      guard entity.table == SQLName.table(entity: first.name) else {
        return "\(name) cannot have the table “\(entity.table)”"
      }
      for property in entity.properties {
        if let destination = property.relationship?.destination, schema[destination] == nil {
          return "\(name).\(property.name) references \(destination), which is not described"
        }
      }
    }
    for (entity, rules) in rules.sorted(by: { $0.key < $1.key }) {
      guard let description = schema[entity] else {
        return "there are rules for \(entity), which is not described"
      }
      let names = Set(description.properties.map(\.name))
      if let name = rules.keys.sorted().first(where: { !names.contains($0) }) {
        return "there is a rule for \(entity).\(name), which is not described"
      }
    }
    let tables = Set(schema.tables + schema.joins)
    return columns.keys.sorted().first { !tables.contains($0) }.map {
      "there are columns for “\($0)”, which is not a table of an entity or a join table"
    }
  }
}
