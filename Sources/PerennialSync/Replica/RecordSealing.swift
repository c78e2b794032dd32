import Foundation
import Perennial
import PerennialRecords
import PerennialReplication

// The way of sealed values to the hub and from it. The store has them as they are, and so have its merges.

/// The seals of records on their way to the hub and from it.
final class RecordSealing: ReplicaSealing {
  let sync: SyncTransaction
  let connection: Connection
  let recordTable: RecordTable
  private let editTable: LocalEditTable
  let sealedValues: SealedValueTable
  let conflicts: ConflictTable
  /// The seals of the store's zone; nil if none of its values is sealed here.
  let sealer: (any ValueSealer)?
  /// The records with values that have to be sealed with the present key.
  var sealedAgain: Set<RecordName> = []

  init(
    sealer: (any ValueSealer)?, sync: SyncTransaction, recordTable: RecordTable,
    editTable: LocalEditTable, sealedValues: SealedValueTable, conflicts: ConflictTable
  ) {
    (self.sealer, self.sync, connection) = (sealer, sync, sync.connection)
    (self.recordTable, self.editTable) = (recordTable, editTable)
    (self.sealedValues, self.conflicts) = (sealedValues, conflicts)
  }

  private func sealedFields(of record: Record) -> Set<String> {
    if sealer == nil { return [] }
    return sync.schema.entity(ofType: record.type)?.sealedFields ?? []
  }

  /// Returns a record as the hub gets it, with its sealed values encrypted.
  func sealed(_ record: Record) throws -> Record {
    let fields = sealedFields(of: record)
    guard let sealer, !fields.isEmpty else { return record }
    var record = record
    let name = record.name
    record.state = try record.state.replacingValues { field, edit in
      guard fields.contains(field), edit.value.isSealable else { return edit.value }
      let sealedField = SealedField(record: name, type: record.type, name: field)
      return .sealed(try sealer.seal(edit.value, in: sealedField, at: edit.stamp))
    }
    return record
  }

  /// Returns the fields of a record's changes that cannot be sent yet, because there is no key to seal them.
  func heldFields(of record: Record) throws -> Set<String> {
    let fields = sealedFields(of: record)
    guard let sealer, !fields.isEmpty else { return [] }
    let known = try recordTable.tracked(record.name)?.acknowledged.state.edits ?? [:]
    let held = record.state.edits.filter { field, edit in
      guard fields.contains(field) else { return false }
      // A value of another record that was merged into this one can be read under that record's name alone.
      if edit.value.sealed != nil { return edit.value != known[field]?.value }
      return edit.value.isSealable && !sealer.hasKey
    }
    return Set(held.keys)
  }

  /// Returns the approximate number of bytes of the JSON form in which a record is sent.
  func sentByteCount(of record: Record) throws -> Int {
    let fields = sealedFields(of: record)
    if fields.isEmpty { return record.byteCount }
    return record.state.edits.reduce(record.byteCount) { count, cell in
      guard fields.contains(cell.key), cell.value.value.isSealable else { return count }
      return count + cell.value.value.sealedGrowth
    }
  }

  /// Returns a record of the hub with the sealed values that this device can read.
  func opened(_ record: Record) throws -> Record {
    let fields = sealedFields(of: record)
    let record = try openedContested(record)
    let hasSealed = record.state.edits.contains { $0.value.value.sealed != nil }
    guard hasSealed || sealer?.hasKey == true && !fields.isEmpty else { return record }
    let known = try recordTable.tracked(record.name)?.acknowledged.state.edits ?? [:]
    var opened = record
    var openedFields: [String: RecordValue] = [:]
    let (name, type) = (record.name, record.type)
    opened.state = try record.state.replacingValues { field, edit in
      guard let data = edit.value.sealed else {
        // Another device sends the value as it is. It is sealed from here.
        if sealer?.hasKey == true, fields.contains(field), edit.value.isSealable {
          sealedAgain.insert(name)
        }
        return edit.value
      }
      if let opened = try open(data, in: SealedField(record: name, type: type, name: field)) {
        if !opened.isCurrent { sealedAgain.insert(name) }
        if known[field]?.value.sealed != nil, known[field]?.stamp == edit.stamp {
          openedFields[field] = opened.value
        }
        return opened.value
      }
      // A value that was sealed again is the same value.
      guard let cell = known[field], cell.stamp == edit.stamp, cell.value.sealed == nil else {
        return edit.value
      }
      return cell.value
    }
    if !openedFields.isEmpty { try replaceKnown(openedFields, of: name) }
    return opened
  }

