import Foundation
import Testing

@testable import PerennialJSON

@Suite("Reading JSON")
struct JSONReaderTests {
  static let values = [
    "0", "-0", "1.5e-7", "1E+2", "\"\"", #""\ud83d\ude00\n\u0000\/""#, "[]", "{}", "null", "true",
    #"{"a":[1,{"b":null}],"c":"\\"}"#, "[[[[]]],[]]", "[1 , 2\n]", "\"é\u{1F600}\"",
  ]

  @Test("What JSON allows is a value", arguments: values)
  func value(_ text: String) throws {
    #expect(JSONReader.isValue(text))
    // Foundation agrees.
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    var reader = JSONReader(ByteReader(" \(text) "))
    #expect(try reader.verbatim() == text)
    try reader.end()
  }

  static let mistakes = [
    "", " 1", "1 ", "01", "1.", ".5", "+1", "1e", "-", "nul", "truE", "NaN", "\"", "\"\u{1}\"",
    #""\x""#, #""\u12g4""#, #""\ud800""#, #""\ud800a""#, #""\udc00""#, "[1,]", "[,1]", "[1 2]",
    "{1:2}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "[", "{", "]", "[1}", "1 2", "'a'", "/**/1",
  ]

  @Test("What it does not allow is none", arguments: mistakes)
  func mistake(_ text: String) { #expect(!JSONReader.isValue(text)) }

  @Test("Bytes that are not UTF-8 are an error of their line")
  func encoding() throws {
    var chunks: [Data] = [Data("{\n\n\"a\":\"".utf8), Data([0xFF]), Data("\"}".utf8)]
    let bytes = ByteReader("a.json") { chunks.isEmpty ? nil : chunks.removeFirst() }
    var reader = JSONReader(bytes)
    let error = #expect(throws: TextError.self) {
      try reader.object { reader, _ in _ = try reader.string() }
    }
    #expect(error?.position.line == 3)
    #expect(error?.file == "a.json")
  }

  @Test("A value may be nested deeper than a stack is")
  func depth() throws {
    let count = 200_000
    let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    #expect(JSONReader.isValue(text))
  }

  @Test("Positions count scalars, in pieces of any size")
  func positions() throws {
    let text = #"{"é":"a\u00e9b", "😀b": "é é"  , "c":12.50}"#
    for size in [1, 2, 3, 5, 100] {
      var rest = Array(text.utf8)
      let bytes = ByteReader("a.json") {
        defer { rest.removeFirst(min(size, rest.count)) }
        return Data(rest.prefix(size))
      }
      var reader = JSONReader(bytes)
      let root = try reader.node()
      try reader.end()
      guard case .object(let members) = root.value else {
        Issue.record("\(root)")
        continue
      }
      #expect(members.map(\.name) == ["é", "😀b", "c"], "\(size)")
      let positions = members.map { "\($0.position) \($0.node.position)" }
      #expect(positions == ["1:2 1:6", "1:18 1:24", "1:33 1:37"], "\(size)")
      #expect(reader.position.description == "1:43", "\(size)")
    }
  }

  @Test("Pieces of any size are read alike")
  func pieces() throws {
    let text = #"{"key":"1é","values":{"a":[1,2,"\u00e9"],"b":-1.5e3}}"#
    for size in 1...9 {
      var rest = Array(text.utf8)
      let bytes = ByteReader("a.json") {
        defer { rest.removeFirst(min(size, rest.count)) }
        return Data(rest.prefix(size))
      }
      var reader = JSONReader(bytes)
      #expect(try reader.verbatim() == text)
    }
  }
}
