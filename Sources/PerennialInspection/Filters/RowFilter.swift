public import Foundation
import Perennial

/// A condition on the properties of an entity, such as `title contains "soup" && minutes < 30`.
///
/// Documentation/Studio.md describes the grammar. Values are parameters of the SQL.
public struct RowFilter: Sendable {
  /// The filter as it was written.
  public let text: String
  /// The entity whose objects the filter is for.
  public let entity: String
  let condition: SQLCondition

  /// The condition in SQL, with a question mark for each value.
  public var sql: String { condition.sql }
  /// The values of the question marks.
  public var values: [StoredValue] { condition.bindings.map { StoredValue($0) } }
}

/// The place where a filter cannot be understood, and the reason.
public struct FilterError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The number of characters before the place.
  public let position: Int
  /// A sentence that says what was expected.
  public let reason: String

  public var description: String { "character \(position + 1): \(reason)" }
}

extension FilterError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension InspectedStore {
  /// Reads a filter.
  ///
  /// - Throws: ``FilterError``; ``InspectionError`` if there is no such entity.
  public func filter(_ text: String, of entity: String) throws -> RowFilter {
    let shape = try shape(ofEntity: entity)
    var parser = try FilterParser(text, FilterScope(store: self, entity: entity, shape: shape))
    return RowFilter(text: text, entity: entity, condition: try parser.parse())
  }
}
