package import PerennialRecords
package import PerennialReplication

/// The durable data of a device. A snapshot is a copy.
package struct Disk: Sendable {
  package struct Row: Equatable, Sendable {
    package let type: String
    package var content: RowContent
    /// The values of a preset in the catalog, as the metadata of a row have them.
    var defaults: [String: RecordValue] = [:]
    /// The fields of a preset that users have changed: those with a stamp in the metadata of a row.
    var edited: Set<String> = []

    package init(
      type: String, content: RowContent, defaults: [String: RecordValue] = [:],
      edited: Set<String> = []
    ) {
      self.type = type
      self.content = content
      (self.defaults, self.edited) = (defaults, edited)
    }
  }

  package var device: DeviceIdentifier
  package var latest = HybridTime.zero
  /// The milliseconds by which the hub's clock has corrected the device's.
  package var correction: Int64 = 0
  package var rows: [RecordName: Row] = [:]
  package var created: [RecordName: Stamp] = [:]
  package var history: [LocalTransaction] = []
  package var position = ReplicaPosition()
  package var edits: [RecordName: LocalEdits] = [:]
  package var tracked: [RecordName: TrackedRecord] = [:]
  package var pushed: [RecordName: PushedWrites] = [:]
  /// The version of the catalog; 0 before the first launch.
  package var version = 0
  /// The presets whose rows were deleted, but not by a catalog.
  var deletedPresets: Set<RecordName> = []
  /// `true` if the catalog has to be applied again, because a reset has undone the deletion of a preset without content.
  var isIncomplete = false
  package var objectCount = 0
  /// The counters of objects that the user has deleted, as they were.
  package var deletedCounters: [RecordName: Int64] = [:]
  /// The conflicts that the user has not decided.
  package var conflicts: [RecordConflict] = []
  /// The links that the user has removed.
  var removedLinks: [RemovedLink] = []
  /// All conflicts that the device has noted, in their order.
  var noted: [RecordConflict] = []

  /// A link that the user has removed.
  struct RemovedLink: Equatable, Sendable {
    let source: RecordName
    let target: RecordName
  }

  package init(device: DeviceIdentifier) { self.device = device }

  package var lastTransaction: Int64 { history.last?.number ?? 0 }

  /// Returns `true` if the creation of an object is in its record, in its unsent changes, or in the history that is not
  /// folded into them yet. Stores have it nowhere else.
  package func knowsCreation(of name: RecordName) -> Bool {
    tracked[name] != nil || edits[name] != nil || unfolded { $0 == .insertion(name) }
  }

  /// Returns `true` if the history has a change that is not folded into the unsent changes yet.
  func unfolded(_ isWanted: (LocalChange) -> Bool) -> Bool {
    history.contains {
      $0.number > position.transaction && $0.changes.contains(where: isWanted)
    }
  }
}
