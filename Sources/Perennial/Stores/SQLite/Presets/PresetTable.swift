/// The statements over the presets of one entity.
final class PresetTable {
  let table: GraphTable
  /// The properties whose values a catalog gives, and that SQLite can compare.
  let compared: [PropertyLayout]
  /// The to-one relationships among them.
  let references: [PropertyLayout]
  /// The same of values that may be in files.
  let external: [PropertyLayout]
  /// Whether there are values that SQLite cannot compare, or not always.
  let comparesInSwift: Bool
  let mask: PropertyMask
  /// Finds a preset's row and what of it is not as in the catalog: the parameters are the values, the
  /// key, and what the row is to say of itself. The results are what it says if that is something else
  /// (an empty text if nothing) and NULL if not, which of the compared properties differ,
  /// ``flagsPerColumn`` of them a number, and what the to-one relationships among these lead to.
  let differenceSQL: String
  /// As many flags as a number of SQLite holds, but for its sign.
  static let flagsPerColumn = 63
  /// The statement for the presets that are compared one after the other.
  private var difference: Statement?
  /// What the last preset differed in.
  private var lastDifference: (flags: Int64, group: PropertyGroup)?
  /// The statements that write some properties, by these.
  private var updates: [PropertyMask: Statement] = [:]
  /// The one of them that was used last: versions mostly change the same of many presets.
  private var lastUpdate: (mask: PropertyMask, statement: Statement)?

  /// - Parameter isGoverned: Whether a property's value is the catalog's to say.
  init(_ table: GraphTable, isGoverned: (PropertyLayout) -> Bool) {
    self.table = table
    let governed = table.entity.columns.filter { $0.columnName != nil && isGoverned($0) }
    external = governed.filter(\.isExternal)
    compared = governed.filter { !$0.isExternal }
    references = compared.filter(\.isToOne)
    comparesInSwift = governed.contains { $0.isExternal || $0.isJSON }
    mask = compared.reduce([]) { $0.union($1.mask) }
    var parameter = 1
    var flags: [String] = []
    var targets: [String] = []
    for property in table.entity.columns where mask.contains(property: property.index) {
      if let column = property.columnName.map(SQLName.quoted),
        compared.contains(where: { $0 === property })
      {
        let bit = flags.count % Self.flagsPerColumn
        flags.append("((\(column) IS NOT ?\(parameter)) << \(bit))")
        if property.isToOne { targets.append(column) }
      }
      parameter += 1
    }
    let numbers = stride(from: 0, to: flags.count, by: Self.flagsPerColumn).map { start in
      flags[start...].prefix(Self.flagsPerColumn).joined(separator: " | ")
    }
    let mark = "nullif(ifnull(\(SQLName.preset), ''), ?\(parameter + 1))"
    let list = ([mark] + numbers + targets).joined(separator: ", ")
    differenceSQL =
      "SELECT \(list) FROM \(SQLName.quoted(table.layout.tableName)) WHERE _pk = ?\(parameter)"
  }

  func difference(on connection: Connection) throws -> Statement {
    if let difference { return difference }
    let statement = try connection.statement(differenceSQL)
    difference = statement
    return statement
  }

  /// Reads which of the compared properties differ.
  func differing(_ row: inout _Row) -> PropertyGroup {
    var properties: [PropertyLayout] = []
    for start in stride(from: 0, to: compared.count, by: Self.flagsPerColumn) {
      let flags = row.int64()
      if compared.count > Self.flagsPerColumn {
        properties += self.properties(flags, from: start)
      } else if let lastDifference, lastDifference.flags == flags {
        return lastDifference.group
      } else {
        let group = PropertyGroup(self.properties(flags, from: start))
        lastDifference = (flags, group)
        return group
      }
    }
    return PropertyGroup(properties)
  }

  private func properties(_ flags: Int64, from start: Int) -> [PropertyLayout] {
    var (found, rest) = ([PropertyLayout](), flags)
    while rest != 0 {
      found.append(compared[start + rest.trailingZeroBitCount])
      rest &= rest - 1
    }
    return found
  }

  /// The statement that writes some properties; nil if none of them has a column.
  func update(_ mask: PropertyMask, on connection: Connection) throws -> Statement? {
    if let lastUpdate, lastUpdate.mask == mask { return lastUpdate.statement }
    if updates[mask] == nil, let sql = table.updateSQL(mask) {
      updates[mask] = try connection.statement(sql)
    }
    guard let statement = updates[mask] else { return nil }
    lastUpdate = (mask, statement)
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
  var group: PropertyGroup
  /// What the to-one relationships among them lead to.
  var targets: [Int: Int64] = [:]
}
