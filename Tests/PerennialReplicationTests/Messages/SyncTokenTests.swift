import PerennialRecords
import RandomTesting
import Testing

@Suite("Positions in a zone")
struct SyncTokenTests {
  @Test("A position is three numbers as text")
  func text() throws {
    let token = SyncToken(incarnation: 1, sequence: 4711, floor: 0)
    #expect(token.description == "1-4711-0")
    #expect(SyncToken("1-4711-0") == token)
    #expect(try JSON.text(of: [token]) == #"["1-4711-0"]"#)
    #expect(try JSON.value([SyncToken].self, of: #"["1-4711-0"]"#) == [token])
  }

  @Test("Each position can be read from its text", arguments: TestSeeds.some(2))
  func inverse(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func number() -> Int64 { Int64(generator.next() >> UInt64(1 + generator.index(63))) }
    for _ in 0..<500 {
      let token = SyncToken(incarnation: number(), sequence: number(), floor: number())
      #expect(SyncToken(token.description) == token, "seed \(seed), \(token)")
      #expect(try JSON.copy(of: token) == token, "seed \(seed), \(token)")
    }
  }

  @Test(
    "Any other text is no position",
    arguments: [
      "", "-", "--", "1", "1-2", "1-2-", "-1-2-3", "1--2-3", "1-2-3-4", "1-2-3-", "a-b-c",
      "1-2-x", "1 - 2 - 3", "1-2-9223372036854775808", "1.0-2-3", "0x1-2-3", "１-2-3", "1-2-3\n",
    ])
  func otherTexts(text: String) {
    #expect(SyncToken(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSON.value(PullRequest.self, of: try JSON.text(of: ["token": text]))
    }
  }

  @Test("A position has one text", arguments: ["+1-2-3", "01-2-3", "1-2-00"])
  func otherNumbers(text: String) {
    #expect(SyncToken(text) == nil)
  }

  @Test("A token that is no text is an error", arguments: ["1", "[]", "{}", "true", #"["1-2-3"]"#])
  func otherTypes(token: String) {
    #expect(throws: DecodingError.self) {
      try JSON.value(PullRequest.self, of: #"{"token": \#(token)}"#)
    }
  }
}
