import Foundation
import Perennial
import PerennialJSON

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
    for entity in schema.entities {
      begin(entity.name)
      try export.objects(of: entity) { _, row in
        text.addComma("\n")
        text.add(row)
        try flush(above: 1 << 16)
      }
      text.add("\n]")
    }
    text.add("\n},\n\"links\":{")
    for table in export.store.schema.joins {
      begin(table)
      try export.links(export.store.shape(ofLinksIn: table)) { link in
        text.addComma("\n[")
        for value in link.parts.map({ InspectedValue.key($0) }) + link.hidden {
          text.addComma()
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

  private mutating func begin(_ name: String) {
    text.addComma("\n")
    text.add(name: name)
    text.add("[")
  }

  private mutating func flush(above size: Int) throws {
    guard text.bytes.count > size else { return }
    try write(Data(text.bytes))
    text.removeAll()
  }
}
