public import PerennialRecords

/// A change of this device that has met a change of another one, of which it knew nothing.
///
/// The merge has decided already, on all devices in the same way. ``Replica/resolve(_:with:)`` decides differently: by
/// an ordinary, later change.
public struct RecordConflict: Equatable, Sendable, Codable {
  /// The record.
  public let name: RecordName
  /// The entity of the record, by its first name.
  public let type: String
  /// The two changes.
  public let kind: Kind

  /// The kinds of conflicts.
  public enum Kind: Equatable, Sendable, Codable {
    /// Both devices have written a field. The later write is shown.
    ///
    /// `base` is the value that both have replaced; nil if it is not known.
    case field(String, base: RecordValue?, mine: Write, theirs: Write)
    /// This device has changed fields that another one has deleted with the record. The record stays deleted, and
    /// the changes are kept for a restoration.
    case deletedByOther(mine: [String: RecordValue], theirs: Stamp)
    /// This device has deleted the record, and another one has changed fields. The record stays deleted.
    case deletedHere(mine: Stamp, theirs: [String: RecordValue])
    /// Another record has the unique value that an edit has written. The row shows the former value; nil if that
    /// is taken too, and the row is left out.
    case uniqueValue(String, written: RecordValue, shown: RecordValue?, owner: RecordName)
    /// The record must reference another one, which is deleted. Its row has no reference.
    case missingReference(String, target: RecordName)
  }

  /// A value that a device has written.
  public struct Write: Equatable, Sendable, Codable {
    /// The value.
    public let value: RecordValue
    /// The time and the device of the write.
    public let stamp: Stamp

    /// Creates a write.
    public init(value: RecordValue, stamp: Stamp) {
      self.value = value
      self.stamp = stamp
    }
  }

  /// The side of a conflict that a user chooses.
  public enum Choice: Equatable, Sendable, CaseIterable {
    /// The change of this device.
    case mine
    /// The change of the other device.
    case theirs
  }

  /// Creates a conflict.
  public init(name: RecordName, type: String, kind: Kind) {
    self.name = name
    self.type = type
    self.kind = kind
  }
}

extension RecordConflict {
  /// Returns the conflict of an object that has another name now, or whose values reference it.
  func renaming(_ former: RecordName, to other: RecordName) -> RecordConflict {
    renaming { $0 == former ? other : $0 }
  }

  /// Returns the conflict as one of the objects that those of the conflict were merged into.
  package func following(_ redirects: Redirects) -> RecordConflict {
    renaming(redirects.destination(of:))
  }

  /// Returns the conflict with other names of its objects, and of those that its values reference.
  private func renaming(_ name: (RecordName) -> RecordName) -> RecordConflict {
    func renamed(_ value: RecordValue) -> RecordValue {
      value.target.map { .reference(name($0)) } ?? value
    }
    let kind: Kind =
      switch kind {
      case .field(let field, let base, let mine, let theirs):
        .field(
          field, base: base.map(renamed),
          mine: Write(value: renamed(mine.value), stamp: mine.stamp),
          theirs: Write(value: renamed(theirs.value), stamp: theirs.stamp))
      case .deletedByOther(let mine, let theirs):
        .deletedByOther(mine: mine.mapValues(renamed), theirs: theirs)
      case .deletedHere(let mine, let theirs):
        .deletedHere(mine: mine, theirs: theirs.mapValues(renamed))
      case .uniqueValue(let field, let written, let shown, let owner):
        .uniqueValue(field, written: written, shown: shown, owner: name(owner))
      case .missingReference(let field, let target):
        .missingReference(field, target: name(target))
      }
    return RecordConflict(name: name(self.name), type: type, kind: kind)
  }
}

extension RecordConflict {
  /// Returns the conflict with other values that devices have written.
  package func replacingValues(
    _ transform: (_ field: String, _ value: RecordValue) -> RecordValue
  ) -> RecordConflict {
    func replaced(_ values: [String: RecordValue]) -> [String: RecordValue] {
      Dictionary(uniqueKeysWithValues: values.map { ($0.key, transform($0.key, $0.value)) })
    }
    let kind: Kind =
      switch kind {
      case .field(let field, let base, let mine, let theirs):
        .field(
          field, base: base.map { transform(field, $0) },
          mine: Write(value: transform(field, mine.value), stamp: mine.stamp),
          theirs: Write(value: transform(field, theirs.value), stamp: theirs.stamp))
      case .deletedByOther(let mine, let theirs):
        .deletedByOther(mine: replaced(mine), theirs: theirs)
      case .deletedHere(let mine, let theirs):
        .deletedHere(mine: mine, theirs: replaced(theirs))
      case .uniqueValue, .missingReference: kind
      }
    return RecordConflict(name: name, type: type, kind: kind)
  }

  /// Returns the conflicts between the unsent changes of this device and a record that the hub has sent.
  ///
  /// - Parameters:
  ///   - local: The unsent changes.
  ///   - record: The record as the hub has it.
  ///   - base: The record as this device knew it: the state that its changes are based on.
  ///   - ownFields: The fields that were in a request of this device, the answer to which has not arrived.
  ///   - device: The number of this device.
  ///   - lives: `true` if the deletion of the record by one of the devices is undone: it is no conflict.
  static func between(
    _ local: RecordState<RecordValue>, and record: Record, base: RecordState<RecordValue>,
    ownFields: Set<String>, device: DeviceIdentifier, lives: Bool = false
  ) -> [RecordConflict] {
    let theirs = record.state
    let news = theirs.edits.filter { field, cell in
      // Devices do not write counters but add to them, and all additions count.
      theirs.counters[field] == nil && local.counters[field] == nil
        // The device has replaced its own value, which has arrived although the answer was lost.
        && !(ownFields.contains(field) && cell.stamp.device == device)
        && cell.stamp != base.edits[field]?.stamp && cell.stamp != local.edits[field]?.stamp
    }
    func conflict(_ kind: Kind) -> RecordConflict {
      RecordConflict(name: record.name, type: record.type, kind: kind)
    }
    if !lives, let deletion = theirs.deletion, deletion.isDeleted,
      deletion.stamp != base.deletion?.stamp,
      deletion.stamp != local.deletion?.stamp
    {
      if local.edits.isEmpty { return [] }
      return [
        conflict(.deletedByOther(mine: local.edits.mapValues(\.value), theirs: deletion.stamp))
      ]
    }
    if !lives, let deletion = local.deletion, deletion.isDeleted,
      deletion.stamp != theirs.deletion?.stamp
    {
      if news.isEmpty { return [] }
      return [conflict(.deletedHere(mine: deletion.stamp, theirs: news.mapValues(\.value)))]
    }
    return news.keys.sorted().compactMap { field in
      guard let mine = local.edits[field], let theirs = news[field],
        !mine.value.isSame(as: theirs.value)
      else { return nil }
      return conflict(
        .field(
          field, base: base.edits[field]?.value ?? base.catalogVersion?.values[field],
          mine: Write(value: mine.value, stamp: mine.stamp),
          theirs: Write(value: theirs.value, stamp: theirs.stamp)))
    }
  }
}
