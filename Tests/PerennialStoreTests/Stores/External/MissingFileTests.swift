import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Missing external files")
struct MissingFileTests {
  private let house: Storehouse

  init() throws { house = try Storehouse() }

  private func fetch(_ context: ModelContext) throws -> [Enclosure] {
    try context.fetch(FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.name)]))
  }

  /// A store with one object, whose content is missing, as a context sees it that did not write it.
  private func bereft() throws -> (object: Enclosure, context: ModelContext, file: String) {
    let context = try house.open(Enclosure.self)
    let written = Enclosure("one", Storehouse.bytes(1))
    written.preview = Storehouse.bytes(2)
    context.insert(written)
    try context.save()
    let file = try house.lose("content")
    let other = ModelContext(context.container)
    return (try #require(fetch(other).first), other, file)
  }

  @Test("A missing file reads as nothing, and the next save says so, once")
  func missing() throws {
    let context = try house.open(Enclosure.self)
    let written = Enclosure("one", Storehouse.bytes(1))
    written.preview = Storehouse.bytes(2)
    context.insert(written)
    try context.save()
    let kept = try house.names("preview")
    let gone = try #require(house.names("content").first)
    try FileManager.default.removeItem(at: house.folder.appendingPathComponent(gone))
    let other = ModelContext(context.container)
    let enclosure = try #require(fetch(other).first)
    #expect(enclosure.content == Data())
    #expect(enclosure.content == Data())
    #expect(enclosure.preview == Storehouse.bytes(2))
    enclosure.name = "changed"
    let error = #expect(throws: SwiftDataError.missingExternalFile) { try other.save() }
    for word in ["Enclosure.content", gone, house.folder.path] {
      #expect(error?.explanation.contains(word) == true)
    }
    #expect(error?.identifiers == [enclosure.persistentModelID])
    try other.save()
    #expect(try fetch(ModelContext(context.container)).map(\.name) == ["changed"])
    enclosure.content = Storehouse.bytes(3)
    try other.save()
    #expect(house.files().isSuperset(of: kept))
    try house.check(2)
  }

  @Test("A name that leads elsewhere is not followed")
  func forged() throws {
    do {
      let context = try house.open(Enclosure.self)
      context.insert(Enclosure("one", Data([1])))
      try context.save()
    }
    try Data("secret".utf8).write(to: house.directory.file("secret"))
    try RawDatabase(house.url).run(
      "UPDATE Enclosure SET content = CAST(x'02' || '../secret' AS BLOB)")
    let context = try house.open(Enclosure.self)
    #expect(try fetch(context).first?.content == Data())
    #expect(throws: SwiftDataError.missingExternalFile) { try context.save() }
    #expect(FileManager.default.fileExists(atPath: house.directory.file("secret").path))
  }

  @Test("An object that was deleted and is inserted again needs its file")
  func insertedAgain() throws {
    let context = try house.open(Enclosure.self)
    context.insert(Enclosure("one", Storehouse.bytes(1)))
    try context.save()
    let other = ModelContext(context.container)
    let enclosure = try #require(fetch(other).first)
    other.delete(enclosure)
    try other.save()
    other.insert(enclosure)
    let error = #expect(throws: SwiftDataError.missingExternalFile) { try other.save() }
    #expect(error?.explanation.contains("Enclosure.content") == true)
    enclosure.content = Storehouse.bytes(2)
    try other.save()
    try house.check(1)
  }

  // MARK: Where reading can throw

  @Test("read(_:of:) throws it, with the object, the property and the file; the next save does not")
  func read() throws {
    let (enclosure, context, file) = try bereft()
    let error = #expect(throws: SwiftDataError.missingExternalFile) {
      try context.read(\.content, of: enclosure)
    }
    for word in ["Enclosure.content", file, house.folder.path] {
      #expect(error?.explanation.contains(word) == true)
    }
    #expect(error?.identifiers == [enclosure.persistentModelID])
    #expect(try context.read(\.preview, of: enclosure) == Storehouse.bytes(2))
    #expect(try context.read(\.name.count, of: enclosure) == 3)
    enclosure.name = "two"
    try context.save()
    // The getter does not throw: the next save does.
    #expect(enclosure.content.isEmpty)
    #expect(throws: SwiftDataError.missingExternalFile) { try context.save() }
    let stranger = ModelContext(context.container)
    #expect(throws: SwiftDataError.modelInAnotherContext) {
      try stranger.read(\.content, of: enclosure)
    }
  }

  @Test("A predicate and an order that need the value throw it")
  func fetches() throws {
    let (_, context, file) = try bereft()
    let wanted = Storehouse.bytes(1)
    func fetch(_ predicate: Predicate<Enclosure>) throws -> [String] {
      try ModelContext(context.container).fetch(FetchDescriptor(predicate: predicate)).map(\.name)
    }
    let error = #expect(throws: SwiftDataError.missingExternalFile) {
      try fetch(#Predicate { $0.content == wanted })
    }
    #expect(error?.explanation.contains(file) == true)
    #expect(try fetch(#Predicate { $0.name == "one" }) == ["one"])
    let preview = Storehouse.bytes(2)
    #expect(try fetch(#Predicate { $0.preview == preview }) == ["one"])
    #expect(throws: SwiftDataError.missingExternalFile) {
      try context.update(
        model: Enclosure.self, where: #Predicate { $0.content == wanted },
        setting: [.set(\.name, to: "new")])
    }
    #expect(throws: SwiftDataError.missingExternalFile) {
      try context.delete(model: Enclosure.self, where: #Predicate { $0.content == wanted })
    }
    #expect(try fetch(#Predicate { $0.name == "one" }) == ["one"])
  }

  @Test("A constant whose file is missing cannot be read later, and so its object is not fetched")
  func constant() throws {
    do {
      let context = try house.open(Impression.self)
      context.insert(Impression(Storehouse.bytes(1)))
      try context.save()
      #expect(
        try ModelContext(context.container).fetch(FetchDescriptor<Impression>()).first?.wax
          == Storehouse.bytes(1))
    }
    let file = try house.lose("wax", of: "Impression")
    let context = try house.open(Impression.self)
    let error = #expect(throws: SwiftDataError.missingExternalFile) {
      try context.fetch(FetchDescriptor<Impression>())
    }
    #expect(error?.explanation.contains("Impression.wax") == true)
    #expect(error?.explanation.contains(file) == true)
    #expect(error?.identifiers.count == 1)
    // The way out.
    try context.delete(model: Impression.self)
    #expect(try context.fetch(FetchDescriptor<Impression>()).isEmpty)
  }

  @Test("What the history has preserved reads as nothing, or throws")
  func tombstone() throws {
    let context = try house.open(Relic.self)
    let relic = Relic(Storehouse.bytes(1))
    context.insert(relic)
    try context.save()
    context.delete(relic)
    try context.save()
    func tombstone() throws -> HistoryTombstone<Relic> {
      let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        .flatMap(\.changes)
      return try #require(
        changes.lazy.compactMap { change -> HistoryTombstone<Relic>? in
          guard case .delete(let delete as DefaultHistoryDelete<Relic>) = change else { return nil }
          return delete.tombstone
        }.first)
    }
    #expect(try tombstone().read(\.scan) as? Data == Storehouse.bytes(1))
    let file = try #require(house.files().first)
    try FileManager.default.removeItem(at: house.folder.appendingPathComponent(file))
    let bereft = try tombstone()
    #expect(bereft[\.scan] == nil)
    #expect(Array(bereft).isEmpty)
    let error = #expect(throws: SwiftDataError.missingExternalFile) { try bereft.read(\.scan) }
    #expect(error?.explanation.contains("Relic.scan") == true)
    #expect(error?.explanation.contains(file) == true)
    #expect(error?.identifiers == [relic.persistentModelID])
  }
}
