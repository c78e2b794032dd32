import Foundation
import PerennialRecords

/// The result of an operation.
enum RecordOutcome: Sendable {
  case saved(RecordView, keys: [String]?)
  case deleted(RecordName)
  case failed(RecordName, WebError)

  var error: WebError? { if case .failed(_, let error) = self { error } else { nil } }
}

/// The operations of a request, each of another record.
struct RecordModification: Sendable {
  let zone: String
  let operations: [Result<RecordOperation, RecordOperation.Invalid>]
  /// `true` if all operations are carried out, or none.
  let isAtomic: Bool
  /// The clock of the stamps.
  let clock: StampClock
  let hubTime: Int64

  /// Reads the operations of a request.
  ///
  /// - Throws: `BAD_REQUEST` for operations that cannot be told from each other.
  init(
    _ body: JSONObject, of zone: String, clock: StampClock, hubTime: Int64
  ) throws {
    let objects = try body.required("operations", body.objects)
    guard objects.count <= WebLimits.records else {
      throw WebError.badRequest(
        "The request has \(objects.count) operations; \(WebLimits.records) are allowed.")
    }
    operations = try objects.map { object in
      do {
        return .success(try RecordOperation(object))
      } catch let error as RecordOperation.Invalid { return .failure(error) }
    }
    var names: Set<RecordName> = []
    for operation in operations {
      let name = (try? operation.get().name)
      if let name, !names.insert(name).inserted {
        throw WebError.badRequest("The request has two operations on the record \(name.rawValue).")
      }
    }
    isAtomic = try body.flag("atomic") ?? (zone != WebDatabase.defaultZone)
    (self.zone, self.clock, self.hubTime) = (zone, clock, hubTime)
  }

  /// The names of the records that the operations write, and that of the record of resets.
  var names: [RecordName] {
    [.manifest]
      + operations.compactMap { operation in
        (try? operation.get()).flatMap { $0.name.isValid ? $0.name : nil }
      }
  }

  /// The assets that the operations mention.
  var assets: Set<RecordAsset> {
    Set(
      operations.compactMap { try? $0.get() }.flatMap { operation in
        operation.fields.compactMap { name, field in
          guard let json = field.value, field.type == .asset || field.type == nil,
            case .asset(let asset)? = try? WebValue(json, as: .asset, field: name)
          else { return nil }
          return asset
        }
      })
  }
}

extension ZoneUpdate where Reply == [RecordOutcome] {
  /// Decides on the operations of a request.
  ///
  /// - Parameter lost: Assets whose files are lost.
  /// - Throws: ``WebError`` for a zone that does not exist; `HubError` with the code `quotaExceeded`.
  init(
    _ modification: RecordModification, on stored: StoredZone, without lost: Set<RecordAsset>
  ) throws {
    guard stored.exists || WebDatabase.isStanding(modification.zone) else {
      throw WebError.zoneNotFound(modification.zone)
    }
    let records = try stored.records.mapValues { try RecordCoding.record(in: $0.body) }
    let resets = records[.manifest]
    var views: [RecordName: RecordView] = [:]
    for (name, record) in records {
      guard let row = stored.records[name] else { continue }
      views[name] = RecordView(
        record, sequence: row.sequence, changed: row.changed, resets: resets)
    }
    let edits = modification.operations.map {
      Self.edit($0, views: views, clock: modification.clock)
    }
    let parts = edits.compactMap { try? $0.get()?.finished() }
    let write = try ZoneWrite(
      PushRequest(token: nil, records: parts), on: stored.zone, over: records,
      without: stored.missing.union(lost), hubTime: modification.hubTime)
    for change in write.changes {
      views[change.record.name] = RecordView(
        change.record, sequence: change.sequence, changed: modification.hubTime, resets: resets)
    }
    let refused = Dictionary(
      write.reply.refused.map { ($0.name, $0.reason) }, uniquingKeysWith: { first, _ in first })
    var outcomes = zip(modification.operations, edits).map { operation, edit in
      RecordOutcome(operation, edit: edit, views: views, refused: refused)
    }
    guard modification.isAtomic, outcomes.contains(where: { $0.error != nil }) else {
      try self.init(write, over: records, on: stored, reply: outcomes)
      return
    }
    for (index, operation) in modification.operations.enumerated() {
      guard outcomes[index].error == nil, let name = try? operation.get().name else { continue }
      outcomes[index] = .failed(
        name, WebError(.atomicError, "Atomic failure: another operation of the request failed."))
    }
    self.init(zone: stored.zone, changes: [], reply: outcomes, growth: 0, dropped: [])
  }

