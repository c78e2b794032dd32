import PerennialRecords
import Synchronization

/// The records whose pushes were acknowledged.
final class Acknowledged: Sendable {
  private let names = Mutex<Set<RecordName>>([])
  var all: Set<RecordName> { names.withLock { $0 } }
  func add(_ records: [Record]) { names.withLock { $0.formUnion(records.map(\.name)) } }
}
