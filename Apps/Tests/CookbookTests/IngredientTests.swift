import CookbookModel
import Testing

@Suite("Ingredients as text")
struct IngredientTests {
  @Test(
    "A line is taken apart",
    arguments: [
      ("250 g flour", 250, "g", "flour"),
      ("250g flour", 250, "g", "flour"),
      ("2 eggs", 2, "", "eggs"),
      ("1½ lemons, juiced", 1.5, "", "lemons, juiced"),
      ("1 ½ tbsp oil", 1.5, "tbsp", "oil"),
      ("3/4 cup milk", 0.75, "cup", "milk"),
      ("1,5 kg potatoes", 1.5, "kg", "potatoes"),
      ("salt", nil, "", "salt"),
      ("  pinch   of love ", nil, "", "pinch of love"),
      ("2 5 cm cinnamon sticks", 2, "", "5 cm cinnamon sticks"),
    ] as [(String, Double?, String, String)]
  )
  func reading(text: String, quantity: Double?, unit: String, name: String) {
    let line = IngredientLine(text: text)
    #expect(line == IngredientLine(quantity: quantity, unit: unit, name: name))
  }

  @Test("A line without a name is none", arguments: ["", "   ", "250", "250 g", "½"])
  func refusing(text: String) {
    #expect(IngredientLine(text: text) == nil)
  }

  @Test("Every starter ingredient survives being written and read")
  func roundTrip() throws {
    for recipe in try RecipeSeeds.bundled().recipes {
      for line in recipe.ingredients {
        #expect(IngredientLine(text: line.text) == line, "\(recipe.key): \(line.text)")
      }
    }
  }
}
