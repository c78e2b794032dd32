import CookbookModel
import Foundation
import Testing

@Suite("A new version of the recipes", .timeLimit(.minutes(1)))
struct StarterUpdateTests {
  @Test("A book that has the newest version keeps it, whatever it is opened with")
  func older() async throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "Cookbook-\(UUID())/Book.store")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    _ = try RecipeBook(at: .file(url), recipes: .bundled())
    let book = try RecipeBook(
      at: .file(url), recipes: .bundled(version: 1), offering: .bundled())
    #expect(book.starters.status == StarterStatus(version: 2))
    #expect(try await book.starters.preview() == nil)
    let hummus = try await book.recipe("Hummus")
    try await book.starters.restore(hummus.recipe.id)
    #expect(try await book.recipe("Hummus").recipe.tags.contains { $0.name == "Make ahead" })
  }
}
