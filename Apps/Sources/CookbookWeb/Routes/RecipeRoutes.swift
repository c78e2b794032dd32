import CookbookModel
import Foundation
import Hummingbird
import HardenedHTTP

/// The pages that show, add, edit and delete a recipe.
struct RecipeRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    addShowing(to: router)
    addAdding(to: router)
    addEditing(to: router)
    addDeleting(to: router)
  }

  private func addShowing(to router: Router<some RequestContext>) {
    router.get("/recipes/:id") { request, context in
      let recipe = try await book.reader.recipe(try context.recipeID())
      let page = RecipePageContent(
        recipe, comparedWith: try await book.preset(ofEdited: recipe), marks: book.syncMarks,
        notice: Notice(FormFields(queryOf: request)))
      return try pages.page(page)
    }
    router.post("/recipes/:id/favorite") { request, context in
      let fields = try await FormFields(bodyOf: request)
      try await book.writer.setFavorite(try context.recipeID(), to: fields["value"] == "1")
      return Response.seeOther(LocalPath(fields["back"]).text)
    }
  }

  private func addAdding(to router: Router<some RequestContext>) {
    router.get("/recipes/new") { _, _ in
      try pages.page(FormPage(RecipeForm(), editing: nil, tags: try await book.reader.tags()))
    }
    router.post("/recipes") { request, _ in
      let form = RecipeForm(try await FormFields(bodyOf: request))
      let (draft, issues) = form.draft()
      guard issues.isEmpty else { return try await refused(form, editing: nil, issues: issues) }
      let id = try await book.writer.add(draft)
      return Response.seeOther("/recipes/\(id)", notice: .added)
    }
  }

  private func addEditing(to router: Router<some RequestContext>) {
    router.get("/recipes/:id/edit") { _, context in
      let id = try context.recipeID()
      let form = RecipeForm(try await book.reader.recipe(id).draft)
      let tags = try await book.reader.tags()
      return try pages.page(FormPage(form, editing: id.uuidString, tags: tags))
    }
    router.post("/recipes/:id") { request, context in
      let id = try context.recipeID()
      let form = RecipeForm(try await FormFields(bodyOf: request))
      let (draft, issues) = form.draft()
      guard issues.isEmpty else { return try await refused(form, editing: id, issues: issues) }
      try await book.writer.update(id, to: draft)
      return Response.seeOther("/recipes/\(id)", notice: .saved)
    }
  }

  private func addDeleting(to router: Router<some RequestContext>) {
    router.get("/recipes/:id/delete") { _, context in
      let recipe = try await book.reader.recipe(try context.recipeID()).recipe
      let page = ConfirmPage(
        frame: PageFrame(title: "Delete \(recipe.title.isolated)"),
        heading: "Delete “\(recipe.title.isolated)”?",
        explanation: recipe.state.kind == .yours
          ? """
          This deletes the recipe and its cooking log. The history can undo this until Cookbook ends.
          """
          : """
          This deletes the recipe and its cooking log. The history can undo this until Cookbook ends. The recipe \
          is a preset, so you can also restore it from the deleted presets, without your edits and its log.
          """,
        action: "/recipes/\(recipe.id)/delete",
        submit: "Delete the recipe",
        cancel: "/recipes/\(recipe.id)"
      )
      return try pages.page(page)
    }
    router.post("/recipes/:id/delete") { _, context in
      try await book.writer.delete(try context.recipeID())
      return Response.seeOther("/", notice: .deleted)
    }
  }

  /// The form again, with what was typed and what is wrong with it.
  private func refused(
    _ form: RecipeForm,
    editing id: UUID?,
    issues: [FieldIssue]
  ) async throws -> Response {
    let tags = try await book.reader.tags()
    let page = FormPage(form, editing: id?.uuidString, tags: tags, issues: issues)
    return try pages.page(page, status: .unprocessableContent)
  }
}

extension RecipeBook {
  /// Returns the preset of a recipe without the edits; nil if the recipe has no edits.
  func preset(ofEdited recipe: RecipeDetail) async throws -> RecipeDraft? {
    guard recipe.recipe.state.kind == .edited else { return nil }
    return try await starters.preset(of: recipe.recipe.id)
  }
}

extension RequestContext {
  /// The recipe that the address names; an address that names none is not found.
  func recipeID() throws -> UUID { try identity("id") }

  func identity(_ name: String) throws -> UUID {
    guard let id = UUID(uuidString: try parameters.require(name)) else {
      throw HTTPError(.notFound)
    }
    return id
  }
}
