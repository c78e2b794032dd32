import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import SwiftData
import Testing

/// Presets of a store whose classes are made from what its file says do what the program's own do.
@Suite("Presets without the program")
struct StoredPresetTests {
  private func catalog(_ version: Int, _ schema: Schema) throws -> PresetCatalog {
    let salad = """
      , { "$id": "salad", "slug": "salad", "title": "Salad", "minutes": 5, "isFavourite": false,
          "tags": ["vegan", "quick"] }
      """
    let text = """
      {
        "catalog": "kitchen", "version": \(version), "leavingToUser": { "Dish": ["isFavourite"] },
        "presets": {
          "DishTag": [
            { "$id": "quick", "presetID": "quick", "name": "Quick" },
            { "$id": "vegan", "presetID": "vegan", "name": "Vegan" }
          ],
          "Course": [{ "$id": "Main", "name": "Main" }],
          "Dish": [
            { "$id": "pasta", "slug": "pasta", "title": "Pasta \(version)", "minutes": \(10 * version),
              "isFavourite": false, "course": "Main", "tags": ["quick"],
              "parts": [{ "$id": "salt", "name": "Salt", "amount": "\(version) g" }] }\(version < 2 ? "" : salad)
          ]
        }
      }
      """
    return try PresetCatalog(Data(text.utf8), named: "kitchen.json", for: schema)
  }

  /// Returns the contents of each object, by its entity and key. A preset has the same key in every
  /// store.
  private func rows(_ url: URL) throws -> [String: String] {
    let store = try InspectedStore(url)
    var rows: [String: String] = [:]
    for entity in store.entityNames {
      for row in try store.rows(of: entity) {
        let values = row.values.map { "\($0.name) \($0.value)" }
        let mark = row.hidden.first { $0.name == "_preset" }?.value
        var preset = ""
        if case .json(let text) = mark {
          let read = try PresetMetadata(text: text)
          preset = "\(read.name) \(read.stamps.cells.mapValues(\.base).sorted { $0.key < $1.key })"
        }
        rows["\(entity) \(row.key)"] = "\(values) \(preset)"
      }
    }
    return rows
  }

  private func edit(_ url: URL) throws {
    let context = ModelContext(try Kitchen.container(nil, at: url))
    let pasta = try #require(try context.dish("pasta"))
    pasta.minutes = 7
    pasta.tags = []
    if let vegan = try context.tag("vegan") { context.delete(vegan) }
    try context.save()
  }

  @Test("To apply, update, restore and reset them comes to the same")
  func same() throws {
    try Kitchen.with(.file) { url in
      let own = try #require(url)
      let other = own.deletingLastPathComponent().appending(path: "other.store")
      _ = try Kitchen.container(nil, at: own)
      _ = try Kitchen.container(nil, at: other)
      func libraries(_ version: Int) throws -> [PresetLibrary] {
        let program = Schema(Kitchen.models)
        let models = try StoreModels(of: InspectedStore(other))
        return [
          PresetLibrary(
            of: try Kitchen.container(nil, at: own), catalogs: [try catalog(version, program)]),
          PresetLibrary(
            of: try models.container(), catalogs: [try catalog(version, models.schema)]),
        ]
      }
      func expectSame(
        _ version: Int, location: SourceLocation = #_sourceLocation,
        _ work: (PresetLibrary) throws -> PresetReport
      ) throws -> PresetReport {
        let reports = try libraries(version).map {
          var report = try work($0)
          report.backup = nil
          return report
        }
        #expect(reports[0] == reports[1], sourceLocation: location)
        #expect(try rows(other) == rows(own), sourceLocation: location)
        #expect(try InspectedStore(other).verify().problems == [], sourceLocation: location)
        return reports[1]
      }
      #expect(try expectSame(1) { try $0.apply() }.inserted.count == 5)
      try edit(own)
      try edit(other)
      let update = try expectSame(2) { try $0.apply() }
      #expect(update.conflicts.map(\.field) == ["minutes"])
      #expect(update.updated.contains { $0.names == ["title"] })
      #expect(update.leftDeleted.map(\.id) == ["vegan"])
      #expect(try expectSame(2) { try $0.restore() }.restored.map(\.id) == ["vegan"])
      #expect(try expectSame(2) { try $0.reset(.presets, backup: .none) }.updated.count == 1)
      #expect(try expectSame(2) { try $0.apply() }.isEmpty)
      // And the program finds it all done.
      let program = try catalog(2, Schema(Kitchen.models))
      #expect(try Kitchen.container(nil, at: other).usePresets([program]).isEmpty)
    }
  }

  @Test("A stored object tells its state as a preset")
  func state() throws {
    try Kitchen.with(.file) { url in
      let url = try #require(url)
      _ = try Kitchen.container(1, at: url)
      try edit(url)
      let presets = try InspectedStore(url).presets(of: "Dish")
      #expect(presets.map(\.id) == ["aspic", "pasta", "soup"])
      #expect(presets.map(\.state) == [.pristine, .edited, .pristine])
      #expect(presets[1].edits.map(\.field) == ["minutes"])
      let summary = try InspectedStore(url).summary()
      #expect(summary.catalogs?.map(\.name) == ["kitchen"])
      #expect(summary.catalogs?.first?.version == 1)
    }
  }
}
