import Foundation
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Documents of stores with presets")
struct PresetDocumentTests {
  /// Makes a kitchen in which presets are edited, deleted and unlinked, and in which the user has an own
  /// dish.
  private func use(_ url: URL) throws {
    let context = ModelContext(try Kitchen.container(1, at: url))
    let pasta = try #require(try context.dish("pasta"))
    pasta.minutes = 7
    pasta.isFavourite = true
    pasta.tags = []
    context.insert(Dish(nil, "Toast"))
    if let soup = try context.dish("soup") { context.delete(soup) }
    try context.save()
  }

  @Test(
    "A store comes back to the byte, and knows what it knew", arguments: DocumentFormat.allCases)
  func roundTrip(_ format: DocumentFormat) throws {
    try Kitchen.with(.file) { url in
      let url = try #require(url)
      try use(url)
      let folder = url.deletingLastPathComponent()
      let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second"))
      let copy = folder.appending(path: "copy.store")
      try InspectedStore(url).export(to: first, as: format)
      _ = try StoreImport(of: first, as: format, into: copy).run()
      try InspectedStore(copy).export(to: second, as: format)
      #expect(try contents(first) == contents(second))
      #expect(try InspectedStore(copy).format == 1)
      #expect(try InspectedStore(copy).verify().problems == [])
      #expect(try InspectedStore(copy).presets() == InspectedStore(url).presets())

      // A new version does the same to both.
      let reports = try [url, copy].map { url in
        try Kitchen.container(nil, at: url).usePresets([Kitchen.catalog(3)])
      }
      #expect(reports[0] == reports[1])
      #expect(reports[1].conflicts.map(\.field) == ["minutes"])
      #expect(reports[1].leftDeleted.map(\.id).contains("soup"))
      let context = ModelContext(try Kitchen.container(nil, at: copy))
      #expect(try context.dish("pasta")?.minutes == 7)
      #expect(try context.dish("pasta")?.tags.isEmpty == true)
      #expect(try context.dish("soup") == nil)

      // Deletions are noted from now on, too.
      if let salad = try context.dish("salad") { context.delete(salad) }
      try context.save()
      let deleted = try InspectedStore(copy).presets(of: "Dish").filter { $0.state == .deleted }
      #expect(deleted.map(\.id) == ["salad", "soup"])
    }
  }

  private func contents(_ url: URL) throws -> [String: Data] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    guard let names else { return ["": try Data(contentsOf: url)] }
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: url.appending(path: $0))) })
  }

  @Test("Verification finds what contradicts the presets")
  func verification() throws {
    try Kitchen.with(.file) { url in
      let url = try #require(url)
      try use(url)
      #expect(try InspectedStore(url).verify().problems == [])
      let raw = try RawDatabase(url)
      try raw.run("UPDATE _perennial_catalogs SET contents = 'x'")
      try raw.run(
        "UPDATE Dish SET _preset = '[\"kitchen/pasta\",{\"minutes\":7}]' WHERE slug = 'pasta'")
      try raw.run("INSERT INTO _perennial_deleted_presets VALUES ('Goat', -1, 'a/b', 0, 0)")
      try raw.run("INSERT INTO _perennial_deleted_links VALUES ('Goat.kids', 1, 2, 0, 0)")
      try raw.run("DROP TRIGGER \"_perennial_presets_row.Dish\"")
      let problems = try InspectedStore(url).verify().problems.map(\.description)
      for words in [
        "contents of the catalog “kitchen”", "the preset metadata cannot be read",
        "the name of the deleted preset “Goat” -1", "deleted presets of “Goat”",
        "deleted links of “Goat.kids”",
        "trigger _perennial_presets_row.Dish is missing",
      ] {
        #expect(problems.contains { $0.contains(words) }, "\(problems)")
      }
    }
  }
}
