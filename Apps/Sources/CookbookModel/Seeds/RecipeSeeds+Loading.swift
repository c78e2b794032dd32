public import Foundation

extension RecipeSeeds {
  /// The starter recipes that come with the app.
  public static func bundled() throws -> RecipeSeeds {
    let name = "Recipes.json"
    guard let url = Bundle.module.url(forResource: "Recipes", withExtension: "json") else {
      throw SeedError(file: name, key: "", reason: "the file is missing from the app's resources")
    }
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw SeedError(file: name, key: "", reason: "cannot be read: \(error.reason)")
    }
    return try RecipeSeeds(json: data, file: name)
  }

  /// Reads and checks starter recipes.
  ///
  /// - Throws: ``SeedError``, which names the file and the key that is wrong.
  public init(json: Data, file: String) throws {
    do {
      self = try JSONDecoder().decode(RecipeSeeds.self, from: json)
    } catch let error as DecodingError {
      throw SeedError(file: file, decoding: error)
    }
    try check(file: file)
  }

  private func check(file: String) throws {
    let known = Set(tags.map(\.name))
    var ids: Set<UUID> = []
    for (index, recipe) in recipes.enumerated() {
      let place = "recipes[\(index)]"
      if let issue = recipe.draft.issues().first {
        throw SeedError(file: file, key: "\(place).\(issue.field.rawValue)", reason: issue.message)
      }
      if let tag = recipe.tags.first(where: { !known.contains($0) }) {
        throw SeedError(file: file, key: "\(place).tags", reason: "“\(tag)” is not among the tags")
      }
      if !ids.insert(recipe.id).inserted {
        throw SeedError(file: file, key: "\(place).id", reason: "the id is used twice")
      }
    }
  }
}

extension SeedRecipe {
  /// The recipe as a cook would have typed it in.
  var draft: RecipeDraft {
    RecipeDraft(
      title: title,
      summary: summary,
      cuisine: cuisine,
      servings: servings,
      minutes: minutes,
      difficulty: difficulty,
      ingredients: ingredients,
      instructions: instructions,
      tags: tags
    )
  }
}
