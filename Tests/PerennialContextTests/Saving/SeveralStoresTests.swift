import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Saves over several stores")
struct SeveralStoresTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Essays lie in one file, ports and voyages in another; the first file of the alphabet is the
  /// last one to be committed.
  private func container(
    essays: String = "a.store", voyages: String = "b.store"
  ) throws -> ModelContainer {
    let sea: [any PersistentModel.Type] = [Voyage.self, Leg.self, Port.self]
    let desk: [any PersistentModel.Type] = [Essay.self, Remark.self, Reviewer.self, Seal.self]
    return try ModelContainer(
      for: Schema(desk + sea),
      configurations: [
        ModelConfiguration("essays", schema: Schema(desk), url: directory.file(essays)),
        ModelConfiguration("voyages", schema: Schema(sea), url: directory.file(voyages)),
      ])
  }

  @Test("Each store gets its own part, links and places included")
  func parts() throws {
    let container = try container()
    let context = ModelContext(container)
    let observer = try HistoryObserver(modelContainer: container)
    let essay = Essay("t0")
    essay.remarks = [Remark("a"), Remark("b")]
    let voyage = Voyage("v")
    voyage.ports = [Port("p"), Port("q")]
    voyage.legs = [Leg(1), Leg(2), Leg(3)]
    context.insert(essay)
    context.insert(voyage)
    try context.save()
    voyage.ports.removeFirst()
    voyage.legs.swapAt(0, 2)
    essay.remarks.swapAt(0, 1)
    try context.save()
    #expect(observer.eventCounter == 4)
    let fresh = ModelContext(try self.container())
    let stored = try #require(try fresh.only(Voyage.self))
    #expect(stored.ports.map(\.name) == ["q"])
    #expect(stored.legs.map(\.number) == [3, 2, 1])
    #expect(try #require(try fresh.only(Essay.self)).remarks.map(\.text) == ["b", "a"])
    for file in ["a.store", "b.store"] {
      let raw = try RawDatabase(directory.file(file))
      #expect(try raw.value("PRAGMA integrity_check") == "ok")
      #expect(try raw.rows("PRAGMA foreign_key_check").isEmpty)
      #expect(try raw.value("SELECT count(*) FROM _perennial_history") == "2")
    }
    #expect(try RawDatabase(directory.file("a.store")).value("SELECT count(*) FROM Remark") == "2")
  }

  @Test("If one refuses, none has anything of the save", arguments: [true, false])
  func refusal(isFirst: Bool) throws {
    let container = try container(
      essays: isFirst ? "a.store" : "c.store", voyages: "b.store")
    let context = ModelContext(container)
    let (ada, bob) = (Reviewer("Ada"), Reviewer("Bob"))
    context.insert(ada)
    context.insert(bob)
    let voyage = Voyage("v")
    context.insert(voyage)
    try context.save()
    voyage.title = "new"
    context.insert(Port("p"))
    bob.name = "Ada"
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    let fresh = ModelContext(container)
    #expect(try fresh.only(Voyage.self)?.title == "")
    #expect(try fresh.fetchCount(FetchDescriptor<Fixtures.Port>()) == 0)
    bob.name = "Bea"
    try context.save()
    #expect(try fresh.only(Voyage.self)?.title == "new")
    #expect(try fresh.fetchCount(FetchDescriptor<Fixtures.Port>()) == 1)
  }

  @Test("A reference that leads nowhere is found before anything is committed")
  func dangling() throws {
    let container = try container()
    let (context, other) = (ModelContext(container), ModelContext(container))
    context.automaticallyMergesChanges = false
    let (essay, reviewer, voyage) = (Essay("t0"), Reviewer("Ada"), Voyage("v"))
    for model in [essay, reviewer] as [any PersistentModel] { context.insert(model) }
    context.insert(voyage)
    try context.save()
    essay.reviewer = reviewer
    voyage.title = "new"
    try other.delete(model: Reviewer.self)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try ModelContext(container).only(Voyage.self)?.title == "")
  }

  #if os(Linux)
  @Test("If one cannot commit when the other has, the error says what was written")
  func partial() throws {
    let disk = directory.file("0 disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    guard SmallDisk.mount(disk, bytes: 1 << 20) else { return }
    defer { SmallDisk.unmount(disk) }
    let container = try container(essays: "0 disk/a.store")
    let (context, other) = (ModelContext(container), ModelContext(container))
    let (essay, voyage) = (Essay("t0"), Voyage("v"))
    context.insert(essay)
    context.insert(voyage)
    try context.save()
    let yours = try #require(try other.only(Voyage.self))
    #expect(yours.title == "")

    essay.body = String(repeating: "x", count: 2 << 20)
    voyage.title = "new"
    voyage.ports = [Port("p")]
    context.insert(Essay("t1"))
    let error = try Fixtures.refusal { try context.save() }
    #expect(error == .partialSave)
    #expect((error.underlyingError as? SwiftDataError) == .storeFailure)
    let port = try #require(voyage.ports.first)
    #expect(Set(error.identifiers) == [voyage.persistentModelID, port.persistentModelID])
    #expect(error.explanation.contains("b.store") && error.explanation.contains("a.store"))
    // All contexts see the changes that were written; the rest waits.
    #expect(yours.title == "new" && yours.ports.map(\.name) == ["p"])
    #expect(!voyage.hasChanges && essay.hasChanges && context.hasChanges)
    #expect(try ModelContext(container).only(Essay.self)?.body == "")
    essay.body = "short"
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(FetchDescriptor<Essay>(sortBy: [SortDescriptor(\.title)]))
    #expect(stored.map(\.body) == ["short", ""])
    #expect(try fresh.fetchCount(FetchDescriptor<Fixtures.Port>()) == 1)
    #expect(try fresh.only(Voyage.self)?.ports.count == 1)
  }
  #endif
}
