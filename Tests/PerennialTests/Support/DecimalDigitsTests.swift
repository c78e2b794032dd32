import RandomTesting
import Testing

@testable import Perennial

@Suite("Decimal digits")
struct DecimalDigitsTests {
  @Test("They are those of the description")
  func digits() {
    var numbers: [Int64] = [0, 1, -1, 9, 10, -10, 99, 100, .max, .min, .max - 1, .min + 1]
    var random = SeededGenerator(seed: TestSeeds.first)
    numbers += (0..<1000).map { _ in
      Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
    }
    for number in numbers {
      var bytes: [UInt8] = [0x20]
      bytes.append(decimal: number)
      #expect(String(decoding: bytes, as: UTF8.self) == " \(number)")
    }
  }
}
