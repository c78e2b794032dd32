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

  // MARK: Objects that are imported later

  @Test("Links to objects that were not imported are written when these are imported")
  func laterTargets() throws {
    let fixture = try ImportFixture.recipes()
    let first = try fixture.run { $0.leaveOut("Label") }
    #expect(first.relationship("Recipe", "labels")?.leftOut == 3)
    let again = try fixture.run { $0.leaveOut("Label") }
    #expect(again.relationship("Recipe", "labels")?.leftOut == 3)
    #expect(again["Recipe"]?.unchanged == 2)
    let report = try fixture.run()
    #expect(report.relationship("Recipe", "labels")?.written == 3)
    #expect(
      try fixture.all(Recipe.self).map { $0.labels.map(\.name) } == [
        ["sweet", "quick"], ["sweet"],
      ])
    let last = try fixture.run()
    #expect(last.relationships.allSatisfy { $0.unchanged == $0.read }, "\(last)")
    // Objects that are left out now keep the links that they have.
    try fixture.run { $0.leaveOut("Label") }
    #expect(try fixture.all(Recipe.self).map(\.labels.count) == [2, 1])
  }

  @Test("Links that the user has removed stay removed when another object is imported later")
  func laterTarget() throws {
    var fixture = try ImportFixture.recipes()
    // The file has a link to a label without a row, which comes later.
    let quick = fixture.sample.objects.remove(
      at: try #require(fixture.sample.objects.firstIndex { $0.entity == "Label" && $0.key == 1 }))
    try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.labels.map(\.name) == ["sweet"])
    try fixture.edit(Recipe.self) { _, recipes in recipes[0].labels = [] }
    fixture.sample.objects.append(quick)
    try fixture.run()
    #expect(try fixture.all(Recipe.self).first?.labels.map(\.name) == ["quick"])
  }

  @Test("A reference to an object that was not imported is written when the object is imported")
  func laterTargetOfReference() throws {
    let fixture = try TravelFile.fixture([
      TravelFile.traveller(1, "Ann"), TravelFile.trip(1, "north", guide: 1),
      TravelFile.trip(2, "south", guide: 1),
    ])
    func leaveOut(_ storeImport: inout StoreImport) {
      storeImport.leaveOut("Traveller")
      storeImport.leaveOut("Passport")
    }
    let first = try fixture.run(leaveOut)
    #expect(first.relationship("Trip", "guide")?.leftOut == 2)
    #expect(first.remarks.first?.rows == [1, 2])
    try fixture.edit(Trip.self) { context, trips in
      let bob = Traveller(name: "Bob")
      context.insert(bob)
      trips[1].guide = bob
    }
    let again = try fixture.run(leaveOut)
    #expect(again["Trip"]?.unchanged == 2)
    #expect(again.relationship("Trip", "guide")?.leftOut == 2)
    #expect(again.remarks == first.remarks)
    #expect(try fixture.all(Trip.self).map(\.guide?.name) == [nil, "Bob"])
    let report = try fixture.run()
    #expect(report["Trip"]?.updated == 1)
    // The user has given the other trip a guide.
    #expect(try fixture.all(Trip.self).map(\.guide?.name) == ["Ann", "Bob"])
    let last = try fixture.run()
    #expect(last.entities.allSatisfy { $0.unchanged == $0.read }, "\(last)")
    #expect(last.relationships.allSatisfy { $0.unchanged == $0.read }, "\(last)")
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
