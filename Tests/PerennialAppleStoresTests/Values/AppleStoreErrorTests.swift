import Foundation
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: errors")
struct AppleStoreErrorTests {
  @Test("Each code has a number of its own in an NSError, and the description")
  func numbers() {
    let errors = AppleStoreError.Code.allCases.map {
      AppleStoreError($0, path: "/a.sqlite", entity: "Book", row: 3, "It failed. Do this.")
    }
    #expect(Set(errors.map { ($0 as NSError).code }).count == errors.count)
    #expect(errors.allSatisfy { ($0 as NSError).domain == AppleStoreError.errorDomain })
    #expect(errors.allSatisfy { $0.localizedDescription == "/a.sqlite: It failed. Do this." })
  }

  @Test("The parts of a composite that do not fit are named by their path")
  func invalidParts() {
    let invalid = AppleValue.Invalid(reason: "it is a text", stored: "“a”")
    let value = AppleValue.composite([
      AppleValue.Field(name: "good", value: .integer(1)),
      AppleValue.Field(
        name: "place",
        value: .composite([AppleValue.Field(name: "low", value: .invalid(invalid))])),
    ])
    #expect(value.invalidParts.map(\.path) == ["place.low"])
    #expect(value["place"]?["low"] == .invalid(invalid))
    #expect(value["missing"] == nil)
  }
}
