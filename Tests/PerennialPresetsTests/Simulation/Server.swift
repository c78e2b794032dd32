import Perennial
import PerennialPresets
import PerennialRecords

/// A row that the old app has made: a whole record without stamps.
struct LegacyRow: Equatable {
  var preset: RecordName
  /// The stand-in for the device that wrote it, which follows from its name.
  var device: DeviceIdentifier
  var values: [String: Content]
  var links: Set<RecordName> = []
  /// When the server says that the old app last wrote it, in milliseconds.
  var modified: Int64
  /// The preset that it was merged into. The old app does not know this field, and leaves it alone.
  var mergedInto: RecordName?
  var isDeleted = false
}

/// A document that the server stores under a name.
enum Document: Equatable {
  case record(RecordState<Content>)
  case manifest(Resets)
  case legacy(LegacyRow)
}

/// A server with optimistic concurrency: each write states the version that the writer has seen.
final class Server {
  struct Entry {
    var tag: Int
    var document: Document
  }

  /// The server's answer to a write.
  enum Answer {
    case stored(tag: Int)
    case conflict(Entry)
  }

  private(set) var entries: [RecordName: Entry] = [:]
  /// The number of the last write, which is the tag of what was written.
  private(set) var head = 0

  func write(_ document: Document, named name: RecordName, over tag: Int?) -> Answer {
    if let entry = entries[name], entry.tag != tag { return .conflict(entry) }
    return .stored(tag: store(document, named: name))
  }

  func changes(after token: Int) -> [(name: RecordName, entry: Entry)] {
    entries.filter { $0.value.tag > token }
      .map { (name: $0.key, entry: $0.value) }
      .sorted { $0.entry.tag < $1.entry.tag }
  }

  // MARK: The old app, which writes without asking

  /// The old app's rows that are there, in an order that is always the same.
  var legacyRows: [(name: RecordName, row: LegacyRow)] {
    entries.compactMap { name, entry in
      guard case .legacy(let row) = entry.document, !row.isDeleted else { return nil }
      return (name: name, row: row)
    }.sorted { $0.name < $1.name }
  }

  func put(_ row: LegacyRow, named name: RecordName) {
    _ = store(.legacy(row), named: name)
  }

  private func store(_ document: Document, named name: RecordName) -> Int {
    head += 1
    entries[name] = Entry(tag: head, document: document)
    return head
  }
}
