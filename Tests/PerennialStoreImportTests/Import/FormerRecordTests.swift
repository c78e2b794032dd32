import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import StoreTesting
import Testing

@testable import PerennialStoreImport

/// Containers into which builds have imported that recorded the names of properties as an array.
@Suite("Store import: records in their former form")
struct FormerRecordTests {
  private static let properties = [
    "Recipe": ["rating", "difficulty", "minutes", "name", "code"], "Step": ["recipe", "text"],
    "Label": ["name"],
  ]

  /// Imports the recipes, and gives the records the form that these builds wrote.
  private func fixture() throws -> ImportFixture {
    let fixture = try ImportFixture.recipes()
    try fixture.run()
    let file = try RawDatabase(fixture.directory.file("Recipes.store"))
    for (entity, names) in Self.properties {
      let array = names.map { "\"\($0)\"" }.joined(separator: ",")
      try file.run(
        """
        UPDATE _perennial_import_entities SET properties = '[\(array)]' WHERE entity = '\(entity)'
        """)
      let number = "(SELECT number FROM _perennial_import_entities WHERE entity = '\(entity)')"
      for row in fixture.sample.objects where row.entity == entity {
        var digests = ""
        for name in names {
          let hash = StableDigest.of(row[name] ?? .null)
          for byte in 0..<8 {
            let text = String(UInt8(truncatingIfNeeded: hash >> (8 * byte)), radix: 16)
            digests += text.count == 1 ? "0\(text)" : text
          }
        }
        try file.run(
          """
          UPDATE _perennial_import_objects SET digests = x'\(digests)' \
          WHERE entity = \(number) AND key = \(row.key)
          """)
      }
    }
    // The lowest bit of a hash is 0 or 1.
    try file.run("UPDATE _perennial_import_links SET digest = digest | 1")
    return fixture
  }

  private static let forms = "SELECT group_concat(properties, ' ') FROM _perennial_import_entities"

  @Test("Edits in the container stay, and what has changed in the file is imported")
  func edits() throws {
    var fixture = try fixture()
    try fixture.edit(Recipe.self) { _, recipes in
      (recipes[0].name, recipes[0].minutes, recipes[0].difficulty) = ("Broth", 7, nil)
      recipes[0].labels.removeAll { $0.name == "quick" }
      recipes[1].code = "pie"
    }
    try fixture.edit(Step.self) { _, steps in
      (steps[0].text, steps[1].recipe) = ("simmer", steps[2].recipe)
    }
    func check() throws {
      let recipes = try fixture.all(Recipe.self)
      #expect(recipes.map(\.name) == ["Broth", "Dish 4"])
      #expect(recipes.map(\.code) == ["soup", "pie"])
      #expect(recipes.map(\.minutes) == [7, 40])
      #expect(recipes[0].difficulty == nil)
      #expect(recipes[0].labels.map(\.name) == ["sweet"])
      let steps = try fixture.all(Step.self)
      #expect(steps.map(\.text) == ["simmer", "eat", "bake"])
      #expect(steps.map(\.recipe.code) == ["soup", "pie", "pie"])
    }
    let former = try fixture.value(Self.forms)
    #expect(former?.hasPrefix("[") == true)
    let rehearsal = try fixture.run(isDryRun: true)
    #expect(try fixture.value(Self.forms) == former)
    let report = try fixture.run()
    #expect(report.entities.allSatisfy { $0.unchanged == $0.read }, "\(report)")
    #expect(report.relationships.allSatisfy { $0.unchanged == $0.read }, "\(report)")
    #expect(report.remarks.isEmpty && rehearsal.entities == report.entities)
    try check()
    #expect(try fixture.value(Self.forms)?.contains("[{") == false)

    fixture.sample.objects[0] = fixture.sample.objects[0].setting("rating", .real(4))
    let later = try fixture.run()
    #expect(later["Recipe"]?.updated == 1)
    #expect(try fixture.all(Recipe.self).map(\.rating) == [4, 0.5])
    try check()
    // A property that had no digests gets its place behind the others.
    #expect(
      try fixture.value(
        """
        SELECT properties ->> '$.values[0][0]' || length(digests) FROM _perennial_import_objects \
        JOIN _perennial_import_entities ON number = _perennial_import_objects.entity \
        WHERE _perennial_import_entities.entity = 'Recipe' AND key = 1
        """) == "rating40")
  }

  @Test("Names that the file has changed since lead to the records")
  func renamed() throws {
    var fixture = try fixture()
    try fixture.edit(Recipe.self) { _, recipes in
      (recipes[0].name, recipes[0].labels) = ("Broth", [])
    }
    let dish = StoredModel.Entity(
      "Dish",
      RecipeFile.recipe.attributes.map {
        $0.name == "name" ? .init("title", .string, former: "name") : $0
      },
      RecipeFile.recipe.relationships.map {
        $0.name == "labels"
          ? .init(
            "tags", to: "Label", inverse: "recipes", isToMany: true, isOrdered: true,
            former: "labels") : $0
      }, former: "Recipe")
    let step = StoredModel.Entity(
      "Step", [.init("text", .string)], [.init("recipe", to: "Dish", inverse: "steps")])
    let label = StoredModel.Entity(
      "Label", [.init("name", .string)],
      [.init("recipes", to: "Dish", inverse: "tags", isToMany: true)])
    let former = fixture.sample
    fixture.sample = SampleStore(model: StoredModel([dish, step, label]))
    fixture.sample.identifier = former.identifier
    fixture.sample.objects = former.objects.map { row in
      var values: [String: AppleValue] = [:]
      for field in row.values { values[field.name == "name" ? "title" : field.name] = field.value }
      switch row.entity {
      case "Recipe": return AppleRow(dish, row.key, values)
      case "Step":
        guard case .reference(let recipe)? = row["recipe"] else { return row }
        return AppleRow(
          step, row.key, values,
          references: ["recipe": AppleReference(entity: "Dish", key: recipe.key)])
      default: return row
      }
    }
    fixture.sample.links["Dish.tags"] = former.links["Recipe.labels"]
    fixture.sample.links["Dish.steps"] = former.links["Recipe.steps"]
    try fixture.run {
      $0.map("Dish", to: Recipe.self)
      $0.map("title", to: \Recipe.name)
      $0.map("tags", to: \Recipe.labels)
    }
    let recipes = try fixture.all(Recipe.self)
    #expect(recipes.map(\.name) == ["Broth", "Dish 4"])
    #expect(recipes.map { $0.labels.map(\.name) } == [[], ["sweet"]])
  }

  @Test(
    "Records that cannot be read are an error that names the entity, and nothing is imported",
    arguments: ["", "nothing", "{\"values\":3}", "[1,2]", "null", "{\"parts\":[]}"])
  func unreadable(json: String) throws {
    var fixture = try fixture()
    try fixture.edit(Recipe.self) { _, recipes in recipes[0].name = "Broth" }
    try RawDatabase(fixture.directory.file("Recipes.store")).run(
      "UPDATE _perennial_import_entities SET properties = '\(json)' WHERE entity = 'Recipe'")
    fixture.sample.objects.append(RecipeFile.label(9, "new"))
    let forms = try fixture.value(Self.forms)
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code.rawValue == "unreadableRecords")
    #expect(error?.entity == "Recipe" && error?.errorCode == 8)
    #expect(error?.description.contains("import into a new container") == true)
    #expect(try fixture.all(Recipe.self).map(\.name) == ["Broth", "Dish 4"])
    #expect(try fixture.all(Label.self).count == 2)
    #expect(try fixture.value(Self.forms) == forms)
  }
}
