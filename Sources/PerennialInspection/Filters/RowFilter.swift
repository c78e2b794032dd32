public import Foundation
import Perennial

/// A condition on the properties of an entity, such as `title contains "soup" && minutes < 30`.
///
/// Documentation/Studio.md describes the grammar. Values are parameters of the SQL.
///
/// ```swift
/// var query = RowQuery(entity: "Recipe")
/// query.filter = try store.filter("minutes < 30", of: "Recipe")
/// print(try store.window(of: query, limit: 20).rows.map(\.key))
/// ```
public struct RowFilter: Sendable {
  /// The filter as it was written.
  public let text: String
  /// The entity whose objects the filter is for.
  public let entity: String
  let condition: SQLCondition
  /// The filter as the declarations of a `#Predicate` in Swift, with those of its values; nil if it has no such form.
  public let predicate: String?
  /// The reason why there is no predicate; nil if there is one.
  public let predicateProblem: String?

  /// The condition in SQL, with a question mark for each value.
  public var sql: String { condition.sql }
  /// The values of the question marks.
  public var values: [SQLResultValue] { condition.bindings.map { SQLResultValue($0) } }
}

/// The place where a filter cannot be understood, and the reason.
public struct FilterError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The number of characters before the place.
  public let position: Int
  /// A sentence that says what was expected.
  public let reason: String
  /// The unknown name at the place, and the one that is probably meant; nil if there is no such name.
  public let suggestion: Suggestion?

  /// A name that is probably meant instead of an unknown one.
  public struct Suggestion: Hashable, Sendable {
    /// The name in the filter.
    public let unknown: String
    /// The name of a property.
    public let name: String
  }

  init(position: Int, reason: String, suggestion: Suggestion? = nil) {
    (self.position, self.reason, self.suggestion) = (position, reason, suggestion)
  }

  /// Returns a filter with the suggested name in the place of the unknown one; nil if there is no suggestion.
  ///
  /// ```swift
  /// let text = "minuts < 30"
  /// do {
  ///   print(try store.filter(text, of: "Recipe").sql)
  /// } catch let error as FilterError {
  ///   if let better = error.corrected(text) { print("Is it \(better)?") }
  /// }
  /// ```
  ///
  /// - Parameter text: The filter that could not be understood.
  public func corrected(_ text: String) -> String? {
    guard let suggestion, text.dropFirst(position).hasPrefix(suggestion.unknown) else { return nil }
    return String(text.prefix(position)) + suggestion.name
      + text.dropFirst(position + suggestion.unknown.count)
  }

  /// The reason, after the number of the character at its place, counted from 1.
  public var description: String { "character \(position + 1): \(reason)" }
}

extension FilterError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension InspectedStore {
  /// Reads a filter.
  ///
  /// ```swift
  /// do {
  ///   let quick = try store.filter(#"title contains "soup" && minutes < 30"#, of: "Recipe")
  ///   print(quick.predicate ?? quick.sql)
  /// } catch let error as FilterError {
  ///   print(error.reason, error.suggestion?.name ?? "")
  /// }
  /// ```
  ///
  /// - Throws: ``FilterError``; ``InspectionError`` if there is no such entity.
  public func filter(_ text: String, of entity: String) throws -> RowFilter {
    let shape = try shape(ofEntity: entity)
    var parser = try FilterParser(text, FilterScope(store: self, entity: entity, shape: shape))
    let condition = try parser.parse()
    return RowFilter(
      text: text, entity: entity, condition: condition.sql,
      predicate: condition.swift.predicate(of: entity), predicateProblem: condition.swift.reason)
  }
}
