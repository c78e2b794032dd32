import Perennial

/// A condition of a WHERE clause, with the values of its parameters.
struct SQLCondition {
  var sql: String
  var bindings: [SQLValue] = []
}

extension [SQLCondition] {
  /// The conditions joined by AND, as a WHERE clause; empty without conditions.
  var clause: String {
    isEmpty ? "" : " WHERE " + map { "(\($0.sql))" }.joined(separator: " AND ")
  }

  var bindings: [SQLValue] { flatMap(\.bindings) }
}
