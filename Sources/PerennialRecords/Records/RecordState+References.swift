extension RecordState {
  /// The records that values and links of the state reference.
  public var targets: Set<RecordName> {
    var targets = Set(edits.values.compactMap(\.value.target))
    for edits in links.values { targets.formUnion(edits.edits.keys) }
    if let catalogVersion {
      targets.formUnion(catalogVersion.values.values.compactMap(\.target))
      for names in catalogVersion.links.values { targets.formUnion(names) }
    }
    return targets
  }

  /// Returns `true` if one of the ``targets`` satisfies a condition. It collects none.
  @_specialize(where Value == RecordValue)
  public func hasTarget(where isWanted: (RecordName) throws -> Bool) rethrows -> Bool {
    func isTarget(_ value: Value) throws -> Bool { try value.target.map(isWanted) ?? false }
    if try edits.values.contains(where: { try isTarget($0.value) }) { return true }
    if try links.values.contains(where: { try $0.edits.keys.contains(where: isWanted) }) {
      return true
    }
    guard let catalogVersion else { return false }
    return try catalogVersion.values.values.contains(where: isTarget)
      || catalogVersion.links.values.contains { try $0.contains(where: isWanted) }
  }

  /// Returns `true` if a value, a link or the redirect of the state references one of the records, or if the state has
  /// what was counted in one of them.
  public func references(_ names: Set<RecordName>) -> Bool {
    redirect.map { names.contains($0.target) } ?? false
      || edits.values.contains { $0.value.target.map { names.contains($0) } ?? false }
      || links.values.contains { $0.edits.keys.contains { names.contains($0) } }
      || counters.values.contains { $0.sources.contains { names.contains($0) } }
  }

  /// Removes the values and the links that reference certain records, and what was counted in these.
  ///
  /// - Returns: The removed fields, the removed links, and `true` if the redirect or counts were removed.
  public mutating func removeReferences(
    where isRemoved: (RecordName) throws -> Bool
  ) rethrows -> (fields: [String], links: [(field: String, target: RecordName)], others: Bool) {
    let (formerRedirect, formerCounters) = (redirect, counters)
    if let target = redirect?.target, try isRemoved(target) { redirect = nil }
    for field in counters.keys { try counters[field]?.removeCounts(inSources: isRemoved) }
    counters = counters.filter { !$1.totals.isEmpty }
    var (removedFields, removedLinks): ([String], [(field: String, target: RecordName)]) = ([], [])
    for (field, cell) in edits {
      guard let target = cell.value.target, try isRemoved(target) else { continue }
      edits[field] = nil
      removedFields.append(field)
    }
    for (field, edits) in links {
      for target in edits.edits.keys where try isRemoved(target) {
        links[field]?.remove(target)
        removedLinks.append((field, target))
      }
      if links[field]?.edits.isEmpty == true { links[field] = nil }
    }
    return (removedFields, removedLinks, (redirect, counters) != (formerRedirect, formerCounters))
  }
}

extension RecordState<RecordValue> {
  /// Changes the name of a record in the references that a device has written, because the name belongs to another
  /// record. References that other devices have written lead to that one.
  public mutating func renameReferences(
    from former: RecordName, to name: RecordName, writtenBy device: DeviceIdentifier
  ) {
    for (field, cell) in edits
    where cell.stamp.device == device && cell.value.target == former {
      edits[field] = FieldEdit(stamp: cell.stamp, value: .reference(name), base: cell.base)
    }
    for (field, edits) in links {
      guard let edit = edits.edits[former], edit.isWritten(by: device) else { continue }
      links[field]?.remove(former)
      links[field]?.join(name, edit)
    }
  }

  /// Changes the name of a merged record in what a device has counted in it.
  public mutating func renameCounts(
    in former: RecordName, _ name: RecordName, writtenBy device: DeviceIdentifier
  ) {
    for field in counters.keys { counters[field]?.rename(former, to: name, writtenBy: device) }
  }
}

extension LinkEdits.Edit {
  /// Returns `true` if a device has added, removed or moved the link.
  fileprivate func isWritten(by device: DeviceIdentifier) -> Bool {
    additions[device] != nil || withdrawal?.device == device || order?.stamp.device == device
      || inverseOrder?.stamp.device == device
  }
}
