import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

/// Programs without the library write to the file of a synced store, and make no entries in its history.
@Suite("41/19: What other programs write is sent")
struct ForeignChangeTests {
  let hub = MemoryHub()

  private func notes(_ device: Device) throws -> [[String]] {
    try RawDatabase(device.url).rows("SELECT * FROM _perennial_noted_changes")
  }

  /// Two devices with three recipes, of which two have a cook and one a tag.
  private func devices() throws -> [Device] {
    let devices = try (1...2).map { _ in try Device() }
    let context = devices[0].context
    let (ida, tag, unused) = (Cook("Ida"), Tag("quick"), Tag("unused"))
    let recipes = ["Bread", "Pie", "Soup"].map { Recipe($0, minutes: 5) }
    for recipe in recipes { context.insert(recipe) }
    for model in [ida, Cook("Bob"), tag, unused, Dish("plate"), Soup("leek"), Apron("red")]
      as [any PersistentModel]
    {
      context.insert(model)
    }
    ida.recipes = [recipes[0], recipes[2]]
    recipes[0].tags = [tag]
    try context.save()
    for device in devices + devices { try device.sync(with: hub) }
    return devices
  }

  private func exchange(_ devices: [Device]) throws {
    for device in devices + devices { try device.sync(with: hub) }
  }

