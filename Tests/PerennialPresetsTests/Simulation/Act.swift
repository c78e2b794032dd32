import Perennial
import PerennialPresets
import RandomTesting
import PerennialRecords

/// Something that a person does on a device.
struct Act {
  let device: Device
  var generator: SeededGenerator

  /// Does it as one transaction, and says what was done, for the oracle.
  consuming func perform(_ kind: Event.Kind) -> [Operation] {
    var operations: [Operation] = []
    device.commit { disk in
      if let operation = self.perform(kind, in: &disk) { operations.append(operation) }
    }
    return operations
  }

  private mutating func perform(_ kind: Event.Kind, in disk: inout Disk) -> Operation? {
    let stamp = device.stamp()
    switch kind {
    case .resetEntity:
      let entity = Larder.entities[generator.index(Larder.entities.count)]
      disk.changeResets { $0.reset(entity: entity, at: stamp) }
      return .resetEntity(entity, stamp)
    case .resetAll:
      disk.changeResets { $0.reset(at: stamp) }
      return .resetAll(stamp)
    case .makeNote:
      disk.noteCount += 1
      let name = RecordName("n.\(stamp.device.rawValue).\(disk.noteCount)")
      guard let tag = tag(in: disk) else { return nil }
      return write(.reference(tag), to: Larder.referenceField, of: name, at: stamp, in: &disk)
    default:
      let names = disk.records.filter { $0.value.redirect == nil }.keys.sorted()
      // Half of it happens to the soup: devices have to meet.
      let favourite = [Larder.stew, Larder.soup].first { names.contains($0) }
      let chosen = generator.happens(50) ? favourite : nil
      guard let name = chosen ?? generator.element(of: names) else { return nil }
      return perform(kind, on: name, at: stamp, in: &disk)
    }
  }

  private mutating func perform(
    _ kind: Event.Kind, on name: RecordName, at stamp: Stamp, in disk: inout Disk
  ) -> Operation? {
    switch kind {
    case .write:
      guard Larder.entity(of: name) == "Recipe", generator.happens(40) else {
        let field = Larder.numberFields[generator.index(Larder.numberFields.count)]
        let value = generator.index(generator.happens(50) ? 4 : 40)
        return write(.number(value), to: field, of: name, at: stamp, in: &disk)
      }
      guard let tag = tag(in: disk) else { return nil }
      return write(.reference(tag), to: Larder.referenceField, of: name, at: stamp, in: &disk)
    case .link:
      guard let tag = tag(in: disk) else { return nil }
      disk.change(name) { $0.link(Larder.linkField, to: tag, at: stamp) }
      return .link(name, tag, stamp)
    case .unlink:
      return unlink(name, at: stamp, in: &disk)
    case .delete:
      disk.change(name) { $0.delete(at: stamp) }
      return .life(name, isDeleted: true, stamp)
    case .restore:
      disk.change(name) { $0.restore(at: stamp) }
      return .life(name, isDeleted: false, stamp)
    case .resetField:
      let fields = Larder.numberFields + [Larder.referenceField, Larder.linkField]
      let field = fields[generator.index(fields.count)]
      disk.change(name) { $0.reset(field, at: stamp) }
      return .resetField(name, field, stamp)
    case .resetRecord:
      disk.change(name) { $0.reset(at: stamp) }
      return .resetRecord(name, stamp)
    case .keepDiscarded:
      return keepDiscarded(name, at: stamp, in: &disk)
    default:
      return nil
    }
  }

  private func write(
    _ value: Content, to field: String, of name: RecordName, at stamp: Stamp, in disk: inout Disk
  ) -> Operation {
    let base = disk.records[name]?.catalogVersion?.values[field]
    disk.change(name) { $0.write(value, to: field, at: stamp) }
    return .write(name, field: field, value, base: base, stamp)
  }

  private mutating func unlink(
    _ name: RecordName, at stamp: Stamp, in disk: inout Disk
  ) -> Operation? {
    guard let tag = tag(in: disk) else { return nil }
    let redirects = Redirects(in: disk.records)
    let target = redirects.destination(of: tag)
    var seen: [RecordName: Set<Stamp>] = [:]
    for (linked, edit) in disk.records[name]?.links[Larder.linkField]?.edits ?? [:]
    where redirects.destination(of: linked) == target {
      for (device, time) in edit.additions {
        seen[linked, default: []].insert(Stamp(time: time, device: device))
      }
    }
    for copy in disk.records[name]?.duplicates.values ?? [:].values {
      // When the link was last missing decides since when it is there.
      let descending = copy.versions.sorted { $0.key > $1.key }
      for linked in descending.first?.value.links[Larder.linkField] ?? []
      where redirects.destination(of: linked) == target {
        let run = descending.prefix { $0.value.links[Larder.linkField]?.contains(linked) == true }
        guard let start = run.last?.key else { continue }
        let time = HybridTime(milliseconds: start)
        seen[linked, default: []].insert(Stamp(time: time, device: copy.device))
      }
    }
    disk.change(name) {
      $0.unlink(Larder.linkField, from: tag, at: stamp, following: redirects)
    }
    return .unlink(name, tag, stamp, seen: seen)
  }

  private mutating func keepDiscarded(
    _ name: RecordName, at stamp: Stamp, in disk: inout Disk
  ) -> Operation? {
    guard let state = disk.records[name] else { return nil }
    let shared = disk.resets.latest(for: Larder.entity(of: name))
    let discarded = RecordReading(state, sharedReset: shared).discarded.compactMap { discarded in
      if case .value(let field, let cell) = discarded { (field: field, cell: cell) } else { nil }
    }.sorted { $0.cell.stamp < $1.cell.stamp }
    guard let kept = generator.element(of: discarded) else { return nil }
    return write(kept.cell.value, to: kept.field, of: name, at: stamp, in: &disk)
  }

  /// A tag, under its own name or that of a copy which the old app has made.
  private mutating func tag(in disk: Disk) -> RecordName? {
    let presets = [Larder.home, Larder.old, Larder.new].filter { disk.records[$0] != nil }
    let copies = disk.rows.filter { Larder.entity(of: $0.value.preset) == "Tag" }.keys.sorted()
    return generator.element(of: presets + copies)
  }
}
