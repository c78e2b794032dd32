import PerennialRecords

// The hub has taken a push after that of another device, and neither knew of the other: the device that came second notes
// the conflict, also if its write is the later one.

extension RecordConflict {
  /// Returns the conflicts with the writes that a push of this device has met.
  ///
  /// - Parameters:
  ///   - record: The record as the hub has it, with the writes that the push has met.
  ///   - known: The record as this device knew it. It contains the pushed writes if the hub has acknowledged them.
  ///   - local: The changes that the hub has not acknowledged: the answer to a request with them can be lost.
  ///   - pushed: The writes that the hub has acknowledged, and those that a row has lost before an answer.
  ///   - device: The number of this device.
  ///   - position: The position of the device before the page with the record.
  ///   - lives: `true` if the deletion of the record by one of the devices is undone: it is no conflict.
  static func contested(
    in record: Record, known: RecordState<RecordValue>, local: RecordState<RecordValue>,
    pushed: PushedWrites?, device: DeviceIdentifier, at position: ReplicaPosition,
    lives: Bool = false
  ) -> [RecordConflict] {
    // A record keeps the writes until the device pushes it again. They can arrive more than once.
    guard let met = PushedWrites.unreadContest(in: record, pushed, by: device) else { return [] }
    func conflict(_ kind: Kind) -> RecordConflict {
      RecordConflict(name: record.name, type: record.type, kind: kind)
    }
    /// The writes that this device has not received back, each with the one that it has replaced.
    var mine: [String: (cell: FieldEdit<RecordValue>, over: FieldEdit<RecordValue>?)] = [:]
    func add(
      _ cell: FieldEdit<RecordValue>, in field: String, over replaced: FieldEdit<RecordValue>?
    ) {
      let last = mine[field].flatMap { $0.cell.stamp > cell.stamp ? $0.cell : nil }
      mine[field] = (last ?? cell, replaced)
    }
    // A hub whose database was replaced can have again what the device has read. The record that the device knows has
    // these writes, or later ones, and not from a push that it has not received back.
    let isReadingAgain = position.purpose == .sweep || position.purpose == .offer
    func isRead(_ field: String) -> Bool {
      guard isReadingAgain, let other = met.edits[field], let stamp = known.edits[field]?.stamp,
        stamp != pushed?.fields[field]
      else { return false }
      return stamp >= other.stamp
    }
    func isMet(_ cell: FieldEdit<RecordValue>, in field: String) -> Bool {
      cell.stamp.device == device && !isRead(field)
    }
    for (field, cell) in local.edits where isMet(cell, in: field) {
      add(cell, in: field, over: known.edits[field])
    }
    for (field, write) in pushed?.unanswered ?? [:] where isMet(write.edit, in: field) {
      add(write.edit, in: field, over: write.replaced)
    }
    for (field, stamp) in pushed?.fields ?? [:] {
      guard let cell = known.edits[field], cell.stamp == stamp else { continue }
      add(cell, in: field, over: pushed?.replaced[field])
    }
    // The user can have deleted the object before the answer to the push: the deletion has not known of the met writes.
    let isDeletedHere =
      local.deletion.map { deletion in
        deletion.isDeleted
          && (record.state.deletion?.isDeleted != true
            || record.state.deletion?.stamp == deletion.stamp)
      } ?? false
    if !lives, let deletion = pushed?.deletion ?? (isDeletedHere ? local.deletion?.stamp : nil) {
      let news = met.edits.filter { field, other in
        other.stamp != known.edits[field]?.stamp && !isRead(field)
      }
      if news.isEmpty { return [] }
      return [conflict(.deletedHere(mine: deletion, theirs: news.mapValues(\.value)))]
    }
    if !lives, let deletion = met.deletion {
      let isKnown = known.deletion.map { known in
        known.stamp == deletion.stamp || isReadingAgain && known.stamp > deletion.stamp
      }
      if mine.isEmpty || isKnown ?? false { return [] }
      return [
        conflict(.deletedByOther(mine: mine.mapValues(\.cell.value), theirs: deletion.stamp))
      ]
    }
    return met.edits.keys.sorted().flatMap { field -> [RecordConflict] in
      guard let (own, former) = mine[field] else { return [] }
      let others = met.writes(in: field).filter { other in
        other.stamp != former?.stamp && !other.value.isSame(as: own.value)
      }
      return others.map { other in
        conflict(
          .field(
            field, base: former?.value ?? known.catalogVersion?.values[field],
            mine: Write(value: own.value, stamp: own.stamp),
            theirs: Write(value: other.value, stamp: other.stamp)))
      }
    }
  }

  /// Returns conflicts with a page together with those of the writes that a push has met.
  ///
  /// Both can have met one deletion. It is noted once, with the values of both.
  static func joining(
    _ conflicts: [RecordConflict], contested: [RecordConflict]
  ) -> [RecordConflict] {
    contested.reduce(into: conflicts) { all, conflict in
      if let index = all.firstIndex(where: conflict.isSame) {
        all[index] = all[index].joined(with: conflict)
      } else {
        all.append(conflict)
      }
    }
  }

  /// Returns `true` if both are of the same writes.
  private func isSame(as other: RecordConflict) -> Bool {
    switch (kind, other.kind) {
    case (.field(let field, _, _, let write), .field(let other, _, _, let met)):
      field == other && write.stamp == met.stamp
    case (.deletedByOther, .deletedByOther), (.deletedHere, .deletedHere): true
    default: false
    }
  }

  /// Returns the conflict of a deletion with the values of both. Those of the other one count in no field that this has.
  private func joined(with other: RecordConflict) -> RecordConflict {
    let kind: Kind =
      switch (kind, other.kind) {
      case (.deletedHere(let mine, let theirs), .deletedHere(_, let met)):
        .deletedHere(mine: mine, theirs: theirs.merging(met) { first, _ in first })
      case (.deletedByOther(let mine, let theirs), .deletedByOther(let sent, _)):
        .deletedByOther(mine: mine.merging(sent) { first, _ in first }, theirs: theirs)
      default: kind
      }
    return RecordConflict(name: name, type: type, kind: kind)
  }
}
