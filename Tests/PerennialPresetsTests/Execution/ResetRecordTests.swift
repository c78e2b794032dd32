import Foundation
import Perennial
import PerennialPresets
import PerennialRecords
import StoreTesting
import SwiftData
import Testing

/// Resets are recorded in the table `_perennial_resets`, with the time and the device, for synchronisation.
@Suite("The records of resets in a store")
struct ResetRecordTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("kitchen.store") }

  init() throws { directory = try ScratchDirectory() }

  /// The dish “rice” with two parts, from a file.
  private static let file = """
    {
      "catalog": "files", "version": 1, "presets": {
        "Dish": [
          {
            "$id": "rice", "slug": "rice", "title": "Rice", "minutes": 12,
            "parts": [
              {"$id": "Rice", "name": "Rice", "amount": "1"},
              {"$id": "Salt", "name": "Salt", "amount": "2"}
            ]
          }
        ]
      }
    }
    """

  /// The dish “tea”, from an array.
  private static let array = PresetCatalog("arrays", version: 1) {
    Presets(id: \.slug) { [Dish("tea", "Tea")] }
  }

  private static let rice = PresetIdentifier(catalog: "files", entityName: "Dish", id: "rice")
  private static let tea = PresetIdentifier(catalog: "arrays", entityName: "Dish", id: "tea")

  private func container() throws -> ModelContainer {
    let container = try Kitchen.container(nil, at: url)
    let file = try PresetCatalog(
      Data(Self.file.utf8), named: "rice.json", for: Schema(Kitchen.models))
    try container.usePresets([file, Self.array])
    return container
  }

  private func edit(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    for slug in ["rice", "tea"] {
      let dish = try #require(try context.dish(slug))
      dish.title += "!"
      dish.parts.first?.amount += "!"
    }
    try context.save()
  }

  /// The entities and keys of the recorded resets.
  private func resets() throws -> Set<String> {
    Set(try StoredStamps.ofResets(at: url).keys)
  }

  private static func row(_ entity: String, _ id: String) -> String {
    let namespace = RecordName.namespace(uri: PresetCatalog.commonNamespace)
    return "\(entity) \(RecordName.presetKey(namespace: namespace, entity: entity, id: id))"
  }

  static let scopes: [(scope: PresetScope, rows: Set<String>)] = [
    (
      .preset(rice),
      [row("Dish", "rice"), row("DishPart", "rice/Rice"), row("DishPart", "rice/Salt")]
    ),
    (.preset(tea), [row("Dish", "tea")]),
    (.models([Dish.self]), ["Dish 0"]),
    (.models([Dish.self, DishPart.self]), ["Dish 0", "DishPart 0"]),
    (.entities(["DishPart"]), ["DishPart 0"]),
    (.presets, [" 0"]),
    (.everything, [" 0"]),
  ]

  @Test("A reset records its scope", arguments: scopes.indices)
  func scope(_ index: Int) throws {
    let (scope, rows) = Self.scopes[index]
    let container = try container()
    try edit(container)
    #expect(try resets() == [])
    let changes = try StoredStamps.ofChanges(at: url)
    try container.presets.reset(scope, backup: .none)
    let first = try StoredStamps.ofResets(at: url)
    #expect(Set(first.keys) == rows)
    #expect(Set(first.values).count == 1)
    // The reset covers the edits that were made before.
    #expect(changes.count == 3)
    #expect(first.values.allSatisfy { reset in changes.allSatisfy { $0 < reset } })

    // A later reset of the scope replaces the record, and later edits are later than it.
    try container.presets.reset(scope, backup: .none)
    let second = try StoredStamps.ofResets(at: url)
    #expect(Set(second.keys) == rows)
    #expect(rows.allSatisfy { second[$0] ?? 0 > first[$0] ?? 0 })
    try edit(container)
    let latest = try #require(second.values.max())
    #expect(try StoredStamps.ofChanges(at: url).contains { $0 > latest })
  }

  @Test("Resets of different scopes are recorded side by side")
  func sideBySide() throws {
    let container = try container()
    for (scope, _) in Self.scopes { try container.presets.reset(scope, backup: .none) }
    #expect(try resets() == Self.scopes.reduce(into: Set()) { $0.formUnion($1.rows) })
  }

  @Test("A record has the device of the store")
  func device() throws {
    let container = try container()
    try edit(container)
    let database = try RawDatabase(url)
    let metadata = try #require(
      try database.value("SELECT _preset FROM Dish WHERE slug = 'tea'"))
    let cell = try #require(try PresetMetadata(text: metadata).stamps.cells["title"])
    try container.presets.reset(.presets, backup: .none)
    #expect(
      try database.value("SELECT device FROM _perennial_resets") == "\(cell.device)")
  }

  @Test("A reset of fields records nothing", arguments: [rice, tea])
  func fields(_ preset: PresetIdentifier) throws {
    let container = try container()
    try edit(container)
    try container.presets.reset(.fields(["title"], of: preset), backup: .none)
    #expect(try ModelContext(container).dish(preset.id)?.title.hasSuffix("!") == false)
    #expect(try resets() == [])
  }

  @Test("A dry run, a restoration and a refused reset record nothing", arguments: scopes.indices)
  func dryRun(_ index: Int) throws {
    let scope = Self.scopes[index].scope
    let container = try container()
    try edit(container)
    try container.presets.reset(scope, isDryRun: true)
    #expect(try resets() == [])
    try container.presets.restore(scope)
    #expect(try resets() == [])
    let unknown = PresetIdentifier(catalog: "arrays", entityName: "Dish", id: "coffee")
    #expect(throws: PresetError.self) {
      try container.presets.reset(.preset(unknown), backup: .none)
    }
    #expect(try resets() == [])
  }

  @Test("A new version records nothing and keeps the records")
  func versions() throws {
    try Kitchen.with(.file) { url in
      guard let url else { return }
      let container = try Kitchen.container(1, at: url)
      try container.presets.reset(.presets, backup: .none)
      let before = try StoredStamps.ofResets(at: url)
      try container.usePresets([Kitchen.catalog(2)])
      #expect(try StoredStamps.ofResets(at: url) == before)
    }
  }
}
