import Perennial

/// The stored values, stamps and links of a row, for comparisons.
struct StoredRow {
  let key: Int64
  /// The attributes and the to-one relationships, by name. Values in files have the form that they have in a
  /// row.
  var values: [String: SQLValue] = [:]
  var stamps = FieldStamps()
  /// The members of many-to-many relationships, in their order. Only the relationships that lead their join
  /// table are included; see ``RelationshipLayout/isLeading``.
  var links: [String: [Int64]] = [:]
}
