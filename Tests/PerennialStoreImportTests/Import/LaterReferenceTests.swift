import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import Testing

@Suite("Store import: references of a file that is imported again")
struct LaterReferenceTests {
  @Test("An object whose row the file no longer has keeps its links, also when the row comes back")
  func goneOwner() throws {
    var fixture = try ImportFixture.recipes()
    let before = fixture.sample
    try fixture.run()
    fixture.sample.objects.removeAll {
      $0.entity == "Recipe" && $0.key == 4 || $0.entity == "Step" && $0.key == 3
    }
    for name in ["Recipe.labels", "Recipe.steps"] {
      fixture.sample.links[name]?.removeAll { $0.owner == 4 }
    }
    let report = try fixture.run()
    #expect(report["Recipe"]?.missing == 1 && report["Step"]?.missing == 1)
    let cake = try #require(try fixture.all(Recipe.self).last)
    #expect(cake.code == "cake")
    #expect(cake.labels.map(\.name) == ["sweet"])
    #expect(cake.steps.map(\.text) == ["bake"])

    try fixture.edit(Recipe.self) { _, recipes in recipes[1].labels = [] }
    fixture.sample = before
    let later = try fixture.run()
    #expect(later.entities.allSatisfy { $0.unchanged == $0.read }, "\(later)")
    // The file has the links that it had when the user removed them.
    #expect(try fixture.all(Recipe.self).last?.labels.isEmpty == true)
  }

  @Test(
    "A key that the file has given to an object of another entity is not that of the former owner")
  func otherEntity() throws {
    let attributes: [StoredModel.Attribute] = [.init("title", .string), .init("genre", .string)]
    let relationships: [StoredModel.Relationship] = [
      .init("tags", to: "Tag", inverse: "books", isToMany: true)
    ]
    let entities = [
      StoredModel.Entity("Book", attributes, relationships),
      StoredModel.Entity(
        "Comic", attributes, relationships, superentity: "Book"),
      StoredModel.Entity(
        "Tag", [.init("label", .string)],
        [.init("books", to: "Book", inverse: "tags", isToMany: true)]),
    ]
    var fixture = try ImportFixture(entities, models: Library.models)
    func book(_ number: Int) -> AppleRow {
      AppleRow(entities[number], 1, ["title": .text("one"), "genre": .text("novel")])
    }
    fixture.sample.objects = [book(0), AppleRow(entities[2], 1, ["label": .text("a")])]
    fixture.sample.links["Book.tags"] = [
      AppleLink(
        owner: 1, target: AppleReference(entity: "Tag", key: 1), position: nil, isDangling: false)
    ]
    try fixture.run()
    fixture.sample.objects[0] = book(1)
    try fixture.run()
    #expect(
      try fixture.all(Book.self).map { "\(type(of: $0)) \($0.tags.map(\.label))" } == [
        "Book [\"a\"]", "Comic [\"a\"]",
      ])
  }

  // MARK: Orders

  @Test("A link that the user has removed stays removed when the file has another order")
  func removedLink() throws {
    let label = StoredModel.Entity(
      "Label", [.init("name", .string)],
      [.init("recipes", to: "Recipe", inverse: "labels", isToMany: true, isOrdered: true)])
    var fixture = try ImportFixture.recipes([RecipeFile.recipe, RecipeFile.step, label])
    fixture.sample.objects.append(RecipeFile.label(3, "warm"))
    fixture.sample.links["Recipe.labels"]?.append(RecipeFile.link(1, 3, 4096))
    try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.labels.map(\.name) == ["sweet", "quick", "warm"])
    try fixture.edit(Recipe.self) { _, recipes in
      recipes[0].labels.removeAll { $0.name == "sweet" }
    }
    fixture.sample.links["Recipe.labels"] = [
      RecipeFile.link(1, 3, 1024), RecipeFile.link(1, 1, 2048), RecipeFile.link(1, 2, 4096),
      RecipeFile.link(4, 2, 1024),
    ]
    try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.labels.map(\.name) == ["warm", "quick"])
  }
}
