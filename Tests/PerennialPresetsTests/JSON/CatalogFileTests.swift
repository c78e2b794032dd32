import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Catalogs in files")
struct CatalogFileTests {
  static let kitchen = """
    {
      "$schema": "kitchen.schema.json",
      "catalog": "kitchen",
      "version": 3,
      "leavingToUser": {"Dish": ["isFavourite"]},
      "presets": {
        "Dish": [
          {
            "$id": "pasta", "slug": "pasta", "title": "Pasta al limone", "minutes": 15,
            "course": "Main", "tags": ["quick"],
            "parts": [
              {"$id": "Pasta", "name": "Pasta", "amount": "500 g"},
              {"$id": "Salt", "name": "Salt", "amount": "1"}
            ]
          },
          {
            "$id": "soup", "slug": "soup", "title": "Soup", "minutes": 40, "course": "Main",
            "tags": ["vegan"],
            "parts": [
              {"$id": "Leek", "name": "Leek", "amount": "1"},
              {"$id": "Cream", "name": "Cream", "amount": "1"}
            ]
          },
          {
            "$id": "salad", "slug": "salad", "title": "Salad", "minutes": 10,
            "tags": ["vegan", "quick"]
          }
        ],
        "Course": [{"$id": "Main", "name": "Main"}, {"$id": "Dessert", "name": "Dessert"}],
        "DishTag": [
          {"$id": "quick", "presetID": "quick", "name": "Quick"},
          {"$id": "vegan", "presetID": "vegan", "name": "Vegan"},
          {"$id": "festive", "presetID": "festive", "name": "Festive"}
        ]
      }
    }
    """

  @Test("A file and the arrays of a program give the same rows and links")
  func same() throws {
    let file = try tables(try Self.catalog(Self.kitchen))
    #expect(file == (try tables(Kitchen.catalog(3))))
    #expect(file["Dish"]?.count == 3)
    #expect(file["DishPart"]?.count == 4)
  }

  @Test("A file follows the program's arrays as a new version, and leaves edits alone")
  func update() throws {
    let container = try Kitchen.container(2)
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    pasta.title = "Mine"
    pasta.isFavourite = true
    try context.save()
    let report = try container.usePresets([try Self.catalog(Self.kitchen)])
    #expect(report.updated.map(\.preset.id) == ["pasta"])
    #expect(report.updated.flatMap(\.names) == ["minutes"])
    #expect(pasta.title == "Mine")
    #expect(pasta.isFavourite)
    #expect(pasta.minutes == 15)
    #expect(try container.usePresets([try Self.catalog(Self.kitchen)]).isEmpty)
  }

  @Test("Files, arrays and enumerations make one catalog, and refer to one another")
  func mixed() throws {
    let dishes = Data(
      """
      {"catalog": "kitchen", "presets": {"Dish": [
        {"$id": "rice", "slug": "rice", "title": "Rice", "minutes": 12, "course": "Main",
         "tags": ["quick", "spicy"]}
      ], "DishTag": [{"$id": "spicy", "presetID": "spicy", "name": "Spicy"}]}}
      """.utf8)
    let catalog = PresetCatalog("kitchen", version: 1) {
      Presets(TagPreset.self)
      JSONPresets(dishes, named: "dishes.json", for: Schema(Kitchen.models))
      Presets(id: \.slug) {
        // The tag of the file, by its ID.
        [Dish("stew", "Stew", tags: [DishTag(presetID: "spicy", name: "")], course: Course("Main"))]
      }
      Presets(id: \Course.name) { [Course("Main")] }
      Presets(id: \DishTag.presetID) { [] }
    }
    let container = try Kitchen.container(nil)
    try container.usePresets([catalog])
    let context = ModelContext(container)
    #expect(try context.dish("rice")?.tags.map(\.name) == ["Quick", "Spicy"])
    #expect(try context.dish("stew")?.tags.map(\.name) == ["Spicy"])
    #expect(try context.dish("rice")?.course === context.dish("stew")?.course)
  }

