/// The SQL statements for the presets of one entity.
final class PresetTable {
  let table: EntityTable
  /// The properties whose values a catalog provides and SQLite can compare.
  let compared: [PropertyLayout]
  /// The to-one relationships in ``compared``.
  let references: [PropertyLayout]
  /// The properties whose values a catalog provides and that may be stored in files.
  let external: [PropertyLayout]
  /// `true` if some values cannot be compared by SQLite, or not always.
  let comparesInSwift: Bool
  let mask: PropertyMask
  /// Selects a preset's row and its differences from the catalog. The parameters are the values, the key, and
  /// the expected preset metadata. The first result is the row's metadata if it differs (an empty text if the
  /// row has none), otherwise NULL. The next results are flags for the compared properties that differ,
  /// ``flagsPerColumn`` of them in a number. The last are the targets of the to-one relationships in
  /// ``references``.
  let differenceSQL: String
  /// The number of flags that fit into an SQLite integer without its sign bit.
  static let flagsPerColumn = 63
  /// The statement for ``differenceSQL``, reused from preset to preset.
  private var difference: Statement?
  /// The differences of the last preset, reused for the next one with the same flags.
  private var lastDifference: (flags: Int64, group: PropertyGroup)?
  /// The statements that update some properties, by the mask of these properties.
  private var updates: [PropertyMask: Statement] = [:]
  /// The update statement that was used last. A catalog version mostly changes the same properties of many
  /// presets.
  private var lastUpdate: (mask: PropertyMask, statement: Statement)?

  /// - Parameter isGoverned: A closure that returns `true` if the catalog provides the value of a property.
  init(_ table: EntityTable, isGoverned: (PropertyLayout) -> Bool) {
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

  /// Reads from a result row the compared properties that differ.
  func differing(_ row: inout _Storage.Row) -> PropertyGroup {
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

  /// Returns the statement that updates some properties; nil if none of them has a column.
  func update(_ mask: PropertyMask, on connection: Connection) throws -> Statement? {
    if let lastUpdate, lastUpdate.mask == mask { return lastUpdate.statement }
    if updates[mask] == nil, let sql = table.entity.sql.update(mask) {
      updates[mask] = try connection.statement(sql)
    }
    guard let statement = updates[mask] else { return nil }
    lastUpdate = (mask, statement)
    return statement
  }
}

/// The differences between a preset's row and the catalog.
struct PresetDifference {
  let table: PresetTable
  /// `true` if the row's metadata contains another catalog or ID.
  let bearsOtherName: Bool
  let stamps: FieldStamps
  /// The properties that differ.
  var group: PropertyGroup
  /// The row's targets of the to-one relationships that differ, by the property's index.
  var targets: [Int: Int64] = [:]
}
