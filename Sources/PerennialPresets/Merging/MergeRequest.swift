package import Perennial

/// The rows among which several may be one object, and what is known of them.
package struct MergeRequest<Value: FieldValue>: Sendable {
  /// All rows of the entities that are looked at, in any order.
  package var rows: [MergeRow<Value>]
  /// What is known of each preset, by its name: at least its edition.
  package var presets: [RecordName: RecordState<Value>]
  /// All defaults that something with a key of the app's has had, each version's as a whole.
  package var historicDefaults: [MergeIdentity: [[String: Value]]]
  /// The latest reset of each preset among others.
  package var sharedResets: [RecordName: Stamp]
  /// The references to the rows, from any rows.
  package var references: Set<MergeReference>
  /// What the app has confirmed to be one object.
  package var confirmed: Set<MergeIdentity>

  package init(
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
