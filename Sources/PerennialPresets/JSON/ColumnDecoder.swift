import Perennial
import PerennialSQLite

/// Converts column values to the form that the types of properties write. A statement returns the values as a row, which is
/// read like one of a store.
final class ColumnDecoder {
  private let connection: Connection
  /// The properties to check, by layout: those whose values SQLite's type does not describe.
  private var properties: [ObjectIdentifier: [PropertyLayout]] = [:]

  /// - Throws: ``SwiftDataError/storeFailure`` if SQLite has no memory.
  init() throws {
    connection = try Connection()
  }

  /// A property with an invalid value, and the reason.
  struct Refusal {
    let property: PropertyLayout
    let reason: String
  }

  /// Replaces values by those that their types write, and returns the values that their types do not accept.
  ///
  /// - Parameter values: The values by property index.
  func convert(
    _ values: inout [SQLValue], _ layout: ModelLayout
  ) throws -> [Refusal] {
    let checked =
      properties[ObjectIdentifier(layout)] ?? layout.properties.filter(Self.needsCheck)
    properties[ObjectIdentifier(layout)] = checked
    if checked.isEmpty { return [] }
    let statement = try connection.statement("SELECT ?")
    var refusals: [Refusal] = []
    for property in checked where values[property.index] != .null {
      defer { statement.reset() }
      var binder = _Storage.Binder(statement)
      binder.bind(exactly: values[property.index])
      guard sqlite3_step(statement.pointer) == SQLITE_ROW else { continue }
      var row = _Storage.Row(statement.pointer)
      do {
        guard let value = try layout.value(of: property, from: &row),
          let written = try property.columnValue(value)
        else { continue }
        values[property.index] = written
      } catch {
        let reason = (error as? SwiftDataError)?.explanation ?? "\(error)"
        refusals.append(Refusal(property: property, reason: reason))
      }
    }
    return refusals
  }

  /// Returns `true` if the type of an attribute does not accept every value of its form.
  private static func needsCheck(_ property: PropertyLayout) -> Bool {
    if property.isRelationship || property.column == nil { return false }
    if property.isJSON || property.isExternal { return true }
    let type = property.wrappedType
    let isPlain =
      type is String.Type || type is any BinaryInteger.Type
      || type is any BinaryFloatingPoint.Type || type is Bool.Type
    return !isPlain
  }
}
