import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Other tools and sync")
struct OtherToolTests {
  let hub = MemoryHub()

  /// The transaction with an entry in the history, as Documentation/FileFormat.md has it.
  private static func documentedTransaction() throws -> String {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/FileFormat.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "BEGIN IMMEDIATE;"))
    let end = try #require(text.range(of: "COMMIT;", range: start.upperBound..<text.endIndex))
    return String(text[start.lowerBound..<end.upperBound])
  }

  private func minutes(_ device: Device) throws -> [Int] {
    let context = ModelContext(device.container)
    return try context.fetch(FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)]))
      .map(\.minutes)
  }

  @Test("A change with an entry in the history is sent, and one without, each once (41.19, 41.26)")
  func entry() throws {
    let (first, second) = (try Device(), try Device())
    for title in ["Bread", "Soup"] { first.context.insert(Recipe(title, minutes: 5)) }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    try first.runWithTool("UPDATE Recipe SET minutes = 99 WHERE title = 'Bread'")
    try first.runWithTool(Self.documentedTransaction())
    #expect(try first.pending == 2)
    #expect(try first.authors.suffix(2) == ["ada", "other program"])
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try minutes(first) == [99, 20])
    #expect(try minutes(second) == [99, 20])
    for recipe in try second.context.fetch(FetchDescriptor<Recipe>()) { recipe.minutes += 1 }
    try second.context.save()
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try minutes(first) == [100, 21])
    #expect(try minutes(second) == [100, 21])
  }

  @Test("41/18: An edit of a preset is sent, and the next catalog keeps it on all devices")
  func presetEdit() throws {
    let devices = try (1...2).map { _ in try Device(presets: PresetSyncTests.catalog()) }
    for device in devices + devices { try device.sync(with: hub) }
    try devices[0].runWithTool("UPDATE Recipe SET minutes = 99 WHERE title = 'Pasta'")
    for device in devices + devices { try device.sync(with: hub) }
    for device in devices {
      try device.container.usePresets([PresetSyncTests.catalog(version: 2, minutes: 12)])
      try device.sync(with: hub)
    }
    for device in devices {
      let context = ModelContext(device.container)
      let recipes = try context.fetch(FetchDescriptor<Recipe>())
      let pasta = try #require(recipes.first { $0.title == "Pasta" })
      #expect(pasta.minutes == 99)
      #expect(try pasta.presetState().editedFields == ["minutes"])
      #expect(recipes.first { $0.title == "Rice" }?.minutes == 24)
      #expect(try device.pending == 0)
    }
  }
}
