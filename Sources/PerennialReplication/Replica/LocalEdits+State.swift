import PerennialRecords

/// The data from which the changes of a record are computed.
struct EditedRecord {
  /// The content of the row; nil if there is none.
  var content: RowContent?
  /// The acknowledged state with the content of the device's catalog, under the resets that are known on this
  /// device.
  let base: RecordReading<RecordValue>
  /// The base with the catalog's content that the row has. An older catalog can have written the row after the
  /// content of a later one was acknowledged.
  let shown: RecordReading<RecordValue>
  /// `true` if the content of the device's catalog is newer than the acknowledged one.
  let isOffered: Bool
  /// The values that the row shows instead of written ones; see ``TrackedRecord/displacedValues``.
  var displacedValues: [String: RecordValue] = [:]
  /// The values that the row shows instead of those that the program cannot have.
  var substitutes: [String: SubstitutedValue] = [:]
  /// The fields with unique values. Their edits know the value that they replace.
  var uniqueFields: Set<String> = []
  /// `true` if a change of one field is a change of all.
  var isWhole = false
  /// The counters, with their declared starts.
  var counters: [String: Int64] = [:]
  /// The values of fields in a row whose deletion was undone; see ``TrackedRecord/missed``.
  var missed: [String: RecordValue] = [:]
  /// The stamps of values in such a row that were not sent before the deletion; see ``TrackedRecord/unsentAtDeletion``.
  var unsentAtDeletion: [String: Stamp] = [:]
  /// The device that counts.
  var device = DeviceIdentifier.none
  /// The records that were merged into others.
  var redirects = Redirects()
  /// `true` if the hub has the record.
  var isAcknowledged = false
  /// The fields that the row does not show, because another version of the program has written it.
  var late: Set<String> = []
  /// The fields among these that the row has the declared defaults of.
  var absent: Set<String> = []
  /// Returns the value that a row has in a field of which the record has none.
  var defaultValue: (_ field: String) throws -> RecordValue? = { _ in nil }
  /// Returns `true` if a field can have a value.
  var fits: (_ value: RecordValue, _ field: String) throws -> Bool = { _, _ in true }
  /// Returns `true` if the row shows a reference.
  let isShown: ReferenceFilter

  /// Returns the value that the row shows if the user has not changed it.
  func value(of field: String) throws -> RecordValue? {
    let value = try displacedValues[field] ?? shown.value(of: field)?.showing(in: field, isShown)
    guard let known = value else {
      // No device has given the object a value.
      guard isAcknowledged, let value = try defaultValue(field) else { return nil }
      // A preset begins with its catalog's values. The declared default is one that the user has chosen.
      return base.state.isLeftToUser(field) && value != .null ? nil : value
    }
    guard let substitute = substitutes[field], substitute.value == known else { return known }
    return substitute.shown
  }

  /// Returns `true` if a value of the row is not changed.
  func isKept(_ shown: RecordValue, _ field: String) throws -> Bool {
    try value(of: field)?.isSame(as: shown) ?? false
  }

  /// Returns `true` if the row has a default that no user has chosen: the program lacks the known value, cannot have it,
  /// or does not show it yet.
  func isSubstituted(_ field: String) throws -> Bool {
    if late.contains(field) { return true }
    guard let known = base.value(of: field) else { return isAcknowledged }
    return try !fits(known, field)
  }

  /// Returns `true` if a field of a row whose deletion was undone has the value from before the deletion, which another
  /// device has replaced since.
  func isFormer(_ shown: RecordValue, _ field: String) throws -> Bool {
    guard let former = missed[field] else { return false }
    return try shown == former || shown == former.showing(in: field, isShown)
  }

  /// Returns the value that an edit replaces, if the edit has to know it.
  func replaced(_ field: String) -> RecordValue? {
    let catalogs = base.state.catalogVersion?.values[field]
    guard catalogs == nil, uniqueFields.contains(field) else { return catalogs }
    return displacedValues[field] ?? base.value(of: field)
  }
}

