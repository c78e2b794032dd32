public import Foundation

extension RecipeSeeds {
  /// The newest version that comes with the app.
  public static let newestVersion = 2

  /// The recipes that come with the app.
  ///
  /// - Parameter version: From 1 to ``newestVersion``. An app has no need of earlier versions than
  ///   the newest; this one has them to show what a new version does.
  public static func bundled(version: Int = newestVersion) throws -> RecipeSeeds {
    guard (1...newestVersion).contains(version) else {
      throw SeedError(
        file: "Recipes.json",
        key: "version",
        reason: "there is no version \(version), only 1 to \(newestVersion)"
      )
    }
    var seeds = try RecipeSeeds(json: try contents(of: "Recipes"), file: "Recipes.json")
    for number in 1..<version {
      let name = "Recipes-\(number + 1)"
      let revision: RecipeRevision = try decode(contents(of: name), "\(name).json")
      seeds = seeds.revised(by: revision)
      try seeds.check(file: "\(name).json")
    }
    return seeds
  }

  /// Reads and checks recipes.
  ///
  /// - Throws: ``SeedError``, which names the file and the key that is wrong.
  public init(json: Data, file: String) throws {
    self = try Self.decode(json, file)
    try check(file: file)
  }

  private static func contents(of name: String) throws -> Data {
    guard let url = Bundle.module.url(forResource: name, withExtension: "json") else {
      throw SeedError(
        file: "\(name).json", key: "", reason: "the file is missing from the app's resources")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw SeedError(file: "\(name).json", key: "", reason: "cannot be read: \(error.reason)")
    }
  }

  private static func decode<Value: Decodable>(_ json: Data, _ file: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: json)
    } catch let error as DecodingError {
      throw SeedError(file: file, decoding: error)
    }
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
        throw SeedError(file: file, key: "\(place).id", reason: "the ID is used twice")
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
