import CookbookModel
import Foundation
import Testing

@Suite("Starter recipes")
struct SeedTests {
  @Test("There are at least forty, each complete")
  func bundled() throws {
    let seeds = try RecipeSeeds.bundled()
    #expect(seeds.recipes.count >= 40)
    #expect(Set(seeds.recipes.map(\.key)).count == seeds.recipes.count)
    for recipe in seeds.recipes {
      #expect((4...12).contains(recipe.ingredients.count), "\(recipe.key)")
      #expect((4...8).contains(recipe.instructions.count), "\(recipe.key)")
      #expect((3...5).contains(recipe.tags.count), "\(recipe.key)")
    }
  }

  @Test(
    "A mistake is reported with the file and the key",
    arguments: [
      ("{", "", "The given data was not valid JSON."),
      ("{\"version\": 1, \"tags\": []}", "recipes", "the key is missing"),
      ("{\"version\": \"one\", \"tags\": [], \"recipes\": []}", "version", "expected Int"),
      (
        "{\"version\": 1, \"tags\": [{\"name\": 1}], \"recipes\": []}", "tags[0].name",
        "expected String"
      ),
    ]
  )
  func mistakes(json: String, key: String, reason: String) {
    let error = #expect(throws: SeedError.self) {
      try RecipeSeeds(json: Data(json.utf8), file: "Mine.json")
    }
    #expect(error == SeedError(file: "Mine.json", key: key, reason: reason))
  }

  @Test("Senseless content is reported like a mistake")
  func senseless() throws {
    let json = """
      {"version": 1, "tags": [], "recipes": [{
        "key": "toast", "id": "\(UUID())", "title": "Toast", "cuisine": "", "summary": "",
        "difficulty": "easy", "servings": 0, "minutes": 5, "tags": ["Quick"],
        "ingredients": [{"name": "bread"}], "instructions": ["Toast."]
      }]}
      """
    let error = #expect(throws: SeedError.self) {
      try RecipeSeeds(json: Data(json.utf8), file: "Mine.json")
    }
    #expect(error?.key == "recipes[0].servings")
  }
}
