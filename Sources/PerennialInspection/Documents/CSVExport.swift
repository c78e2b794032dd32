import Foundation
import Perennial
import PerennialJSON

/// Writes the contents of a store as a folder with a file for each entity and for each join table.
struct CSVExport {
  let folder: URL

  func run(_ export: inout StoreExport) throws {
    try InspectionError.naming("\(folder.path) cannot be made") {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    let schema = try DocumentSchema(of: export.store)
    var text = JSONText()
    text.add("{\n")
    try schema.write(to: &text)
    text.add("\n}\n")
    try write(text, to: CSVFolder.schema)
    for entity in schema.entities {
      let shape = try export.store.shape(of: entity)
      try table(entity.name, columns: [SQLName.primaryKey] + shape.fields.map(\.column)) { add in
        try export.objects(of: entity) { shape, row in
          let values = row.values + row.orderKeys + row.hidden
          let cells = zip(values, shape.fields).map { $0.value.plain.cell($1) }
          try add(["\(row.key)"] + cells)
        }
      }
    }
    for join in export.store.schema.joins {
      let shape = try export.store.shape(ofLinksIn: join)
      try table(join, columns: shape.columns) { add in
        try export.links(shape) { link in
          let cells = zip(link.hidden, shape.hidden).map { $0.plain.cell($1) }
          try add(link.parts.map(String.init) + cells)
        }
      }
    }
    if try export.store.hasPresets() {
      var text = JSONText()
      try text.addPresets(of: export.store)
      text.add("\n")
      try write(text, to: CSVFolder.presets)
    }
    export.end()
  }

  /// Writes the file of a table.
  private func write(_ text: JSONText, to name: String) throws {
    let file = try NewFile(folder.appendingPathComponent(name))
    try file.write(Data(text.bytes))
    try file.close()
  }

  private func table(
    _ name: String, columns: [String], _ body: (_ add: ([String]) throws -> Void) throws -> Void
  ) throws {
    let file = try NewFile(folder.appendingPathComponent(CSVFolder.name(name)))
    var text = CSVText()
    for column in columns { text.add(column) }
    text.endLine()
    try body { cells in
      for cell in cells { text.add(cell) }
      text.endLine()
      guard text.bytes.count > 1 << 16 else { return }
      try file.write(Data(text.bytes))
      text.removeAll()
    }
    try file.write(Data(text.bytes))
    try file.close()
  }
}