  @Test("References lead to presets of other catalogs")
  func acrossCatalogs() throws {
    let tags = PresetCatalog("tags", version: 1) { Presets(TagPreset.self) }
    let file = try Self.catalog(
      """
      {"catalog": "dishes", "version": 1, "presets": {"Dish": [
        {"$id": "d", "slug": "d", "title": "D", "minutes": 1, "tags": ["festive"]}]}}
      """)
    let container = try Kitchen.container(nil)
    try container.usePresets([file, tags])
    #expect(try ModelContext(container).dish("d")?.tags.map(\.name) == ["Festive"])
    let error = #expect(throws: PresetError.self) {
      try Kitchen.container(nil).usePresets([file])
    }
    #expect(
      error?.problems == [
        """
        kitchen.json:2:66: Dish “d”.tags: there is no preset “festive” of DishTag in the catalogs; add \
        it, or leave it out
        """
      ])
  }

  @Test(
    "A relationship may be given from either end, and one that must not be empty from the other")
  func required() throws {
    let container = try ModelContainer(
      for: Collection.schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [
        try Collection.catalog(
          """
          {"catalog": "c", "version": 1, "presets": {
            "Drawer": [{"$id": "d", "slug": "d", "label": "D", "created": "2026-01-01T00:00:00Z",
              "slips": [{"$id": "one", "text": "1"}, {"$id": "two", "text": "2"}],
              "specimens": null}],
            "Slip": [{"$id": "three", "text": "3", "drawer": "d"}],
            "Specimen": [{"$id": "s", "slug": "s", "drawer": "d"}]
          }}
          """)
      ])
    let drawer = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Drawer>()).first)
    #expect(drawer.slips.map(\.text).sorted() == ["1", "2", "3"])
    #expect(drawer.specimens?.map(\.slug) == ["s"])
    #expect(drawer.slug == "d")
  }

  @Test("A preset keeps its row and its edits under new IDs")
  func renamed() throws {
    func catalog(_ version: Int, _ head: String) throws -> PresetCatalog {
      try Self.catalog(
        """
        {"catalog": "c", "version": \(version), "presets": {"Dish": [
          {\(head), "slug": "d", "title": "D\(version)", "minutes": 1}]}}
        """)
    }
    let container = try Kitchen.container(nil)
    try container.usePresets([try catalog(1, #""$id": "a""#)])
    let context = ModelContext(container)
    let dish = try #require(try context.dish("d"))
    dish.minutes = 7
    try context.save()
    try container.usePresets([try catalog(2, #""$id": "b", "$formerly": "a""#)])
    try container.usePresets([try catalog(3, #""$id": "c", "$formerly": ["a", "b"]"#)])
    #expect(try context.count(Dish.self) == 1)
    #expect(dish.title == "D3")
    #expect(dish.minutes == 7)
    #expect(try dish.presetState().preset?.id == "c")
    #expect(try dish.presetState().editedFields == ["minutes"])
  }

  @Test("Parts keep theirs when their owner has a new ID, and when they have one")
  func renamedParts() throws {
    func catalog(_ version: Int, _ owner: String, _ part: String) throws -> PresetCatalog {
      try Self.catalog(
        """
        {"catalog": "c", "version": \(version), "presets": {"Dish": [
          {\(owner), "slug": "d", "title": "D", "minutes": 1, "parts": [
            {\(part), "name": "P\(version)", "amount": "1"}]}]}}
        """)
    }
    let container = try Kitchen.container(nil)
    try container.usePresets([try catalog(1, #""$id": "a""#, #""$id": "p""#)])
    let context = ModelContext(container)
    let part = try #require(try context.dish("d")?.parts.first)
    part.amount = "7"
    try context.save()
    let versions = [
      (#""$id": "b", "$formerly": "a""#, #""$id": "p""#),
      (#""$id": "b", "$formerly": "a""#, #""$id": "q", "$formerly": "p""#),
      (#""$id": "c", "$formerly": ["a", "b"]"#, #""$id": "r", "$formerly": ["p", "q"]"#),
    ]
    for (number, (owner, own)) in versions.enumerated() {
      let report = try container.usePresets([try catalog(number + 2, owner, own)])
      #expect(report.inserted.isEmpty && report.retired.isEmpty && report.keptRetired.isEmpty)
      #expect(part.name == "P\(number + 2)" && part.amount == "7")
      #expect(try context.count(DishPart.self) == 1)
    }
    #expect(try part.presetState().preset?.id == "c/r")
    #expect(try part.presetState().editedFields == ["amount"])
  }

  @Test("A UUID that a file does not give stays what it was under a new ID")
  func renamedUUID() throws {
    let schema = Schema([Drawer.self])
    func catalog(_ version: Int, _ head: String) throws -> PresetCatalog {
      let text = """
        {"catalog": "c", "version": \(version), "presets": {"Drawer": [
          {\(head), "slug": "d", "label": "D", "created": "2026-01-31T18:30:00Z"}]}}
        """
      return try PresetCatalog(Data(text.utf8), named: "drawers.json", for: schema)
    }
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [try catalog(1, #""$id": "a""#)])
    let drawer = try #require(try ModelContext(container).fetch(FetchDescriptor<Drawer>()).first)
    let serial = drawer.serial
    let report = try container.usePresets([try catalog(2, #""$id": "b", "$formerly": "a""#)])
    #expect(report.updated.isEmpty && report.inserted.isEmpty)
    #expect(drawer.serial == serial)
  }

  @Test("A file without a version is applied when it has changed")
  func fingerprint() throws {
    func catalog(_ title: String) throws -> PresetCatalog {
      try Self.catalog(
        """
        {"catalog": "c", "presets": {"Dish": [
          {"$id": "d", "slug": "d", "title": "\(title)", "minutes": 1}]}}
        """)
    }
    let container = try Kitchen.container(nil)
    #expect(try container.usePresets([try catalog("A")]).inserted.count == 1)
    #expect(try container.usePresets([try catalog("A")]) == PresetReport())
    #expect(try container.usePresets([try catalog("B")]).updated.map(\.names) == [["title"]])
  }

  @Test("A file is not read beyond its beginning where the store has its version")
  func laziness() throws {
    try Kitchen.with(.file) { url in
      guard let file = url?.deletingLastPathComponent().appending(path: "a.json") else { return }
      let head = #"{"catalog": "c", "version": 1, "presets": "#
      try Data(#"\#(head){"Course": [{"$id": "m", "name": "Main"}]}}"#.utf8).write(to: file)
      let container = try Kitchen.container(nil, at: url)
      try container.usePresets([try PresetCatalog(contentsOf: file, for: Course.self)])
      // Were it read, this would be an error.
      try Data("\(head)nonsense".utf8).write(to: file)
      let again = try PresetCatalog(contentsOf: file, for: Course.self)
      #expect(again.version == 1)
      #expect(try container.usePresets([again]).isEmpty)
    }
  }

  @Test("A file that has changed since its beginning was read is refused")
  func changed() throws {
    try Kitchen.with(.file) { url in
      guard let file = url?.deletingLastPathComponent().appending(path: "a.json") else { return }
      try Data(#"{"catalog": "c", "version": 1, "presets": {}}"#.utf8).write(to: file)
      let catalog = try PresetCatalog(contentsOf: file, for: Course.self)
      try Data(#"{"catalog": "c", "version": 2, "presets": {}}"#.utf8).write(to: file)
      let error = #expect(throws: PresetError.self) {
        try Kitchen.container(nil).usePresets([catalog])
      }
      #expect(
        error?.problems == [
          """
          \(file.path):1:29: version: the file has 2, but the catalog has 1; use the \
          same value in both, or create the catalog again if the file has changed
          """
        ])
    }
  }

  @Test("Files bring what is wrong with them, with the rest of the catalogs, in one error")
  func together() throws {
    let broken = JSONPresets(
      Data("{".utf8), named: "one.json", for: Schema(Kitchen.models))
    let wrong = JSONPresets(
      Data(#"{"catalog": "c", "presets": {"Dishes": []}}"#.utf8), named: "two.json",
      for: Schema(Kitchen.models))
    let catalog = PresetCatalog("c", version: 1) {
      broken
      wrong
      Presets(id: \Dish.slug) { [Dish(nil, "")] }
    }
    let error = #expect(throws: PresetError.self) {
      try Kitchen.container(nil).usePresets([catalog])
    }
    #expect(error?.code == .invalidFile)
    #expect(
      error?.problems == [
        "one.json:1:2: the document ends too early",
        "two.json:1:30: “Dishes” is not an entity of the catalog's models; did you mean “Dish”?",
        "Dish: a preset lacks an ID",
      ])
  }

  private static func catalog(_ text: String) throws -> PresetCatalog {
    try PresetCatalog(Data(text.utf8), named: "kitchen.json", for: Schema(Kitchen.models))
  }

  /// Everything that a store has of a catalog.
  private func tables(_ catalog: PresetCatalog) throws -> [String: [[String]]] {
    var tables: [String: [[String]]] = [:]
    try Kitchen.with(.file) { url in
      guard let url else { return }
      let container = try Kitchen.container(nil, at: url)
      try container.usePresets([catalog])
      let store = try RawDatabase(url)
      let names = try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map {
        $0[0]
      }
      for name in names where name.contains("Dish") || name.contains("Course") {
        // Places only tell an order.
        let columns = try store.columns(of: name).filter { !$0.contains("position") }
        tables[name] = try store.table(name, columns)
      }
      withExtendedLifetime(container) {}
    }
    return tables
  }
}
