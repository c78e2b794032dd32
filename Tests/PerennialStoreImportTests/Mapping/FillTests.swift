import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import Testing

@Suite("Store import: the object that a relationship gets where the file has none")
struct FillTests {
  /// Saves an object of the user and returns it.
  private func saved(_ fixture: ImportFixture) throws -> Recipe {
    let context = ModelContext(fixture.container)
    let recipe = Recipe(code: "own", name: "Own")
    context.insert(recipe)
    try context.save()
    return recipe
  }

  @Test("A required relationship is filled where the row references none, or a missing object")
  func required() throws {
    var fixture = try ImportFixture.recipes()
    fixture.sample.objects.append(RecipeFile.step(8, "cool", of: nil))
    fixture.sample.objects.append(RecipeFile.step(9, "stir", of: 77))
    let own = try saved(fixture)
    let report = try fixture.run { $0.fill(\Step.recipe, with: own) }
    #expect(
      try fixture.all(Step.self).map(\.recipe.code) == ["soup", "soup", "cake", "own", "own"])
    #expect(Set(own.steps.map(\.text)) == ["cool", "stir"])
    let remarks = report.remarks.filter { $0.property == "recipe" }
    #expect(remarks.flatMap(\.rows).sorted() == [8, 9])
    let links = try #require(report.relationship("Step", "recipe"))
    #expect(links.read == 4 && links.written == 3 && links.leftOut == 1)
    let again = try fixture.run { $0.fill(\Step.recipe, with: own) }
    #expect(again["Step"]?.unchanged == 5)
  }

  @Test("A relationship that the file does not have is filled")
  func noSuchProperty() throws {
    let step = StoredModel.Entity("Step", [.init("text", .string)])
    var fixture = try ImportFixture([step])
    fixture.sample.objects = [AppleRow(step, 1, ["text": .text("boil")])]
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .missingValue && error?.property == "recipe")
    let own = try saved(fixture)
    try fixture.run { $0.fill(\Step.recipe, with: own) }
    #expect(try fixture.all(Step.self).map(\.recipe.code) == ["own"])
    #expect(own.steps.map(\.text) == ["boil"])
  }

  @Test("An optional relationship is filled")
  func optional() throws {
    let fixture = try TravelFile.fixture([
      TravelFile.traveller(1, "Ann"), TravelFile.trip(1, "north"),
      TravelFile.trip(2, "south", guide: 1), TravelFile.trip(3, "east", guide: 9),
    ])
    let context = ModelContext(fixture.container)
    let bob = Traveller(name: "Bob")
    context.insert(bob)
    try context.save()
    try fixture.run { $0.fill(\Trip.guide, with: bob) }
    #expect(try fixture.all(Trip.self).map(\.guide?.name) == ["Bob", "Ann", "Bob"])
  }

  @Test("Rules that a relationship cannot have are refused, and nothing is written")
  func refused() throws {
    let fixture = try ImportFixture.recipes()
    let own = try saved(fixture)
    let deleted = ModelContext(fixture.container)
    let gone = Recipe(code: "gone", name: "Gone")
    deleted.insert(gone)
    try deleted.save()
    deleted.delete(gone)
    try deleted.save()
    for prepare: (inout StoreImport) -> Void in [
      // An object that is not saved, and one that was deleted.
      { $0.fill(\Step.recipe, with: Recipe(code: "new", name: "New")) },
      { $0.fill(\Step.recipe, with: gone) },
      { $0.fill(\Recipe.labels, with: []) },
      { $0.map("recipe", to: \Step.recipe) { _ in own } },
      { $0.map("labels", to: \Recipe.labels) { _ in [] } },
    ] {
      let error = #expect(throws: StoreImportError.self) { try fixture.run(prepare) }
      #expect(error?.code == .unfitMapping)
      #expect(error?.property != nil)
    }
    #expect(try fixture.count() == 1)
  }
}
