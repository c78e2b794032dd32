import Perennial
import PerennialPresets
import PerennialRecords

/// The stored data of a device. It changes by transactions: a copy is changed, and put in place as a
/// whole.
struct Disk {
  /// The version of the app that was launched last; 0 before the first launch.
  var version = 0
  var records: [RecordName: RecordState<Content>] = [:]
  /// The old app's rows, as the server had them.
  var rows: [RecordName: LegacyRow] = [:]
  var resets = Resets()
  /// The server's version of each document that this device has seen.
  var tags: [RecordName: Int] = [:]
  /// The names of the documents that the server has not acknowledged.
  var queue: Set<RecordName> = []
  /// Up to where the server's changes were read.
  var token = 0
  var noteCount = 0

  func document(named name: RecordName) -> Document? {
    if name == .manifest { return .manifest(resets) }
    if let row = rows[name] { return .legacy(row) }
    return records[name].map { .record($0) }
  }

  func showsTheSame(as other: Disk) -> Bool {
    records == other.records && rows == other.rows && resets == other.resets
  }

  /// Changes a record, and queues it if that made a difference.
  mutating func change(
    _ name: RecordName, _ body: (inout RecordState<Content>) -> Void
  ) {
    let before = records[name]
    var after = before ?? RecordState()
    body(&after)
    guard after != before else { return }
    records[name] = after
    queue.insert(name)
  }

  mutating func changeResets(_ body: (inout Resets) -> Void) {
    let before = resets
    body(&resets)
    if resets != before { queue.insert(.manifest) }
  }

  /// Leads what was done to records that were merged into others to those.
  mutating func followRedirects() {
    for (name, state) in records {
      guard let target = state.redirect?.target, target != name else { continue }
      change(target) { $0.absorb(state) }
    }
  }
}
