/// A record as an app shows it: its state under all resets, with redirected references.
public struct RecordReading<Value: FieldValue>: Sendable {
  /// The record's state.
  public let state: RecordState<Value>
  /// The app's choices for reading the record.
  public let policy: ReadingPolicy<Value>
  private let redirects: Redirects
  private let sharedReset: Stamp?

  /// Creates a reading of a record.
  ///
  /// - Parameters:
  ///   - state: The state of the record.
  ///   - sharedReset: The latest reset that covers the record among others; see
  ///     ``Resets/latest(for:)``.
  ///   - redirects: The records that other records were merged into.
  ///   - policy: The rules of the app for conflicts and deletions.
  public init(
    _ state: RecordState<Value>,
    sharedReset: Stamp? = nil,
    redirects: Redirects = Redirects(),
    policy: ReadingPolicy<Value> = ReadingPolicy()
  ) {
    self.state = state
    self.policy = policy
    self.redirects = redirects
    self.sharedReset = sharedReset
  }

  // A merge calls the specialised functions for each record, from another module. Without the attribute, each call asks the
  // runtime for the types that it uses.

  /// Returns the latest reset of the record, or of one of its fields. A record that isn't a preset has
  /// none.
  @_specialize(where Value == RecordValue)
  public func reset(of field: String? = nil) -> Stamp? {
    guard state.catalogVersion != nil else { return nil }
    let reset = sharedReset.joined(with: state.reset)
    return field.map { reset.joined(with: state.fieldResets[$0]) } ?? reset
  }

  private func isInEffect(_ stamp: Stamp, _ field: String? = nil) -> Bool {
    reset(of: field).map { stamp > $0 } ?? true
  }

  /// Returns `true` if no reset covers a value. A field that the catalog leaves to the user is not reset.
  private func isValueInEffect(_ stamp: Stamp, _ field: String) -> Bool {
    state.isLeftToUser(field) || isInEffect(stamp, field)
  }
}

/// An app's choices for reading the records of an entity.
///
/// ```swift
/// let highest = PresetConflictRule<RecordValue> { max($0.mine, $0.theirs) }
/// let policy = ReadingPolicy(editsOutliveDeletions: true, conflictRules: ["rating": highest])
/// let reading = RecordReading(RecordState(), policy: policy)
/// ```
public struct ReadingPolicy<Value: FieldValue>: Sendable {
  /// `true` if a deleted record is shown when it was edited after its deletion. Such an edit is made on
  /// a device that has not received the deletion yet.
  public var editsOutliveDeletions: Bool
  /// The rules for fields in conflict, by field. A field without a rule shows the user's value.
  public var conflictRules: [String: PresetConflictRule<Value>]

  /// Creates a policy: deletions outlive edits, and no field has a rule, unless the arguments say
  /// otherwise.
  public init(
    editsOutliveDeletions: Bool = false, conflictRules: [String: PresetConflictRule<Value>] = [:]
  ) {
    self.editsOutliveDeletions = editsOutliveDeletions
    self.conflictRules = conflictRules
  }
}

// MARK: - Fields

extension RecordReading {
  /// Returns the value that a field shows: the latest one that the user wrote after the last reset,
  /// else the catalog's. Returns `nil` if the field has neither. What devices have counted is added to it.
  @_specialize(where Value == RecordValue)
  public func value(of field: String) -> Value? {
    let start = start(of: field)
    return counted(in: field).map { Value.counter(from: start, adding: $0) } ?? start
  }

  /// Returns the value of a field without what devices have counted: the start of a counter.
  @_specialize(where Value == RecordValue)
  public func start(of field: String) -> Value? {
    guard let cell = edit(of: field) else { return theirs(field) }
    guard let conflict = conflict(in: field, written: cell) else {
      return cell.value.following(redirects)
    }
    return policy.conflictRules[field]?(conflict) ?? conflict.mine
  }

  /// Returns what devices have added to a counter since the last reset; nil if none has.
  @_specialize(where Value == RecordValue)
  public func counted(in field: String) -> Int64? {
    state.counters[field]?.sum(after: counterReset(of: field))
  }

  /// Returns the reset after which a counter begins again; nil if there is none. A counter whose start the catalog
  /// leaves to the user is not reset.
  public func counterReset(of field: String) -> Stamp? {
    state.isLeftToUser(field) ? nil : reset(of: field)
  }

