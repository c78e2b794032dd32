public import PerennialRecords

/// A device's copy of a zone: the algorithm by which its store and the hub agree.
///
/// A replica has no state of its own, and knows no network and no clock. Each function is one transaction of
/// the store: if the process ends before it commits, the function is simply called again.
public struct Replica<Store: ReplicaStore> {
  /// The durable data.
  public let store: Store

  /// Creates the replica of a store.
  public init(_ store: Store) { self.store = store }

  /// Takes changes of the store's history into the list of changes to send.
  ///
  /// - Returns: `true` if the history has further transactions.
  public func drain(limit: Int = 1000) throws -> Bool {
    var position = try store.position
    let transactions = try store.transactions(after: position.transaction, limit: limit)
    guard let last = transactions.last else { return false }
    var edited: [RecordName: LocalEdits] = [:]
    for transaction in transactions {
      for change in transaction.changes {
        let name = change.name
        var edits = try edited[name] ?? store.edits(of: name) ?? LocalEdits()
        edits.add(change, at: transaction.stamp)
        edited[name] = edits
      }
    }
    for (name, edits) in edited {
      try store.write(edits, of: name)
      try admit(name)
    }
    try keepReturned(edited, in: transactions)
    try keepRemovedReferences(edited)
    try forgetChanges(ofRetired: edited)
    let returned = edited.filter { $1.insertion != nil || $1.offer != nil || $1.reset != nil }.keys
      .sorted()
    // The device's catalog can lack presets that a reset concerns. Their rows are as before the reset.
    if let manifest = edited[.manifest] { try show(presets(resetBy: manifest)) }
    try showCounters(ofReturned: edited.filter { $1.insertion != nil }.keys.sorted())
    try showReferences(to: returned)
    let offered = edited.filter { $1.offer != nil }.keys.sorted()
    try showMerged(into: offered)
    try showLaterCatalogs(in: offered)
    try showRetiredPresets(in: edited)
    try settleUniqueValues(of: edited.keys.sorted())
    // The changes of a part are taken again if the rest of its transaction is not taken with them.
    position.transaction = last.isPart ? last.number - 1 : last.number
    try store.write(position)
    return true
  }

  /// Keeps the links with which objects have come back, as additions at that time, those that they had lost before, and
  /// the resets of restored presets. The rows get the changes of other devices later.
  private func keepReturned(
    _ edited: [RecordName: LocalEdits], in transactions: [LocalTransaction]
  ) throws {
    let stamps = Set(transactions.map(\.stamp))
    let shared = try shared
    for (name, edits) in edited {
      guard let insertion = edits.insertion, stamps.contains(insertion),
        var tracked = try store.tracked(name), tracked.isAcknowledged || tracked.isSent
      else { continue }
      let record = try self.edited(name, tracked, edits, shared)
      let changes = try edits.state(of: record)
      for field in changes.fieldResets.keys where edits.fieldResets[field] == nil {
        tracked.stash.reset(field, at: insertion)
      }
      try keepRemovals(of: record, edits, since: insertion, in: &tracked) { target in
        // A target that was deleted since, and has come back, was removed with its row.
        edited[target]?.latestOfRow.map { $0 > insertion } ?? false
      }
      if name.objectKey != nil { keepLinks(of: record, edits, since: insertion, in: &tracked) }
      try store.write(tracked, named: name)
    }
  }

  /// Keeps the links of a row as additions by its insertion, without those that the user has added or removed since.
  private func keepLinks(
    of record: EditedRecord, _ edits: LocalEdits, since insertion: Stamp,
    in tracked: inout TrackedRecord
  ) {
    for (field, targets) in record.content?.links ?? [:] {
      for target in targets
      where edits.links[field]?[target].map({ $0.stamp < insertion }) ?? true {
        tracked.stash.link(field, to: target, at: insertion)
      }
    }
  }

  /// Keeps the removals of links from before the deletion that an insertion has undone.
  ///
  /// - Parameter isExcluded: A closure that returns `true` for a target that was removed for another reason.
  func keepRemovals(
    of record: EditedRecord, _ edits: LocalEdits, since insertion: Stamp,
    in tracked: inout TrackedRecord, without isExcluded: (RecordName) -> Bool = { _ in false }
  ) throws {
    for (field, targets) in record.content?.links ?? [:] {
      for target in record.shown.links(of: field)
      where try !targets.contains(target) && edits.links[field]?[target] == nil
        && !isExcluded(target) && record.isPresent(target)
      {
        tracked.stash.unlink(
          field, from: target, at: insertion, seen: record.base.state,
          following: record.redirects)
      }
    }
  }

