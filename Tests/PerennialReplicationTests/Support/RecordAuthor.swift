import Foundation
import PerennialRecords
import RandomTesting

/// Writes random records, from so few stamps, names and fields that they often meet.
struct RecordAuthor {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  static let names = ["o.0000000000000001", "o.00b1f2c4a0000001", "p.tag", "p.ö", "x\"\\/\n"]
    .map { RecordName($0) }
  private static let fields = ["title", "tag", "crème", "", "a\u{0}b"]
  private static let texts = [
    "", "Pasta", "null", "12", "crème brûlée", "👩‍🍳", "\u{0}\u{1F}\u{7F}\"\\/", "e\u{301}",
    "\u{2028}",
  ]
  private static let integers: [Int64] = [
    .min, .min + 1, -1, 0, 1, 1 << 53, (1 << 53) + 1, .max - 1, .max,
  ]
  private static let reals: [Double] = [
    0, -0.0, 0.1, 1, -1.5, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e21, 9_007_199_254_740_991,
  ]

  mutating func stamp() -> Stamp {
    let time = HybridTime(
      milliseconds: 1_700_000_000_000 + Int64(generator.index(9)),
      counter: UInt16(generator.index(3)))
    return Stamp(time: time, device: device())
  }

  mutating func device() -> DeviceIdentifier {
    DeviceIdentifier(rawValue: [1, 2, .max][generator.index(3)]) ?? .random()
  }

  mutating func name() -> RecordName { generator.element(of: Self.names) ?? .manifest }

  mutating func field() -> String { generator.element(of: Self.fields) ?? "title" }

  mutating func value() -> RecordValue {
    switch generator.index(8) {
    case 0: .null
    case 1: .integer(generator.element(of: Self.integers) ?? 0)
    case 2: .real(generator.element(of: Self.reals) ?? 0)
    case 3: .text(generator.element(of: Self.texts) ?? "")
    case 4: .blob(Data((0..<generator.index(6)).map { _ in UInt8(generator.index(256)) }))
    case 5: .sealed(Data((0..<generator.index(6)).map { _ in UInt8(generator.index(256)) }))
    case 6: asset().map { .asset($0) } ?? .null
    default: .reference(name())
    }
  }

  private mutating func asset() -> RecordAsset? {
    let digits = (0..<64).map { _ in "09af".randomElement(using: &generator).map(String.init) ?? ""
    }
    return RecordAsset(checksum: digits.joined(), byteCount: generator.index(1 << 30))
  }

  mutating func state(changes: Int = 12) -> RecordState<RecordValue> {
    var state = RecordState<RecordValue>()
    for _ in 0..<generator.index(changes) { change(&state) }
    return state
  }

  /// Lets something happen to a state.
  mutating func change(_ state: inout RecordState<RecordValue>) {
    switch generator.index(14) {
    case 13: state.upsert(at: stamp())
    case 12: state.order(field(), to: name(), by: order(), at: stamp())
    case 11: state.count(field(), total(), by: device())
    case 0, 1: state.write(value(), to: field(), at: stamp())
    case 2: state.write(value(), to: field(), over: value(), at: stamp())
    case 3: state.link(field(), to: name(), at: stamp())
    case 4: state.unlink(field(), from: name(), at: stamp())
    case 5: state.delete(at: stamp())
    case 6: state.restore(at: stamp())
    case 7: state.reset(at: stamp())
    case 8: state.reset(field(), at: stamp())
    case 9: state.offer(edition())
    default:
      if generator.happens(40) {
        state.redirect(to: Redirect(version: generator.index(3), target: name()))
      } else {
        let version = UnstampedDuplicate<RecordValue>.Version(
          values: [field(): value()], links: generator.happens(50) ? [field(): [name()]] : [:])
        let name = name()
        state.fold(
          UnstampedDuplicate(name: name, modified: Int64(generator.index(6)), version: version),
          named: name)
      }
    }
  }

  private mutating func total() -> CounterTotals.Total {
    CounterTotals.Total(
      stamp: stamp(), amount: generator.element(of: Self.integers) ?? 0,
      reset: generator.happens(30) ? stamp() : nil)
  }

  private mutating func order() -> LinkOrder {
    LinkOrder(
      key: generator.happens(60) ? generator.element(of: Self.integers) : nil,
      inverseKey: generator.happens(60) ? generator.element(of: Self.integers) : nil)
  }

  private mutating func edition() -> CatalogVersion<RecordValue> {
    CatalogVersion(
      version: generator.index(4), values: [field(): value()],
      links: generator.happens(50) ? [field(): [name(), name()]] : [:],
      formerValues: generator.happens(50) ? [field(): [value(), value()]] : [:],
      formerLinks: generator.happens(50) ? [field(): [name()]] : [:],
      isRetired: generator.happens(20))
  }

  /// A part of one of a few records. Type and creation follow from the name.
  mutating func part() -> Record {
    let index = 1 + generator.index(4)
    return Record(
      .object(key: Int64(index)), type: index.isMultiple(of: 2) ? "Tag" : "Recipe",
      created: .at(Int64(index)), state: state(changes: 5))
  }
}

extension Stamp {
  /// The stamp of a device's write, so many milliseconds after 1970.
  static func at(_ milliseconds: Int64, counter: UInt16 = 0, by device: Int64 = 1) -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: milliseconds, counter: counter),
      device: DeviceIdentifier(rawValue: device) ?? .random())
  }
}
