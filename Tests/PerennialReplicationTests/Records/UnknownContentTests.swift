import Foundation
import PerennialRecords
import RandomTesting
import Testing

@Suite("Content of a later version of the library")
struct UnknownContentTests {
  private typealias State = RecordState<RecordValue>

  @Test("It is kept, and sent back as it was")
  func roundTrip() throws {
    let text =
      #"{"counts":{"stars":{"0000000000000001":["0193b1f2c4a00000-00004be2a1b2c3d4",7]}},"#
      + #""fields":{"title":["0193b1f2c4a00000-00004be2a1b2c3d4","Pasta"]},"#
      + #""later":[null,true,-1,0.5,"a",{}]}"#
    let state = try JSON.value(State.self, of: text)
    #expect(try JSON.text(of: state) == text)
    #expect(state.others.keys.sorted() == ["counts", "later"])
    #expect(state.edits.count == 1)
  }

  @Test("Of two lists that begin with stamps, the later stays, for each member of an object")
  func registers() throws {
    let first = #"{"counts":{"a":["0000000000010000-0000000000000001",1],"b":["2",1]}}"#
    let second = #"{"counts":{"a":["0000000000020000-0000000000000001",0],"c":["1",5]}}"#
    let joined =
      #"{"counts":{"a":["0000000000020000-0000000000000001",0],"b":["2",1],"c":["1",5]}}"#
    let (left, right) = (
      try JSON.value(State.self, of: first), try JSON.value(State.self, of: second)
    )
    #expect(try JSON.text(of: left.joined(with: right)) == joined)
    #expect(try JSON.text(of: right.joined(with: left)) == joined)
  }

  @Test("A hub merges it as a device does", arguments: TestSeeds.some(2))
  func hub(seed: UInt64) throws {
    var author = Author(seed: seed)
    for _ in 0..<100 {
      let name = RecordName.object(key: 1)
      let states = try (0..<3).map { _ in try author.state() }
      var (zone, stored) = (Zone(), [RecordName: Record]())
      for state in states + states {
        let request = PushRequest(
          token: zone.token, records: [Record(name, type: "Note", state: state)])
        let write = try ZoneWrite(request, on: zone, over: stored, hubTime: 1 << 40)
        zone = write.zone
        for change in write.changes { stored[name] = change.record }
      }
      let whole = states.reduce(State()) { $0.joined(with: $1) }
      #expect(stored[name]?.state ?? State() == whole, "seed \(seed)")
      #expect(zone.sequence <= 3, "seed \(seed)")
    }
  }

  @Test(
    "A join has the laws of a join, and can be made before or after the round trip",
    arguments: TestSeeds.some(3))
  func laws(seed: UInt64) throws {
    var author = Author(seed: seed)
    for _ in 0..<300 {
      let (a, b, c) = (try author.state(), try author.state(), try author.state())
      #expect(a.joined(with: b) == b.joined(with: a), "seed \(seed)")
      #expect(
        a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c)), "seed \(seed)")
      #expect(a.joined(with: a) == a, "seed \(seed)")
      let joined = try JSON.copy(of: a).joined(with: JSON.copy(of: b))
      #expect(try JSON.copy(of: a.joined(with: b)) == joined, "seed \(seed)")
    }
  }

  @Test(
    "The order compares kinds, then contents, of lists and objects the first that differ",
    arguments: TestSeeds.some(3))
  func order(seed: UInt64) throws {
    var author = Author(seed: seed)
    var decided = 0
    for _ in 0..<3000 {
      let (a, b) = (try author.content(), try author.content())
      #expect((a < b) == precedes(a, b), "seed \(seed): \(a), \(b)")
      #expect((b < a) == precedes(b, a), "seed \(seed): \(a), \(b)")
      if a < b || b < a { decided += 1 }
    }
    #expect(decided > 1000, "seed \(seed)")
  }

  /// The order, written as it is defined.
  private func precedes(_ left: UnknownContent, _ right: UnknownContent) -> Bool {
    func rank(_ content: UnknownContent) -> Int {
      switch content {
      case .null: 0
      case .bool: 1
      case .integer: 2
      case .real: 3
      case .text: 4
      case .list: 5
      case .object: 6
      }
    }
    switch (left, right) {
    case (.bool(let left), .bool(let right)): return !left && right
    case (.integer(let left), .integer(let right)): return left < right
    case (.real(let left), .real(let right)): return left < right
    case (.text(let left), .text(let right)):
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.list(let left), .list(let right)):
      return left.lexicographicallyPrecedes(right, by: precedes)
    case (.object(let left), .object(let right)):
      func members(_ object: [String: UnknownContent]) -> [UnknownContent] {
        object.sorted { $0.key < $1.key }.map { .list([.text($0.key), $0.value]) }
      }
      return members(left).lexicographicallyPrecedes(members(right), by: precedes)
    default: return rank(left) < rank(right)
    }
  }

  @Test(
    "Contents with many levels are compared in time", .timeLimit(.minutes(1)),
    arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":[1,", "]}]")])
  func levels(open: String, close: String) throws {
    func nested(_ leaf: Int) throws -> UnknownContent {
      let (open, close) = (
        String(repeating: open, count: 100), String(repeating: close, count: 100)
      )
      return try JSON.value(UnknownContent.self, of: "\(open)\(leaf)\(close)")
    }
    let (first, second) = (try nested(1), try nested(2))
    #expect(first < second && !(second < first) && !(first < first))
    let joined = try JSON.value(State.self, of: "{\"later\":\(JSON.text(of: first))}").joined(
      with: JSON.value(State.self, of: "{\"later\":\(JSON.text(of: second))}"))
    #expect(joined.others["later"] == second)
  }

  /// Writes random JSON with members that no version has.
  private struct Author {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func state() throws -> State {
      try JSON.value(State.self, of: "{" + members(depth: 3) + "}")
    }

    mutating func content() throws -> UnknownContent {
      try JSON.value(UnknownContent.self, of: value(depth: 4))
    }

    private mutating func members(depth: Int) -> String {
      var texts: [String: String] = [:]
      for _ in 0..<generator.index(4) {
        texts[["counts", "x", "y", ""][generator.index(4)]] = value(depth: depth - 1)
      }
      return texts.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    }

    private mutating func value(depth: Int) -> String {
      switch generator.index(depth > 0 ? 8 : 6) {
      case 0: "null"
      case 1: ["true", "false"][generator.index(2)]
      case 2: "\(generator.index(5) - 2)"
      case 3: ["0.5", "-1.25"][generator.index(2)]
      case 4: ["\"a\"", "\"é\"", "\"\""][generator.index(3)]
      case 5: "[\(generator.index(3))]"
      case 6: "[" + value(depth: depth - 1) + ",\"z\"]"
      default: "{" + members(depth: depth) + "}"
      }
    }
  }
}