extension LocalEdits {
  /// Returns the changes as a state, to be joined with the acknowledged one.
  ///
  /// A field whose value equals the acknowledged one is not changed: a form that writes all its fields
  /// changes those that the user has changed. A field that a reset covers is not changed either.
  func state(of record: EditedRecord) throws -> RecordState<RecordValue> {
    var state = RecordState<RecordValue>()
    if let reset { state.reset(at: reset) }
    for (field, stamp) in fieldResets { state.reset(field, at: stamp) }
    if offer != nil, record.isOffered, let version = record.base.state.catalogVersion {
      state.offer(version)
    }
    guard let content = record.content else {
      if let deletion {
        state.delete(at: deletion)
        addRemovals(of: record, from: RowContent(), to: &state)
      } else if let insertion, offer != nil,
        record.base.state.catalogVersion != nil || record.base.state.deletion != nil
      {
        // The catalog has retired a preset after the user has restored it.
        state.restore(at: insertion)
      }
      return state
    }
    // Another device can have restored the record, and can delete it again. A restored preset stays when a catalog
    // retires it, also if the hub has never got the deletion.
    if let insertion,
      record.base.state.deletion != nil || record.base.state.catalogVersion != nil
        || sentDeletion != nil
    {
      state.restore(at: insertion)
    }
    try addFields(of: record, content, to: &state)
    try addCounters(of: record, content, to: &state)
    addLinks(of: record, content, to: &state)
    addOrders(of: record, content, to: &state)
    // An object that was never in a request is in no other device, and none can delete it. An insertion that has changed
    // nothing is no change, as a form that has changed nothing: a program can insert all objects of a list each day.
    // One whose values others have replaced since was a change.
    if let upsert, record.isAcknowledged || sentValues != nil,
      state != RecordState() || isReplaced(in: record.base.state)
    {
      state.upsert(at: upsert)
    }
    return state
  }

  /// Returns `true` if others have written fields after this device has.
  private func isReplaced(in known: RecordState<RecordValue>) -> Bool {
    fields.contains { field, stamp in known.edits[field].map { $0.stamp > stamp } ?? false }
  }

  private func addFields(
    of record: EditedRecord, _ content: RowContent, to state: inout RecordState<RecordValue>
  ) throws {
    var stamps = fields.filter { record.counters[$0.key] == nil }
    if let insertion {
      for field in content.values.keys
      where stamps[field] == nil && record.counters[field] == nil {
        stamps[field] = record.unsentAtDeletion[field] ?? insertion
      }
      for field in stamps.keys {
        guard let value = content.values[field], try isAsSent(value, of: field, in: record) else {
          continue
        }
        stamps[field] = sentStamps?[field] ?? created ?? insertion
      }
    }
    if record.isWhole, let last = latestEdit(among: stamps, of: record),
      try isAnyChanged(record, content)
    {
      for (field, shown) in content.values where record.counters[field] == nil {
        // A row shows a reference to a record that is not here as no value, and a default for what it cannot have.
        let isSame = try isKept(shown, field, in: record)
        let isKept =
          try !isHeld(field, record)
          && (isSame || stamps[field] == nil && record.isSubstituted(field)
            || fields[field] == nil && record.isFormer(shown, field))
        guard let value = isKept ? record.base.value(of: field) : shown else { continue }
        state.write(value, to: field, over: record.replaced(field), at: last)
      }
      return
    }
    for (field, stamp) in stamps
    where record.base.state.isLeftToUser(field) || isInEffect(stamp, of: field, in: record) {
      guard let value = content.values[field],
        try !isKept(value, field, in: record) || returns(field, at: stamp, record)
          || isHeld(field, record),
        try fields[field] != nil || !record.isFormer(value, field)
      else { continue }
      if stamp == insertion, let offered = record.shown.state.catalogVersion?.values[field],
        offered == value
      {
        // A preset that is restored has the catalog's values, and not earlier ones of users.
        state.reset(field, at: stamp)
      } else {
        state.write(value, to: field, over: record.replaced(field), at: stamp)
      }
    }
  }

  /// Returns the stamp of the last edit of an object that is merged as a whole; nil if there is none.
  ///
  /// The undo of a deletion edits no field: the object is as the user had left it.
  private func latestEdit(among stamps: [String: Stamp], of record: EditedRecord) -> Stamp? {
    let edited = stamps.filter { fields[$0.key] != nil || record.unsentAtDeletion[$0.key] != nil }
    return (record.isAcknowledged ? edited.values.max() : nil) ?? stamps.values.max()
  }

  /// Returns `true` if a value is the one with which an inserted object was sent last.
  ///
  /// A property that the program had not yet was not sent. Its declared default is not a value that the user has chosen,
  /// and other devices may have written one. Once the hub has acknowledged the object, its values tell what the user has
  /// changed.
  private func isAsSent(_ value: RecordValue, of field: String, in record: EditedRecord) throws
    -> Bool
  {
    guard !record.isAcknowledged, let sentValues, !isHeld(field, record) else { return false }
    guard let sent = sentValues[field] else { return try value == record.defaultValue(field) }
    return value.fingerprint == sent
  }

