import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import RandomTesting
import StoreTesting
import Testing

/// A process is killed while it imports: the container has all of the file, or what it had before, and the next import
/// completes it.
@Suite("Store import: kill -9", .serialized)
struct StoreImportKillTests {
  private static let seed = TestSeeds.first
  private static let rounds = TestAmount.importKills.count

  /// An app's file and what a container has after each import.
  private struct Import {
    let file: URL
    /// The container's file before the import; nil if there is none.
    let store: URL?
    let before: [String]
    let after: [String]
  }

  /// The file of an app; a later one has changed, new and removed rows and links.
  private static func sample(isLater: Bool) -> SampleStore {
    var sample = SampleStore(
      model: StoredModel([RecipeFile.recipe, RecipeFile.step, RecipeFile.label]))
    sample.identifier = "6C9D2A51-7F3E-4B0C-9D3A-5B1E8F7A2C44"
    sample.objects = (1...10).map { RecipeFile.label($0, "label \($0)") }
    for key in 1...(isLater ? 300 : 250) as ClosedRange<Int64> where !isLater || key % 17 != 0 {
      let minutes = key + (isLater && key % 3 == 0 ? 1000 : 0)
      sample.objects.append(RecipeFile.row(key, "dish \(key)", ["minutes": .integer(minutes)]))
      for step in [2 * key, 2 * key + 1] {
        sample.objects.append(RecipeFile.step(step, "step \(step)", of: key))
        sample.links["Recipe.steps", default: []].append(RecipeFile.stepLink(key, step, step))
      }
      let label = 1 + (key + (isLater && key % 5 == 0 ? 1 : 0)) % 10
      sample.links["Recipe.labels", default: []].append(RecipeFile.link(key, label, 1024))
    }
    return sample
  }

  private static func container(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Recipe.self, Step.self, Label.self]),
      configurations: [ModelConfiguration(url: store)])
  }

  private static func lines(_ store: URL) throws -> [String] {
    let context = ModelContext(try container(store))
    let recipes = try context.fetch(FetchDescriptor<Recipe>()).map { recipe in
      "\(recipe.code) \(recipe.minutes) \(recipe.labels.map(\.name)) \(recipe.steps.map(\.text))"
    }
    return (recipes + (try context.fetch(FetchDescriptor<Label>()).map(\.name))).sorted()
  }

  /// The first import of a file, and one of the later file into the same container.
  private func imports(in directory: ScratchDirectory) throws -> [Import] {
    let stores = [directory.file("first.store"), directory.file("second.store")]
    var imports: [Import] = []
    for (number, store) in stores.enumerated() {
      let folder = directory.file("app \(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let file = folder.appendingPathComponent("Model.sqlite")
      try Self.sample(isLater: number > 0).write(to: file)
      if let former = imports.last { try copy(stores[number - 1], to: store, former) }
      _ = try StoreImport(contentsOf: file).run(into: Self.container(store))
      imports.append(
        Import(
          file: file, store: number > 0 ? stores[number - 1] : nil,
          before: imports.last?.after ?? [], after: try Self.lines(store)))
    }
    return imports
  }

  /// Copies the store that an import has left. No process has it open.
  private func copy(_ store: URL, to copy: URL, _ former: Import) throws {
    try #require(try Self.lines(store) == former.after)
    try FileManager.default.copyItem(at: store, to: copy)
  }

  @Test("All of the file is there, or what was there before", arguments: [0, 1])
  func kills(number: Int) async throws {
    let directory = try ScratchDirectory()
    let made = try imports(in: directory)[number]
    try #require(made.before != made.after)
    let bytes = try Data(contentsOf: made.file)
    var random = SeededGenerator(seed: Self.seed)
    var reach = KillReach(20_000, within: 1000...2_000_000)
    var (whole, former) = (0, 0)
    for round in 0..<max(Self.rounds / 2, 2) {
      let target = directory.file("\(round).store")
      if let store = made.store { try FileManager.default.copyItem(at: store, to: target) }
      let delay = UInt32.random(in: 0..<reach.microseconds, using: &random)
      let (from, to) = (made.file.path, target.path)
      await #expect(processExitsWith: .signal(SIGKILL), "round \(round), \(delay) µs") {
        [from = from as String, to = to as String, delay = delay as UInt32] in
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        let container = try StoreImportKillTests.container(URL(fileURLWithPath: to))
        _ = try StoreImport(contentsOf: URL(fileURLWithPath: from)).run(into: container)
        while true { sleep(1) }
      }
      let comment: Comment = "round \(round), killed after \(delay) µs, seed \(Self.seed)"
      let found = try Self.lines(target)
      let isWhole = found == made.after
      reach.adjust(isLate: isWhole)
      if isWhole {
        whole += 1
      } else {
        former += 1
        #expect(found == made.before, comment)
      }
      let report = try StoreImport(contentsOf: made.file).run(into: Self.container(target))
      #expect(report.entities.allSatisfy { $0.inserted == 0 } == isWhole, comment)
      #expect(try Self.lines(target) == made.after, comment)
      let database = try RawDatabase(target)
      #expect(try database.value("PRAGMA integrity_check") == "ok", comment)
      #expect(try database.value("PRAGMA foreign_key_check") == nil, comment)
      let folder = made.file.deletingLastPathComponent().path
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Model.sqlite"])
      #expect(try Data(contentsOf: made.file) == bytes, comment)
    }
    print("Store import \(number): \(whole) kills after its commit, \(former) before")
    #expect(former > 0)
    #expect(whole > 0)
  }
}