  private static func edit(
    _ operation: Result<RecordOperation, RecordOperation.Invalid>,
    views: [RecordName: RecordView], clock: StampClock
  ) -> Result<RecordEdit?, RecordOperation.Invalid> {
    operation.flatMap { operation in
      let view = views[operation.name]
      do throws(WebError) {
        return .success(try operation.edit(over: view, at: clock.next(after: view?.latestStamp)))
      } catch {
        return .failure(RecordOperation.Invalid(name: operation.name, error: error))
      }
    }
  }
}

extension RecordOutcome {
  fileprivate init(
    _ operation: Result<RecordOperation, RecordOperation.Invalid>,
    edit: Result<RecordEdit?, RecordOperation.Invalid>,
    views: [RecordName: RecordView], refused: [RecordName: PushReply.Reason]
  ) {
    switch (operation, edit) {
    case (.failure(let invalid), _), (_, .failure(let invalid)):
      self = .failed(invalid.name, invalid.error)
    case (.success(let operation), .success):
      if let reason = refused[operation.name] {
        self = .failed(operation.name, WebError(reason))
      } else if !operation.kind.isDeletion, let view = views[operation.name] {
        self = .saved(view, keys: operation.keys)
      } else {
        self = .deleted(operation.name)
      }
    }
  }
}

extension RecordOperation {
  /// Returns what the operation writes; nil for nothing.
  ///
  /// - Parameter current: The stored record, also a deleted one.
  fileprivate func edit(
    over current: RecordView?, at stamp: Stamp
  ) throws(WebError) -> RecordEdit? {
    let visible = current.flatMap { $0.isVisible ? $0 : nil }
    if kind == .create, visible != nil {
      throw WebError(.exists, "record to insert already exists")
    }
    if current?.record.state.redirect != nil {
      throw .badRequest("The record \(name.rawValue) was merged into another one.")
    }
    if kind.needsTag {
      guard let visible else {
        throw WebError(.notFound, "The record \(name.rawValue) does not exist.")
      }
      guard let tag else {
        throw .badRequest("The operation \(kind.rawValue) needs “recordChangeTag”.")
      }
      guard tag == visible.changeTag else {
        throw WebError(.conflict, "client oplock error updating record")
      }
    }
    if kind == .forceDelete, visible == nil { return nil }
    guard let type = type ?? visible?.record.type, !type.isEmpty, type.utf8.count <= 255 else {
      throw .badRequest("The new record \(name.rawValue) needs “recordType”.")
    }
    if let current, current.record.type != type, !kind.isDeletion {
      throw .badRequest(
        "The record \(name.rawValue) is of the type \(current.record.type), not \(type). "
          + "Types do not change; choose another name.")
    }
    var edit = RecordEdit(name, type: current?.record.type ?? type, over: current, at: stamp)
    if kind.isDeletion {
      edit.delete()
      return edit
    }
    if current != nil, visible == nil { edit.restore() }
    if kind.replaces || current != nil && visible == nil { edit.clear(except: Set(fields.keys)) }
    for (name, field) in fields { try edit.write(field, to: name) }
    return edit
  }
}

extension WebError {
  /// Creates the error for the reason why a part of a record was refused.
  init(_ reason: PushReply.Reason) {
    switch reason {
    case .invalidName: self.init(.badRequest, "The name of the record isn't allowed.")
    case .nameTaken, .referenceRefused:
      self.init(.conflict, "The name of the record belongs to another object.")
    case .typeDiffers: self.init(.badRequest, "The record is of another type.")
    case .tooLarge:
      self.init(.badRequest, "The record has more than \(HubLimits.recordBytes) bytes.")
    case .assetMissing:
      self.init(
        .badRequest, "The zone does not have an asset of the record. Upload the file first.")
    }
  }
}
