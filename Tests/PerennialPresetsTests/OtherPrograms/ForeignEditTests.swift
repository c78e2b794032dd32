import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

/// An UPDATE of a preset by another program, which leaves the metadata of the preset alone.
@Suite("41/18: Presets that other programs edit")
struct ForeignEditTests {
  /// Contexts that live as long as a test, so that their objects do.
  private final class Contexts { var value: [ObjectIdentifier: ModelContext] = [:] }

  private let directory: ScratchDirectory
  private let contexts = Contexts()
  private var url: URL { directory.file("nursery.store") }

  init() throws { directory = try ScratchDirectory() }

  private func container(_ version: Int = 1) throws -> ModelContainer {
    try Nursery.container(at: url, Nursery.catalog(version, ["basil", "sage"]))
  }

  private func run(_ sql: String) throws { try RawDatabase(url).run(sql) }

  private func notes() throws -> String? {
    try RawDatabase(url).value("SELECT count(*) FROM _perennial_noted_preset_edits")
  }

  private func plant(_ code: String = "plant basil", in container: ModelContainer) throws -> Plant {
    try #require(try context(of: container).plant(code))
  }

  private func context(of container: ModelContainer) -> ModelContext {
    if let context = contexts.value[ObjectIdentifier(container)] { return context }
    let context = ModelContext(container)
    contexts.value[ObjectIdentifier(container)] = context
    return context
  }

  /// Saves an object, so that a program writes to the file.
  private func save(in container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(Plant(nil, "Fern"))
    try context.save()
  }

  @Test("The next catalog keeps the value, and changes the others", arguments: [true, false])
  func catalog(isOpen: Bool) throws {
    let open = isOpen ? try container() : nil
    if !isOpen { _ = try container() }
    try run("UPDATE Plant SET name = 'Basilico' WHERE code = 'plant basil'")
    try run("UPDATE Plant SET \"Herb.taste\" = 'strong' WHERE code = 'herb basil'")
    let next = try container(2)
    #expect(try plant(in: next).name == "Basilico")
    #expect(try plant("plant sage", in: next).name == "Plant 2")
    let herb = try plant("herb basil", in: next)
    #expect((herb as? Herb)?.taste == "strong" && herb.name == "Herb 2")
    #expect(try plant(in: next).presetState().editedFields == ["name"])
    #expect(try herb.presetState().editedFields == ["taste"])
    #expect(try notes() == "0")
    withExtendedLifetime(open) {}
  }

