import PerennialPresets
import SwiftData
import Testing

@Suite("What groups of presets are told about models")
struct GroupTests {
  @Test("Key paths to what is not stored, or is no relationship, make a catalog invalid")
  func keyPaths() throws {
    let catalog = PresetCatalog("c", version: 1) {
      Presets(id: \.slug) { [Specimen("s")] }
        .leavingToUser(\.note, \.isSelected, \.hasChanges)
      PresetParts(\Drawer.labelled, id: \.slug)
      PresetParts(\Drawer.specimens, id: \.slug)
    }
    let error = #expect(throws: PresetError.self) {
      try ModelContainer(
        for: Collection.schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
        presets: [catalog])
    }
    #expect(error?.code == .invalidCatalog)
    let problems = error?.problems ?? []
    #expect(problems.count == 3)
    #expect(problems.first?.hasPrefix("leavingToUser: ") == true)
    #expect(
      problems.first?.hasSuffix(" is not a stored property of Specimen; leave it out") == true)
    #expect(problems.last?.contains("is not a relationship of Drawer") == true)
  }

  @Test("Former IDs may have had former IDs themselves")
  func chain() throws {
    func catalog(_ version: Int, _ id: String) -> PresetCatalog {
      PresetCatalog("c", version: version) {
        Presets(of: Dish.self) { [(id, Dish("d", "D"))] }
          .renamed("c", formerly: "b").renamed("b", formerly: "a")
      }
    }
    let plain = PresetCatalog("c", version: 1) {
      Presets(of: Dish.self) { [("a", Dish("d", "D"))] }
    }
    let container = try Kitchen.container(nil)
    try container.usePresets([plain])
    try container.usePresets([catalog(2, "c")])
    #expect(try ModelContext(container).count(Dish.self) == 1)
    #expect(throws: PresetError.self) { try container.usePresets([catalog(3, "b")]) }
  }
}

extension Drawer {
  /// No stored property.
  fileprivate var labelled: [Specimen] { specimens ?? [] }
}
