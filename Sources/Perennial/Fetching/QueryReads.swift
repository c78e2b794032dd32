/// The dependencies of a query's result: the properties that its condition and its order read, in
/// the fetched rows and in others.
struct QueryReads: Sendable {
  /// The reads from rows of one model, besides the fetched row itself.
  struct Others: Sendable {
    var mask: PropertyMask = []
    /// `true` if the query searches for rows. Then an inserted row affects the result too. A row
    /// that is only referenced affects the result when the reference changes.
    var areSought = false
  }

  /// The properties that are read from the fetched row.
  var own: PropertyMask = []
  /// The reads from other rows, by entity name.
  var others: [String: Others] = [:]
  /// `true` if a part is evaluated in memory, by code that may read anything.
  var areUnknown = false

  mutating func noteOther(_ entityName: String, _ mask: PropertyMask, isSought: Bool = false) {
    others[entityName, default: Others()].mask.formUnion(mask)
    if isSought { others[entityName]?.areSought = true }
  }
}
