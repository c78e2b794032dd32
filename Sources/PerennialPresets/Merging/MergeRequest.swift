import PerennialRecords

/// The rows among which several may stand for one object, and all that is known of them.
struct MergeRequest<Value: FieldValue>: Sendable {
  /// All rows of the examined entities, in any order.
  var rows: [MergeRow<Value>]
  /// The known state of each preset, by its name. It contains at least the edition.
  var presets: [RecordName: RecordState<Value>] = [:]
  /// The references to the rows that other rows must have.
  var requirements: [MergeRequirement] = []
  /// The keys of the app that it has confirmed to identify one object each.
  var confirmed: Set<MergeIdentity> = []

  /// Returns `true` if rows with an identity are merged: they have the ID of a preset, or a confirmed key.
  func isMerged(_ identity: MergeIdentity) -> Bool {
    if case .key = identity { return confirmed.contains(identity) }
    return true
  }
}
