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
}
