import PerennialRecords
import PerennialReplication

extension Simulation {
  private static let client = DeviceIdentifier(rawValue: 99_999) ?? .none

  /// A client without a store, as those of Web Services are, writes a number into a record of the hub. It has read the
  /// record, so its write is later than all that the record has.
  ///
  /// Tags of users are merged as a whole, which a hub does not know. The client does not write into them.
  func writeAsClient(_ random: inout SplitMix64) {
    let records = hub.database.records.values.filter { record in
      record.name != .manifest && record.state.redirect == nil
        && record.state.deletion?.isDeleted != true
        && (record.type != Pantry.tag || record.created == nil)
    }
    guard
      let record = records.sorted(by: { $0.name < $1.name }).randomElement(using: &random),
      let field = Pantry.numbers.randomElement(using: &random)
    else { return }
    unique += 1
    let latest = record.state.latestStamp?.time ?? .zero
    let stamp = Stamp(
      time: max(HybridTime(milliseconds: time), latest.successor), device: Self.client)
    var part = Record(record.name, type: record.type, created: record.created)
    part.state.write(.integer(unique), to: field, at: stamp)
    let request = PushRequest(token: nil, records: [part])
    // A record that a device with a wrong clock has written can be too far ahead.
    guard let reply = try? hub.push(request, at: time), reply.refused.isEmpty else { return }
    tell("a client writes \(unique) to \(field) of \(record.name.rawValue)")
    ledger.noteClient(unique, field, of: record.name, at: stamp)
    check(request)
  }

  /// A client merges a record of the hub into another one: half of the time of any entity, which no device does.
  func mergeAsClient(_ random: inout SplitMix64) {
    let records = hub.database.records.values.sorted { $0.name < $1.name }
    let sources = records.filter { record in
      record.name.objectKey != nil && record.state.redirect == nil
        && record.state.deletion?.isDeleted != true
    }
    guard let source = sources.randomElement(using: &random) else { return }
    let isOfAnyType = Bool.random(using: &random)
    let targets = records.filter { record in
      record.name != .manifest && record.name != source.name
        && (isOfAnyType || record.type == source.type)
    }
    guard let target = targets.randomElement(using: &random) else { return }
    var part = Record(source.name, type: source.type, created: source.created)
    part.state.redirect(to: Redirect(target: target.name))
    let request = PushRequest(token: nil, records: [part])
    guard let reply = try? hub.push(request, at: time), reply.refused.isEmpty else { return }
    if let created = source.created { ledger.mergedByClient.insert(created) }
    tell("a client merges \(source.name.rawValue) into \(target.name.rawValue), a \(target.type)")
    check(request)
  }
}
