import Foundation
import Perennial
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("What is known of presets follows when fields get other names")
struct FieldRenamingTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("zoo.store") }

  init() throws { directory = try ScratchDirectory() }

  enum First {
    static let models: [any PersistentModel.Type] = [Beast.self, Bird.self, Fish.self]

    @Model class Beast {
      var code: String?
      var name: String
      var food: String

      init(_ code: String) {
        self.code = code
        name = "Name"
        food = "Food"
      }
    }

    @Model final class Bird: Beast {
      var song: String

      override init(_ code: String) {
        song = "Song"
        super.init(code)
      }
    }

    /// Has a field that is called as one of another class is.
    @Model final class Fish: Beast {
      var song: String

      override init(_ code: String) {
        song = "None"
        super.init(code)
      }
    }
  }

  /// One field of all has the other's name, one of a class another name.
  enum Second {
    static let models: [any PersistentModel.Type] = [Beast.self, Bird.self, Fish.self]

    @Model class Beast {
      var code: String?
      @Attribute(originalName: "food") var name: String
      @Attribute(originalName: "name") var food: String

      init(_ code: String) {
        self.code = code
        name = "Food"
        food = "Name"
      }
    }

    @Model final class Bird: Beast {
      @Attribute(originalName: "song") var call: String

      override init(_ code: String) {
        call = "Song"
        super.init(code)
      }
    }

    @Model final class Fish: Beast {
      var song: String

      override init(_ code: String) {
        song = "None"
        super.init(code)
      }
    }
  }

  private func container(_ models: [any PersistentModel.Type]) throws -> ModelContainer {
    try ModelContainer(for: Schema(models), configurations: [ModelConfiguration(url: url)])
  }

  private func makeZoo() throws {
    let container = try container(First.models)
    try container.usePresets([
      PresetCatalog("zoo", version: 1) {
        Presets(id: \First.Bird.code) { ["owl", "dodo", "kiwi"].map { First.Bird($0) } }
        Presets(id: \First.Fish.code) { ["eel"].map { First.Fish($0) } }
      }
    ])
    let context = ModelContext(container)
    for bird in try context.fetch(FetchDescriptor<First.Bird>()) where bird.code != "kiwi" {
      bird.song = "mine"
      bird.name = "mine"
    }
    for fish in try context.fetch(FetchDescriptor<First.Fish>()) { fish.song = "mine" }
    try context.save()
    for bird in try context.fetch(FetchDescriptor<First.Bird>()) where bird.code == "dodo" {
      context.delete(bird)
    }
    try context.save()
  }

  @Test("Before any catalog is applied, objects say by the new names what was edited")
  func states() throws {
    try makeZoo()
    let context = ModelContext(try container(Second.models))
    var edited: [String: Set<String>] = [:]
    for beast in try context.fetch(FetchDescriptor<Second.Beast>()) {
      edited[beast.code ?? ""] = Set(try beast.presetState().editedFields)
    }
    #expect(edited == ["owl": ["food", "call"], "kiwi": [], "eel": ["song"]])
  }

  @Test("What the file says has the new names, of deleted presets as well")
  func file() throws {
    try makeZoo()
    _ = try container(Second.models)
    let marks = try PresetMarks.all(of: "Beast", at: url).values
    let bases = Dictionary(
      marks.map { ($0.name, $0.stamps.cells.mapValues(\.base)) },
      uniquingKeysWith: { first, _ in first })
    #expect(
      bases == [
        "zoo/eel": ["song": .text("None")], "zoo/kiwi": [:],
        "zoo/owl": ["call": .text("Song"), "food": .text("Name")],
      ])
    #expect(
      try PresetMarks.deleted(at: url).values.map { $0.stamps.cells.keys.sorted() }
        == [["call", "food"]])
    #expect(
      try RawDatabase(url).value("SELECT contents FROM _perennial_catalogs")
        == #"{"Bird":["code","food","name","call"],"Fish":["code","food","name","song"]}"#)
  }

  @Test("A version of the catalog leaves by the new names what was edited by the former ones")
  func version() throws {
    try makeZoo()
    let container = try container(Second.models)
    let report = try container.usePresets([
      PresetCatalog("zoo", version: 2) {
        Presets(id: \Second.Bird.code) {
          ["owl", "dodo", "kiwi"].map { code in
            let bird = Second.Bird(code)
            (bird.name, bird.food, bird.call) = ("Food 2", "Name 2", "Song 2")
            return bird
          }
        }
        Presets(id: \Second.Fish.code) { ["eel"].map { Second.Fish($0) } }
      }
    ])
    let fields = Dictionary(
      report.updated.map { ($0.preset.id, Set($0.names)) }, uniquingKeysWith: { $0.union($1) })
    #expect(fields == ["owl": ["name"], "kiwi": ["name", "food", "call"]])
    #expect(Set(report.conflicts.map(\.field)) == ["food", "call"])
    #expect(report.leftDeleted.map(\.id) == ["dodo"])
  }
}