  /// Keeps the removal of references apart from their rows. If the former target goes later, the row shows no value
  /// with the removal and without it.
  private func keepRemovedReferences(_ edited: [RecordName: LocalEdits]) throws {
    let shared = try shared
    for (name, edits) in edited {
      guard var tracked = try store.tracked(name) else { continue }
      let known = tracked.known
      let references = edits.fields.keys.filter {
        (known.cells[$0]?.value ?? known.edition?.values[$0])?.target != nil
      }
      guard !references.isEmpty, try store.isPresent(name) else { continue }
      let changes = try changes(of: name, tracked, edits, shared)
      var edits = edits
      for field in references {
        guard let removal = changes.cells[field], removal.value == .null,
          removal.stamp == edits.fields[field]
        else { continue }
        tracked.stash.write(.null, to: field, over: removal.base, at: removal.stamp)
        edits.fields[field] = nil
      }
      if tracked.known == known { continue }
      try store.write(tracked, named: name)
      try store.write(edits.isEmpty ? nil : edits, of: name)
    }
  }

  /// Lets a record be sent again that the hub has refused as it was.
  private func admit(_ name: RecordName) throws {
    guard var tracked = try store.tracked(name), tracked.refusal != nil else { return }
    tracked.refusal = nil
    try store.write(tracked, named: name)
  }

  /// Returns the presets that a reset of many concerns.
  func presets(resetBy manifest: LocalEdits) throws -> [RecordName] {
    let types: [String?] = manifest.reset == nil ? manifest.fieldResets.keys.sorted() : [nil]
    return try types.flatMap { try store.presets(ofType: $0) }
  }

  /// Writes the rows of records again whose content differs.
  public func show(_ names: [RecordName]) throws {
    var merge = RowMerge(replica: self, position: try store.position, shared: try shared)
    for name in names { try merge.addUnchanged(name) }
    try merge.write()
  }

  /// Decides on unique values that the user has written or freed.
  private func settleUniqueValues(of names: [RecordName]) throws {
    var settled: [RecordName] = []
    var isFreed = false
    for name in names {
      let type = try store.tracked(name)?.acknowledged.type
      if let type, try fieldsWithUniqueValues(ofType: type).isEmpty { continue }
      isFreed = true
      if type != nil { settled.append(name) }
    }
    // Nothing knows the values that a row had before it was changed or deleted, if they were never sent.
    if isFreed { settled += try store.parkedRecords }
    if !settled.isEmpty { try show(settled) }
  }

  /// Writes the content of later catalogs again. A reset takes the content of the device's own catalog, and an update
  /// removes presets that only later catalogs have.
  private func showLaterCatalogs(in names: [RecordName]) throws {
    let older = try names.filter { name in
      guard let latest = try store.tracked(name)?.acknowledged.state.edition else { return false }
      guard let own = try store.edition(of: name) else { return try !store.isPresent(name) }
      return own != latest && CatalogVersion.later(own, latest) == latest
    }
    if !older.isEmpty { try show(older) }
  }

  /// Writes the changes of objects that were merged into presets before this device's catalog inserted the presets.
  private func showMerged(into names: [RecordName]) throws {
    if names.isEmpty { return }
    let redirects = try store.redirects
    let merged = names.flatMap { redirects.aliases(of: $0) }
    if !merged.isEmpty { try show(merged) }
  }

  /// Writes references of other records to rows that have come back, that a catalog has inserted, or that the hub
  /// has now.
  func showReferences(to names: [RecordName]) throws {
    var merge: RowMerge<Store>?
    for name in names where try name.objectKey == nil || store.tracked(name)?.isAcknowledged == true
    {
      for source in try store.records(referencing: name) {
        if merge == nil {
          merge = RowMerge(replica: self, position: try store.position, shared: try shared)
        }
        try merge?.addUnchanged(source)
      }
    }
    try merge?.write()
  }
}

extension Replica {
  /// Gives an object another key, because its name belongs to an object of another device.
  func rename(_ name: RecordName, _ tracked: TrackedRecord) throws {
    let former = tracked.acknowledged
    // A hub that was restored can have given the name to another object since it acknowledged this one.
    let isLost = tracked.isAcknowledged || tracked.isOffered
    if isLost, tracked.known.redirect != nil { return try forgetMerged(name) }
    var renamed = tracked
    renamed.acknowledged = Record(
      try store.rename(name), type: former.type, created: former.created, state: former.state)
    renamed.isOffered = isLost
    renamed.isAcknowledged = false
    renamed.refusal = nil
    try redirectMerged(into: name, to: renamed.acknowledged.name, isLost: isLost)
    try renameReferences(to: name, renamed.acknowledged.name, withCounts: true)
    try renameConflicts(of: name, to: renamed.acknowledged.name)
    try store.write(renamed, named: renamed.acknowledged.name)
    try store.write(nil as TrackedRecord?, named: name)
  }

