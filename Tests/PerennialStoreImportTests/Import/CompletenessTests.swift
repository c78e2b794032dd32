import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import Testing

@Suite("Store import: a report that says what is not in the container")
struct CompletenessTests {
  @Test("A later import repeats the remarks on values that the container does not have")
  func laterRemarks() throws {
    let recipe = StoredModel.Entity(
      "Recipe",
      [
        .init("code", .string), .init("name", .string), .init("minutes", .integer(bits: 64)),
        .init("difficulty", .integer(bits: 64)), .init("rating", .double),
      ])
    var fixture = try ImportFixture([recipe])
    fixture.sample.objects = [
      AppleRow(
        recipe, 1,
        [
          "code": .text("a"), "name": .text("b"), "minutes": .integer(1), "rating": .real(0.1),
          "difficulty": .integer(7),
        ])
    ]
    let first = try fixture.run()
    #expect(first.remarks.count == 2 && !first.isComplete)
    let second = try fixture.run()
    #expect(second["Recipe"]?.unchanged == 1)
    #expect(second.remarks == first.remarks)
    #expect(!second.isComplete)
  }
}
