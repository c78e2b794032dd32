import Foundation
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: values as text")
struct AppleValueTextTests {
  @Test(
    "JSON has the forms of documents",
    arguments: [
      (AppleValue.null, "null"), (.bool(true), "true"), (.integer(-42), "-42"),
      (.integer(9_007_199_254_740_991), "9007199254740991"),
      (.integer(9_007_199_254_740_992), "\"9007199254740992\""),
      (.integer(.min), "\"-9223372036854775808\""),
      (.unsigned(.max), "\"18446744073709551615\""), (.real(0.1), "0.1"),
      (.real(.nan), "\"NaN\""), (.real(-.infinity), "\"-Infinity\""),
      (.decimal(Decimal(125) / 10), "\"12.5\""), (.text("a\"\n"), "\"a\\\"\\n\""),
      (.date(Date(timeIntervalSinceReferenceDate: 0.25)), "\"2001-01-01T00:00:00.25Z\""),
      (.date(Date(timeIntervalSinceReferenceDate: -1e15)), "-1000000000000000.0"),
      (.data(Data([1, 2])), "\"AQI=\""), (.url("x:y"), "\"x:y\""),
      (.array([.integer(1), .null]), "[1,null]"), (.set([]), "[]"),
      (
        .dictionary([AppleValue.Entry(key: .text("a"), value: .integer(1))]), "{\"a\":1}"
      ),
      (.dictionary([AppleValue.Entry(key: .integer(1), value: .text("a"))]), "[[1,\"a\"]]"),
      (
        .object(
          AppleValue.Object(
            className: "UIColor", fields: [AppleValue.Field(name: "red", value: .real(1))])),
        "{\"$class\":\"UIColor\",\"red\":1.0}"
      ),
      (.composite([AppleValue.Field(name: "a", value: .null)]), "{\"a\":null}"),
      (.reference(AppleReference(entity: "Book", key: 7)), "\"7\""),
      (.cycle("Node"), "{\"$cycle\":\"Node\"}"),
      (
        .invalid(AppleValue.Invalid(reason: "it is a text", stored: "x")),
        "{\"$invalid\":\"x\",\"reason\":\"it is a text\"}"
      ),
    ])
  func json(_ value: AppleValue, _ json: String) throws {
    #expect(value.json == json)
    _ = try JSONSerialization.jsonObject(with: Data(value.json.utf8), options: .fragmentsAllowed)
  }

  @Test(
    "People read texts as they are, and sizes of data",
    arguments: [
      (AppleValue.null, "nil"), (.text("a\nb"), "a\nb"), (.data(Data([1])), "1 byte"),
      (.data(Data()), "0 bytes"), (.decimal(3), "3"),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "2001-01-01T00:00:00Z"),
      (.reference(AppleReference(entity: "Book", key: 7)), "Book 7"),
      (.invalid(AppleValue.Invalid(reason: "not a date", stored: "x")), "invalid: x (not a date)"),
      (.array([.text("a")]), "[\"a\"]"),
    ])
  func description(_ value: AppleValue, _ text: String) {
    #expect(value.description == text)
  }

  @Test("An object has its entity, key, values and references")
  func row() throws {
    let row = AppleRow(
      entity: "Book", key: 3, saveCount: 1,
      values: [AppleValue.Field(name: "title", value: .text("Soup"))],
      references: [AppleValue.Field(name: "author", value: .null)])
    let link = AppleLink(
      owner: 3, target: AppleReference(entity: "Tag", key: 9), position: nil, isDangling: false)
    #expect(
      row.json() == #"{"entity":"Book","key":"3","values":{"title":"Soup","author":null}}"#)
    #expect(row.json(links: [("tags", [link])]).hasSuffix(#","links":{"tags":["9"]}}"#))
  }
}
