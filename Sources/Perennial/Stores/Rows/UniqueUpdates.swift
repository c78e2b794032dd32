import Foundation

/// Writes the changed unique values of a save before all other changes. So another object, new or
/// changed itself, can take a value that an object frees.
///
/// Objects that exchange their values cannot be written one after the other. If a value is refused, all
/// changed rows first get values that no other row has.
struct UniqueUpdates {
  let connection: Connection
  private let changes: [(change: SaveChange, mask: PropertyMask)]

  /// Selects the changes of unique values.
  ///
  /// - Parameter changes: Changed objects of one table.
  init?(_ changes: [SaveChange], _ connection: Connection) {
    var masks: [Int: PropertyMask] = [:]
    for change in changes where masks[change.number] == nil {
      masks[change.number] = change.entity.layout.uniquenessConstraints.joined().mask
    }
    self.connection = connection
    self.changes = changes.compactMap { change in
      let unique = masks[change.number] ?? []
      let mask = change.mask.intersection(unique)
      return mask.isEmpty ? nil : (change, mask)
    }
    if self.changes.isEmpty { return nil }
  }

  /// Writes the unique values.
  ///
  /// - Parameter write: Writes some properties of a changed object.
  func run(_ write: (SaveChange, PropertyMask) throws -> Void) throws {
    do {
      for (change, mask) in changes { try write(change, mask) }
    } catch SwiftDataError.modelValidationFailure where changes.count > 1 {
      for (change, mask) in changes {
        try Self.park(change.rowID, mask, of: change.entity.layout, on: connection)
      }
      for (change, mask) in changes { try write(change, mask) }
    }
  }

  /// Gives properties of a row values that no other row has.
  static func park(
    _ rowID: Int64, _ mask: PropertyMask, of layout: ModelLayout, on connection: Connection
  ) throws {
    for property in layout.properties
    where mask.contains(property: property.index) && !property.isRelationship {
      guard let name = property.columnName, let column = property.column else { continue }
      let value: SQLValue =
        switch column.type {
        case .integer: .integer(-rowID)
        case .real: .real(-Double(rowID))
        case .text: .text("\u{0}\(rowID)")
        case .blob: .blob(Data("\u{0}\(rowID)".utf8))
        }
      try connection.run(
        """
        UPDATE \(SQLName.quoted(layout.tableName)) SET \(SQLName.quoted(name)) = ? \
        WHERE _pk = ?
        """, [value, .integer(rowID)])
    }
  }
}