  @Test("The next save makes it an edit, which the contexts and the history show")
  func save() throws {
    let container = try container()
    let held = try plant(in: container)
    #expect(held.name == "Plant 1")
    try run("UPDATE Plant SET name = 'Basilico', height = 30 WHERE code = 'plant basil'")
    try save(in: container)
    let context = try #require(held.modelContext)
    _ = try context.fetchCount(FetchDescriptor<Plant>())
    #expect(held.name == "Basilico" && held.height == 30)
    #expect(try held.presetState().editedFields.sorted() == ["height", "name"])
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let adopted = transactions.filter { $0.author == "other program" }
    #expect(adopted.count == 1)
    #expect(
      adopted.first?.changes.map(\.changedPersistentIdentifier) == [held.persistentModelID])
  }

  @Test("A reset takes the value back")
  func reset() throws {
    let container = try container()
    try run("UPDATE Plant SET name = 'Basilico' WHERE code = 'plant basil'")
    try container.presets.reset(.presets, backup: .none)
    #expect(try plant(in: container).name == "Plant 1")
    #expect(try plant(in: container).presetState().editedFields.isEmpty)
    #expect(try notes() == "0")
  }

  @Test("A value that is the former one again is no edit. Of several, the first one counts")
  func formerValues() throws {
    let container = try container()
    try run(
      """
      UPDATE Plant SET name = 'A', height = 1 WHERE code = 'plant basil';
      UPDATE Plant SET name = 'B' WHERE code = 'plant basil';
      UPDATE Plant SET height = (SELECT height FROM Plant WHERE code = 'plant sage')
      WHERE code = 'plant basil'
      """)
    try save(in: container)
    #expect(try plant(in: container).presetState().editedFields == ["name"])
    try container.presets.reset(.presets, backup: .none)
    #expect(try plant(in: container).name == "Plant 1")
  }

  @Test(
    "The conflict clause of a statement changes nothing",
    arguments: ["ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK"])
  func conflictClauses(clause: String) throws {
    let container = try container()
    for name in ["A", "B"] {
      try run("UPDATE OR \(clause) Plant SET name = '\(name)' WHERE code = 'plant basil'")
    }
    try save(in: container)
    #expect(try plant(in: container).name == "B")
    #expect(try plant(in: container).presetState().editedFields == ["name"])
    try container.presets.reset(.presets, backup: .none)
    #expect(try plant(in: container).name == "Plant 1")
  }

  @Test("A field that the user has edited before is edited again: its catalog's value stays known")
  func editedBefore() throws {
    let container = try container()
    let held = try plant(in: container)
    held.name = "Mine"
    try held.modelContext?.save()
    try run("UPDATE Plant SET name = 'Theirs' WHERE code = 'plant basil'")
    try save(in: container)
    #expect(try plant(in: container).name == "Theirs")
    try container.presets.reset(.presets, backup: .none)
    #expect(try plant(in: container).name == "Plant 1")
  }

  @Test("What the library writes, and what belongs to no preset, leaves no note")
  func noNotes() throws {
    let container = try container()
    let held = try plant(in: container)
    held.name = "Mine"
    try held.modelContext?.save()
    try save(in: container)
    let next = try self.container(2)
    try next.presets.reset(.presets, backup: .none)
    #expect(try notes() == "0")
    try run("UPDATE Plant SET name = 'Fern 2' WHERE name = 'Fern'")
    #expect(try notes() == "0")
    // A program that knows the metadata has made the edit itself.
    try run(
      """
      UPDATE Plant SET name = 'Known', _preset = '["nursery/plant basil",{"name":[1,1,"Plant 2"]}]' \
      WHERE code = 'plant basil'
      """)
    #expect(try notes() == "0")
  }

  @Test("What an earlier version of the library writes as a catalog is no edit")
  func earlierVersion() throws {
    let container = try container()
    let key = try #require(
      try RawDatabase(url).value("SELECT _pk FROM Plant WHERE code = 'plant basil'"))
    try run(
      """
      BEGIN; UPDATE Plant SET name = 'Plant 2' WHERE _pk = \(key);
      INSERT INTO _perennial_history (id, time, author, bundle, process, origin, stamp, device, cause, changes)
      SELECT max(id) + 1, 0, NULL, 'old', 'old 1', 7, max(stamp) + 1, 7, 'catalog',
      '[{"entity":"Plant","kind":"update","properties":["name"],"keys":[\(key)]}]' FROM _perennial_history;
      COMMIT; UPDATE Plant SET height = 77 WHERE _pk = \(key)
      """)
    try save(in: container)
    #expect(try plant(in: container).presetState().editedFields == ["height"])
    #expect(try notes() == "0")
  }

  @Test("A history entry of another field leaves the edit one that is entered")
  func entryOfAnotherField() throws {
    let container = try container()
    let key = try #require(
      try RawDatabase(url).value("SELECT _pk FROM Plant WHERE code = 'plant basil'"))
    try run(
      """
      UPDATE Plant SET name = 'Basilico' WHERE _pk = \(key);
      INSERT INTO _perennial_history (id, time, author, bundle, process, origin, stamp, device, cause, changes)
      SELECT max(id) + 1, 0, 'ada', 'sqlite3', 'sqlite3', 7, max(stamp) + 1, 7, 'user',
      '[{"entity":"Plant","kind":"update","properties":["height"],"keys":[\(key)]}]' FROM _perennial_history
      """)
    try save(in: container)
    #expect(try plant(in: container).presetState().editedFields == ["name"])
    let entered = try RawDatabase(url).value(
      "SELECT changes FROM _perennial_history WHERE author = 'other program'")
    #expect(entered?.contains(#""properties":["name"]"#) == true, "\(entered ?? "-")")
  }

  @Test("A store without a history stamps the edit, and enters nothing")
  func withoutHistory() throws {
    func container(_ version: Int) throws -> ModelContainer {
      var configuration = ModelConfiguration(url: url)
      configuration.historyRetention = .none
      return try ModelContainer(
        for: Schema(Nursery.models), configurations: [configuration],
        presets: [Nursery.catalog(version, ["basil", "sage"])])
    }
    do { _ = try container(1) }
    try run("UPDATE Plant SET name = 'Basilico' WHERE code = 'plant basil'")
    let next = try container(2)
    #expect(try plant(in: next).name == "Basilico")
    #expect(try plant(in: next).presetState().editedFields == ["name"])
    #expect(try notes() == "0")
  }

  @Test("A file of an earlier version notes edits after its next opening for writing")
  func earlierFile() throws {
    _ = try container()
    try run(
      """
      DROP TRIGGER "_perennial_presets_edit.Plant"; DROP TABLE _perennial_noted_preset_edits
      """)
    let number = try #require(try RawDatabase(url).value("PRAGMA schema_version"))
    try run("PRAGMA user_version = \(number)")
    let before = try RawDatabase(url).rows("SELECT * FROM Plant ORDER BY _pk")
    try run("UPDATE Plant SET name = 'Unnoticed' WHERE code = 'plant sage'")
    do { _ = try Nursery.container(at: url, allowsSave: false) }
    do { _ = try container() }
    #expect(try RawDatabase(url).rows("SELECT * FROM Plant ORDER BY _pk").count == before.count)
    try run("UPDATE Plant SET name = 'Basilico' WHERE code = 'plant basil'")
    #expect(try notes() == "1")
    let next = try container(2)
    #expect(try plant(in: next).name == "Basilico")
  }

  @Test("A transaction that is rolled back leaves the notes for the next one")
  func rollback() throws {
    let container = try container()
    try run("UPDATE Plant SET name = 'Basilico' WHERE code = 'plant basil'")
    struct Stop: Error {}
    let context = ModelContext(container)
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Plant(nil, "Fern"))
        throw Stop()
      }
    }
    try save(in: container)
    #expect(try plant(in: container).presetState().editedFields == ["name"])
    #expect(try notes() == "0")
  }
}
