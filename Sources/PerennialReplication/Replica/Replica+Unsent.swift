public import PerennialRecords

/// The numbers of records that the hub does not have as they are here.
public struct UnsentCount: Equatable, Sendable {
  /// The records that are sent next.
  public var pending = 0
  /// The records that the hub has refused as they are.
  public var refused = 0
  /// `true` if there are more than were counted.
  public var isCapped = false
}

/// The reason why the hub does not have a record as it is here.
public enum UnsentReason: Equatable, Sendable {
  /// The record is sent next.
  case pending
  /// The record references an object that the hub has not accepted, or that has not arrived here.
  case waitingForReference(RecordName)
  /// The hub has refused the record as it is.
  case refused(PushReply.Reason)
  /// There is no such record.
  case unknownRecord
}

extension UnsentCount {
  /// Creates the numbers of a store.
  ///
  /// - Parameters:
  ///   - found: The number of records, up to one more than the limit.
  ///   - refused: The number of those among them that the hub has refused.
  package init(of found: Int, refused: Int, limit: Int) {
    isCapped = found > limit
    self.refused = refused
    pending = max(0, min(found, limit) - refused)
  }
}

extension Replica {
  /// Returns the numbers of records with changes that the hub has not acknowledged.
  ///
  /// - Parameter limit: The number of records after which the count ends.
  /// - Complexity: O(*n*) in the number of these records.
  public func unsentCount(limit: Int = 10_000) throws -> UnsentCount {
    while try readHistory() {}
    return try store.editTable.unsentCount(limit: limit)
  }

  /// Returns the reason why a record is not the same here and on the hub; nil if it is.
  public func unsentReason(for name: RecordName) throws -> UnsentReason? {
    while try readHistory() {}
    guard let tracked = try store.recordTable.tracked(name) else { return .unknownRecord }
    if let refusal = tracked.refusal { return .refused(refusal) }
    let edits = try store.editTable.edits(of: name)
    let changes = try changes(of: name, tracked: tracked, edits: edits, shared: shared)
    let refused = try changes.firstReference { target in
      try target.objectKey != nil && store.recordTable.tracked(target)?.isAcknowledged == false
        && store.recordTable.tracked(target)?.refusal != nil
    }
    if let refused { return .waitingForReference(refused) }
    if edits?.isEmpty == false || tracked.isUnsent { return .pending }
    let missing = try tracked.acknowledged.state.firstReference {
      try store.recordTable.tracked($0) == nil
    }
    return missing.map { .waitingForReference($0) }
  }
}

extension RecordState<RecordValue> {
  /// Returns the least of the referenced records that have a property.
  fileprivate func firstReference(
    where isWanted: (RecordName) throws -> Bool
  ) rethrows -> RecordName? {
    var targets = Set(edits.values.compactMap(\.value.target))
    for edits in links.values { targets.formUnion(edits.edits.keys) }
    return try targets.sorted().first(where: isWanted)
  }
}
