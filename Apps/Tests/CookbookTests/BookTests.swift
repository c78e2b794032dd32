import CookbookModel
import Foundation
import Testing

@Suite("Book", .timeLimit(.minutes(1)))
struct BookTests {
  /// A store file in a directory of its own, which goes when the test is over.
  private func withStore(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "Cookbook-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.appending(path: "deep/Book.store"))
  }

  @Test("A book is filled once, and stays as the cook left it")
  func seeding() async throws {
    try await withStore { url in
      let seeds = try RecipeSeeds.bundled()
      do {
        let book = try RecipeBook(at: .file(url), recipes: seeds)
        #expect(book.starters.opening.added.count == seeds.recipes.count)
        for recipe in try await book.reader.page(matching: RecipeQuery()).recipes {
          try await book.writer.delete(recipe.id)
        }
      }
      let book = try RecipeBook(at: .file(url), recipes: seeds)
      #expect(book.starters.opening.isEmpty)
      #expect(try await book.reader.counts().recipes == 0)
      #expect(try await book.reader.counts().deleted == seeds.recipes.count)
      try await book.starters.restoreDeleted()
      #expect(try await book.reader.counts().recipes == seeds.recipes.count)
    }
  }

  @Test("A recipe keeps the order of its ingredients and steps in the file")
  func order() async throws {
    try await withStore { url in
      let seeds = try RecipeSeeds.bundled()
      _ = try RecipeBook(at: .file(url), recipes: seeds)
      let book = try RecipeBook(at: .file(url), recipes: seeds)
      for seed in seeds.recipes {
        let recipe = try await book.reader.recipe(seed.id)
        #expect(recipe.ingredients == seed.ingredients)
        #expect(recipe.instructions == seed.instructions)
        #expect(Set(recipe.recipe.tags.map(\.name)) == Set(seed.tags))
      }
    }
  }

  @Test("A file that is no store is refused by name, and left alone")
  func corruptStore() async throws {
    try await withStore { url in
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      let junk = Data(String(repeating: "This is not a store. ", count: 500).utf8)
      try junk.write(to: url)
      let error = #expect(throws: BookError.self) {
        try RecipeBook(at: .file(url), recipes: Samples.noRecipes())
      }
      guard case .unreadableStore(let path, _) = error else {
        Issue.record("unexpected error: \(String(describing: error))")
        return
      }
      #expect(path.hasSuffix("Book.store"))
      #expect(try Data(contentsOf: url) == junk)
    }
  }

  @Test("A directory that cannot be made is named")
  func unwritableDirectory() {
    let url = URL(filePath: "/dev/null/Book.store")
    #expect(throws: BookError.self) {
      try RecipeBook(at: .file(url), recipes: Samples.noRecipes())
    }
  }

  @Test("A change that fails leaves nothing behind")
  func rollback() async throws {
    let book = try RecipeBook(at: .memory, recipes: Samples.noRecipes())
    let draft = RecipeDraft(title: "", ingredients: [IngredientLine(name: "salt")])
    await #expect(throws: BookError.self) { try await book.writer.add(draft) }
    await #expect(throws: BookError.self) { try await book.writer.delete(UUID()) }
    #expect(try await book.reader.counts().recipes == 0)
  }
}
