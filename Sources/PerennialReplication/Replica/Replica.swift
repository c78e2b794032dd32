import PerennialRecords

/// A device's copy of a zone: the algorithm by which its store and the hub agree.
///
/// A replica has no state of its own, and knows no network and no clock. Each function is one transaction of
/// the store: if the process ends before it commits, the function is simply called again.
public struct Replica<Store: ReplicaStore> {
  /// The durable data.
  public let store: Store

  /// Creates the replica of a store.
  public init(_ store: Store) { self.store = store }
}

// MARK: - Reading records

/// The knowledge that the readings of all records share.
struct SharedKnowledge {
  /// The state of the record ``RecordName/manifest``.
  var resets: RecordState<RecordValue>
  var redirects: Redirects

  func reading(
    _ state: RecordState<RecordValue>, of record: Record
  ) -> RecordReading<RecordValue> {
    RecordReading(
      state, sharedReset: resets.reset.joined(with: resets.fieldResets[record.type]),
      redirects: redirects)
  }
}

extension Replica {
  var shared: SharedKnowledge {
    get throws {
      var resets = try store.recordTable.tracked(.manifest)?.acknowledged.state ?? RecordState()
      if let edits = try store.editTable.edits(of: .manifest) {
        if let reset = edits.reset { resets.reset(at: reset) }
        for (type, stamp) in edits.fieldResets { resets.reset(type, at: stamp) }
      }
      return SharedKnowledge(resets: resets, redirects: try store.recordTable.redirects)
    }
  }

  /// Returns `true` if a field shows a reference to a record of the hub: it has a row, of an entity that the field can
  /// reference.
  ///
  /// - Parameter owner: The type of the record that has the field.
  func isShown(_ target: RecordName, in field: String, ofType owner: String) throws -> Bool {
    guard let type = try store.rowType(of: target),
      try store.schema.admits(type, in: field, ofType: owner)
    else { return false }
    return try isKnown(target)
  }

  /// Returns `true` if the hub has a record that has a row. An object of the same name that it does not have is another
  /// one.
  func isKnown(_ name: RecordName) throws -> Bool {
    try name.objectKey == nil || store.recordTable.tracked(name)?.isAcknowledged == true
  }

  /// Returns the changes of a record that the hub has not acknowledged.
  func changes(
    of name: RecordName, tracked: TrackedRecord, edits: LocalEdits?, shared: SharedKnowledge
  ) throws -> RecordState<RecordValue> {
    guard let edits else { return tracked.detachedChanges }
    return try edits.state(of: edited(name, tracked: tracked, edits: edits, shared: shared)).joined(
      with: tracked.detachedChanges)
  }

  /// Returns the data from which the changes of a record are computed.
  func edited(
    _ name: RecordName, tracked: TrackedRecord, edits: LocalEdits, shared: SharedKnowledge
  ) throws -> EditedRecord {
    let acknowledged = tracked.acknowledged
    let version = try store.catalogVersion(of: name)
    // The row shows changes that are kept apart too.
    var base = acknowledged.state.joined(with: tracked.detachedChanges)
    if let version { base.offer(version) }
    if let reset = edits.reset { base.reset(at: reset) }
    for (field, stamp) in edits.fieldResets { base.reset(field, at: stamp) }
    let shown = version.map { base.replacingCatalogVersion(by: $0) } ?? base
    var record = EditedRecord(
      content: try store.content(of: name),
      base: shared.reading(base, of: acknowledged),
      shown: shared.reading(shown, of: acknowledged),
      isOffered: version != nil && base.catalogVersion != acknowledged.state.catalogVersion,
      displacedValues: tracked.displacedValues,
      substitutes: try store.substitutedValues(of: name),
      uniqueFields: try fieldsWithUniqueValues(ofType: acknowledged.type),
      isWhole: try acknowledged.created != nil
        && store.schema.mergesWholeRecords(ofType: acknowledged.type),
      counters: try counters(of: acknowledged.type, in: base),
      missed: tracked.missed,
      unsentAtDeletion: tracked.unsentAtDeletion,
      device: try store.device,
      redirects: shared.redirects,
      isAcknowledged: tracked.isAcknowledged,
      late: try store.late.lateFields(of: name, ofType: acknowledged.type),
      absent: try store.late.absentFields(of: name, ofType: acknowledged.type),
      defaultValue: { try store.defaultValue(of: $0, ofType: acknowledged.type) },
      fits: { try store.fits($0, in: $1, ofType: acknowledged.type) },
      isShown: { try isShown($0, in: $1, ofType: acknowledged.type) })
    // An edit of a part of a value keeps the parts that only other versions of the program know.
    // A row whose deletion was undone has all values as the program has read them.
    let isBack = edits.insertion != nil && tracked.isAcknowledged
    let written =
      isBack ? record.content.map { Array($0.values.keys) } ?? [] : Array(edits.fields.keys)
    for field in written {
      guard let value = record.content?.values[field], let known = try record.value(of: field),
        value != known
      else { continue }
      record.content?.values[field] = try store.value(
        value, keepingPartsOf: known, in: field, ofType: acknowledged.type)
    }
    return record
  }
}
