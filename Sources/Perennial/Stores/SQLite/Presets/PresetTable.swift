/// The statements over the presets of one entity.
final class PresetTable {
  let table: GraphTable
  /// The properties whose values a catalog gives, and that SQLite can compare.
  let compared: [PropertyLayout]
  /// The same of values that may be in files.
  let external: [PropertyLayout]
  let mask: PropertyMask
  /// Finds a preset's row and what of it is not as in the catalog: the parameters are the values, the
  /// key, and what the row is to say of itself.
  let differenceSQL: String
  /// The statement for the presets that are compared one after the other.
  private var difference: Statement?
  /// The statements that write some properties, by these.
  private var updates: [UInt64: Statement] = [:]

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
    let name = "\(SQLName.preset) IS NOT ?\(parameter + 1)"
    let list = ([name, SQLName.stamps] + results).joined(separator: ", ")
    differenceSQL =
      "SELECT \(list) FROM \(SQLName.quoted(table.layout.tableName)) WHERE _pk = ?\(parameter)"
  }

  func difference(on connection: Connection) throws -> Statement {
    if let difference { return difference }
    let statement = try connection.statement(differenceSQL)
    difference = statement
    return statement
  }

  /// The statement that writes some properties; nil if none of them has a column.
  func update(_ mask: PropertyMask, on connection: Connection) throws -> Statement? {
    if let known = updates[mask.rawValue] { return known }
    guard let sql = table.updateSQL(mask) else { return nil }
    let statement = try connection.statement(sql)
    updates[mask.rawValue] = statement
    return statement
  }
}

/// A preset's row, compared with what the catalog gives.
struct PresetDifference {
  let table: PresetTable
  /// Whether the row bears another catalog or ID.
  let bearsOtherName: Bool
  let stamps: FieldStamps
  /// The properties that differ.
  var properties: [PropertyLayout] = []
  /// What the to-one relationships among them lead to.
  var targets: [Int: Int64] = [:]
}
