import Foundation
import PerennialRecords
import RandomTesting

/// A client without a schema, such as a script that uses Web Services: it writes any record that a hub takes.
struct GardenClient {
  /// A write of the client.
  struct Change {
    let record: Record
    /// `true` if the hub has refused the record.
    let isRefused: Bool
  }

  private let hub: MemoryHub
  private let stamp: Stamp
  private var random: SeededGenerator

  private static let types = ["Plant", "Bed", "Note", "Tag", "Diary", "Tool", "Stone"]
  private static let fields = [
    "name", "number", "rank", "mood", "spot", "weather", "size", "text", "extra", "visits", "bed",
    "diary", "plant", "plants", "tags", "stone",
  ]
  private static let linkFields = ["tags", "plants", "name", "stones"]

  /// - Parameters:
  ///   - random: The random numbers of the event.
  ///   - time: The time of the write, in milliseconds since 1970.
  init(_ hub: MemoryHub, _ random: SeededGenerator, at time: Int64) {
    (self.hub, self.random) = (hub, random)
    stamp = Stamp(
      time: HybridTime(milliseconds: time), device: DeviceIdentifier(rawValue: 7_777) ?? .none)
  }

  /// Writes a new object, a preset, or a part of an object that exists.
  mutating func write() throws(HubError) -> Change {
    var record = newRecord()
    let name = random.happens(60) ? random.element(of: hub.present) : nil
    if let name, let known = hub.records[name] {
      record = Record(name, type: known.type, created: known.created)
    }
    if random.happens(3) { record.state.delete(at: stamp) }
    if random.happens(20), let code = random.element(of: codes) {
      record.state.write(code, to: "code", at: stamp)
    }
    for _ in 0...random.index(3) {
      guard let field = random.element(of: Self.fields) else { continue }
      record.state.write(value(), to: field, at: stamp)
    }
    if random.happens(30), let field = random.element(of: Self.linkFields), let target = target() {
      record.state.link(field, to: target, at: stamp)
    }
    let reply = try hub.push(PushRequest(token: nil, records: [record]))
    return Change(record: record, isRefused: !reply.refused.isEmpty)
  }

  /// The unique values of all objects, and one that no object has.
  private var codes: [RecordValue] {
    let known = hub.present.compactMap { hub.records[$0]?.state.edits["code"]?.value }
    return [.text("of a client")] + known.filter { $0 != .null }
  }

  private mutating func newRecord() -> Record {
    let type = random.element(of: Self.types) ?? ""
    // A key that no device draws.
    let key = Int64(1 + random.index(1 << 20))
    if random.happens(80) { return Record(.object(key: key), type: type, created: stamp) }
    var preset = Record(.preset(key: -key), type: type)
    let identities = [nil, "", "rose", #"["garden","rose"]"#, #"["garden","rose \#(key)"]"#, "[1]"]
    preset.state.offer(
      CatalogVersion(
        version: 1 + random.index(3), values: ["name": value(), "number": value()],
        identity: random.element(of: identities) ?? nil))
    return preset
  }

  private mutating func target() -> RecordName? {
    random.happens(80)
      ? random.element(of: hub.present) : .object(key: Int64(1 + random.index(1 << 20)))
  }

  /// A value of any kind, which a property can have or not.
  private mutating func value() -> RecordValue {
    switch random.index(9) {
    case 0: .null
    case 1: .integer(random.element(of: [0, 1, -1, .min, .max]) ?? 0)
    case 2: .real(random.element(of: [0.5, 3, -0.0, 1e300]) ?? 0)
    case 3: .text(random.element(of: ["", "glad", "7", "{", #"{"city": 1}"#, "\u{0}"]) ?? "")
    case 4: .text(#"{"city": "of a client", "street": "none"}"#)
    case 5: .blob(Data([1, 2, 3]))
    case 6: .sealed(Data([0, 1]))
    default: target().map { .reference($0) } ?? .null
    }
  }
}
