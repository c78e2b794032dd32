/// What the result of a query depends on: the properties that its condition and its order read, of
/// the fetched rows and of others.
struct QueryReads: Sendable {
  /// What is read of the rows of one model besides the fetched row itself.
  struct Others: Sendable {
    var mask: PropertyMask = []
    /// Whether rows are looked for. Then one that comes matters too; one that is only referred to
    /// matters when the reference changes.
    var areSought = false
  }

  /// The properties of the fetched row.
  var own: PropertyMask = []
  /// By entity name.
  var others: [String: Others] = [:]
  /// Whether a part is decided in memory, by code that may read anything.
  var areUnknown = false

  mutating func noteOther(_ entityName: String, _ mask: PropertyMask, isSought: Bool = false) {
    others[entityName, default: Others()].mask.formUnion(mask)
    if isSought { others[entityName]?.areSought = true }
  }
}
