import Foundation
import PerennialRecords

/// A record as clients of the protocol see it: its present values, without the stamps.
struct RecordView: Sendable {
  let record: Record
  /// The number and the time of its last change.
  let sequence: Int64
  let changed: Int64
  private let reading: RecordReading<RecordValue>
  let marks: FieldMarks

  /// - Parameter resets: The record of the zone's resets, if there is one. Those of an entity are under its name.
  init(_ record: Record, sequence: Int64, changed: Int64, resets: Record?) {
    self.record = record
    (self.sequence, self.changed) = (sequence, changed)
    var shared: Stamp?
    if record.state.catalogVersion != nil, let state = resets?.state {
      shared = [state.reset, state.fieldResets[record.type]].compactMap { $0 }.max()
    }
    reading = RecordReading(record.state, sharedReset: shared)
    marks = FieldMarks(in: record.state)
  }

  /// - Throws: ``HubStorageError`` for a damaged record.
  init(_ stored: RecordRow, resets: Record?) throws {
    self.init(
      try RecordCoding.record(in: stored.body), sequence: stored.sequence, changed: stored.changed,
      resets: resets)
  }

  var name: RecordName { record.name }

  /// `true` if the record is there for clients: it isn't deleted, merged into another one, or the record of resets.
  var isVisible: Bool {
    record.name != .manifest && reading.isVisible(hasInboundReferences: true)
  }

  /// The tag of the present version.
  var changeTag: String { Self.changeTag(of: sequence) }

  /// Returns the tag of the version that a change has made.
  static func changeTag(of sequence: Int64) -> String { String(sequence, radix: 36) }

  /// The time of the creation, in milliseconds since 1970. That of a preset isn't known: it is the time of the last
  /// change.
  var created: Int64 { min(record.created?.time.milliseconds ?? changed, changed) }

  /// The latest stamp that a new write has to follow.
  var latestStamp: Stamp? {
    [record.state.latestStamp, marks.latestStamp].compactMap { $0 }.max()
  }

  // MARK: Fields

  /// The names of the fields that may have a value.
  var fields: Set<String> { reading.fields.union(reading.linkFields).union(marks.fields) }

  /// The to-many relationships.
  var linkFields: Set<String> { reading.linkFields }

  /// Returns the value of a field; nil for none.
  func value(of field: String) -> WebValue? {
    if reading.linkFields.contains(field) || marks[field] == .referenceList {
      return .list(.referenceList, targets(of: field).map { .reference($0) })
    }
    return reading.value(of: field).flatMap { WebValue($0, mark: marks[field]) }
  }

  /// Returns the targets of a to-many relationship, in the order that devices show.
  func targets(of field: String) -> [RecordName] {
    let targets = reading.links(of: field)
    let keys = reading.orderKeys(of: field)
    guard !keys.isEmpty else { return targets }
    return targets.enumerated().sorted { left, right in
      let (first, second) = (keys[left.element]?.key, keys[right.element]?.key)
      // Targets without a place are at the end, in the order of their additions.
      return (first ?? .max, left.offset) < (second ?? .max, right.offset)
    }.map(\.element)
  }

  /// Returns `true` if devices count in a field.
  func isCounter(_ field: String) -> Bool { record.state.counters[field] != nil }

  /// Returns `true` if a field may have values of a type.
  func allows(_ type: WebType, in field: String) -> Bool {
    if let value = value(of: field) { return value.allows(type) }
    return marks[field].map { $0 == type } ?? true
  }

  /// Returns the type of a field; nil if it has none yet.
  func type(of field: String) -> WebType? { value(of: field)?.type ?? marks[field] }
}
