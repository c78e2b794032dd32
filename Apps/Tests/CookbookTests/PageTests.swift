import CookbookModel
import Foundation
import Testing

@Suite("Pages", .timeLimit(.minutes(1)))
struct PageTests {
  @Test("The list shows all starter recipes")
  func list() async throws {
    try await withServer { client, _ in
      let page = try await client.get("/")
      #expect(page.status == 200)
      #expect(page.text.components(separatedBy: "<li class=\"card\"").count - 1 >= 40)
      #expect(page.text.contains("Shakshuka with Feta"))
      #expect(page.headers["content-security-policy"]?.contains("default-src 'self'") == true)
    }
  }

  @Test(
    "Search looks into titles, cuisines and ingredients, whatever the case",
    arguments: [
      ("shakSHUKA", "Shakshuka with Feta"), ("ethiopian", "Misir Wot"), ("tahini", "Hummus"),
    ]
  )
  func search(text: String, title: String) async throws {
    try await withServer { client, _ in
      let page = try await client.get("/?q=\(text)")
      #expect(page.text.contains(title))
      #expect(!page.text.contains("Banana Bread"))
    }
  }

  @Test("Filters and orders combine")
  func filters() async throws {
    try await withServer { client, _ in
      let page: RecipePage =
        try await client.get("/api/recipes?tag=Vegan&sort=time").json()
      #expect(page.recipes.count == page.total && page.total > 5)
      #expect(page.recipes.allSatisfy { $0.tags.contains { $0.name == "Vegan" } })
      #expect(page.recipes.map(\.minutes) == page.recipes.map(\.minutes).sorted())
      let soups: RecipePage = try await client.get("/api/recipes?tag=Vegan&q=soup").json()
      #expect(soups.total < page.total && soups.total > 0)
    }
  }

  @Test("An empty result and an empty book each say so")
  func empty() async throws {
    try await withServer { client, _ in
      let page = try await client.get("/?q=zzzz")
      #expect(page.text.contains("Nothing on this plate"))
    }
    try await withServer(recipes: Samples.noRecipes()) { client, _ in
      let page = try await client.get("/")
      #expect(page.text.contains("The book is empty"))
      let surprise = try await client.get("/surprise")
      #expect(surprise.path == "/")
    }
  }

  @Test("A recipe can be added, edited and deleted with plain forms")
  func life() async throws {
    try await withServer { client, _ in
      let added = try await client.post("/recipes", form: Samples.form)
      #expect(added.status == 200 && added.path.hasPrefix("/recipes/"))
      #expect(added.text.contains("The recipe is in your book."))
      #expect(added.text.contains("Lemon Posset") && added.text.contains("Three things"))
      #expect(added.text.contains("data-quantity=\"2.5\">2½</span>"))

      let form = try await client.get("\(added.path)/edit")
      #expect(form.text.contains("2½ lemons, juiced"))
      let changed = Samples.form(changing: "title", to: "Lime Posset")
      let edited = try await client.post(added.path, form: changed)
      #expect(edited.text.contains("Lime Posset") && !edited.text.contains("Lemon Posset"))

      #expect(try await client.get("\(added.path)/delete").text.contains("Delete “Lime Posset”?"))
      let deleted = try await client.post("\(added.path)/delete")
      #expect(deleted.path == "/" && !deleted.text.contains("Lime Posset"))
      #expect(try await client.get(added.path).status == 404)
      #expect(!(try await client.get("/").text.contains("Three things")))
    }
  }

  @Test(
    "A form that is not right comes back with the reason and everything that was typed",
    arguments: [
      ("title", " ", "Give the recipe a title."),
      ("servings", "many", "Write the servings as a whole number."),
      ("minutes", "0", "The time must be between"),
      ("difficulty", "heroic", "Choose one of the three levels."),
      ("ingredients", "", "Add at least one ingredient."),
      ("ingredients", "flour\n250", "Line 2, “250”, has an amount but no ingredient."),
      ("instructions", "\n\n", "Write down at least one step."),
    ]
  )
  func refusals(field: String, value: String, reason: String) async throws {
    try await withServer { client, _ in
      let form = Samples.form(changing: field, to: value)
      let answer = try await client.post("/recipes", form: form)
      #expect(answer.status == 422)
      #expect(answer.text.contains(reason))
      #expect(answer.text.contains("id=\"\(field)-problem\""))
      #expect(answer.text.contains("Three ingredients, no eggs."))
    }
  }

  @Test("What a cook writes is shown, never run")
  func escaping() async throws {
    try await withServer { client, _ in
      let attack = "<script>alert('x')</script>"
      var form = Samples.form(changing: "title", to: attack)
      form.append(("newTags", "\"><img src=x>"))
      for field in ["summary", "cuisine", "ingredients", "instructions"] {
        form = form.map { $0.0 == field ? (field, attack) : $0 }
      }
      let page = try await client.post("/recipes", form: form)
      let list = try await client.get("/?q=%3Cscript%3E")
      let edit = try await client.get("\(page.path)/edit")
      for answer in [page, list, edit] {
        #expect(answer.status == 200)
        #expect(answer.text.contains("&lt;script&gt;"))
        #expect(!answer.text.contains("<script>alert") && !answer.text.contains("<img src=x>"))
      }
    }
  }

  @Test("Pages that do not exist say so in the book's own design")
  func missing() async throws {
    try await withServer { client, _ in
      for path in ["/nowhere", "/recipes/nonsense", "/recipes/\(UUID())", "/assets/none.css"] {
        let page = try await client.get(path)
        #expect(page.status == 404)
        #expect(page.text.contains("Back to the recipes"))
      }
    }
  }

  @Test("A page of another site cannot change the book")
  func foreignForms() async throws {
    try await withServer { client, book in
      let headers = ["Origin": "http://elsewhere.example"]
      let answer = try await client.post("/reset", headers: headers)
      #expect(answer.status == 403)
    }
  }
}
