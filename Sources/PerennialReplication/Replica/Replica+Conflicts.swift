public import PerennialRecords

extension Replica {
  /// Decides a conflict as the user wants it, and forgets it.
  ///
  /// The decision is an ordinary, later change: all devices get it. If the row shows the chosen value already, nothing
  /// changes but the note of the conflict. If the object was merged into another one, that one is changed, unless it is of
  /// another entity: the fields of one mean nothing in the other.
  ///
  /// - Throws: ``RecordConflictError`` if another object has a unique value; the errors of the store.
  public func resolve(_ conflict: RecordConflict, with choice: RecordConflict.Choice) throws {
    while try readHistory() {}
    try store.conflictTable.remove(conflict)
    let conflict = conflict.following(try store.recordTable.redirects)
    let known = try store.recordTable.tracked(conflict.name)?.acknowledged
    guard known.map({ $0.type == conflict.type }) ?? true else { return }
    switch (conflict.kind, choice) {
    case (.field(let field, _, let mine, _), .mine):
      try write(mine.value, to: field, of: conflict.name)
    case (.field(let field, _, _, let theirs), .theirs):
      try write(theirs.value, to: field, of: conflict.name)
    case (.deletedByOther, .mine), (.deletedHere, .theirs): try restore(conflict.name)
    case (.deletedByOther, .theirs), (.deletedHere, .mine): return
    case (.uniqueValue(let field, let written, let shown, let owner), _):
      let value = choice == .mine ? written : shown
      guard let tracked = try store.recordTable.tracked(conflict.name), tracked.isDisplaced(field)
      else {
        return
      }
      guard let shown, value == shown else {
        throw RecordConflictError.valueIsTaken(
          written, field: field, type: conflict.type, of: conflict.name, by: owner)
      }
      try write(shown, to: field, of: conflict.name, isDisplaced: true)
    case (.missingReference(_, let target), .mine): try restore(target)
    case (.missingReference, .theirs): try delete(conflict.name)
    }
  }

  /// Writes a field as a user does. The change is kept apart from the row's until the hub has it.
  private func write(
    _ value: RecordValue, to field: String, of name: RecordName, isDisplaced: Bool = false
  ) throws {
    guard var tracked = try store.recordTable.tracked(name),
      let content = try store.content(of: name)
    else { return }
    let type = tracked.acknowledged.type
    let value = try value.showing(in: field) { target, field in
      try store.rowType(of: target).map { try store.schema.admits($0, in: field, ofType: type) }
        ?? false
    }
    guard isDisplaced || content.values[field] != value else { return }
    let record = try edited(
      name, tracked: tracked, edits: store.editTable.edits(of: name) ?? LocalEdits(), shared: shared
    )
    let stamp = try store.stamp
    let values = record.isWhole ? content.values : [field: value]
    for (key, shown) in values where record.counters[key] == nil {
      var written: RecordValue? = key == field ? value : shown
      // A row shows a displaced value, a reference to a record that is not here, and what it cannot have, as another
      // value.
      if key != field, try record.isKept(shown, key) || record.isSubstituted(key) {
        written = record.base.value(of: key)
      }
      guard let written else { continue }
      tracked.detachedChanges.write(written, to: key, over: record.replaced(key), at: stamp)
    }
    if isDisplaced { tracked.displacedValues[field] = nil }
    try store.recordTable.write(tracked, named: name)
    try rewriteRows([name])
  }

  /// Undoes a deletion.
  private func restore(_ name: RecordName) throws {
    guard var tracked = try store.recordTable.tracked(name), try !store.isPresent(name) else {
      return
    }
    if var edits = try store.editTable.edits(of: name) {
      edits.deletion = nil
      try store.editTable.write(edits.isEmpty ? nil : edits, of: name)
    }
    tracked.detachedChanges.restore(at: try store.stamp)
    try store.recordTable.write(tracked, named: name)
    try rewriteRows([name])
  }

  /// Deletes an object as a user does.
  private func delete(_ name: RecordName) throws {
    guard var tracked = try store.recordTable.tracked(name), try store.isPresent(name) else {
      return
    }
    tracked.detachedChanges.delete(at: try store.stamp)
    try store.recordTable.write(tracked, named: name)
    try rewriteRows([name])
  }

  /// Gives an object another name in the conflicts that are noted.
  func renameConflicts(of former: RecordName, to name: RecordName) throws {
    for conflict in try store.conflictTable.conflicts {
      let renamed = conflict.renaming(former, to: name)
      guard renamed != conflict else { continue }
      try store.conflictTable.remove(conflict)
      try store.conflictTable.write(renamed)
    }
  }
}

/// A decision of a conflict that is not possible.
public enum RecordConflictError: Error, Equatable, Sendable {
  /// Another object has the unique value.
  case valueIsTaken(
    RecordValue, field: String, type: String, of: RecordName, by: RecordName)
}

extension RecordConflictError: CustomStringConvertible {
  /// The value, the objects, and the way out.
  public var description: String {
    switch self {
    case .valueIsTaken(let value, let field, let type, let name, let owner):
      """
      The \(field) of the \(type) \(name) stays as it is: \(owner) has the unique value \(value). Give one of the two \
      another \(field), or delete \(owner)
      """
    }
  }
}

extension TrackedRecord {
  /// Returns `true` if the row does not show the value that was written into a field with unique values.
  fileprivate func isDisplaced(_ field: String) -> Bool {
    isLeftOut || displacedValues[field] != nil
  }
}