  // MARK: Kinds of changes

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: String
    /// The beginnings of lines that appear in the dump of the first device, and of lines that disappear.
    var added: [String] = []
    var removed: [String] = []
  }

  static let changes = [
    Change(
      testDescription: "attributes",
      statements: "UPDATE Recipe SET minutes = 9, note = 'hot' WHERE title = 'Bread'",
      added: ["recipe Bread 9 hot"], removed: ["recipe Bread 5 -"]),
    Change(
      testDescription: "a value that comes back",
      statements: """
        UPDATE Recipe SET minutes = 9 WHERE title = 'Bread';
        UPDATE Recipe SET minutes = 5 WHERE title = 'Bread'
        """),
    Change(
      testDescription: "a reference",
      statements: """
        UPDATE Recipe SET cook = (SELECT _pk FROM Cook WHERE name = 'Bob'), "cook$position" = 7
        WHERE title = 'Bread'
        """,
      added: ["cook Bob apron - [Bread]", "cook Ida apron - [Soup]"],
      removed: ["cook Bob apron - []", "cook Ida apron - [Bread,Soup]"]),
    Change(
      testDescription: "an emptied reference",
      statements: "UPDATE Recipe SET cook = NULL WHERE title = 'Bread'",
      added: ["cook Ida apron - [Soup]"], removed: ["cook Ida apron - [Bread,Soup]"]),
    Change(
      testDescription: "a link",
      statements: """
        INSERT INTO "Recipe.tags" (source, target, position, inverse_position)
        SELECT r._pk, t._pk, 1, 1 FROM Recipe AS r, Tag AS t WHERE r.title = 'Pie' AND t.name = 'quick'
        """, added: ["recipe Pie 5"]),
    Change(
      testDescription: "the removal of a link", statements: "DELETE FROM \"Recipe.tags\"",
      added: ["recipe Bread 5"]),
    Change(
      testDescription: "a link to another object",
      statements: """
        UPDATE "Recipe.tags" SET target = (SELECT _pk FROM Tag WHERE name = 'unused')
        """, added: ["recipe Bread 5"]),
    Change(
      testDescription: "an insertion",
      statements: "INSERT INTO Tag (_pk, name) VALUES (abs(random() / 2) + 1, 'new')",
      added: ["tag new"]),
    Change(
      testDescription: "an insertion with links",
      statements: """
        INSERT INTO Tag (_pk, name) VALUES (77, 'new');
        INSERT INTO "Recipe.tags" (source, target, position, inverse_position)
        SELECT _pk, 77, 1, 1 FROM Recipe WHERE title IN ('Bread', 'Pie');
        UPDATE Tag SET name = 'newer' WHERE _pk = 77
        """, added: ["tag newer"]),
    Change(
      testDescription: "a deletion", statements: "DELETE FROM Recipe WHERE title = 'Bread'",
      added: ["cook Ida apron - [Soup]"],
      removed: ["recipe Bread 5", "cook Ida apron - [Bread,Soup]"]),
    Change(
      testDescription: "a deletion of what others refer to",
      statements: "DELETE FROM Cook WHERE name = 'Ida'; DELETE FROM Tag WHERE name = 'quick'",
      removed: ["cook Ida", "tag quick"]),
    Change(
      testDescription: "a row that has come and gone",
      statements: """
        INSERT INTO Tag (_pk, name) VALUES (77, 'new'); DELETE FROM Tag WHERE _pk = 77
        """),
    Change(
      testDescription: "a replaced row",
      statements: """
        INSERT OR REPLACE INTO Tag (_pk, name) SELECT _pk, 'slow' FROM Tag WHERE name = 'unused'
        """, added: ["tag slow"], removed: ["tag unused"]),
    Change(
      testDescription: "a one-to-one relationship",
      statements: """
        UPDATE Cook SET apron = (SELECT _pk FROM Apron) WHERE name = 'Bob';
        UPDATE Apron SET cook = (SELECT _pk FROM Cook WHERE name = 'Bob')
        """, added: ["cook Bob apron red", "apron red of Bob"],
      removed: ["cook Bob apron -", "apron red of -"]),
    Change(
      testDescription: "objects of a subclass",
      statements: """
        UPDATE Dish SET name = 'pea', "Soup.isHot" = FALSE WHERE _entity = 'Soup';
        INSERT INTO Dish (_pk, _entity, name, "Soup.isHot") VALUES (78, 'Soup', 'miso', TRUE);
        UPDATE Dish SET name = 'bowl' WHERE _entity = 'Dish'
        """, added: ["Soup pea false", "Soup miso true", "Dish bowl"],
      removed: ["Soup leek true", "Dish plate"]),
  ]

  @Test("Each kind of change reaches the other device, and is entered once", arguments: changes)
  func kinds(change: Change) throws {
    let devices = try devices()
    let before = try devices[0].dump()
    let count = try devices[0].authors.count
    try devices[0].runWithTool(change.statements)
    #expect(try !notes(devices[0]).isEmpty)
    try exchange(devices)
    let after = try devices[0].dump()
    #expect(try devices[1].dump() == after)
    let (added, removed) = (
      after.filter { !before.contains($0) }, before.filter { !after.contains($0) }
    )
    for line in change.added { #expect(added.contains { $0.hasPrefix(line) }, "\(line): \(added)") }
    for line in change.removed {
      #expect(removed.contains { $0.hasPrefix(line) }, "\(line): \(removed)")
    }
    for device in devices {
      #expect(try device.pending == 0)
      #expect(try notes(device).isEmpty)
    }
    let entries = try devices[0].authors.dropFirst(count)
    let hasChanged = !added.isEmpty || !removed.isEmpty
    #expect((hasChanged ? 1...1 : 0...1).contains(entries.count))
    #expect(entries.allSatisfy { $0 == "other program" })
    // Another exchange sends nothing.
    try exchange(devices)
    #expect(try devices[0].authors.dropFirst(count).count == entries.count)
  }

  @Test(
    "They stay beside what another device has written meanwhile",
    arguments: changes.filter { !$0.testDescription.contains("deletion") })
  func remoteEdits(change: Change) throws {
    let devices = try devices()
    try devices[0].runWithTool(change.statements)
    for recipe in try devices[1].all(Recipe.self) { recipe.course = .dessert }
    try devices[1].context.save()
    try devices[1].sync(with: hub)
    try exchange(devices)
    let dump = try devices[0].dump()
    #expect(try devices[1].dump() == dump)
    for recipe in try devices[0].all(Recipe.self) { #expect(recipe.course == .dessert) }
    for line in change.added where !line.hasPrefix("recipe") {
      #expect(dump.contains { $0.hasPrefix(line) }, "\(line): \(dump)")
    }
  }

  // MARK: When they are noticed

  @Test("Changes made while no program has the store open are sent")
  func closed() throws {
    let devices = try devices()
    try devices[0].update(to: Kitchen.models)
    try devices[0].runWithTool("UPDATE Recipe SET minutes = 9")
    try devices[0].update(to: Kitchen.models)
    try exchange(devices)
    #expect(try devices[1].all(Recipe.self).map(\.minutes) == [9, 9, 9])
  }

  @Test("A save of the app enters them before itself, and the app's later edit stays")
  func save() throws {
    let devices = try devices()
    let bread = try #require(try devices[0].all(Recipe.self).first { $0.title == "Bread" })
    try devices[0].runWithTool("UPDATE Recipe SET minutes = 9, note = 'hot' WHERE title = 'Bread'")
    bread.minutes = 7
    try devices[0].context.save()
    #expect(
      try devices[0].authors.suffix(2) == ["other program", "-"])
    try exchange(devices)
    for device in devices {
      let bread = try #require(try device.all(Recipe.self).first { $0.title == "Bread" })
      #expect(bread.minutes == 7 && bread.note == "hot")
    }
  }

  @Test("A transaction that is rolled back leaves the notes for the next one")
  func rollback() throws {
    let devices = try devices()
    try devices[0].runWithTool("UPDATE Recipe SET minutes = 9")
    let noted = try notes(devices[0])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try devices[0].context.transaction {
        devices[0].context.insert(Tag("refused"))
        throw Stop()
      }
    }
    #expect(try notes(devices[0]) == noted)
    try exchange(devices)
    #expect(try devices[1].all(Recipe.self).map(\.minutes) == [9, 9, 9])
  }

  @Test("Of two containers on one file, one enters them")
  func twoContainers() throws {
    let devices = try devices()
    let other = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(url: devices[0].url))
    let context = ModelContext(other)
    try devices[0].runWithTool("UPDATE Recipe SET minutes = 9")
    context.insert(Tag("other"))
    try context.save()
    devices[0].context.insert(Tag("own"))
    try devices[0].context.save()
    #expect(
      try devices[0].authors.suffix(3) == ["other program", "-", "-"])
    #expect(try devices[0].all(Recipe.self).map(\.minutes) == [9, 9, 9])
    #expect(try context.fetch(FetchDescriptor<Recipe>()).map(\.minutes) == [9, 9, 9])
  }

  @Test("An earlier version of the library fires the triggers, and its own entries count")
  func earlierVersion() throws {
    let devices = try devices()
    let last = try #require(
      try RawDatabase(devices[0].url).value("SELECT max(id) FROM _perennial_history"))
    let key = try #require(
      try RawDatabase(devices[0].url).value("SELECT _pk FROM Recipe WHERE title = 'Bread'"))
    try devices[0].runWithTool(
      """
      BEGIN;
      UPDATE Recipe SET minutes = 9 WHERE title = 'Bread';
      INSERT INTO _perennial_history (id, time, author, bundle, process, origin, stamp, device, cause, changes)
      SELECT id + 1, time, 'earlier', bundle, process, 7, stamp + 1, device, 'user',
        '[{"entity":"Recipe","kind":"update","properties":["minutes"],"keys":[\(key)]}]'
      FROM _perennial_history WHERE id = \(last);
      COMMIT;
      UPDATE Recipe SET note = 'hot' WHERE title = 'Bread'
      """)
    try exchange(devices)
    #expect(try devices[1].all(Recipe.self).first { $0.title == "Bread" }?.minutes == 9)
    #expect(try devices[1].all(Recipe.self).first { $0.title == "Bread" }?.note == "hot")
    #expect(try devices[0].authors.count { $0 == "other program" } == 1)
    #expect(
      try RawDatabase(devices[0].url).value(
        "SELECT changes FROM _perennial_history WHERE author = 'other program'")
        == #"[{"entity":"Recipe","kind":"update","properties":["note"],"keys":[\#(key)]}]"#)
  }

  // MARK: No notes

  @Test("The library's own writes leave no notes, also after its own changes of the schema")
  func ownWrites() throws {
    let devices = try devices()
    let context = devices[0].context
    func expectNone(_ line: Int = #line) throws {
      let noted = try notes(devices[0])
      #expect(noted.isEmpty, "line \(line): \(noted)")
    }
    for recipe in try devices[0].all(Recipe.self) {
      recipe.minutes += 1
      recipe.tags = try devices[0].all(Tag.self)
    }
    try context.save()
    try expectNone()
    try context.delete(model: Recipe.self, where: #Predicate { $0.title == "Pie" })
    try expectNone()
    try devices[0].container.usePresets([PresetSyncTests.catalog()])
    try expectNone()
    for recipe in try devices[0].all(Recipe.self) { recipe.minutes += 1 }
    try context.save()
    try expectNone()
    for recipe in try devices[0].all(Recipe.self) { context.delete(recipe) }
    try context.save()
    try expectNone()
    try exchange(devices)
    for device in devices { #expect(try notes(device).isEmpty) }
    try devices[0].runWithTool("UPDATE Cook SET name = 'Eve' WHERE name = 'Ida'")
    #expect(try notes(devices[0]).count == 1)
  }

  @Test("A store that was never synced has no such triggers")
  func unsynced() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(url: url))
    let triggers = try RawDatabase(url).rows(
      "SELECT name FROM sqlite_master WHERE name LIKE '%note%'")
    #expect(triggers.isEmpty)
    withExtendedLifetime(container) {}
  }

  @Test("Triggers that a tool has removed are created at the next opening")
  func removedTriggers() throws {
    let devices = try devices()
    let names = "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    let before = try RawDatabase(devices[0].url).rows(names)
    #expect(before.count { $0[0].contains("_perennial_presets_note.") } == 18)
    try devices[0].runWithTool("DROP TRIGGER \"_perennial_presets_note.update.Recipe\"")
    try devices[0].update(to: Kitchen.models)
    #expect(try RawDatabase(devices[0].url).rows(names) == before)
  }
}
