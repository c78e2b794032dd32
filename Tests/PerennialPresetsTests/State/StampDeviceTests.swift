import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Stamps of presets come from the store's clock")
struct StampDeviceTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("nursery.store") }

  init() throws { directory = try ScratchDirectory() }

  /// The stamp and the device of the last transaction.
  private func last(_ url: URL? = nil) throws -> [String] {
    try #require(
      try RawDatabase(url ?? self.url).rows(
        "SELECT stamp, device FROM _perennial_history ORDER BY id DESC LIMIT 1"
      ).first)
  }

  private func stamps(_ field: String, _ code: String) throws -> [String] {
    try RawDatabase(url).rows(
      """
      SELECT s.value ->> 0, s.value ->> 1 FROM Plant, json_each(_preset, '$[#-1]') AS s \
      WHERE code = '\(code)' AND s.key = '\(field)'
      """
    ).first ?? []
  }

  @Test("Edits, batches and deletions have the stamp of their transaction")
  func edits() throws {
    let container = try Nursery.container(at: url, Nursery.catalog(1, ["basil", "sage"]))
    #expect(
      try RawDatabase(url).value("SELECT cause FROM _perennial_history ORDER BY id DESC")
        == "catalog")
    let context = ModelContext(container)
    try #require(try context.plant("herb basil")).name = "Mine"
    try context.save()
    #expect(try stamps("name", "herb basil") == last())
    let former = try last()
    try context.update(model: Plant.self, setting: [.set(\.height, to: 9)])
    #expect(try stamps("height", "herb basil") == last())
    #expect(try stamps("name", "herb basil") == former)
    context.delete(try #require(try context.plant("plant sage")))
    try context.save()
    #expect(
      try RawDatabase(url).rows("SELECT stamp, device FROM _perennial_deleted_presets")
        == [last()])
  }

  @Test("Without a history the metadata have the clock")
  func withoutHistory() throws {
    var configuration = ModelConfiguration(url: url)
    configuration.historyRetention = .none
    let container = try ModelContainer(
      for: Schema(Nursery.models), configurations: [configuration],
      presets: [Nursery.catalog(1, ["basil"])])
    let context = ModelContext(container)
    for name in ["One", "Two"] {
      let plant = try #require(try context.plant("herb basil"))
      plant.name = name
      try context.save()
      let clock = try RawDatabase(url).rows(
        """
        SELECT (SELECT value FROM _perennial_metadata WHERE key = 'clock'), \
        (SELECT value FROM _perennial_metadata WHERE key = 'device')
        """)
      #expect(try [stamps("name", "herb basil")] == clock)
    }
  }

  @Test("A deletion by another tool gets a stamp with the next deletion")
  func otherTools() throws {
    let container = try Nursery.container(at: url, Nursery.catalog(1, ["basil", "sage"]))
    try RawDatabase(url).run("DELETE FROM Plant WHERE code = 'plant basil'")
    let deleted = "SELECT stamp, device FROM _perennial_deleted_presets ORDER BY preset"
    #expect(try RawDatabase(url).rows(deleted) == [["NULL", "NULL"]])
    #expect(try InspectedStore(url).verify().problems == [])
    #expect(try InspectedStore(url).presets().filter { $0.state == .deleted }.count == 1)
    let context = ModelContext(container)
    context.delete(try #require(try context.plant("plant sage")))
    try context.save()
    #expect(try RawDatabase(url).rows(deleted) == [last(), last()])
  }

  @Test("An import follows the stamps that come with it", arguments: DocumentFormat.allCases)
  func importing(_ format: DocumentFormat) throws {
    let year: Int64 = 365 * 24 * 3600 * 1000 << 16
    let container = try Nursery.container(at: url, Nursery.catalog(1, ["basil"]))
    let context = ModelContext(container)
    try #require(try context.plant("herb basil")).name = "Mine"
    try context.save()
    let ahead = try #require(Int64(try last()[0])) + year
    try RawDatabase(url).run(
      """
      UPDATE Plant SET _preset = json_set(_preset, '$[1].name[0]', \(ahead)) \
      WHERE code = 'herb basil'
      """)
    let (document, copy) = (directory.file("document"), directory.file("copy.store"))
    try InspectedStore(url).export(to: document, as: format)
    _ = try StoreImport(of: document, as: format, into: copy).run()
    #expect(
      try RawDatabase(copy).rows("SELECT cause, stamp > \(ahead) FROM _perennial_history")
        == [["import", "1"]])
  }

  @Test("A renamed preset keeps its first ID")
  func firstID() throws {
    let container = try Nursery.container(at: url, Nursery.catalog(1, ["basil"]))
    let context = ModelContext(container)
    try #require(try context.plant("herb basil")).height = 3
    try context.save()
    func rename(_ version: Int, _ id: String, _ former: [(String, String)]) throws {
      try container.usePresets([
        PresetCatalog("nursery", version: version) {
          former.reduce(
            Presets(id: \Herb.code) { [Herb(id, "Herb", taste: "fresh")] }
          ) { $0.renamed($1.0, formerly: $1.1) }
        }
      ])
    }
    try rename(2, "mint", [("mint", "herb basil")])
    let names =
      "SELECT _preset ->> 0, _preset ->> 1, _preset -> '$[#-1].height' IS NOT NULL FROM Plant WHERE _entity = 'Herb'"
    #expect(try RawDatabase(url).rows(names) == [["nursery/mint", "herb basil", "1"]])
    try rename(3, "thyme", [("thyme", "mint"), ("mint", "herb basil")])
    #expect(try RawDatabase(url).rows(names) == [["nursery/thyme", "herb basil", "1"]])
    let text = try #require(
      try RawDatabase(url).value("SELECT _preset FROM Plant WHERE _entity = 'Herb'"))
    #expect(try PresetMetadata(text: text).text == text)
  }
}
