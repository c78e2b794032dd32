import PerennialRecords

/// The records of a zone, and its head.
struct HubOfRecords {
  var zone: Zone
  var records: [RecordName: Record] = [:]

  mutating func push(_ request: PushRequest, at time: Int64 = .max / 2) throws -> ZoneWrite {
    let write = try ZoneWrite(request, on: zone, over: records, hubTime: time)
    for change in write.changes { records[change.record.name] = change.record }
    zone = write.zone
    return write
  }
}

extension PushRequest {
  /// Creates a request with some parts of records.
  init(_ records: [Record]) { self.init(token: nil, records: records) }
}
