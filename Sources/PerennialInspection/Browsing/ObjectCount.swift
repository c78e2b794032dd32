import Perennial

/// The number of objects that a query finds, or a lower bound of it.
public struct ObjectCount: Hashable, Sendable {
  /// The number of objects, or the greatest number that is certain.
  public let value: Int
  /// `true` if there may be more objects.
  public let isLowerBound: Bool
}

extension InspectedStore {
  /// Counts the objects that a query finds. If counting takes longer than a time, a lower bound is returned.
  ///
  /// ```swift
  /// let count = try store.count(of: RowQuery(entity: "Recipe"), within: .milliseconds(200))
  /// print(count.isLowerBound ? "more than \(count.value)" : "\(count.value)")
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func count(of query: RowQuery, within time: Duration) throws -> ObjectCount {
    let shape = try shape(ofEntity: query.entity)
    let conditions = try conditions(of: query, shape)
    let source = "FROM \(SQLName.quoted(shape.table))\(conditions.clause)"
    // The number of the first rows is certain after a short time, also in a large table.
    var bound = 0
    let step = 10_000
    do {
      return try limited(to: time) {
        bound = Int(
          try database.integer(
            "SELECT count(*) FROM (SELECT 1 \(source) LIMIT \(step))", conditions.bindings) ?? 0)
        if bound < step { return ObjectCount(value: bound, isLowerBound: false) }
        // SQLite counts with `count(*)` in a single step, which a time limit does not end.
        let count = try database.integer("SELECT count(1) \(source)", conditions.bindings) ?? 0
        return ObjectCount(value: Int(count), isLowerBound: false)
      }
    } catch let error as InspectionError where error.code == .timeLimit {
      return ObjectCount(value: bound, isLowerBound: true)
    }
  }
}
