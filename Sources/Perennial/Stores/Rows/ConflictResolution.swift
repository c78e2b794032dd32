/// Finds remote changes to the rows of a save, and applies the merge policy of the context.
///
/// It runs inside the write transaction, so that no other connection can write in between.
struct ConflictResolution {
  let policy: MergePolicy
  /// The original values of changed properties, by the object's key and the property's index.
  let snapshots: [Int64: [Int: SQLValue]]
  let entities: StoreEntities
  let connection: Connection
  private var conflicts: [MergeConflict] = []

  init(
    _ policy: MergePolicy, snapshots: [Int64: [Int: SQLValue]], entities: StoreEntities,
    on connection: Connection
  ) {
    (self.policy, self.snapshots) = (policy, snapshots)
    (self.entities, self.connection) = (entities, connection)
  }

  /// Removes the changes from a plan that the policy does not allow.
  ///
  /// - Throws: ``SwiftDataError/mergeConflict`` with all conflicts, if the policy is ``MergePolicy/error``.
  mutating func resolve(_ plan: inout SavePlan) throws {
    // This policy writes every changed property. No comparison is needed.
    if policy == .mergeByPropertyObjectTrump { return }
    var gone: Set<Int64> = []
    var yielding: [(number: Int, mask: PropertyMask)] = []
    for number in plan.rows.updated.indices {
      let change = plan.rows.updated[number]
      guard let stored = try change.entity.storedValues(change.rowID, .all, on: connection) else {
        gone.insert(change.rowID)
        conflicts.append(.init(.deletedInStore, change.containerEntity.identifier(change.rowID)))
        continue
      }
      if policy == .overwrite {
        plan.rows.updated[number].mask.formUnion(try differences(of: change, from: stored))
        continue
      }
      let mask = try conflicts(of: change, with: stored)
      if policy.keepsStored, !mask.isEmpty {
        yielding.append((number, policy == .rollback ? change.mask : mask))
      }
    }
    // In reverse order, because objects without remaining changes are removed from the list.
    for (number, mask) in yielding.reversed() { plan.yield(number, mask) }
    if policy.comparesSnapshots {
      var kept: Set<Int64> = []
      for change in plan.rows.deleted where try isChangedElsewhere(change) {
        kept.insert(change.rowID)
      }
      if policy.keepsStored {
        plan.keepDeleted(kept)
        yieldPartners(&plan)
      }
    }
    if policy == .error, !conflicts.isEmpty { throw SwiftDataError.mergeConflict(conflicts) }
    plan.forget(gone)
  }

  private func snapshots(of change: SaveChange) -> [Int: SQLValue] {
    snapshots[change.rowID] ?? [:]
  }

  private func columns(of change: SaveChange) -> [PropertyLayout] {
    change.entity.columns.filter { $0.columnName != nil }
  }

  /// Returns the changed properties whose value in the store isn't the one from which they were changed.
  private mutating func conflicts(
    of change: SaveChange, with stored: [Int: SQLValue]
  ) throws -> PropertyMask {
    let snapshots = snapshots(of: change)
    var mask = PropertyMask()
    for property in columns(of: change) where change.mask.contains(property: property.index) {
      guard let snapshot = snapshots[property.index], let stored = stored[property.index] else {
        continue
      }
      let object = try change.model.sqlValue(property)
      let entity = change.entity
      // The same new value in the context and in the store is a conflict too. If two contexts increment a
      // counter, their values agree, but one increment is lost.
      if try entity.areSame(stored, snapshot, of: property, on: connection) { continue }
      mask.formUnion(property.mask)
      conflicts.append(
        try .init(
          .changedInBoth, rowID: change.rowID, property: property, of: change.containerEntity,
          values: .init(snapshot: snapshot, object: object, stored: stored),
          in: entities, on: connection))
    }
    return mask
  }

  private mutating func isChangedElsewhere(_ change: SaveChange) throws -> Bool {
    // The object was deleted in both, which is not a conflict.
    guard let stored = try change.entity.storedValues(change.rowID, .all, on: connection) else {
      return false
    }
    let snapshots = snapshots(of: change)
    var isChanged = false
    for property in columns(of: change) {
      guard let snapshot = snapshots[property.index], let stored = stored[property.index],
        try !change.entity.areSame(stored, snapshot, of: property, on: connection)
      else { continue }
      isChanged = true
      conflicts.append(
        try .init(
          .deletedInContext, rowID: change.rowID, property: property, of: change.containerEntity,
          values: .init(snapshot: snapshot, stored: stored), in: entities,
          on: connection))
    }
    return isChanged
  }

  /// Returns the properties whose values in the object and in the row differ. Properties with changes of
  /// this context, and stale properties, are not included.
  private func differences(
    of change: SaveChange, from stored: [Int: SQLValue]
  ) throws -> PropertyMask {
    let stale = change.header.pointee.extras?.stale ?? []
    var mask = PropertyMask()
    for property in columns(of: change)
    where !change.mask.union(stale).contains(property: property.index) {
      guard let stored = stored[property.index] else { continue }
      let object = try change.model.sqlValue(property)
      if try !change.entity.areSame(stored, object, of: property, on: connection) {
        mask.formUnion(property.mask)
      }
    }
    return mask
  }

  // MARK: Partners

  /// Removes from the plan the changes that depend on an object which stays as stored.
  ///
  /// These are cascaded deletions, references that a deletion emptied, and the other ends of one-to-one
  /// relationships.
  private func yieldPartners(_ plan: inout SavePlan) {
    var isSettled = false
    while !isSettled {
      isSettled = true
      let kept = Set(plan.kept.map(\.rowID))
      let more = plan.rows.deleted.filter { isCascade($0, of: kept) }
      if !more.isEmpty {
        plan.keepDeleted(Set(more.map(\.rowID)))
        isSettled = false
      }
      for number in plan.rows.updated.indices.reversed() {
        let mask = partnership(plan.rows.updated[number], kept: kept, in: plan)
        if mask.isEmpty { continue }
        plan.yield(number, mask)
        isSettled = false
      }
    }
  }

  /// Returns `true` if a cascading delete rule of a kept object deleted the object.
  private func isCascade(_ change: SaveChange, of kept: Set<Int64>) -> Bool {
    let snapshots = snapshots(of: change)
    return change.entity.references.contains { property in
      guard case .integer(let rowID)? = snapshots[property.index], kept.contains(rowID) else {
        return false
      }
      let inverse = change.entity.layout.relationship(property.index)?.inverse
      return inverse?.deleteRule == .cascade
    }
  }

  /// Returns the references that the deletion of a kept object emptied, and the one-to-one references
  /// whose other end stays as stored.
  private func partnership(
    _ change: SaveChange, kept: Set<Int64>, in plan: SavePlan
  ) -> PropertyMask {
    let snapshots = snapshots(of: change)
    var mask = PropertyMask()
    for property in change.entity.references
    where change.mask.contains(property: property.index) {
      let target = change.model.toOne(property.index).rowID
      var former: Int64 = 0
      if case .integer(let rowID)? = snapshots[property.index] { former = rowID }
      if target == 0, kept.contains(former) { mask.formUnion(property.mask) }
      guard let inverse = change.entity.oneToOne[property.index]?.inverse else { continue }
      if plan.hasYielded(target, inverse) || plan.hasYielded(former, inverse) {
        mask.formUnion(property.mask)
      }
    }
    return mask
  }
}
