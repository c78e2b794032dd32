import Foundation
import Perennial
import PerennialSQLite

/// Converts column values to the form that the types of properties write. A statement returns the values as a row, which is
/// read like one of a store.
final class ColumnDecoder {
  private let connection: Connection

  /// - Throws: ``SwiftDataError/storeFailure`` if SQLite has no memory.
  init() throws {
    connection = try Connection()
  }

  /// A property with an invalid value, and the reason.
  struct Refusal {
    let property: PropertyLayout
    let reason: String
  }

  /// Replaces a value by that which the property's type writes.
  ///
  /// - Returns: The refusal, if the type does not accept the value.
  func convert(
    _ value: inout SQLValue, of property: PropertyLayout, in layout: ModelLayout
  ) throws -> Refusal? {
    let statement = try connection.statement("SELECT ?")
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    binder.bind(exactly: value)
    guard sqlite3_step(statement.pointer) == SQLITE_ROW else { return nil }
    var row = _Storage.Row(statement.pointer)
    do {
      if let found = try layout.value(of: property, from: &row),
        let written = try property.columnValue(found)
      {
        value = written
      }
      return nil
    } catch {
      let reason = (error as? SwiftDataError)?.explanation ?? "\(error)"
      return Refusal(property: property, reason: reason)
    }
  }

  /// Returns `true` if the type of an attribute may not accept every value of its form, or may write it in another way.
  static func needsCheck(_ property: PropertyLayout) -> Bool {
    if property.isRelationship || property.column == nil { return false }
    if property.isJSON || property.isExternal { return true }
    let type = property.wrappedType
    let isPlain =
      type is String.Type || type is any BinaryInteger.Type
      || type is any BinaryFloatingPoint.Type || type is Bool.Type || type is Date.Type
      || type is UUID.Type || type is Data.Type
    return !isPlain
  }
}
