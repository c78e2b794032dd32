import Foundation
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("41/19: What other programs have written is adopted by hand")
struct AdoptionTests {
  let hub = MemoryHub()

  @Test("A dry run counts the changes, the run enters them once, and sync sends them")
  func adoption() throws {
    let devices = try (1...2).map { _ in try Device() }
    for title in ["Bread", "Pie", "Soup"] { devices[0].context.insert(Recipe(title)) }
    for name in ["quick", "slow"] { devices[0].context.insert(Tag(name)) }
    try devices[0].context.save()
    for device in devices + devices { try device.sync(with: hub) }
    try devices[0].runWithTool(
      """
      UPDATE Recipe SET minutes = 9 WHERE title <> 'Soup';
      INSERT INTO Tag (_pk, name) VALUES (77, 'new');
      DELETE FROM Tag WHERE name = 'slow';
      INSERT INTO "Recipe.tags" (source, target, position, inverse_position)
      SELECT r._pk, t._pk, 1, 1 FROM Recipe AS r, Tag AS t WHERE r.title = 'Soup' AND t.name = 'quick'
      """)
    let adoption = StoreAdoption(of: devices[0].url)
    let count = try devices[0].authors.count
    let preview = try adoption.run(isDryRun: true)
    #expect(try devices[0].authors.count == count)
    #expect(preview.entities["Recipe"]?.updated == 3)
    #expect(preview.entities["Recipe"]?.inserted == 0)
    #expect(preview.entities["Tag"]?.inserted == 1)
    #expect(preview.entities["Tag"]?.updated == 1)
    #expect(preview.entities["Tag"]?.deleted == 1)
    #expect(preview.links == 1 && preview.newKeys == 0)
    #expect(try adoption.run() == preview)
    #expect(try adoption.run().isEmpty)
    #expect(try devices[0].authors.dropFirst(count) == ["other program"])
    for device in devices + devices { try device.sync(with: hub) }
    #expect(try devices[1].dump() == devices[0].dump())
    #expect(try devices[1].all(Tag.self).map(\.name).sorted() == ["new", "quick"])
  }

  @Test("41/17: A false preset gets a key of its own, with what refers to it")
  func falsePresets() throws {
    let devices = try (1...2).map { _ in try Device(presets: PresetSyncTests.catalog()) }
    let cook = Cook("Ida")
    let tag = Tag("own")
    for model in [cook, tag] as [any PersistentModel] { devices[0].context.insert(model) }
    try devices[0].context.save()
    try devices[0].runWithTool(
      """
      DROP TRIGGER "_perennial_presets_key.Recipe";
      INSERT INTO Recipe (title, minutes, course, size, identifier, created, cook, "cook$position")
      SELECT 'Stew', 7, course, size, randomblob(16), created, (SELECT _pk FROM Cook), 1 FROM Recipe LIMIT 1;
      INSERT INTO "Recipe.tags" (source, target, position, inverse_position)
      SELECT r._pk, t._pk, 1, 1 FROM Recipe AS r, Tag AS t WHERE r.title = 'Stew' AND t.name = 'own'
      """)
    #expect(try InspectedStore(devices[0].url).verify().counts == ["preset": 1])
    let report = try StoreAdoption(of: devices[0].url).run()
    #expect(report.newKeys == 1)
    #expect(report.entities["Recipe"]?.inserted == 1 && report.entities["Recipe"]?.deleted == 1)
    #expect(try InspectedStore(devices[0].url).verify().isSound)
    let stew = try #require(try devices[0].all(Recipe.self).first { $0.title == "Stew" })
    #expect(try stew.presetState() == .userCreated)
    #expect(stew.cook === cook && stew.tags.map(\.name) == ["own"])
    #expect(cook.recipes.map(\.title) == ["Stew"] && tag.recipes.map(\.title) == ["Stew"])
    for device in devices + devices { try device.sync(with: hub) }
    let other = try #require(try devices[1].all(Recipe.self).first { $0.title == "Stew" })
    #expect(other.minutes == 7 && other.cook?.name == "Ida" && other.tags.map(\.name) == ["own"])
    #expect(try devices[1].dump() == devices[0].dump())
  }

  @Test("A file that is no store is refused, and left as it was")
  func noStore() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("text.store")
    try Data("no database".utf8).write(to: url)
    #expect(throws: SwiftDataError.self) { try StoreAdoption(of: url).run() }
    #expect(try String(contentsOf: url, encoding: .utf8) == "no database")
  }
}
