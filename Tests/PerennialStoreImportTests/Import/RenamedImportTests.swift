import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

/// Versions of one app's file: the app has renamed entities, attributes and relationships, and its file says so.
@Suite("Store import: names that later versions of a file have changed")
struct RenamedImportTests {
  private static func recipe(
    _ name: String, former: String? = nil, title: String = "name", titleFormer: String? = nil,
    labels: String = "labels", labelsFormer: String? = nil, label: String = "Label"
  ) -> StoredModel.Entity {
    StoredModel.Entity(
      name, [.init("code", .string), .init(title, .string, former: titleFormer)],
      [
        .init(
          labels, to: label, inverse: "recipes", isToMany: true, isOrdered: true,
          former: labelsFormer)
      ], former: former)
  }

  private static func label(
    _ name: String, former: String? = nil, recipe: String = "Recipe", labels: String = "labels"
  ) -> StoredModel.Entity {
    StoredModel.Entity(
      name, [.init("name", .string)],
      [.init("recipes", to: recipe, inverse: labels, isToMany: true)], former: former)
  }

  /// Three versions. The third names the former names in one of two ways: those of the first version, as Core Data's
  /// documentation advises, or those of the version before.
  private static func models(naming version: Int) -> [[StoredModel.Entity]] {
    let isFirst = version == 1
    return [
      [recipe("Recipe"), label("Label")],
      [
        recipe(
          "Dish", former: "Recipe", title: "title", titleFormer: "name", labels: "tags",
          labelsFormer: "labels", label: "Tag"),
        label("Tag", former: "Label", recipe: "Dish", labels: "tags"),
      ],
      [
        recipe(
          "Meal", former: isFirst ? "Recipe" : "Dish", title: "heading",
          titleFormer: isFirst ? "name" : "title", labels: "marks",
          labelsFormer: isFirst ? "labels" : "tags", label: "Mark"),
        label("Mark", former: isFirst ? "Label" : "Tag", recipe: "Meal", labels: "marks"),
      ],
    ]
  }

  private static let names = [
    ("Recipe", "name", "labels", "Label"), ("Dish", "title", "tags", "Tag"),
    ("Meal", "heading", "marks", "Mark"),
  ]

  private func write(
    _ version: Int, _ models: [[StoredModel.Entity]], in fixture: inout ImportFixture
  ) {
    let (recipe, title, labels, label) = Self.names[version]
    fixture.sample.model = StoredModel(models[version])
    fixture.sample.objects = [
      AppleRow(models[version][0], 1, ["code": .text("soup"), title: .text("Soup")]),
      AppleRow(models[version][0], 2, ["code": .text("cake"), title: .text("Cake")]),
      AppleRow(models[version][1], 1, ["name": .text("quick")]),
      AppleRow(models[version][1], 2, ["name": .text("sweet")]),
    ]
    fixture.sample.links = [
      "\(recipe).\(labels)": [(1, 2, 1), (1, 1, 2), (2, 2, 1)].map { owner, target, position in
        AppleLink(
          owner: owner, target: AppleReference(entity: label, key: target), position: position,
          isDangling: false)
      }
    ]
  }

  private func run(_ version: Int, _ fixture: ImportFixture) throws -> StoreImportReport {
    let (recipe, title, labels, label) = Self.names[version]
    return try fixture.run {
      $0.fill(\Recipe.minutes, with: 1)
      $0.fill(\Recipe.rating, with: 1)
      $0.map(recipe, to: Recipe.self)
      $0.map(label, to: Label.self)
      $0.map(title, to: \Recipe.name)
      $0.map(labels, to: \Recipe.labels)
    }
  }

  @Test(
    "Versions with other names have the same objects, and the user's edits stay",
    arguments: [1, 2], [[0, 1, 2], [0, 2], [1, 2], [0, 1, 0], [0, 1, 2, 1, 0]])
  func versions(naming: Int, order: [Int]) throws {
    // An import that skips the second version does not have its names.
    if naming == 2, order == [0, 2] { return }
    let models = Self.models(naming: naming)
    var fixture = try ImportFixture(models[0])
    write(order[0], models, in: &fixture)
    let first = try run(order[0], fixture)
    #expect(first.entities.map(\.inserted) == [2, 2])
    try fixture.edit(Recipe.self) { _, recipes in
      recipes[0].name = "My soup"
      recipes[0].labels.removeAll { $0.name == "sweet" }
    }
    for version in order.dropFirst() {
      write(version, models, in: &fixture)
      let report = try run(version, fixture)
      #expect(report.entities.allSatisfy { $0.unchanged == 2 && $0.missing == 0 }, "\(report)")
      #expect(report.relationships.allSatisfy { $0.written == 0 }, "\(report)")
    }
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes.map(\.name) == ["My soup", "Cake"])
    #expect(recipes.map { $0.labels.map(\.name) } == [["quick"], ["sweet"]])
    #expect(try fixture.all(Label.self).count == 2)
  }

  @Test(
    "An entity with the former name of another one that the file still has is an entity of its own")
  func both() throws {
    let tag = StoredModel.Entity("Tag", [.init("name", .string)])
    var fixture = try ImportFixture([tag])
    fixture.sample.objects = [AppleRow(tag, 1, ["name": .text("a")])]
    try fixture.run { $0.map("Tag", to: Label.self) }
    let tagging = StoredModel.Entity("Tagging", [.init("name", .string)], former: "Tag")
    // The name is another entity's now, and then again that of a renamed one.
    fixture.sample.model = StoredModel([tag, tagging])
    fixture.sample.objects.append(AppleRow(tagging, 1, ["name": .text("b")]))
    func runBoth() throws -> StoreImportReport {
      try fixture.run {
        $0.map("Tag", to: Label.self)
        $0.map("Tagging", to: Label.self)
      }
    }
    let report = try runBoth()
    #expect(report["Tag"]?.unchanged == 1 && report["Tagging"]?.inserted == 1)
    #expect(try runBoth().entities.allSatisfy { $0.unchanged == 1 })
    #expect(try fixture.all(Label.self).map(\.name) == ["a", "b"])
  }

  @Test("A property keeps its former values while it is left out, and other objects' rows are gone")
  func leftOutMeanwhile() throws {
    var fixture = try ImportFixture.recipes()
    try fixture.run()
    let cake = fixture.sample.objects.remove(at: 1)
    #expect(cake.key == 4 && cake.entity == "Recipe")
    let step = fixture.sample.objects.remove(at: 3)
    #expect(step.key == 3 && step.entity == "Step")
    try fixture.run { $0.leaveOut(\Recipe.code) }
    try fixture.edit(Recipe.self) { _, recipes in
      recipes[0].code = "broth"
      recipes[1].rating = 3
    }
    fixture.sample.objects += [cake, step]
    let report = try fixture.run()
    #expect(report["Recipe"]?.unchanged == 2, "\(report)")
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes.map(\.code) == ["broth", "cake"])
    #expect(recipes.map(\.rating) == [0.5, 3])
  }
}
