package import Perennial

/// A record as it shows: its state under all resets, with references led to where they went.
package struct RecordReading<Value: FieldValue>: Sendable {
  package let state: RecordState<Value>
  /// How the app wants it read.
  package let policy: ReadingPolicy<Value>
  private let redirects: Redirects
  private let sharedReset: Stamp?

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - sharedReset: the latest reset that concerns the record among others; see
  ///     ``Resets/latest(for:)``.
  ///   - redirects: where other records went.
  package init(
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

  /// The latest reset of the record, or of one of its fields. A record that is no preset has none.
  package func reset(of field: String? = nil) -> Stamp? {
    guard state.edition != nil else { return nil }
    let reset = sharedReset.joined(with: state.reset)
    return field.map { reset.joined(with: state.fieldResets[$0]) } ?? reset
  }

  private func isInEffect(_ stamp: Stamp, _ field: String? = nil) -> Bool {
    reset(of: field).map { stamp > $0 } ?? true
  }
}

/// What an app decides of how records of an entity are read.
package struct ReadingPolicy<Value: FieldValue>: Sendable {
  /// Whether a record that was deleted shows nevertheless if somebody wrote in it later: on a device
  /// that had not yet heard of the deletion.
  package var editsOutliveDeletions: Bool
  /// What shows of fields in conflict, by field. What has no rule shows what the person wrote.
  package var conflictRules: [String: ConflictRule<Value>]

  package init(
    editsOutliveDeletions: Bool = false, conflictRules: [String: ConflictRule<Value>] = [:]
  ) {
    self.editsOutliveDeletions = editsOutliveDeletions
    self.conflictRules = conflictRules
  }
}

// MARK: - Fields

extension RecordReading {
  /// What a field shows, or nil if nobody said anything of it: the latest that a person wrote after the last
  /// reset, else what the catalog says.
  package func value(of field: String) -> Value? {
    guard let cell = cell(of: field) else { return theirs(field) }
    guard let conflict = conflict(in: field, written: cell) else {
      return cell.value.following(redirects)
    }
    return policy.conflictRules[field]?.value(of: conflict) ?? conflict.mine
  }

  /// What a person wrote into a field and what no reset has put out of effect.
  package func cell(of field: String) -> Cell<Value>? {
    let candidates = allCells(of: field).filter { isInEffect($0.stamp, field) }
    return candidates.reduce(into: nil) { (latest: inout Cell<Value>?, cell) in latest.join(cell) }
  }

  /// The fields that show what a person wrote, relationships to many included.
  package var editedFields: Set<String> {
    if state.cells.isEmpty && state.links.isEmpty && state.copies.isEmpty { return [] }
    let written = fields.filter { cell(of: $0) != nil }
    return written.union(linkFields.filter { isEdited(linksOf: $0) })
  }

  /// The fields of which a person wrote one thing and the catalog now says another than it said then.
  package var conflicts: [FieldConflict<Value>] {
    state.cells.keys.sorted().compactMap { field in
      cell(of: field).flatMap { conflict(in: field, written: $0) }
    }
  }

  private func theirs(_ field: String) -> Value? {
    state.edition?.values[field]?.following(redirects)
  }

  private func allCells(of field: String) -> [Cell<Value>] {
    var cells = state.copies.values.compactMap {
      $0.cell(of: field, over: state.edition, following: redirects)
    }
    if let cell = state.cells[field] { cells.append(cell) }
    return cells
  }

  private func conflict(in field: String, written cell: Cell<Value>) -> FieldConflict<Value>? {
    guard let base = cell.base?.following(redirects), let theirs = theirs(field) else { return nil }
    let mine = cell.value.following(redirects)
    guard base != theirs, mine != theirs else { return nil }
    return FieldConflict(field: field, base: base, mine: mine, theirs: theirs)
  }
}

// MARK: - Links

extension RecordReading {
  /// The targets of a relationship to many: those of the catalog in its order, and then what people
  /// added, in the order in which they did.
  package func links(of field: String) -> [RecordName] {
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

  private func isEdited(linksOf field: String) -> Bool {
    Set(links(of: field)) != Set(offeredLinks(of: field))
  }

  private func offeredLinks(of field: String) -> [RecordName] {
    var passed: Set<RecordName> = []
    return (state.edition?.links[field] ?? [])
      .map { redirects.destination(of: $0) }
      .filter { passed.insert($0).inserted }
  }

  /// What people did, and what the links of copies add to it.
  private func linkEdits(of field: String) -> LinkEdits {
    var edits = state.links[field] ?? LinkEdits()
    guard !state.copies.isEmpty else { return edits }
    let offered = state.edition?.everLinked(by: field, following: redirects) ?? []
    for copy in state.copies.values {
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

// MARK: - Being there

/// What became of a preset, or that a record is none.
package enum RecordStanding: Hashable, Sendable {
  /// It shows what the catalog says.
  case pristine
  /// People changed these fields.
  case edited(Set<String>)
  /// A person deleted it.
  case deleted
  /// The catalog knows nothing of it: a person made it.
  case userCreated
}

extension RecordReading {
  /// What became of the record.
  package var standing: RecordStanding {
    if isDeleted { return .deleted }
    guard state.edition != nil else { return .userCreated }
    let fields = editedFields
    return fields.isEmpty ? .pristine : .edited(fields)
  }

  /// Whether a person deleted it, after the last reset and without anybody having restored it since.
  package var isDeleted: Bool {
    guard let life = state.life, life.isDeleted, isInEffect(life.stamp) else { return false }
    return !(policy.editsOutliveDeletions && isWritten(after: life.stamp))
  }

  /// Whether anything that a person did to it is in effect: wrote, linked, or restored it.
  package var isTouched: Bool {
    if let life = state.life, !life.isDeleted, isInEffect(life.stamp) { return true }
    return !editedFields.isEmpty
  }

  /// Whether the record is there.
  ///
  /// One that was merged into another is not. A preset that the catalog has retired stays as long as
  /// somebody has touched it or something that is there refers to it.
  package func isVisible(hasInboundReferences: Bool) -> Bool {
    if state.redirect != nil || isDeleted { return false }
    guard let edition = state.edition, edition.isRetired else { return true }
    return hasInboundReferences || isTouched
  }

  private func isWritten(after stamp: Stamp) -> Bool {
    if state.cells.contains(where: { $1.stamp > stamp && isInEffect($1.stamp, $0) }) { return true }
    return state.links.contains { field, edits in
      edits.latestStamp.map { $0 > stamp && isInEffect($0, field) } ?? false
    }
  }
}

// MARK: - What resets put out of effect

/// Something that a person did and that a reset put out of effect.
package enum Discarded<Value: FieldValue>: Hashable, Sendable {
  case value(field: String, Cell<Value>)
  case life(Life)
}

extension RecordReading {
  /// What resets have put out of effect, and what is still known.
  ///
  /// An app learns of what is new in it when it compares the readings before and after a
  /// join; who wants to keep a value writes it again.
  package var discarded: Set<Discarded<Value>> {
    var discarded: Set<Discarded<Value>> = []
    for (field, cell) in state.cells where !isInEffect(cell.stamp, field) {
      discarded.insert(.value(field: field, cell))
    }
    if let life = state.life, !isInEffect(life.stamp) { discarded.insert(.life(life)) }
    return discarded
  }
}