  /// Returns the latest value of a field that the user wrote and that no reset has discarded.
  @_specialize(where Value == RecordValue)
  public func edit(of field: String) -> FieldEdit<Value>? {
    var latest = state.edits[field].flatMap { isValueInEffect($0.stamp, field) ? $0 : nil }
    for copy in state.duplicates.values {
      guard let cell = copy.edit(of: field, over: state.catalogVersion, following: redirects),
        isValueInEffect(cell.stamp, field)
      else { continue }
      latest.join(cell)
    }
    return latest
  }

  /// The former name of ``edit(of:)``.
  @available(*, deprecated, renamed: "edit(of:)")
  public func cell(of field: String) -> FieldEdit<Value>? { edit(of: field) }

  /// The fields that show the user's values, to-many relationships included.
  public var editedFields: Set<String> {
    if state.edits.isEmpty && state.links.isEmpty && state.duplicates.isEmpty
      && state.counters.isEmpty
    {
      return []
    }
    let written = fields.filter { edit(of: $0) != nil || counted(in: $0) != nil }
    return written.union(linkFields.filter { isEdited(linksOf: $0) })
  }

  /// The fields that the user has edited and whose values in the catalog have changed since.
  public var conflicts: [PresetConflict<Value>] {
    state.edits.keys.sorted().compactMap { field in
      edit(of: field).flatMap { conflict(in: field, written: $0) }
    }
  }

  private func theirs(_ field: String) -> Value? {
    state.catalogVersion?.values[field]?.following(redirects)
  }

  private func conflict(in field: String, written cell: FieldEdit<Value>) -> PresetConflict<Value>?
  {
    guard let base = cell.base?.following(redirects), let theirs = theirs(field) else { return nil }
    let mine = cell.value.following(redirects)
    guard base != theirs, mine != theirs else { return nil }
    return PresetConflict(field: field, base: base, mine: mine, theirs: theirs)
  }
}

// MARK: - Links

extension RecordReading {
  /// Returns the targets of a to-many relationship: the catalog's in its order, then the user's
  /// additions in the order in which they were made.
  @_specialize(where Value == RecordValue)
  public func links(of field: String) -> [RecordName] {
    let offered = offeredLinks(of: field)
    let edits = linkEdits(of: field)
    let reset = reset(of: field)
    let withdrawn = withdrawn(edits, after: reset)
    let added = added(edits, after: reset)
    var result = offered.filter { !withdrawn.contains($0) || added[$0] != nil }
    let known = Set(offered)
    result += added.filter { !known.contains($0.key) }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .map(\.key)
    return result
  }

  /// Returns the order keys that users have given to the links of a to-many relationship, by their targets. A reset does
  /// not affect them.
  @_specialize(where Value == RecordValue)
  public func orderKeys(of field: String) -> [RecordName: LinkOrder] {
    var keys: [RecordName: (own: OrderKey?, inverse: OrderKey?)] = [:]
    for (name, edit) in state.links[field]?.edits ?? [:]
    where edit.order != nil || edit.inverseOrder != nil {
      let target = redirects.destination(of: name)
      keys[target, default: (nil, nil)].own.join(edit.order)
      keys[target, default: (nil, nil)].inverse.join(edit.inverseOrder)
    }
    return keys.mapValues { LinkOrder(key: $0.own?.key, inverseKey: $0.inverse?.key) }
  }

  /// Returns the targets that users have added to a to-many relationship since the last reset, with the first stamps.
  func additions(to field: String) -> [RecordName: Stamp] {
    added(linkEdits(of: field), after: reset(of: field))
  }

  /// The links that the catalog has, by field, also those that users have removed: `true` for one that a user has added
  /// since the last reset.
  package var catalogLinks: [String: [RecordName: Bool]] {
    let fields = state.catalogVersion?.links.keys.sorted() ?? []
    return fields.reduce(into: [:]) { links, field in
      let added = additions(to: field)
      for target in offeredLinks(of: field) {
        links[field, default: [:]][target] = added[target] != nil
      }
    }
  }

  private func isEdited(linksOf field: String) -> Bool {
    Set(links(of: field)) != Set(offeredLinks(of: field))
  }

  private func offeredLinks(of field: String) -> [RecordName] {
    var passed: Set<RecordName> = []
    return (state.catalogVersion?.links[field] ?? [])
      .map { redirects.destination(of: $0) }
      .filter { passed.insert($0).inserted }
  }