  /// Returns `true` if a value of the row is not changed.
  ///
  /// A preset begins with its catalog's values, which the hub does not have of fields that are left to the user. So a
  /// value that the user has removed cannot be told from none: it is a change wherever the user has written the field.
  private func isKept(
    _ shown: RecordValue, _ field: String, in record: EditedRecord
  ) throws -> Bool {
    let isRemoved =
      shown == .null && fields[field] != nil && record.base.value(of: field) == nil
      && record.base.state.isLeftToUser(field)
    return try !isRemoved && record.isKept(shown, field)
  }

  /// Returns `true` if a row has another value than without changes, also in a field that was not changed: in a merge,
  /// the change of one field can have kept all values of the row.
  private func isAnyChanged(_ record: EditedRecord, _ content: RowContent) throws -> Bool {
    try content.values.contains { field, shown in
      guard record.counters[field] == nil else { return false }
      return try !isKept(shown, field, in: record)
        && (fields[field] != nil
          || !record.isSubstituted(field) && !record.isFormer(shown, field))
        || fields[field].map { returns(field, at: $0, record) } ?? false
        || isHeld(field, record)
    }
  }

  /// Returns `true` if a field of an inserted object could not be sent with it, and no device has given it a value since.
  private func isHeld(_ field: String, _ record: EditedRecord) -> Bool {
    heldFields?.contains(field) == true && record.base.value(of: field) == nil
  }

  /// Returns `true` if a field has its acknowledged value again, after another one was sent that the hub may have.
  private func returns(_ field: String, at stamp: Stamp, _ record: EditedRecord) -> Bool {
    let known = record.base.state.edits[field]?.stamp
    // A known write that is as late as the sent one has replaced it on the hub, or is itself the one that was sent.
    guard let sent = sentFields[field], known != stamp, known.map({ $0 < sent }) ?? true else {
      return false
    }
    return record.base.state.isLeftToUser(field) || isInEffect(sent, of: field, in: record)
  }

  private func addLinks(
    of record: EditedRecord, _ content: RowContent, to state: inout RecordState<RecordValue>
  ) {
    for (field, changes) in links {
      let targets = content.links[field] ?? []
      for (target, change) in changes
      where change.isAdded && targets.contains(target)
        && isInEffect(change.stamp, of: field, in: record)
      {
        state.link(field, to: target, at: change.stamp)
      }
    }
    addRemovals(of: record, from: content, to: &state)
    guard let insertion else { return }
    for (field, targets) in content.links {
      let known = Set(record.base.links(of: field))
      // A link that was removed before a deletion is back if the undone deletion has brought it back.
      for target in targets
      where !known.contains(target) && links[field]?[target].map({ $0.stamp < insertion }) ?? true {
        state.link(field, to: target, at: insertion)
      }
    }
  }

  /// Adds the removals of links that the row does not have.
  private func addRemovals(
    of record: EditedRecord, from content: RowContent, to state: inout RecordState<RecordValue>
  ) {
    for (field, changes) in links {
      let targets = content.links[field] ?? []
      for (target, change) in changes
      where !change.isAdded && !targets.contains(target)
        && isInEffect(change.stamp, of: field, in: record)
      {
        state.unlink(
          field, from: target, at: change.stamp, seen: record.base.state,
          following: record.redirects)
      }
    }
  }

  /// Adds the order keys of links that were added or moved, if they differ from the acknowledged ones.
  private func addOrders(
    of record: EditedRecord, _ content: RowContent, to state: inout RecordState<RecordValue>
  ) {
    for (field, shown) in content.orders
    where insertion != nil || links[field] != nil || orders[field] != nil {
      let known = record.base.orderKeys(of: field)
      for (target, keys) in shown {
        let added = links[field]?[target].flatMap { $0.isAdded ? $0.stamp : nil } ?? insertion
        guard let stamp = added.joined(with: orders[field]?[target]) else { continue }
        state.order(
          field, to: target, by: keys.differing(from: known[target] ?? LinkOrder()), at: stamp)
      }
    }
  }

  /// Returns `true` if no reset covers a change. Only presets can be reset.
  func isInEffect(_ stamp: Stamp, of field: String, in record: EditedRecord) -> Bool {
    guard record.base.state.catalogVersion != nil else { return true }
    let latest = record.base.reset(of: field).joined(with: reset).joined(with: fieldResets[field])
    return latest.map { stamp > $0 } ?? true
  }
}
