import Foundation
import PerennialInspection
import Testing

@Suite("Filters")
struct FilterTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 80) }

  private func keys(_ filter: String, _ store: InspectedStore) throws -> [Int64] {
    var query = RowQuery(entity: "Dish")
    query.filter = try store.filter(filter, of: "Dish")
    return try store.window(of: query, limit: 1000).rows.map(\.key)
  }

  @Test("1,000 random filters find the rows that Swift finds", arguments: [1, 2, 3, 4])
  func oracle(seed: UInt64) throws {
    let store = try kitchen.store()
    let dishes = try DishValues.all(in: store)
    var random = FilterGenerator(seed: seed)
    for _ in 0..<250 {
      let filter = random.filter(depth: 3)
      let expected = dishes.filter(filter.matches).map(\.key)
      #expect(try keys(filter.text, store) == expected, "\(filter.text)")
    }
  }

  @Test("Values are parameters: none of them is in the SQL")
  func parameters() throws {
    let store = try kitchen.store()
    let text =
      "title contains \"x'); DROP TABLE Dish; --\" && minutes < 4711 && cuisine.name == 'zz'"
    let filter = try store.filter(text, of: "Dish")
    #expect(!filter.sql.contains("DROP") && !filter.sql.contains("4711"))
    #expect(!filter.sql.contains("zz"))
    #expect(
      filter.values == [.text("x'); DROP TABLE Dish; --"), .integer(4711), .text("zz")])
    #expect(try keys(text, store) == [])
  }

  @Test(
    "An error names the place and what was expected",
    arguments: [
      ("", 0, "The name of a property"),
      ("titel == 1", 0, "Dish has no property “titel”. Did you mean “title”?"),
      ("zzz == 1", 0, "Dish has no property “zzz”. One of these was expected: title"),
      ("title", 5, "An operator"),
      ("title ==", 8, "A value"),
      ("title == 5", 9, "A text was expected, not “5”"),
      ("minutes < \"a\"", 10, "A whole number from"),
      ("minutes < 1.5", 10, "A whole number from"),
      ("minutes == nil", 11, "A value was expected: “minutes” is never nil"),
      ("rating < nil", 9, "Only == and != compare with nil"),
      ("title contains 5", 15, "A text in quotes"),
      ("minutes contains \"5\"", 8, "“minutes” isn't a text"),
      ("(minutes < 5", 12, "&&, || or a closing parenthesis"),
      ("minutes < 5)", 11, "&&, || or the end"),
      ("minutes < 5 && ", 15, "The name of a property"),
      ("title == \"open", 9, "The text has no end"),
      ("title == \"a\\q\"", 12, "One of"),
      ("title § 5", 6, "A property, a value or an operator"),
      ("labels == 5", 0, "“labels” is a to-many relationship: write “labels.count”"),
      ("title.count > 5", 6, "“title” is an attribute"),
      ("cuisine.nme == \"a\"", 8, "Cuisine has no property “nme”"),
      ("steps == \"a\"", 6, "“steps” is stored as JSON"),
      ("photo == \"a\"", 6, "“photo” is stored beside the store"),
      ("thumbnail == \"a\"", 10, "“thumbnail” is data"),
      ("serial < 5", 7, "“serial” has 64 bits without a sign"),
      ("isVegan < true", 8, "“isVegan” is true or false"),
      ("minutes in []", 12, "A value"),
      ("minutes in [1 2]", 14, "A comma or a closing bracket"),
      ("minutes in [nil]", 12, "A value was expected: a list cannot contain nil"),
      ("addedAt > \"soon\"", 10, "A date such as 2026-01-31"),
      ("code == \"x\"", 8, "A UUID"),
      ("title contains[x] \"a\"", 15, "The option “cd”"),
    ])
  func errors(text: String, position: Int, reason: String) throws {
    let store = try kitchen.store()
    let error = #expect(throws: FilterError.self) { try store.filter(text, of: "Dish") }
    #expect(error?.position == position, "\(text): \(error?.description ?? "")")
    #expect(error?.reason.hasPrefix(reason) == true, "\(text): \(error?.reason ?? "")")
  }

  @Test("Filters that are too large are refused, and exhaust nothing")
  func size() throws {
    let store = try kitchen.store()
    let deep = String(repeating: "(", count: 100_000) + "isVegan"
    #expect(throws: FilterError.self) { try store.filter(deep, of: "Dish") }
    let not = String(repeating: "!", count: 100_000) + "isVegan"
    #expect(throws: FilterError.self) { try store.filter(not, of: "Dish") }
    // The deepest filters that are allowed.
    let parentheses =
      String(repeating: "(", count: 14) + "isVegan" + String(repeating: ")", count: 14)
    #expect(try keys(parentheses, store) == keys("isVegan", store))
    let alternating = (0..<14).map { $0 % 2 == 0 ? "(isVegan || " : "(minutes > 1 && " }.joined()
    let deepest = alternating + "cuisine.name == \"Thai\"" + String(repeating: ")", count: 14)
    #expect(try !keys(deepest, store).isEmpty)
    let negations = String(repeating: "!", count: 14) + "cuisine.name == \"Thai\""
    #expect(try keys(negations, store) == keys("cuisine.name == \"Thai\"", store))
    let mixed =
      String(repeating: "!(isVegan || ", count: 7) + "minutes < 3"
      + String(repeating: ")", count: 7)
    #expect(try keys(mixed, store) == keys("!isVegan && minutes >= 3", store))
    let long = Array(repeating: "isVegan", count: 101).joined(separator: " || ")
    #expect(throws: FilterError.self) { try store.filter(long, of: "Dish") }
    let most = Array(repeating: "minutes != 3", count: 100).joined(separator: " && ")
    #expect(try !keys(most, store).isEmpty)
  }

  @Test("Keywords in words, other forms of operators, escapes, and dates without a time")
  func forms() throws {
    let store = try kitchen.store()
    for (one, other) in [
      ("isVegan AND NOT minutes = 7", "isVegan && !(minutes == 7)"),
      ("minutes <> 7 or isVegan", "minutes != 7 || isVegan"),
      ("rating == NULL", "rating == nil"),
      ("title == 'Soup'", "title == \"So\\u{75}p\"".replacing("\\u{75}", with: "u")),
      ("addedAt >= \"2001-01-11\"", "addedAt >= \"2001-01-11T00:00:00Z\""),
      ("title contains[cd] \"CREME\"", "title contains \"Crème\""),
    ] {
      let keys = try keys(one, store)
      #expect(try keys == self.keys(other, store), "\(one)")
      #expect(!keys.isEmpty, "\(one)")
    }
    #expect(try keys("key == \(kitchen.keys()[4])", store) == [kitchen.keys()[4]])
    #expect(try keys("site beginswith \"https://example.com/1\"", store).count == 2 + 0)
  }
}
