import Foundation
import Perennial
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("The way back from changes of presets")
struct UndoBackupTests {
  @Test("13.22 A reset can be undone after any number of automatic backups")
  func reset() throws {
    let directory = try ScratchDirectory()
    let container = try Kitchen.container(1, at: directory.file("kitchen.store"))
    let context = ModelContext(container)
    try #require(try context.dish("pasta")).title = "Mine"
    try context.save()
    let report = try container.presets.reset(.presets, backup: .automatic(.newest(1)))
    #expect(report.backup?.undoneOperation == "presets reset")
    for _ in 0..<4 { try container.backUpAutomatically(keeping: .newest(1)) }
    #expect(try context.dish("pasta")?.title == "Pasta")
    try container.presets.undo(report)
    #expect(try context.dish("pasta")?.title == "Mine")
  }

  @Test("13.22 So can a merge")
  func merge() throws {
    let directory = try ScratchDirectory()
    let container = try Kitchen.container(1, at: directory.file("kitchen.store"))
    let report = try container.presets.mergeDuplicates([], backup: .automatic(.newest(1)))
    let backup = try #require(report.backup)
    #expect(backup.undoneOperation == "presets merge")
    for _ in 0..<4 { try container.backUpAutomatically(keeping: .newest(1)) }
    try backup.verify()
    try container.restore(from: backup)
  }

  @Test("13.25 Errors print a line for each problem, catalogs and libraries what they are")
  func descriptions() throws {
    let data = Data(
      #"{ "catalog": "c", "presets": { "Dish": [{ "nom": 1 }, { "nam": 2 }] } }"#.utf8)
    let container = try Kitchen.container(nil)
    let catalog = try PresetCatalog(data, named: "c.json", for: Schema(Kitchen.models))
    let error = #expect(throws: PresetError.self) { try container.previewPresets([catalog]) }
    let failure = try #require(error)
    let problems = failure.problems
    #expect(problems.count > 1)
    let lines = "\(failure)".split(separator: "\n").map(String.init)
    #expect(lines == ["invalidFile: \(problems.count) problems"] + problems)
    let single = #expect(throws: PresetError.self) { try container.presets.reset(.presets) }
    #expect(single?.description == "noCatalog: \(single?.problems.first ?? "")")
    #expect("\(Kitchen.catalog(2))" == "kitchen version 2")
    #expect("\(PresetCatalog("tags") {})" == "tags")
    #expect(
      "\(PresetLibrary(of: container, catalogs: [Kitchen.catalog(1), PresetCatalog("tags") {}]))"
        == "PresetLibrary(kitchen version 1, tags)")
  }
}
