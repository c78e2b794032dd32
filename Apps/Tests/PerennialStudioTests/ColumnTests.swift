import Foundation
import PerennialInspection
import Testing
import WebTesting

@Suite("The columns of a table", .timeLimit(.minutes(1)))
struct ColumnTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  /// Returns the names of a page's columns, beginning with the key.
  private func columns(_ page: String) throws -> [String] {
    let head = try #require(page.firstMatch(of: /(?s)<thead>.*?<\/thead>/)).output
    return head.matches(of: /<bdi>(\w+)<\/bdi>/).map { String($0.output.1) }
  }

  private func columns(
    _ studio: RunningStudio, _ path: String, cookie: String? = nil
  ) async throws -> [String] {
    let cookie = cookie.map { "\(studio.cookie); \($0)" }
    return try columns(
      String(decoding: try await studio.send(path, cookie: cookie).body, as: UTF8.self))
  }

  private let all = [
    "key", "title", "minutes", "rating", "isVegan", "code", "addedAt", "price", "site", "steps",
    "serial", "thumbnail", "photo", "cuisine", "labels",
  ]

  @Test("41.34a: Keys and UUIDs have their whole value in the page, in elements that are narrow")
  func narrow() async throws {
    try await withStudio(kitchen.url) { studio in
      let key = try kitchen.keys()[5]
      let page = try await studio.page("/rows?entity=Dish")
      #expect(
        page.contains(
          """
          <td class="key"><a class="short" href="/row?entity=Dish&amp;key=\(key)" title="\(key)">\
          <bdi dir="ltr">\(key)</bdi></a>
          """))
      let code = "00000000-0000-4000-8000-000000000005"
      #expect(page.contains("<td class=\"uuid\"><bdi title=\"\(code)\">\(code)</bdi></td>"))
      let style = try await studio.page("/assets/studio.css")
      #expect(
        style.contains(".values .short, .values td.uuid bdi { display: inline-block; max-width"))
    }
  }

  @Test("41.34a: The address chooses the columns and their order; unknown names are left out")
  func address() async throws {
    try await withStudio(kitchen.url) { studio in
      let path = "/rows?entity=Dish"
      #expect(try await columns(studio, path) == all)
      for (names, expected) in [
        ("minutes,title", ["minutes", "title"]),
        ("labels,cuisine,labels", ["labels", "cuisine"]),
        ("nothing,title", ["title"]),
        ("nothing", Array(all.dropFirst())),
        ("*", Array(all.dropFirst())),
        ("", Array(all.dropFirst())),
      ] {
        let found = try await columns(studio, "\(path)&columns=\(names.encoded)")
        #expect(found == ["key"] + expected, "\(names)")
      }
      // As the form sends marked boxes.
      let marked = try await columns(studio, "\(path)&columns=price&columns=title&choosing=1")
      #expect(marked == ["key", "price", "title"])
      let page = try await studio.page("\(path)&columns=price%2Ctitle")
      #expect(page.contains("<td class=\"number\"><bdi>0.37</bdi></td><td class=\"text\">"))
    }
  }

  @Test("41.34a: The links of a table keep the columns of its address")
  func links() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page(
        "/rows?entity=Dish&columns=price%2Ctitle&filter=\("minutes > 1".encoded)")
      let names = "columns=price%2Ctitle"
      let links = page.matches(of: /(?:href|data-\w+)="(\/rows\?[^"]*)"/).map(\.output.1)
        .filter { !$0.contains("choosing") && $0.contains("filter") }
      #expect(links.count > 4 && links.allSatisfy { $0.contains(names) }, "\(links)")
      #expect(page.contains("<input type=\"hidden\" name=\"columns\" value=\"price,title\">"))
    }
  }

  @Test("41.34a: Each shown property has links that move it, and each hidden one a box")
  func choice() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/rows?entity=Dish&columns=price%2Ctitle%2Csite&choosing=1")
      #expect(page.contains("<details class=\"columns\" open>"))
      #expect(page.contains("<small>3 of 14</small>"))
      let boxes = page.matches(of: /name="columns" value="(\w+)"( checked)?>/)
      #expect(boxes.map { String($0.output.1) }.prefix(4) == ["price", "title", "site", "minutes"])
      #expect(boxes.count == 14 && boxes.count { $0.output.2 != nil } == 3)
      func target(_ label: String) throws -> String {
        let link = try #require(
          page.firstMatch(of: try Regex("<a href=\"([^\"]*)\" aria-label=\"\(label)\">")))
        return String(try #require(link.output[1].substring)).replacing("&amp;", with: "&")
      }
      let up = try await columns(studio, try target("Move title up"))
      #expect(up == ["key", "title", "price", "site"])
      let down = try await columns(studio, try target("Move title down"))
      #expect(down == ["key", "price", "site", "title"])
      #expect(!page.contains("Move price up") && !page.contains("Move site down"))
    }
  }

  @Test("41.34a: A browser remembers the columns of each table, without a script")
  func remembered() async throws {
    try await withStudio(kitchen.url) { studio in
      let first = try await studio.send("/rows?entity=Dish&columns=price%2Ctitle")
      let field = try #require(first.fields["set-cookie"])
      #expect(field.hasSuffix("; Path=/rows; Max-Age=31536000; HttpOnly; SameSite=Strict"))
      let cookie = String(field.prefix { $0 != ";" })
      let plain = "/rows?entity=Dish"
      #expect(try await columns(studio, plain, cookie: cookie) == ["key", "price", "title"])
      #expect(
        try await columns(studio, "/rows?entity=Label", cookie: cookie) == [
          "key", "name", "dishes",
        ])
      // The choice for another table is added, and “all columns” forgets one.
      let second = try await studio.send(
        "/rows?entity=Label&columns=dishes", cookie: "\(studio.cookie); \(cookie)")
      let both = String(try #require(second.fields["set-cookie"]).prefix { $0 != ";" })
      #expect(try await columns(studio, plain, cookie: both) == ["key", "price", "title"])
      #expect(try await columns(studio, "/rows?entity=Label", cookie: both) == ["key", "dishes"])
      let third = try await studio.send(
        "\(plain)&columns=*", cookie: "\(studio.cookie); \(both)")
      let rest = String(try #require(third.fields["set-cookie"]).prefix { $0 != ";" })
      #expect(try await columns(studio, plain, cookie: rest) == all)
      #expect(try await columns(studio, "/rows?entity=Label", cookie: rest) == ["key", "dishes"])
      #expect(try await studio.send(plain, cookie: studio.cookie).fields["set-cookie"] == nil)
      let strange = "perennial-studio-columns=<x>!!:!a:b:c!%zz:%zz"
      #expect(try await columns(studio, plain, cookie: strange) == all)
    }
  }

  @Test(
    "41.34a: The cookie stays short: many names are cut by the studio, not by the server's limit")
  func manyChoices() async throws {
    try await withStudio(kitchen.url) { studio in
      let name = String(repeating: "ä", count: 400)
      let response = try await studio.send("/rows?entity=Dish&columns=\(name.encoded)")
      let field = try #require(response.fields["set-cookie"])
      #expect(field.utf8.count < 2200)
    }
  }
}
