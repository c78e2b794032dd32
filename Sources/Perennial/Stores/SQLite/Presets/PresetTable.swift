/// The statements over the presets of one entity.
final class PresetTable {
  let table: GraphTable
  /// The properties whose values a catalog gives, and that SQLite can compare.
  let compared: [PropertyLayout]
  /// The same of values that may be in files.
  let external: [PropertyLayout]
  let mask: PropertyMask
  /// Finds a preset's row and what of it is not as in the catalog: the parameters are the values, and
  /// the key.
  let differenceSQL: String

  /// - Parameter isGoverned: Whether a property's value is the catalog's to say.
  init(_ table: GraphTable, isGoverned: (PropertyLayout) -> Bool) {
    self.table = table
    let governed = table.entity.columns.filter { $0.columnName != nil && isGoverned($0) }
    external = governed.filter(\.isExternal)
    compared = governed.filter { !$0.isExternal }
    mask = compared.reduce([]) { $0.union($1.mask) }
    var parameter = 1
    var results: [String] = []
    for property in table.entity.columns where mask.contains(property: property.index) {
      if let column = property.columnName.map(SQLName.quoted),
        compared.contains(where: { $0 === property })
      {
        results.append("\(column) IS NOT ?\(parameter)")
        if property.isToOne { results.append(column) }
      }
      parameter += 1
    }
    let list = ([SQLName.preset, SQLName.stamps] + results).joined(separator: ", ")
    differenceSQL =
      "SELECT \(list) FROM \(SQLName.quoted(table.layout.tableName)) WHERE _pk = ?\(parameter)"
  }
}

/// A preset's row, compared with what the catalog gives.
struct PresetDifference {
  /// The catalog and the ID that the row bears.
  let preset: String?
  let stamps: FieldStamps
  /// The properties that differ.
  var properties: [PropertyLayout] = []
  /// What the to-one relationships among them lead to.
  var targets: [Int: Int64] = [:]

  var mask: PropertyMask { properties.reduce([]) { $0.union($1.mask) } }
}
