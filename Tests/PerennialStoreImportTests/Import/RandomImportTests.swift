import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import RandomTesting
import StoreTesting
import Testing

/// Random objects in the layout of Core Data, imported into a program's classes. `PERENNIAL_SEED=…` repeats one store.
@Suite("Store import: random objects")
struct RandomImportTests {
  private static let parts: UInt64 = 4

  @Test(
    "What goes in comes out; a second run changes nothing; a later run takes the changes",
    arguments: 0..<parts)
  func imports(part: UInt64) throws {
    let count = max(TestAmount.storeImports.count / Int(Self.parts), 1)
    let seeds = TestSeeds.only.map { [$0] } ?? TestSeeds.some(count, of: 20 + part)
    print("\(seeds.count) imports, seeds from \(seeds[0])")
    var objects = 0
    for seed in seeds {
      let directory = try ScratchDirectory()
      var library = RandomLibrary(seed: seed)
      let url = directory.file("Model.sqlite")
      try library.sample.write(to: url, journal: seed % 3 == 0 ? .log : .none)
      let container = try Library.container(
        seed % 5 == 0 ? directory.file("Library.store") : nil)
      let report = try StoreImport(contentsOf: url).run(into: container)
      try #require(try LibraryCheck.difference(library.sample, container) == nil, "seed \(seed)")
      try check(report, "seed \(seed)")
      try #require(report.isComplete, "seed \(seed): \(report)")
      let inserted = report.entities.map(\.inserted).reduce(0, +)
      try #require(inserted == library.sample.objects.count, "seed \(seed)")
      objects += inserted

      let second = try StoreImport(contentsOf: url).run(into: container)
      try #require(
        second.entities.allSatisfy { $0.unchanged == $0.read }, "seed \(seed): \(second)")
      try #require(second.relationships.allSatisfy { $0.written == 0 }, "seed \(seed): \(second)")
      try check(second, "seed \(seed)")

      library.change()
      let edited = try edit(container, library.sample, seed: seed)
      let later = directory.file("Later.sqlite")
      try library.sample.write(to: later)
      let third = try StoreImport(contentsOf: later).run(into: container)
      try check(third, "seed \(seed)")
      let difference = try LibraryCheck.difference(edited, container)
      try #require(difference == nil, "seed \(seed)")
    }
    print("\(objects) objects")
  }

  /// Edits values in the container that the later file has unchanged. Returns the objects that the container has after
  /// the later file was imported: those of the file with the edits.
  private func edit(
    _ container: ModelContainer, _ sample: SampleStore, seed: UInt64
  ) throws -> SampleStore {
    var (random, edited) = (SeededGenerator(seed: seed), sample)
    let context = ModelContext(container)
    func rows(_ entity: String) -> [Int] {
      edited.objects.indices.filter { edited.objects[$0].entity == entity }
        .sorted { edited.objects[$0].key < edited.objects[$1].key }
    }
    for (index, card) in zip(
      rows("Card"), try context.fetch(FetchDescriptor<Card>()).sorted { $0.rowKey < $1.rowKey })
    where random.happens(40) {
      card.code = random.index(1000)
      edited.objects[index] = edited.objects[index].setting("code", .integer(Int64(card.code)))
    }
    for (index, person) in zip(
      rows("Person"), try context.fetch(FetchDescriptor<Person>()).sorted { $0.rowKey < $1.rowKey })
    where random.happens(40) {
      person.rating = Double(random.index(4096)) / 16
      edited.objects[index] = edited.objects[index].setting("rating", .real(person.rating))
    }
    try context.save()
    return edited
  }

  /// Checks that each row and reference that was read is counted once more.
  private func check(_ report: StoreImportReport, _ comment: Comment) throws {
    for entity in report.entities {
      let sum =
        entity.inserted + entity.updated + entity.unchanged + entity.merged + entity.deletedHere
        + entity.leftOut
      try #require(entity.read == sum, comment)
    }
    for links in report.relationships {
      try #require(links.read == links.written + links.unchanged + links.leftOut, comment)
    }
  }
}
