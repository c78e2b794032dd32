import Foundation
import Perennial

/// Writes the contents of a store as one JSON document, with a line for each row.
struct JSONExport {
  private var text = JSONText()
  private let write: (Data) throws -> Void

  init(_ write: @escaping (Data) throws -> Void) { self.write = write }

  mutating func run(_ export: inout StoreExport) throws {
    text.add("{\n")
    let schema = try DocumentSchema(of: export.store)
    try schema.write(to: &text)
    text.add(",\n\"objects\":{")
    for (number, entity) in schema.entities.enumerated() {
      try begin(entity.name, number)
      var isFirst = true
      try export.objects(of: entity) { _, row in
        text.add(isFirst ? "\n" : ",\n")
        isFirst = false
        text.add(row)
        try flush(above: 1 << 16)
      }
      text.add("\n]")
    }
    text.add("\n},\n\"links\":{")
    for (number, table) in export.store.schema.joins.enumerated() {
      try begin(table, number)
      var isFirst = true
      try export.links(export.store.shape(ofLinksIn: table)) { link in
        text.add(isFirst ? "\n[" : ",\n[")
        isFirst = false
        let values = link.parts.map { InspectedValue.key($0) } + link.hidden
        for (number, value) in values.enumerated() {
          if number > 0 { text.add(",") }
          text.add(value.plain)
        }
        text.add("]")
        try flush(above: 1 << 16)
      }
      text.add("\n]")
    }
    text.add("\n}")
    if try export.store.hasPresets() {
      text.add(",\n\"presets\":")
      try text.addPresets(of: export.store)
    }
    text.add("\n}\n")
    try flush(above: 0)
    export.end()
  }

  private mutating func begin(_ name: String, _ number: Int) throws {
    text.add(number > 0 ? ",\n" : "\n")
    text.add(quoted: name)
    text.add(":[")
  }

  private mutating func flush(above size: Int) throws {
    guard text.bytes.count > size else { return }
    try write(Data(text.bytes))
    text.removeAll()
  }
}
