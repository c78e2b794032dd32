import PerennialRecords
import PerennialReplication

/// The durable data of a device. A snapshot is a copy.
struct Disk {
  struct Row: Equatable {
    let type: String
    var content: RowContent
  }

  var device: DeviceIdentifier
  var latest = HybridTime.zero
  /// The milliseconds by which the hub's clock has corrected the device's.
  var correction: Int64 = 0
  var rows: [RecordName: Row] = [:]
  var created: [RecordName: Stamp] = [:]
  var history: [LocalTransaction] = []
  var position = ReplicaPosition()
  var edits: [RecordName: LocalEdits] = [:]
  var tracked: [RecordName: TrackedRecord] = [:]
  /// The version of the catalog; 0 before the first launch.
  var version = 0
  var objectCount = 0
  /// The conflicts that the user has not decided.
  var conflicts: [RecordConflict] = []

  init(device: DeviceIdentifier) { self.device = device }

  var lastTransaction: Int64 { history.last?.number ?? 0 }
}
