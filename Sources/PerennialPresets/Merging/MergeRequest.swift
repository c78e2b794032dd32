import PerennialRecords

/// The rows among which several may stand for one object, and all that is known of them.
struct MergeRequest<Value: FieldValue>: Sendable {
  /// All rows of the examined entities, in any order.
  var rows: [MergeRow<Value>]
  /// The known state of each preset, by its name. It contains at least the edition.
  var presets: [RecordName: RecordState<Value>]
  /// All defaults that an object with a key of the app has had. Each element has those of one version.
  var historicDefaults: [MergeIdentity: [[String: Value]]]
  /// The latest reset that covers each preset among others.
  var sharedResets: [RecordName: Stamp]
  /// The references to the rows, from any rows.
  var references: Set<MergeReference>
  /// The identities that the app has confirmed to be one object each.
  var confirmed: Set<MergeIdentity>

  init(
    rows: [MergeRow<Value>],
    presets: [RecordName: RecordState<Value>] = [:],
    historicDefaults: [MergeIdentity: [[String: Value]]] = [:],
    sharedResets: [RecordName: Stamp] = [:],
    references: Set<MergeReference> = [],
    confirmed: Set<MergeIdentity> = []
  ) {
    self.rows = rows
    self.presets = presets
    self.historicDefaults = historicDefaults
    self.sharedResets = sharedResets
    self.references = references
    self.confirmed = confirmed
  }
}