  /// Forgets an object that was merged into another one, because its name belongs to an object of another device now.
  ///
  /// The other object has all of its changes, under the former name. With a new name, they would count twice.
  private func forgetMerged(_ name: RecordName) throws {
    let target = try store.redirects.destination(of: name)
    try redirectMerged(into: name, to: target, isLost: true)
    try renameReferences(to: name, target, withCounts: false)
    try renameConflicts(of: name, to: target)
    try store.write(nil as TrackedRecord?, named: name)
  }

  /// Changes the redirects of the objects that were merged into an object.
  ///
  /// - Parameter isLost: `true` if the hub has had the object, and has lost it.
  private func redirectMerged(
    into former: RecordName, to name: RecordName, isLost: Bool
  ) throws {
    let reading = try store.position.reading
    for source in try store.redirects.sources(of: former) {
      guard var merged = try store.tracked(source) else { continue }
      merged.stash.redirect(from: former, to: name)
      if isLost, merged.reading != reading {
        // The database that had this redirect was replaced.
        merged.acknowledged.state.redirect(from: former, to: name)
      }
      try store.write(merged, named: source)
    }
  }

  /// Changes the name of an object in references that the user has written and that no row has any more.
  ///
  /// - Parameter withCounts: `true` to change it also in what was counted in the object.
  private func renameReferences(
    to former: RecordName, _ name: RecordName, withCounts: Bool
  ) throws {
    let device = try store.device
    var last: RecordName?
    while true {
      let sources = try store.editedNames(after: last, limit: 256)
      guard let end = sources.last else { return }
      for source in sources {
        guard var tracked = try store.tracked(source) else { continue }
        let stash = tracked.stash
        tracked.stash.renameReferences(to: former, name, writtenBy: device)
        if withCounts { tracked.stash.renameCounts(in: former, name, writtenBy: device) }
        if tracked.stash != stash { try store.write(tracked, named: source) }
      }
      last = end
    }
  }
}

// MARK: - Reading records

extension Replica {
  /// The knowledge that the readings of all records share.
  struct Shared {
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

  var shared: Shared {
    get throws {
      var resets = try store.tracked(.manifest)?.acknowledged.state ?? RecordState()
      if let edits = try store.edits(of: .manifest) {
        if let reset = edits.reset { resets.reset(at: reset) }
        for (type, stamp) in edits.fieldResets { resets.reset(type, at: stamp) }
      }
      return Shared(resets: resets, redirects: try store.redirects)
    }
  }

  /// Returns `true` if a record of the hub has a row. An object of the same name that the hub does not have
  /// is another one.
  func isKnownAndPresent(_ name: RecordName) throws -> Bool {
    guard try store.isPresent(name) else { return false }
    return try name.objectKey == nil || store.tracked(name)?.isAcknowledged == true
  }

  /// Returns the changes of a record that the hub has not acknowledged.
  func changes(
    of name: RecordName, _ tracked: TrackedRecord, _ edits: LocalEdits?, _ shared: Shared
  ) throws -> RecordState<RecordValue> {
    guard let edits else { return tracked.stash }
    return try edits.state(of: edited(name, tracked, edits, shared)).joined(with: tracked.stash)
  }

  /// Returns the data from which the changes of a record are computed.
  func edited(
    _ name: RecordName, _ tracked: TrackedRecord, _ edits: LocalEdits, _ shared: Shared
  ) throws -> EditedRecord {
    let acknowledged = tracked.acknowledged
    let edition = try store.edition(of: name)
    // The row shows changes that are kept apart too.
    var base = acknowledged.state.joined(with: tracked.stash)
    if let edition { base.offer(edition) }
    if let reset = edits.reset { base.reset(at: reset) }
    for (field, stamp) in edits.fieldResets { base.reset(field, at: stamp) }
    let shown = edition.map { base.replacingEdition(by: $0) } ?? base
    return EditedRecord(
      content: try store.content(of: name),
      base: shared.reading(base, of: acknowledged),
      shown: shared.reading(shown, of: acknowledged),
      isOffered: edition != nil && base.edition != acknowledged.state.edition,
      parked: tracked.parked,
      uniqueFields: try fieldsWithUniqueValues(ofType: acknowledged.type),
      isWhole: try acknowledged.created != nil
        && store.mergesWholeRecords(ofType: acknowledged.type),
      counters: try counters(of: acknowledged.type, in: base),
      counted: tracked.counted,
      device: try store.device,
      redirects: shared.redirects,
      isPresent: isKnownAndPresent)
  }
}
