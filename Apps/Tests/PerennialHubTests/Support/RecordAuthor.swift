import Foundation
import PerennialRecords
import RandomTesting

/// Random parts of a few records, so that many of them meet.
struct RecordAuthor {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func stamp() -> Stamp {
    let milliseconds = 1_700_000_000_000 + Int64(number(0..<1000))
    return Sample.stamp(
      milliseconds, counter: UInt16(number(0..<3)), device: Int64(number(1..<4)))
  }

  private mutating func name() -> RecordName {
    number(0..<5) == 0
      ? RecordName("p.\(number(0..<3))") : .object(key: Int64(number(1..<12)))
  }

  mutating func value() -> RecordValue {
    switch number(0..<8) {
    case 0: .null
    case 1: .integer(Int64(bitPattern: generator.next()))
    case 2:
      .real([.infinity, -.infinity, 0.1, Double(number(-1000..<1000)) / 8][number(0..<4)])
    case 3: .text(["", "Pasta", "Brötchen", "\"\\/\u{8}\u{c}\n\r\t\u{1}", "👩‍🍳 日本"][number(0..<5)])
    case 4: .blob(Data((0..<number(0..<5)).map { _ in UInt8(number(0..<256)) }))
    case 5: .sealed(Data((0..<number(0..<4)).map { _ in UInt8(number(0..<256)) }))
    case 6:
      RecordAsset(
        checksum: String(repeating: ["0", "9", "a", "f"][number(0..<4)], count: 64),
        byteCount: number(0..<100)
      ).map { .asset($0) } ?? .null
    default: .reference(name())
    }
  }

  mutating func state() -> RecordState<RecordValue> {
    var state = RecordState<RecordValue>()
    for _ in 0..<number(0..<4) {
      let base = number(0..<3) == 0 ? value() : nil
      state.write(value(), to: ["title", "note", "größe"][number(0..<3)], over: base, at: stamp())
    }
    if number(0..<3) == 0 {
      let (target, stamp) = (name(), stamp())
      let order = LinkOrder(key: Int64(number(-9..<9)), inverseKey: Int64(number(-9..<9)))
      state.link("tags", to: target, at: stamp)
      state.order("tags", to: target, by: order, at: stamp)
    }
    if number(0..<4) == 0 { state.unlink("tags", from: name(), at: stamp()) }
    if number(0..<4) == 0 { state.join(counters()) }
    if number(0..<6) == 0 { state.delete(at: stamp()) }
    if number(0..<6) == 0 { state.restore(at: stamp()) }
    if number(0..<6) == 0 { state.upsert(at: stamp()) }
    if number(0..<8) == 0 { state.reset(at: stamp()) }
    if number(0..<8) == 0 { state.reset("title", at: stamp()) }
    if number(0..<8) == 0 {
      state.offer(
        CatalogVersion(
          version: number(1..<4), values: ["title": value()], links: ["tags": [name()]],
          formerValues: ["title": [value()]], formerLinks: ["tags": [name()]],
          isRetired: number(0..<2) == 0,
          identity: number(0..<2) == 0 ? nil : "Catalog\u{1F}\(number(0..<3))"))
    }
    if number(0..<8) == 0 {
      let version = UnstampedDuplicate<RecordValue>.Version(
        values: ["note": value()], links: ["tags": [name()]])
      state.fold(
        UnstampedDuplicate(name: name(), modified: Int64(number(1..<5)), version: version),
        named: name())
    }
    if number(0..<8) == 0 { state.join(laterContent()) }
    if number(0..<8) == 0 { state.redirect(to: Redirect(version: number(0..<3), target: name())) }
    return state
  }

  /// Returns totals of devices, of which some have counted in a record that was merged into another one.
  private mutating func counters() -> RecordState<RecordValue> {
    var state = RecordState<RecordValue>()
    for _ in 0..<number(1..<4) {
      let amount = number(0..<3) == 0 ? Int64(bitPattern: generator.next()) : Int64(number(-9..<99))
      let total = CounterTotals.Total(
        stamp: stamp(), amount: amount, reset: number(0..<3) == 0 ? stamp() : nil)
      state.count(["opened", "größe"][number(0..<2)], total, by: stamp().device)
    }
    guard number(0..<4) == 0 else { return state }
    return RecordState<RecordValue>().changes(
      folding: state, named: .object(key: Int64(number(1..<12))), unique: [], counters: [:],
      following: Redirects())
  }

  /// Returns content that a later version of the library has added.
  private mutating func laterContent() -> RecordState<RecordValue> {
    let text = """
      {"marks": {"\(number(0..<3))": ["\(stamp())", \(number(0..<3)), {"a": [null, true, 0.5]}]},
       "size": \(number(0..<9))}
      """
    return (try? JSONDecoder().decode(RecordState.self, from: Data(text.utf8))) ?? RecordState()
  }

  mutating func record() -> Record {
    let name = name()
    let device = number(0..<6) == 0 ? 9 : Sample.device
    let created =
      name.objectKey == nil ? nil : Sample.stamp(1_700_000_000_000, device: device)
    let type = number(0..<10) == 0 ? "Tag" : "Recipe"
    return Record(name, type: type, created: created, state: state())
  }

  mutating func request() -> PushRequest {
    PushRequest(token: nil, records: (0..<number(1..<8)).map { _ in record() })
  }
}
