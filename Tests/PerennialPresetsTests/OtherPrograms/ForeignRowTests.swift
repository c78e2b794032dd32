import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Rows that other programs insert beside presets")
struct ForeignRowTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("nursery.store") }
  private let insertion = "INSERT INTO Plant (_entity, name, height) VALUES ('Plant', 'Fern', 1)"

  init() throws { directory = try ScratchDirectory() }

  private func container() throws -> ModelContainer {
    try Nursery.container(at: url, Nursery.catalog(1, ["basil", "sage"]))
  }

  @Test("41/17: Without a key, a row is refused where it would get that of a preset")
  func withoutKey() throws {
    let container = try container()
    let database = try RawDatabase(url)
    let before = try database.rows("SELECT * FROM Plant ORDER BY _pk")
    let failure = #expect(throws: RawDatabase.Failure.self) { try database.run(insertion) }
    let message = try #require(failure?.message)
    #expect(message.contains("abs(random() / 2) + 1"), "\(message)")
    #expect(try database.rows("SELECT * FROM Plant ORDER BY _pk") == before)

    // The statement of the message works.
    try database.run(
      """
      INSERT INTO Plant (_pk, _entity, name, height) VALUES (abs(random() / 2) + 1, 'Plant', 'Fern', 1)
      """)
    let context = ModelContext(container)
    let fern = try #require(
      try context.fetch(FetchDescriptor<Plant>(predicate: #Predicate { $0.name == "Fern" })).first)
    #expect(try fern.presetState() == .userCreated)
    // Beside it, SQLite takes a key that is no preset's.
    try database.run(insertion)
    #expect(try context.fetchCount(FetchDescriptor<Plant>(), presets: .userCreated) == 2)
    #expect(try InspectedStore(url).verify().problems == [])
  }

  @Test("41/17: A deleted preset returns, by undo and by a restoration")
  func deletedPreset() throws {
    let container = try container()
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    for isUndone in [true, false] {
      context.delete(try #require(try context.plant("plant basil")))
      try context.save()
      if isUndone { context.undoManager?.undo() } else { try container.presets.restore() }
      try context.save()
      let plant = try #require(try context.plant("plant basil"))
      #expect(plant.isPreset)
    }
  }

  @Test("41/17: A false preset in a file of an earlier version is reported, and can be mended")
  func earlierFile() throws {
    do { _ = try container() }
    do {
      let database = try RawDatabase(url)
      try database.run("DROP TRIGGER \"_perennial_presets_key.Plant\"")
      try database.run(insertion)
    }
    let problems = try InspectedStore(url).verify().problems
    #expect(problems.count == 1)
    #expect(problems.first?.description.contains("has the key of a preset and is none") == true)
    try RawDatabase(url).run("UPDATE Plant SET _pk = abs(random() / 2) + 1 WHERE name = 'Fern'")
    #expect(try InspectedStore(url).verify().problems == [])
    // The next catalog brings the trigger.
    _ = try Nursery.container(at: url, Nursery.catalog(2, ["basil", "sage"]))
    #expect(
      try RawDatabase(url).value(
        "SELECT count(*) FROM sqlite_master WHERE name = '_perennial_presets_key.Plant'") == "1")
  }
}
