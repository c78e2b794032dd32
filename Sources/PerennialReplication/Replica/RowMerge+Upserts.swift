import PerennialRecords

/// A deletion and an upsert that have met: a user has saved a new object that is a stored one, and another device has
/// deleted that one without knowing of it. The user's new object stays, whichever came first, and at whatever time.
///
/// The join of states decides by time alone. So the device that learns of both undoes the deletion, by an ordinary, later
/// change. Each of the two devices may learn of both: then both do, with the same effect.
extension RowMerge {
  /// Returns `true` if a record that the hub has sent stays, or comes back, because of an upsert.
  ///
  /// - Parameters:
  ///   - record: The record as the hub has it, with the writes that the last push of this device has met.
  ///   - known: The record as this device knew it.
  ///   - local: The changes that the hub has not acknowledged.
  ///   - pushed: The writes that the hub has acknowledged, until they are received back.
  ///   - device: The number of this device.
  func isKeptByUpsert(
    _ record: Record, known: RecordState<RecordValue>, local: RecordState<RecordValue>,
    pushed: PushedWrites?, device: DeviceIdentifier
  ) -> Bool {
    guard record.name.objectKey != nil, record.state.redirect == nil else { return false }
    // The life of a record that was merged into this one is earlier than a deletion that was sent.
    let isSent = pushed?.deletion.map { deletion in
      local.deletion.map { $0.stamp < deletion } ?? true
    }
    let isDeleting = local.deletion?.isDeleted == true || isSent == true
    if isDeleting {
      guard let upsert = record.state.upsert, upsert.device != device,
        known.upsert.map({ $0 < upsert }) ?? true
      else { return false }
      // A later deletion by another device has known of the upsert, or that device undoes it.
      return record.state.deletion.map {
        !$0.isDeleted || $0.stamp.device == device || $0.stamp < upsert
      } ?? true
    }
    guard let deletion = record.state.deletion, deletion.isDeleted,
      deletion.stamp != known.deletion?.stamp
    else { return false }
    // If the hub had the upsert before the deletion, its device has known it, or learns of it now.
    if let upsert = local.upsert, record.state.upsert.map({ $0 < upsert }) ?? true { return true }
    guard local.upsert ?? pushed?.upsert != nil else { return false }
    let met = PushedWrites.unreadContest(in: record, pushed, by: device)
    return met?.deletion?.isDeleted ?? false
  }

  /// Returns `true` if this device has inserted a record anew that another one may have deleted, and that lives.
  func isUpsert(
    of record: Record, local: RecordState<RecordValue>, pushed: PushedWrites?
  ) -> Bool {
    record.state.deletion?.isDeleted == false && local.upsert ?? pushed?.upsert != nil
  }

  /// Undoes a deletion by a later change, which is sent.
  func undoDeletion(
    of name: RecordName, in knowledge: inout TrackedRecord, edits: inout LocalEdits?,
    local: inout RecordState<RecordValue>
  ) throws {
    if edits?.deletion != nil {
      edits?.deletion = nil
      if edits?.isEmpty == true { edits = nil }
      try store.editTable.write(edits, of: name)
    }
    let stamp = try store.stamp
    local.restore(at: stamp)
    knowledge.detachedChanges.restore(at: stamp)
  }
}