  /// Returns a record with the sealed values that this device can read of the writes that pushes have met.
  private func openedContested(_ record: Record) throws -> Record {
    try record.replacingContested { field, edit in
      let sealedField = SealedField(record: record.name, type: record.type, name: field)
      return try edit.value.sealed.flatMap { try open($0, in: sealedField)?.value } ?? edit.value
    }
  }

  /// Opens a value; nil if this device cannot read it.
  private func open(
    _ data: Data, in field: SealedField
  ) throws -> (value: RecordValue, isCurrent: Bool)? {
    guard let sealer else { return nil }
    do throws(SealedValueError) { return try sealer.open(data, in: field) } catch {
      if error == .notAuthentic {
        sync.transaction.warn(
          "\(connection.path): \(field.record.rawValue).\(field.name): \(error)")
      }
      return nil
    }
  }

  /// Replaces sealed values that are known of a record, at the same stamps. Of two values with one stamp, a merge would
  /// keep the sealed one.
  private func replaceKnown(_ values: [String: RecordValue], of name: RecordName) throws {
    guard var tracked = try recordTable.tracked(name) else { return }
    func replace(_ state: RecordState<RecordValue>) -> RecordState<RecordValue> {
      let stamps = tracked.acknowledged.state.edits.mapValues(\.stamp)
      return state.replacingValues { field, edit in
        guard edit.value.sealed != nil, edit.stamp == stamps[field] else { return edit.value }
        return values[field] ?? edit.value
      }
    }
    let changes = replace(tracked.detachedChanges)
    tracked.acknowledged.state = replace(tracked.acknowledged.state)
    tracked.detachedChanges = changes
    try recordTable.write(tracked, named: name)
  }

  /// Returns the reason why a record has sealed values that this device cannot read or send; nil if it has none.
  func reason(of name: RecordName) throws -> SealedValueError? {
    for waiting in try sealedValues.values(of: name) {
      guard let data = waiting.value.sealed else { continue }
      guard let sealer, let tracked = try recordTable.tracked(name) else { return .noKey }
      let sealedField = SealedField(
        record: name, type: tracked.acknowledged.type, name: waiting.field)
      do throws(SealedValueError) { _ = try sealer.open(data, in: sealedField) } catch {
        return error
      }
    }
    guard let sealer, !sealer.hasKey, let edits = try editTable.edits(of: name),
      let entity = try sync.locate(name)?.entity
    else { return nil }
    // Changes that wait for a key to seal them.
    return entity.sealedFields.isDisjoint(with: edits.fields.keys) ? nil : .noKey
  }

  /// Throws if the other device's value in a conflict is sealed, and this one cannot read it: a row cannot have it.
  ///
  /// - Throws: ``SyncError/sealed(_:)``.
  func checkReadable(_ conflict: RecordConflict) throws {
    guard case .field(_, _, _, let theirs) = conflict.kind, theirs.value.sealed != nil else {
      return
    }
    throw SyncError.sealed(try reason(of: conflict.name) ?? .noKey)
  }
}

extension RecordValue {
  /// `true` if the value is one that a seal can have. A large value that was sent before stays as it is.
  var isSealable: Bool {
    switch self {
    case .null, .integer, .real, .text, .blob: true
    case .reference, .sealed, .asset: false
    }
  }

  /// The most bytes by which the JSON form grows with a seal.
  fileprivate var sealedGrowth: Int {
    if case .text(let text) = self { 84 + text.utf8.count / 3 } else { 84 }
  }
}
