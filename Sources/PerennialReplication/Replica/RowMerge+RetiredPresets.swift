import PerennialRecords

// Retired presets: those that the newest catalog no longer has. A device hides them, unless a change by a user is in
// effect.

extension RowMerge {
  /// Keeps the retired presets that visible records reference. Call it before the rows are written.
  ///
  /// A reference by a user is a restoration of the preset at the time of the reference. So it follows from the records
  /// of the hub, and all devices restore the preset in the same way. A deletion by a user that is later than the
  /// reference outlives it. The preset stays when the reference goes, until it is reset.
  mutating func keepReferencedPresets() throws {
    for name in order where try isHiddenPreset(name) {
      for source in try store.recordTable.records(referencing: name) + store.rows(referencing: name)
      {
        try addUnchanged(source)
      }
    }
    var unvisited = order
    while let name = unvisited.popLast() {
      guard name != .manifest, let entry = entries[name], try mayReferenceHiddenPresets(entry),
        isVisible(entry)
      else { continue }
      for (target, stamp) in shared.reading(entry.whole, of: entry.record).references
      where try isHiddenPreset(target) {
        try keep(target, referencedAt: stamp)
        unvisited.append(target)
      }
    }
  }

  /// Returns `true` if the state of a record has a reference to a preset that can be hidden. Most records have none, and
  /// their references are not computed.
  private func mayReferenceHiddenPresets(_ entry: Entry) throws -> Bool {
    try entry.whole.hasTarget { target in
      let preset = shared.redirects.destination(of: target)
      guard preset.objectKey == nil else { return false }
      return try entries[preset].map(isRetired) ?? !store.isPresent(preset)
    }
  }

  /// Returns `true` if no catalog that is known has a preset any more. Only such presets are hidden.
  private func isRetired(_ entry: Entry) -> Bool { entry.whole.catalogVersion?.isRetired == true }

  /// Returns `true` if a preset has no row because it is retired. Its entry is added.
  private mutating func isHiddenPreset(_ name: RecordName) throws -> Bool {
    guard name.objectKey == nil, name != .manifest else { return false }
    if entries[name] == nil {
      if try store.isPresent(name) { return false }
      try addUnchanged(name)
    }
    guard let entry = entries[name], isRetired(entry) else { return false }
    let reading = shared.reading(entry.whole, of: entry.record)
    return reading.isVisible(hasInboundReferences: true)
      && !reading.isVisible(hasInboundReferences: false)
  }

  /// Restores a preset after the last reset.
  private mutating func keep(_ name: RecordName, referencedAt stamp: Stamp) throws {
    guard var entry = entries[name], var tracked = try store.recordTable.tracked(name) else {
      return
    }
    var stamp = stamp
    if let reset = shared.reading(entry.whole, of: entry.record).reset(), reset >= stamp {
      stamp = Stamp(time: reset.time.successor, device: reset.device)
    }
    tracked.detachedChanges.restore(at: stamp)
    try store.recordTable.write(tracked, named: name)
    entry.local.restore(at: stamp)
    entry.whole.restore(at: stamp)
    entries[name] = entry
  }
}

extension Replica {
  /// Forgets the changes of presets that a catalog has removed: the user's were not in effect any more.
  func forgetChanges(ofRetired edited: [RecordName: LocalEdits]) throws {
    for (name, edits) in edited
    where name.objectKey == nil && edits.offer != nil && edits.deletion == nil {
      guard try !store.isPresent(name) else { continue }
      var edits = edits
      edits.forgetContent()
      try store.editTable.write(edits, of: name)
    }
  }

  /// Writes the rows of retired presets again, and of records that reference them: the user has changed or reset these
  /// presets, or restored these records.
  ///
  /// - Parameter edited: The changes of the history.
  func rewriteRetiredPresets(in edited: [RecordName: LocalEdits]) throws {
    var names = edited.keys.filter { $0.objectKey == nil }
    if let manifest = edited[.manifest] { names += try presets(resetBy: manifest) }
    names = try names.filter {
      try store.recordTable.tracked($0)?.acknowledged.state.catalogVersion?.isRetired == true
        || !store.isPresent($0) && store.catalogVersion(of: $0)?.isRetired == true
    }
    for (name, edits) in edited where edits.insertion != nil {
      guard let state = try store.recordTable.tracked(name)?.acknowledged.state,
        state.deletion != nil
      else {
        continue
      }
      let targets = RecordReading(state).targets.filter { $0.objectKey == nil }
      if try targets.contains(where: { try !store.isPresent($0) }) { names.append(name) }
    }
    if !names.isEmpty { try rewriteRows(names.sorted()) }
  }
}
