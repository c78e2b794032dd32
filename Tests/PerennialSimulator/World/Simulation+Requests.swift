import PerennialRecords
import PerennialReplication

// Checks after each request. At the end, another device can have repaired a record of the hub.

extension Simulation {
  /// Checks that the hub has got no object in part from a request.
  func check(_ request: PushRequest) {
    checkReferences(of: request)
    for part in request.records where part.name.objectKey != nil {
      guard let record = hub.database.records[part.name], record.created == part.created else {
        continue
      }
      if let field = missingField(of: record) {
        report("a request has made \(part.name.rawValue) without \(field): \(record.state)")
      }
    }
  }

  /// Checks that the hub has all objects that the records of a request reference.
  private func checkReferences(of request: PushRequest) {
    if ledger.hasHubForgotten || ledger.isHubRestored { return }
    for part in request.records {
      guard let record = hub.database.records[part.name], record.created == part.created else {
        continue
      }
      // A removal says nothing of an object that was deleted before it was sent.
      let linked = part.state.links.values.flatMap { links in
        links.edits.filter { !$1.additions.isEmpty }.keys
      }
      for target in part.state.edits.values.compactMap(\.value.target) + linked
      where target.objectKey != nil && hub.database.records[target] == nil {
        report("a request has made \(part.name.rawValue) reference \(target.rawValue): \(part)")
      }
    }
  }

  /// Returns the field that the record of an object lacks; nil if the object is complete or deleted.
  func missingField(of record: Record) -> String? {
    if record.state.deletion?.isDeleted == true { return nil }
    return Pantry.numbers.first { record.state.edits[$0] == nil }
  }
}
