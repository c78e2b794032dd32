import Foundation
import RandomTesting
import Testing

@testable import PerennialJSON

@Suite("Writing JSON")
struct JSONTextTests {
  @Test("What is written is read again")
  func strings() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let string = Self.string(&random)
      var text = JSONText()
      text.add(quoted: string)
      var reader = JSONReader(ByteReader(text.text))
      #expect(try reader.string().utf8.elementsEqual(string.utf8))
      let decoded = try JSONSerialization.jsonObject(
        with: Data(text.bytes), options: .fragmentsAllowed)
      #expect((decoded as? String).map { $0 == string } == true)
    }
  }

  @Test(
    "A value is written as it was read, without white space",
    arguments: [
      #"{"a":[1,{"b":null}],"c":"\\","a":-0.0}"#, "[true,false,[],{}]", "12345678901234567890",
    ])
  func nodes(_ text: String) throws {
    var reader = JSONReader(ByteReader(text.replacing(",", with: " ,\n")))
    #expect(try reader.node().text == text)
  }

  /// Returns a string with characters of all kinds, those included that JSON escapes.
  private static func string(_ random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x22...0x22, 0x5C...0x5C, 0x7F...0x2FF, 0x370...0xD7FF,
      0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
