public import Foundation

/// Reads the contents of one account from one state of the database, for a check.
public protocol AccountReader {
  /// Returns the account; nil if it was removed.
  func account() throws -> Account?
  /// Returns the counters of the account's zones, by name.
  func zones() throws -> [ZoneCounters]
  /// Returns the name of the first zone, after another one, that has records; nil after the last one.
  func zoneOfRecords(after zone: String) throws -> String?
  /// Returns the name of the first zone, after another one, that has assets; nil after the last one.
  func zoneOfAssets(after zone: String) throws -> String?
  /// Returns the numbers of a zone's records, as counted from the rows.
  func totals(of zone: String) throws -> RecordTotals
  /// Returns records of a zone in the order of their changes.
  ///
  /// - Parameters:
  ///   - sequence: The number after which the records begin.
  ///   - limit: The greatest number of records.
  func records(of zone: String, after sequence: Int64, upTo limit: Int) throws -> [StoredRecord]
  /// Returns the entries of a zone's assets.
  func assets(of zone: String) throws -> [StoredAsset]
}

extension AccountReader {
  /// Returns the names of zones that have records or assets and no counters.
  func lostZones() throws -> [String] {
    var names: Set<String> = []
    var last = ""
    while let zone = try zoneOfRecords(after: last) {
      names.insert(zone)
      last = zone
    }
    last = ""
    while let zone = try zoneOfAssets(after: last) {
      names.insert(zone)
      last = zone
    }
    return names.subtracting(try zones().map(\.name)).sorted()
  }
}

/// The counters that the database keeps for a zone.
public struct ZoneCounters: Equatable, Sendable {
  /// The name of the zone.
  public let name: String
  /// The number of the newest change.
  public let sequence: Int64
  /// The number of the newest change that was forgotten.
  public let floor: Int64

  package init(name: String, sequence: Int64, floor: Int64) {
    (self.name, self.sequence, self.floor) = (name, sequence, floor)
  }
}

/// The numbers of a zone's records, as counted from the rows.
public struct RecordTotals: Equatable, Sendable {
  /// The number of records.
  public let count: Int
  /// The number of bytes of their JSON forms.
  public let bytes: Int64
  /// The least number of a change; 0 without records.
  public let first: Int64
  /// The greatest number of a change; 0 without records.
  public let last: Int64

  package init(count: Int, bytes: Int64, first: Int64, last: Int64) {
    (self.count, self.bytes, self.first, self.last) = (count, bytes, first, last)
  }
}

/// The row of a record.
public struct StoredRecord: Equatable, Sendable {
  /// The number of its newest change.
  public let sequence: Int64
  /// The name.
  public let name: String
  /// The type.
  public let type: String
  /// `true` if the record is a deletion that can be forgotten.
  public let isForgettable: Bool
  /// The JSON form.
  public let body: Data

  package init(sequence: Int64, name: String, type: String, isForgettable: Bool, body: Data) {
    (self.sequence, self.name, self.type) = (sequence, name, type)
    (self.isForgettable, self.body) = (isForgettable, body)
  }
}
