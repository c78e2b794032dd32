import PerennialRecords
import PerennialReplication
@testable import PerennialSimulator

// The acts of the user of a device, and of its engine.

extension MemoryStore {
  /// Creates the store of a device.
  convenience init(device number: Int64) {
    self.init(Disk(device: DeviceIdentifier(rawValue: number) ?? .random()))
  }

  // MARK: The user

  private func save(_ change: (inout Disk, Stamp) -> LocalChange) {
    saveAll { [change(&$0, $1)] }
  }

  private func saveAll(_ change: (inout Disk, Stamp) -> [LocalChange]) {
    let stamp = stamp
    let changes = change(&disk, stamp)
    disk.history.append(
      LocalTransaction(number: disk.lastTransaction + 1, stamp: stamp, changes: changes))
  }

  /// Inserts an object, or undoes its deletion.
  func insert(
    _ name: RecordName, as type: String = Pantry.note, _ values: [String: RecordValue],
    links: [String: Set<RecordName>] = [:]
  ) {
    save { disk, stamp in
      disk.rows[name] = Disk.Row(type: type, content: RowContent(values: values, links: links))
      if !disk.knowsCreation(of: name) { disk.created[name] = stamp }
      return .insertion(name)
    }
  }

  /// Inserts an object that has turned out to be another one.
  func upsert(_ name: RecordName, _ values: [String: RecordValue]) {
    saveAll { disk, _ in
      disk.rows[name]?.content.values.merge(values) { $1 }
      return [.upsert(name), .update(name, fields: values.keys.sorted())]
    }
  }

  /// Writes a field.
  func write(_ value: RecordValue, to field: String, of name: RecordName) {
    save { disk, _ in
      disk.rows[name]?.content.values[field] = value
      return .update(name, fields: [field])
    }
  }

  /// Adds a tag to a note.
  func link(_ tag: RecordName, to note: RecordName) {
    save { disk, _ in
      disk.rows[note]?.content.links[Pantry.links, default: []].insert(tag)
      return .link(note, field: Pantry.links, to: tag)
    }
  }

  /// Removes a tag from a note.
  func unlink(_ tag: RecordName, from note: RecordName) {
    save { disk, _ in
      disk.rows[note]?.content.links[Pantry.links]?.remove(tag)
      return .unlink(note, field: Pantry.links, from: tag)
    }
  }

  /// Deletes an object or a preset.
  func delete(_ name: RecordName) {
    save { disk, _ in
      disk.removeRow(name)
      return .deletion(name)
    }
  }

  /// Returns the value that a field shows.
  func value(_ field: String, of name: RecordName) -> RecordValue? {
    disk.rows[name]?.content.values[field]
  }

  // MARK: The engine

  /// Receives the changes of a hub, a page at most.
  func pull(from hub: SimulatedHub) throws {
    let replica = Replica(self)
    try replica.apply(try hub.pull(try replica.pullRequest, at: 1000))
  }

  /// Sends a request.
  ///
  /// - Parameter isAnswered: `false` if the hub's answer is lost.
  /// - Returns: `false` if there was nothing to send.
  @discardableResult
  func pushOnce(to hub: inout SimulatedHub, isAnswered: Bool = true) throws -> Bool {
    let replica = Replica(self)
    guard let batch = try replica.nextBatch() else { return false }
    let reply = try hub.push(batch.request, at: 1000)
    if isAnswered { try replica.acknowledge(batch, reply) }
    return true
  }

  /// Sends all changes.
  func push(to hub: inout SimulatedHub) throws { while try pushOnce(to: &hub) {} }
}
