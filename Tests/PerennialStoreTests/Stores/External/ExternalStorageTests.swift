import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("External storage")
struct ExternalStorageTests {
  private let house: Storehouse

  init() throws { house = try Storehouse() }

  private func fetch(_ context: ModelContext) throws -> [Enclosure] {
    try context.fetch(FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.name)]))
  }

  @Test("Large values are files, small ones are in the row")
  func place() throws {
    let context = try house.open(Enclosure.self)
    context.insert(Enclosure("small", Storehouse.bytes(1, 100 * 1024)))
    try context.save()
    try house.check(0)
    #expect(!FileManager.default.fileExists(atPath: house.folder.path))
    context.insert(Enclosure("large", Storehouse.bytes(2, 100 * 1024 + 1)))
    try context.save()
    try house.check(1)
    let name = try #require(house.files().first)
    #expect(UUID(uuidString: name) != nil)
    #expect(
      try Data(contentsOf: house.folder.appendingPathComponent(name))
        == Storehouse.bytes(2, 102_401))
    let sizes = try RawDatabase(house.url).rows(
      "SELECT length(content) FROM Enclosure ORDER BY name")
    #expect(sizes == [["37"], ["102401"]])
  }

  @Test(
    "Every kind of value comes back, from a file and from memory", arguments: StoreKind.allCases)
  func kinds(_ kind: StoreKind) throws {
    let container = try ModelContainer(
      for: Enclosure.self,
      configurations: kind == .file
        ? ModelConfiguration(url: house.url) : ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let text = String(repeating: "Grüße, 世界! ", count: 20_000)
    for (name, scale) in [("large", 1), ("small", 0)] {
      let enclosure = Enclosure(name, Storehouse.bytes(1, 150_000 * scale + 3))
      enclosure.preview = Storehouse.bytes(2, 150_000 * scale + 3)
      enclosure.text = scale == 1 ? text : "e\u{301}"
      enclosure.caption = scale == 1 ? text : "caption"
      enclosure.numbers = Array(0..<(50_000 * scale + 3))
      enclosure.secret = Storehouse.bytes(3, 150_000 * scale + 3)
      enclosure.count = 7
      context.insert(enclosure)
    }
    context.insert(Enclosure("void"))
    try context.save()
    if kind == .file { try house.check(6) } else { #expect(house.files().isEmpty) }
    let read = try fetch(ModelContext(container))
    for (enclosure, scale) in zip(read, [1, 0]) {
      #expect(enclosure.content == Storehouse.bytes(1, 150_000 * scale + 3))
      #expect(enclosure.preview == Storehouse.bytes(2, 150_000 * scale + 3))
      #expect(enclosure.text == (scale == 1 ? text : "é"))
      #expect(enclosure.caption == (scale == 1 ? text : "caption"))
      #expect(enclosure.numbers == Array(0..<(50_000 * scale + 3)))
      #expect(enclosure.secret == Storehouse.bytes(3, 150_000 * scale + 3))
      #expect(enclosure.count == 7)
    }
    let nothing = try #require(read.last)
    #expect(nothing.content.isEmpty && nothing.preview == nil && nothing.caption == nil)
    #expect(nothing.numbers.isEmpty && nothing.secret == nil && nothing.text.isEmpty)
  }

  @Test("Predicates and sorts see the values", arguments: StoreKind.allCases)
  func predicates(_ kind: StoreKind) throws {
    let container = try ModelContainer(
      for: Enclosure.self,
      configurations: kind == .file
        ? ModelConfiguration(url: house.url) : ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for (number, name) in ["a", "b", "c"].enumerated() {
      let enclosure = Enclosure(name, Storehouse.bytes(UInt8(number)))
      enclosure.text = String(repeating: name, count: 150_000)
      enclosure.preview = number == 1 ? Storehouse.bytes(9) : nil
      enclosure.numbers = Array(0..<number)
      context.insert(enclosure)
    }
    try context.save()
    func names(_ predicate: Predicate<Enclosure>) throws -> [String] {
      try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }
    let wanted = Storehouse.bytes(1)
    #expect(try names(#Predicate { $0.content == wanted }) == ["b"])
    #expect(try names(#Predicate { $0.text.contains("cc") }) == ["c"])
    #expect(try names(#Predicate { $0.preview == nil }) == ["a", "c"])
    #expect(try names(#Predicate { $0.numbers.count == 2 }) == ["c"])
    #expect(try names(#Predicate { $0.numbers.isEmpty }) == ["a"])
    #expect(try names(#Predicate { $0.numbers.contains(0) }) == ["b", "c"])
    let sorted = try context.fetch(
      FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.text, order: .reverse)]))
    #expect(sorted.map(\.name) == ["c", "b", "a"])
  }

  @Test("What no row names any more goes: after a change, a deletion, and all kinds of both")
  func replaced() throws {
    let context = try house.open(Enclosure.self)
    let enclosures = (0..<6).map { Enclosure("\($0)", Storehouse.bytes(UInt8($0))) }
    enclosures.forEach(context.insert)
    enclosures[0].preview = Storehouse.bytes(99)
    try context.save()
    try house.check(7)
    let before = house.files()
    enclosures[0].name = "renamed"
    try context.save()
    #expect(house.files() == before)
    enclosures[0].content = Storehouse.bytes(50)
    try context.save()
    try house.check(7)
    #expect(house.files().subtracting(before).count == 1)
    enclosures[0].preview = nil
    enclosures[1].content = Data([1])
    try context.save()
    try house.check(5)
    context.delete(enclosures[0])
    try context.save()
    try house.check(4)
    try context.delete(model: Enclosure.self, where: #Predicate { $0.name == "2" })
    try house.check(3)
    try context.container.erase()
    try house.check(0)
  }

  @Test("What is not saved leaves no file")
  func unsaved() throws {
    let context = try house.open(Enclosure.self)
    let (one, two) = (Enclosure("one", Storehouse.bytes(1)), Enclosure("two"))
    one.code = 1
    two.code = 2
    context.insert(one)
    context.insert(two)
    try context.save()
    one.content = Storehouse.bytes(2)
    context.rollback()
    #expect(one.content == Storehouse.bytes(1))
    one.content = Storehouse.bytes(3)
    two.code = 1
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    try house.check(1)
    two.code = 2
    try context.save()
    try house.check(1)
    #expect(try fetch(ModelContext(context.container)).first?.content == Storehouse.bytes(3))
  }

  @Test("An upsert leaves one file")
  func upsert() throws {
    let context = try house.open(Enclosure.self)
    for number in 0..<3 {
      let enclosure = Enclosure("one", Storehouse.bytes(UInt8(number)))
      enclosure.code = 1
      context.insert(enclosure)
      try context.save()
      try house.check(1)
    }
    let read = try fetch(ModelContext(context.container))
    #expect(read.map(\.content) == [Storehouse.bytes(2)])
  }

  @Test("A file is read with its property, and not with its row")
  func laziness() throws {
    let context = try house.open(Enclosure.self)
    context.insert(Enclosure("one", Storehouse.bytes(1)))
    try context.save()
    let name = try #require(house.files().first)
    let file = house.folder.appendingPathComponent(name)
    let aside = house.directory.file("aside")
    try FileManager.default.moveItem(at: file, to: aside)
    let other = ModelContext(context.container)
    let enclosure = try #require(fetch(other).first)
    #expect(enclosure.name == "one")
    #expect(enclosure.count == 0)
    try FileManager.default.moveItem(at: aside, to: file)
    #expect(enclosure.content == Storehouse.bytes(1))
    // It is read once.
    try FileManager.default.moveItem(at: file, to: aside)
    #expect(enclosure.content == Storehouse.bytes(1))
    try FileManager.default.moveItem(at: aside, to: file)
  }

  @Test("A file that cannot be written is an error, and nothing is saved")
  func unwritable() throws {
    let context = try house.open(Enclosure.self)
    try Data().write(to: house.folder)
    context.insert(Enclosure("small", Data([1])))
    try context.save()
    context.insert(Enclosure("large", Storehouse.bytes(1)))
    let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
    #expect(error?.explanation.contains(house.folder.path) == true)
    #expect(try fetch(ModelContext(context.container)).map(\.name) == ["small"])
    try FileManager.default.removeItem(at: house.folder)
    try context.save()
    try house.check(1)
  }

  @Test("What must be unique, or is indexed, cannot be kept beside the store")
  func unique() throws {
    let error = #expect(throws: SwiftDataError.unsupportedFeature) {
      _ = try house.open(Hallmark.self)
    }
    #expect(error?.explanation.contains("Hallmark.print") == true)
  }

  // MARK: Others

  @Test("A value that another container has changed is read anew, whoever has told of it")
  func others() throws {
    let here = try house.open(Enclosure.self)
    here.insert(Enclosure("one", Storehouse.bytes(1)))
    try here.save()
    let there = try house.open(Enclosure.self)
    let theirs = try #require(fetch(there).first)
    let mine = try #require(fetch(ModelContext(here.container)).first)
    theirs.content = Storehouse.bytes(2)
    try there.save()
    try house.check(1)
    #expect(mine.content == Storehouse.bytes(2))
  }

  @Test("A value that only this context has changed is no conflict, wherever it lies")
  func conflicts() throws {
    let context = try house.open(Enclosure.self)
    context.mergePolicy = .error
    let enclosure = Enclosure("one", Storehouse.bytes(1))
    context.insert(enclosure)
    try context.save()
    for seed in 2..<4 {
      enclosure.content = Storehouse.bytes(UInt8(seed))
      try context.save()
    }
    let other = ModelContext(context.container)
    other.mergePolicy = .error
    other.automaticallyMergesChanges = false
    let theirs = try #require(fetch(other).first)
    #expect(theirs.content == Storehouse.bytes(3))
    enclosure.content = Storehouse.bytes(4)
    try context.save()
    theirs.content = Storehouse.bytes(5)
    #expect(throws: SwiftDataError.mergeConflict) { try other.save() }
    try house.check(1)
  }

  @Test("Undo brings values back whose files have gone", arguments: [false, true])
  func undo(_ isRead: Bool) throws {
    let context = try house.open(Enclosure.self)
    context.insert(Enclosure("one", Storehouse.bytes(1)))
    try context.save()
    let other = ModelContext(context.container)
    other.undoManager = UndoManager()
    let enclosure = try #require(fetch(other).first)
    if isRead { #expect(enclosure.content == Storehouse.bytes(1)) }
    enclosure.content = Storehouse.bytes(2)
    try other.save()
    try house.check(1)
    other.undoManager?.undo()
    try other.save()
    try house.check(1)
    #expect(try fetch(ModelContext(context.container)).first?.content == Storehouse.bytes(1))
    other.delete(enclosure)
    try other.save()
    try house.check(0)
    other.undoManager?.undo()
    try other.save()
    try house.check(1)
    #expect(try fetch(ModelContext(context.container)).first?.content == Storehouse.bytes(1))
  }

  @Test("What the history preserves keeps its file as long")
  func history() throws {
    let context = try house.open(Relic.self)
    let relic = Relic(Storehouse.bytes(1))
    context.insert(relic)
    try context.save()
    context.delete(relic)
    try context.save()
    #expect(house.files().count == 1)
    let deletions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .flatMap(\.changes).compactMap { change -> Data? in
        guard case .delete(let delete as DefaultHistoryDelete<Relic>) = change else { return nil }
        return delete.tombstone[\.scan] as? Data
      }
    #expect(deletions == [Storehouse.bytes(1)])
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(house.files().isEmpty)
  }

  // MARK: Kills

  @Test("Files of a transaction that was killed go when the store is next opened")
  func killedWrite() throws {
    do {
      let context = try house.open(Enclosure.self)
      context.insert(Enclosure("one", Storehouse.bytes(1)))
      try context.save()
    }
    let orphan = house.folder.appendingPathComponent(UUID().uuidString)
    let foreign = house.folder.appendingPathComponent("README")
    try Storehouse.bytes(2).write(to: orphan)
    try Data("not ours".utf8).write(to: foreign)
    let context = try house.open(Enclosure.self)
    #expect(!FileManager.default.fileExists(atPath: orphan.path))
    #expect(FileManager.default.fileExists(atPath: foreign.path))
    try FileManager.default.removeItem(at: foreign)
    try house.check(1)
    #expect(try fetch(context).first?.content == Storehouse.bytes(1))
  }

  @Test("What was committed before a kill, and not swept, is swept when the store is next opened")
  func killedSweep() throws {
    do {
      let context = try house.open(Enclosure.self)
      for number in 0..<4 {
        context.insert(Enclosure("\(number)", Storehouse.bytes(UInt8(number))))
      }
      try context.save()
    }
    // Another program's changes are counted as well.
    try RawDatabase(house.url).run(
      """
      DELETE FROM Enclosure WHERE name = '0';
      UPDATE Enclosure SET content = x'0105' WHERE name = '1';
      UPDATE Enclosure SET name = 'three' WHERE name = '3';
      """)
    #expect(house.files().count == 4)
    let context = try house.open(Enclosure.self)
    try house.check(2)
    #expect(
      try fetch(context).map(\.content) == [Data([5]), Storehouse.bytes(2), Storehouse.bytes(3)])
  }

  @Test("Whatever is done, rows and files agree", arguments: [TestSeeds.first])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let context = try house.open(Enclosure.self)
    var expected: [String: Data] = [:]
    func value() -> Data {
      Storehouse.bytes(UInt8.random(in: 0...255, using: &random), random.chance(0.6) ? 110_000 : 10)
    }
    for step in 0..<60 {
      let all = try fetch(context)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let enclosure = Enclosure("\(step)", value())
        context.insert(enclosure)
        expected[enclosure.name] = enclosure.content
      case 2, 3:
        guard let enclosure = all.randomElement(using: &random) else { continue }
        enclosure.content = value()
        expected[enclosure.name] = enclosure.content
      case 4:
        guard let enclosure = all.randomElement(using: &random) else { continue }
        expected[enclosure.name] = nil
        context.delete(enclosure)
      default:
        if random.chance(0.8) { continue }
        try context.delete(model: Enclosure.self)
        expected = [:]
      }
      if random.chance(0.5) {
        try context.save()
        let count = expected.values.filter { $0.count > ExternalColumn.threshold }.count
        try house.check(count)
      }
    }
    try context.save()
    let read = try fetch(ModelContext(context.container))
    #expect(
      Dictionary(uniqueKeysWithValues: read.map { ($0.name, $0.content) }) == expected,
      "seed \(seed)")
  }
}
