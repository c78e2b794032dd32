import Foundation
import PerennialInspection
import Testing
import WebTesting

@Suite("Exports of a studio", .timeLimit(.minutes(1)))
struct ExportTests {
  @Test(
    "JSON and CSV have all rows that the page's conditions find, in its order, and exact values")
  func rows() async throws {
    // More rows than one part of a file.
    let kitchen = try Kitchen(dishes: 1203)
    try await withStudio(kitchen.url) { studio in
      let query = "entity=Dish&sort=minutes&order=down&filter=\("minutes != 21".encoded)"
      let store = try kitchen.store()
      var expected = RowQuery(entity: "Dish")
      expected.sort = "minutes"
      expected.isDescending = true
      expected.filter = try store.filter("minutes != 21", of: "Dish")
      let keys = try store.window(of: expected, limit: 5000).rows.map { "\($0.key)" }
      #expect(keys.count > 1000)

      let json = try await studio.file("/export?format=json&\(query)")
      let list = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
      #expect(list.compactMap { $0["key"] as? String } == keys)
      let photos = list.compactMap { ($0["values"] as? [String: Any])?["photo"] as? String }
      #expect(photos.compactMap { Data(base64Encoded: $0)?.count } == [200_003])

      let csv = try await studio.file("/export?format=csv&\(query)")
      let lines = csv.components(separatedBy: "\r\n")
      #expect(lines[0].hasPrefix("_pk,title,minutes,rating"))
      let found = lines.dropFirst().compactMap { line in
        line.split(separator: ",").first.map(String.init)
      }
      #expect(found == keys)
      #expect(csv.contains("\"<script>alert(\"\"1\"\")</script> & 'more'\""))
    }
  }

  @Test("A file without rows is valid, and a wrong filter has a page")
  func edges() async throws {
    let kitchen = try Kitchen(dishes: 2)
    try await withStudio(kitchen.url) { studio in
      let none = "entity=Dish&filter=\("minutes == 49".encoded)"
      let json = try await studio.file("/export?format=json&\(none)")
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String] == [])
      let csv = try await studio.file("/export?format=csv&\(none)")
      #expect(csv.components(separatedBy: "\r\n").count == 2)
      #expect(try await studio.send("/export?format=json&entity=Dish&filter=x").status == 422)
      #expect(try await studio.send("/export?format=xml&entity=Dish").status == 404)
      #expect(try await studio.send("/export?format=csv&entity=Nothing").status == 404)
    }
  }

  @Test("The result of a query as a file")
  func query() async throws {
    let kitchen = try Kitchen(dishes: 2)
    try await withStudio(kitchen.url) { studio in
      let sql = "SELECT name, 'a,b' AS c, NULL AS n FROM Cuisine ORDER BY name LIMIT 1".encoded
      let response = try await studio.send("/sql/export?format=csv&sql=\(sql)")
      #expect(String(decoding: response.body, as: UTF8.self) == "name,c,n\r\nCrème,\"a,b\",\r\n")
      #expect(response.fields["content-disposition"] == "attachment; filename=\"query.csv\"")
      let json = try await studio.send("/sql/export?format=json&sql=\(sql)").body
      let list = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
      #expect(list.count == 1 && list[0]["name"] as? String == "Crème" && list[0]["n"] is NSNull)
    }
  }
}