  /// Returns the user's edits, together with the additions that follow from the links of copies.
  private func linkEdits(of field: String) -> LinkEdits {
    var edits = state.links[field] ?? LinkEdits()
    guard !state.duplicates.isEmpty else { return edits }
    let offered = state.catalogVersion?.everLinked(by: field, following: redirects) ?? []
    for copy in state.duplicates.values {
      for (target, stamp) in copy.links(of: field)
      where !offered.contains(redirects.destination(of: target)) {
        edits.add(target, at: stamp)
      }
    }
    return edits
  }

  private func withdrawn(_ edits: LinkEdits, after reset: Stamp?) -> Set<RecordName> {
    var targets: Set<RecordName> = []
    for (name, edit) in edits.edits {
      guard let withdrawal = edit.withdrawal else { continue }
      if let reset, withdrawal <= reset { continue }
      targets.insert(redirects.destination(of: name))
    }
    return targets
  }

  private func added(_ edits: LinkEdits, after reset: Stamp?) -> [RecordName: Stamp] {
    var added: [RecordName: Stamp] = [:]
    for (name, edit) in edits.edits {
      guard let stamp = edit.standing(after: reset) else { continue }
      added.merge([redirects.destination(of: name): stamp]) { min($0, $1) }
    }
    return added
  }
}

// MARK: - Presence

/// The state of a record relative to the catalog.
public enum RecordStanding: Hashable, Sendable {
  /// The record shows the catalog's values.
  case pristine
  /// The user has edited these fields.
  case edited(Set<String>)
  /// The user has deleted the record.
  case deleted
  /// The record isn't a preset of the catalog. The user has created it.
  case userCreated
}

extension RecordReading {
  /// The state of the record relative to the catalog.
  public var standing: RecordStanding {
    if isDeleted { return .deleted }
    guard state.catalogVersion != nil else { return .userCreated }
    let fields = editedFields
    return fields.isEmpty ? .pristine : .edited(fields)
  }

  /// `true` if the user has deleted the record after the last reset and has not restored it since.
  public var isDeleted: Bool {
    guard let deletion = state.deletion, deletion.isDeleted, isInEffect(deletion.stamp) else {
      return false
    }
    return !(policy.editsOutliveDeletions && isWritten(after: deletion.stamp))
  }

  /// `true` if an edit, a link or a restoration by the user is in effect.
  public var isTouched: Bool {
    if let deletion = state.deletion, !deletion.isDeleted, isInEffect(deletion.stamp) {
      return true
    }
    return !editedFields.isEmpty
  }

  /// Returns `true` if the record is visible.
  ///
  /// A record that was merged into another one is not visible. A preset that the catalog has retired
  /// stays visible as long as a change by the user is in effect, or a visible record references it. A preset without
  /// content becomes visible when a catalog provides it.
  @_specialize(where Value == RecordValue)
  public func isVisible(hasInboundReferences: Bool) -> Bool {
    if state.redirect != nil || isDeleted { return false }
    guard let version = state.catalogVersion else { return true }
    if version.isEmpty { return false }
    guard version.isRetired else { return true }
    return hasInboundReferences || isTouched
  }

  private func isWritten(after stamp: Stamp) -> Bool {
    if state.edits.contains(where: { $1.stamp > stamp && isInEffect($1.stamp, $0) }) { return true }
    let isCounted = state.counters.contains { field, totals in
      totals.latestStamp.map { $0 > stamp && isInEffect($0, field) } ?? false
    }
    return isCounted
      || state.links.contains { field, edits in
        edits.latestStamp.map { $0 > stamp && isInEffect($0, field) } ?? false
      }
  }
}

// MARK: - Values that resets have discarded

/// A change by the user that a reset has discarded.
public enum Discarded<Value: FieldValue>: Hashable, Sendable {
  /// A value that the user had written into a field.
  case value(field: String, FieldEdit<Value>)
  /// A deletion, or the reversal of one.
  case deletion(DeletionState)

  /// The former name of ``deletion(_:)``.
  @available(*, deprecated, renamed: "deletion(_:)")
  public static func life(_ state: DeletionState) -> Discarded { .deletion(state) }
}

extension RecordReading {
  /// The changes that resets have discarded and that are still known.
  ///
  /// An app finds new ones by comparing the readings before and after a join. To keep a value, the app
  /// writes it again.
  public var discarded: Set<Discarded<Value>> {
    var discarded: Set<Discarded<Value>> = []
    for (field, cell) in state.edits where !isValueInEffect(cell.stamp, field) {
      discarded.insert(.value(field: field, cell))
    }
    if let deletion = state.deletion, !isInEffect(deletion.stamp) {
      discarded.insert(.deletion(deletion))
    }
    return discarded
  }
}
