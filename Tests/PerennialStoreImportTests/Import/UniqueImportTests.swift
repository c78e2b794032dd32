import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import Testing

@Suite("Store import: unique values that move between rows")
struct UniqueImportTests {
  private func codes(_ fixture: ImportFixture) throws -> [String] {
    try fixture.all(Recipe.self).map { "\($0.code) \($0.name)" }
  }

  @Test("Rows that exchange their unique values, in a pair and in a circle")
  func exchange() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects.append(RecipeFile.row(6, "pie"))
    try fixture.run()
    fixture.sample.objects[0] = RecipeFile.row(1, "cake")
    fixture.sample.objects[1] = RecipeFile.row(4, "soup")
    let pair = try fixture.run()
    #expect(pair["Recipe"]?.updated == 2)
    #expect(try codes(fixture) == ["cake Dish 1", "soup Dish 4", "pie Dish 6"])
    fixture.sample.objects[0] = RecipeFile.row(1, "pie")
    fixture.sample.objects[1] = RecipeFile.row(4, "cake")
    fixture.sample.objects[fixture.sample.objects.count - 1] = RecipeFile.row(6, "soup")
    let circle = try fixture.run()
    #expect(circle["Recipe"]?.updated == 3)
    #expect(circle.isComplete, "\(circle)")
    #expect(try codes(fixture) == ["pie Dish 1", "cake Dish 4", "soup Dish 6"])
    #expect(try fixture.run()["Recipe"]?.unchanged == 3)
  }

  @Test("A row takes the value that a later row frees")
  func chain() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    fixture.sample.objects[0] = RecipeFile.row(1, "cake")
    fixture.sample.objects[1] = RecipeFile.row(4, "pie")
    try fixture.run()
    #expect(try codes(fixture) == ["cake Dish 1", "pie Dish 4"])
  }

  @Test("A new row with the value that another row frees is an object of its own")
  func newRow() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    fixture.sample.objects[1] = RecipeFile.row(4, "pie")
    fixture.sample.objects.insert(RecipeFile.row(2, "cake"), at: 0)
    let report = try fixture.run()
    #expect(report["Recipe"]?.inserted == 1 && report["Recipe"]?.merged == 0)
    #expect(try codes(fixture) == ["soup Dish 1", "pie Dish 4", "cake Dish 2"])
  }

  @Test("A value that the object of a removed row has stays there; other values are taken")
  func removedRow() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    fixture.sample.objects.removeAll { $0.entity == "Recipe" && $0.key == 1 || $0.entity == "Step" }
    fixture.sample.objects[0] = RecipeFile.row(4, "soup", ["minutes": .integer(7)])
    fixture.sample.links = [:]
    for _ in 0..<2 {
      let report = try fixture.run()
      let remark = try #require(report.remarks.first)
      #expect(remark.entity == "Recipe" && remark.property == "code" && remark.rows == [4])
      #expect(!report.isComplete)
      #expect(try codes(fixture) == ["soup Dish 1", "cake Dish 4"])
      #expect(try fixture.all(Recipe.self).map(\.minutes) == [10, 7])
    }
    // The user deletes the other object: the value is free.
    try fixture.edit(Recipe.self) { context, recipes in context.delete(recipes[0]) }
    let report = try fixture.run()
    #expect(report["Recipe"]?.updated == 1 && report.remarks.isEmpty)
    #expect(try codes(fixture) == ["soup Dish 4"])
  }

  @Test("A value that an object of the user has stays there")
  func ownObject() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    try fixture.edit(Recipe.self) { context, _ in
      context.insert(Recipe(code: "pie", name: "Own"))
    }
    // The second row wants the value of the first, which keeps it because its new value is taken.
    fixture.sample.objects[0] = RecipeFile.row(1, "pie", ["difficulty": .integer(1)])
    fixture.sample.objects[1] = RecipeFile.row(4, "soup", ["minutes": .integer(7)])
    let report = try fixture.run()
    #expect(report.remarks.map(\.rows) == [[1, 4]])
    #expect(report["Recipe"]?.updated == 2)
    #expect(try codes(fixture) == ["soup Dish 1", "cake Dish 4", "pie Own"])
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes.map(\.minutes) == [10, 7, 0])
    #expect(recipes[0].difficulty == .easy)
  }
}
