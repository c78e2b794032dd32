import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import Testing

@Suite("Store import: a file that is imported again")
struct LaterImportTests {
  @Test("A second run writes nothing")
  func secondRun() throws {
    let fixture = try ImportFixture.recipes()
    try fixture.run()
    let report = try fixture.run()
    #expect(report.entities.allSatisfy { $0.unchanged == $0.read && $0.inserted == 0 })
    #expect(report.relationships.allSatisfy { $0.unchanged == $0.read }, "\(report)")
    #expect(try fixture.count() == 7)
  }

  @Test("Values that have changed in the file are taken; other edits are kept")
  func changedValues() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    let context = ModelContext(fixture.container)
    let soup = try #require(
      try context.fetch(FetchDescriptor<Recipe>()).first { $0.code == "soup" })
    soup.name = "My soup"
    soup.minutes = 99
    try context.save()
    fixture.sample.objects[0] = RecipeFile.row(
      1, "soup", ["difficulty": .integer(2), "minutes": .integer(15)])
    fixture.sample.objects.append(RecipeFile.row(9, "pie"))
    let report = try fixture.run()
    #expect(report["Recipe"]?.updated == 1 && report["Recipe"]?.inserted == 1)
    #expect(soup.name == "My soup")
    #expect(soup.minutes == 15)
  }

  @Test("Objects that were deleted from the container stay deleted")
  func deletedHere() throws {
    let fixture = try ImportFixture.recipes()
    try fixture.run()
    let context = ModelContext(fixture.container)
    for recipe in try context.fetch(FetchDescriptor<Recipe>()) where recipe.code == "soup" {
      context.delete(recipe)
    }
    try context.save()
    let report = try fixture.run()
    #expect(report["Recipe"]?.deletedHere == 1 && report["Step"]?.deletedHere == 2)
    #expect(try fixture.all(Recipe.self).map(\.code) == ["cake"])
    #expect(try fixture.all(Step.self).map(\.text) == ["bake"])
  }

  @Test("Objects that the file no longer has stay, and the report counts them")
  func missing() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    fixture.sample.objects.removeAll { $0.entity == "Label" && $0.key == 1 }
    fixture.sample.links["Recipe.labels"]?.removeAll { $0.target.key == 1 }
    let report = try fixture.run()
    #expect(report["Label"]?.missing == 1)
    #expect(try fixture.all(Label.self).count == 2)
    // The reference is gone in the file, and so it goes here.
    #expect(try fixture.all(Recipe.self).first?.labels.map(\.name) == ["sweet"])
  }

  @Test("Links follow the file where they have changed in it; the user's own links stay")
  func links() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    let context = ModelContext(fixture.container)
    let recipes = try context.fetch(FetchDescriptor<Recipe>())
    let cake = try #require(recipes.first { $0.code == "cake" })
    let own = Label(name: "mine")
    context.insert(own)
    cake.labels.append(own)
    try context.save()
    fixture.sample.links["Recipe.labels"]?.removeAll { $0.owner == 4 }
    fixture.sample.links["Recipe.labels"]?.append(RecipeFile.link(4, 1, 1024))
    let report = try fixture.run()
    let links = try #require(report.relationship("Recipe", "labels"))
    #expect(links.read == 3 && links.written == 1 && links.unchanged == 2)
    #expect(Set(cake.labels.map(\.name)) == ["mine", "quick"])
    fixture.sample.links["Recipe.labels"]?.removeAll { $0.owner == 4 }
    try fixture.run()
    #expect(cake.labels.map(\.name) == ["mine"])
  }

  @Test("An order that has changed in the file is taken")
  func order() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    fixture.sample.links["Recipe.steps"] = [
      RecipeFile.stepLink(1, 1, 1024), RecipeFile.stepLink(1, 2, 2048),
      RecipeFile.stepLink(4, 3, 1024),
    ]
    try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.steps.map(\.text) == ["boil", "eat"])
  }

  @Test("A property that a version of the program adds takes the file's values at the next import")
  func addedProperty() throws {
    let fixture = try ImportFixture.recipes()
    try fixture.run {
      $0.leaveOut(\Recipe.minutes); $0.fill(\Recipe.minutes, with: 1)
    }
    #expect(try fixture.all(Recipe.self).map(\.minutes) == [1, 1])
    let report = try fixture.run()
    #expect(report["Recipe"]?.updated == 2)
    #expect(try fixture.all(Recipe.self).map(\.minutes) == [10, 40])
    #expect(try fixture.run()["Recipe"]?.unchanged == 2)
  }

  @Test("Rows that are mapped to another class are new objects of it; the former ones stay")
  func otherClass() throws {
    let label = StoredModel.Entity("Label", [.init("name", .string)])
    var fixture = try ImportFixture([label])
    fixture.sample.objects = [RecipeFile.label(1, "quick"), RecipeFile.label(2, "sweet")]
    try fixture.run()
    try fixture.edit(Label.self) { context, labels in context.delete(labels[1]) }
    func mapped(_ storeImport: inout StoreImport) {
      storeImport.map("Label", to: Recipe.self)
      storeImport.map("name", to: \Recipe.code)
      storeImport.fill(\Recipe.name, with: "a")
      storeImport.fill(\Recipe.minutes, with: 1)
      storeImport.fill(\Recipe.rating, with: 1)
    }
    let report = try fixture.run(mapped)
    #expect(report["Label"]?.model == "Recipe")
    #expect(report["Label"]?.inserted == 1 && report["Label"]?.deletedHere == 1)
    #expect(try fixture.all(Recipe.self).map(\.code) == ["quick"])
    #expect(try fixture.all(Label.self).map(\.name) == ["quick"])
    let again = try fixture.run(mapped)
    #expect(again["Label"]?.unchanged == 1 && again["Label"]?.deletedHere == 1)
  }

  @Test("After the container was erased, the file is imported anew")
  func erased() throws {
    let fixture = try ImportFixture.recipes()
    try fixture.run()
    try fixture.container.erase()
    #expect(try fixture.run()["Recipe"]?.inserted == 2)
    #expect(try fixture.count() == 7)
  }

  @Test("Files of two stores are imported beside each other")
  func twoStores() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    fixture.sample.identifier = UUID().uuidString
    fixture.sample.objects = [RecipeFile.label(1, "other")]
    fixture.sample.links = [:]
    #expect(try fixture.run()["Label"]?.inserted == 1)
    #expect(try fixture.all(Label.self).map(\.name) == ["quick", "sweet", "other"])
  }
}
