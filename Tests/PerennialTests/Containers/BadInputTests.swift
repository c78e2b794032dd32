import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A fault of a file or an object results in a typed error that names the fault, and nothing is lost.
@Suite("Bad input")
struct BadInputTests {
  typealias Entry = LedgerV1.Entry
  typealias Line = LedgerV1.Line

  let directory: ScratchDirectory
  var url: URL { directory.file("ledger.store") }

  init() throws { directory = try ScratchDirectory() }

  private func open(_ url: URL? = nil, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Entry.self,
      configurations: ModelConfiguration(url: url ?? self.url, allowsSave: allowsSave)
    )
  }

  /// A file with some hundred pages of entries.
  @discardableResult
  private func fill(_ count: Int = 200) throws -> [PersistentIdentifier] {
    let context = ModelContext(try open())
    var entries: [Entry] = []
    for number in 0..<count {
      let entry = Entry(title: "Entry \(number)")
      entry.place.name = String(repeating: "x", count: 1000)
      entry.lines = [Line(text: "one"), Line(text: "two")]
      context.insert(entry)
      entries.append(entry)
    }
    try context.save()
    return entries.map(\.persistentModelID)
  }

  /// Opening must throw, name the file, and leave it as it is.
  private func expectRefusal(
    of url: URL,
    _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try? Data(contentsOf: url)
    for allowsSave in [true, false] {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer, sourceLocation: location)
      {
        try open(url, allowsSave: allowsSave)
      }
      let explanation = error?.explanation ?? ""
      #expect(explanation.contains(url.lastPathComponent), sourceLocation: location)
      for word in words {
        #expect(explanation.contains(word), "\(explanation)", sourceLocation: location)
      }
    }
    #expect((try? Data(contentsOf: url)) == before, sourceLocation: location)
  }

  // MARK: Files

  @Test("A file of random bytes is refused", arguments: [1, 100, 4096, 100_000])
  func randomBytes(_ count: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let bytes = Data((0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) })
    try bytes.write(to: url)
    try expectRefusal(of: url)
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test("An empty file becomes a store")
  func emptyFile() throws {
    try Data().write(to: url)
    let context = ModelContext(try open())
    context.insert(Entry(title: "first"))
    try context.save()
    #expect(try ModelContext(open()).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  @Test("A text file is refused")
  func textFile() throws {
    try Data("title,amount\nmilk,3\n".utf8).write(to: url)
    try expectRefusal(of: url)
  }

  @Test("A database of another program is refused, and its tables are named")
  func foreignDatabase() throws {
    do {
      let raw = try RawDatabase(url)
      try raw.run("CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY); INSERT INTO ZNOTE VALUES (7)")
    }
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
    #expect(error?.explanation.contains("ZNOTE") == true)
    #expect(error?.explanation.contains(url.path) == true)
    #expect(try RawDatabase(url).rows("SELECT * FROM ZNOTE") == [["7"]])
  }

  @Test("A directory instead of a file is refused")
  func directoryInstead() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try expectRefusal(of: url)
  }

  @Test("13.25 A missing file, a directory, a backup: the error says what it is")
  func places() throws {
    let folder = directory.file("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try fill(1)
    let backup = try open().backUp(to: directory.file("ledger.backup"))
    let missing = directory.file("missing.store")
    for (place, words) in [
      (folder, "is a directory. A store is a file"), (backup.url, "is a backup"),
      (missing, "does not exist"),
    ] {
      for open in [
        { _ = try self.open(place, allowsSave: false) }, { _ = try InspectedStore(place) },
      ] {
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
        #expect(error?.explanation.contains(place.path) == true, "\(error as Any)")
        #expect(error?.explanation.contains(words) == true, "\(error as Any)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test("13.25 A URL that is not one of a file is refused, and named")
  func remote() throws {
    let remote = try #require(URL(string: "https://example.com/ledger.store"))
    for open in [{ _ = try self.open(remote) }, { _ = try InspectedStore(remote) }] {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
      #expect(error?.explanation.contains("https://example.com/ledger.store") == true)
      #expect(error?.explanation.contains("A store is a file on this computer") == true)
    }
  }

  @Test(
    "13.25 Two configurations of one file are refused, and both are named",
    arguments: [false, true])
  func oneFileTwice(_ isLinked: Bool) throws {
    try fill(1)
    let link = directory.file("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let error = #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Entry.self, Line.self,
        configurations: ModelConfiguration("mine", schema: Schema([Entry.self]), url: url),
        ModelConfiguration("yours", schema: Schema([Line.self]), url: isLinked ? link : url))
    }
    for words in ["“mine”", "“yours”", isLinked ? link.path : url.path] {
      #expect(error?.explanation.contains(words) == true, "\(error as Any)")
    }
  }

  @Test("A path below a file is refused")
  func pathBelowFile() throws {
    try Data("x".utf8).write(to: url)
    let below = url.appendingPathComponent("deeper/store.sqlite")
    for allowsSave in [true, false] {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try open(below, allowsSave: allowsSave)
      }
      #expect(error?.explanation.contains("ledger.store/deeper") == true)
    }
    #expect(try Data(contentsOf: url) == Data("x".utf8))
  }

  @Test("A directory where nothing can be made is refused")
  func unwritablePlace() throws {
    // Even the superuser makes no files there.
    let place = URL(fileURLWithPath: "/proc/self/ledger/ledger.store")
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open(place) }
    #expect(error?.explanation.contains("/proc/self/ledger") == true)
  }

  @Test("A truncated file throws and never traps", arguments: [0.1, 0.5, 0.9])
  func truncated(_ part: Double) throws {
    try fill()
    try checkpoint()
    let whole = try Data(contentsOf: url)
    let rest = whole.prefix(Int(Double(whole.count) * part) / 4096 * 4096 + 100)
    try rest.write(to: url)
    try expectErrorsOrRows()
  }

  @Test("A page overwritten in the middle throws and never traps", arguments: 1...8)
  func overwrittenPage(_ eighth: Int) throws {
    try fill()
    try checkpoint()
    var bytes = try Data(contentsOf: url)
    let pages = bytes.count / 4096
    let page = max(1, pages * eighth / 9)
    print("page \(page) of \(pages)")
    bytes.replaceSubrange(
      page * 4096..<(page + 1) * 4096,
      with: Data(repeating: 0xA5, count: 4096)
    )
    try bytes.write(to: url)
    try expectErrorsOrRows()
  }

  /// Moves everything into the one file.
  private func checkpoint() throws {
    do { try RawDatabase(url).run("PRAGMA journal_mode = DELETE") }
    #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
  }

  /// Does what a program would do with a damaged file: every failure is a `SwiftDataError`.
  private func expectErrorsOrRows() throws {
    var failures: [SwiftDataError] = []
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch let error as SwiftDataError { failures.append(error) }
    }
    try attempt {
      let context = ModelContext(try open())
      try attempt {
        for entry in try context.fetch(FetchDescriptor<Entry>()) {
          _ = entry.title
          _ = entry.lines.map(\.text)
        }
      }
      try attempt { _ = try context.fetchCount(FetchDescriptor<Line>()) }
      try attempt {
        _ = try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.entry == nil }))
      }
      try attempt {
        context.insert(Entry(title: "new"))
        try context.save()
      }
      try attempt { try context.delete(model: Line.self) }
      try attempt { try context.container.erase() }
    }
    for error in failures {
      #expect(error == .storeFailure || error == .loadIssueModelContainer, "\(error)")
      #expect(error.explanation.contains(url.lastPathComponent), "\(error)")
    }
  }

  @Test("A store of a newer format is refused with advice")
  func newerFormat() throws {
    try fill(1)
    do {
      try RawDatabase(url).run("UPDATE _perennial_metadata SET value = '99' WHERE key = 'format'")
    }
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
    #expect(error?.explanation.contains("99") == true)
  }

  @Test("A schema that does not match the file is refused by name, and the file is as it was")
  func otherSchema() throws {
    try fill(3)
    try checkpoint()
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: LedgerV2.Entry.self,
        configurations: ModelConfiguration(url: url)
      )
    }
    #expect(error?.explanation.contains("Entry") == true)
    #expect(error?.explanation.contains(url.lastPathComponent) == true)
    let context = ModelContext(try open())
    #expect(try context.fetch(FetchDescriptor<Entry>()).map(\.title).sorted().count == 3)
    #expect(try context.fetchCount(FetchDescriptor<Line>()) == 6)
  }

  // MARK: Full disks

  private func expectFullDisk(_ context: ModelContext, grow: () -> Void) throws {
    let before = try context.fetchCount(FetchDescriptor<Entry>())
    grow()
    let pending = context.insertedModelsArray.count
    let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
    #expect(error?.explanation.contains("full") == true, "\(String(describing: error))")
    // Nothing was written, and nothing is lost.
    #expect(context.insertedModelsArray.count == pending)
    #expect(
      try ModelContext(context.container).fetchCount(FetchDescriptor<Entry>()) == before
    )
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == before)
  }

  @Test("A database that may not grow: the save throws, and works again when it may")
  func fullDatabase() throws {
    try fill(10)
    let container = try open()
    let context = ModelContext(container)
    let store = container.coordinator.stores[0]
    // SQLite answers as it does when the disk has no room.
    try store.write { try $0.run("PRAGMA max_page_count = 1") }
    try expectFullDisk(context) {
      for number in 0..<500 {
        let entry = Entry(title: "Big \(number)")
        entry.place.name = String(repeating: "y", count: 10_000)
        context.insert(entry)
      }
    }
    try store.write { try $0.run("PRAGMA max_page_count = 1000000") }
    context.insert(Entry(title: "fits"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 11)
    #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
  }

  #if os(Linux)
  @Test("A disk that is full: the save throws, and works again when there is room")
  func fullDisk() throws {
    let disk = directory.file("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    // A user without the right to mount has the test before this one.
    guard SmallDisk.mount(disk, bytes: 1 << 20) else { return }
    defer { SmallDisk.unmount(disk) }
    let file = disk.appendingPathComponent("ledger.store")
    let container = try open(file)
    let context = ModelContext(container)
    context.insert(Entry(title: "kept"))
    try context.save()
    let ballast = disk.appendingPathComponent("ballast")
    try Data(count: 500_000).write(to: ballast)
    try expectFullDisk(context) {
      for number in 0..<100 {
        let entry = Entry(title: "Big \(number)")
        entry.place.name = String(repeating: "y", count: 20_000)
        context.insert(entry)
      }
    }
    try FileManager.default.removeItem(at: ballast)
    context.insert(Entry(title: "fits"))
    try context.save()
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.title).sorted()
        == ["fits", "kept"]
    )
  }
  #endif

  @Test(
    "A lock that another program does not give up is waited for, then told",
    .timeLimit(.minutes(1))
  )
  func locked() throws {
    try fill(1)
    let container = try open()
    let context = ModelContext(container)
    try container.coordinator.stores[0].write { try $0.run("PRAGMA busy_timeout = 50") }
    let raw = try RawDatabase(url)
    try raw.run("BEGIN IMMEDIATE")
    context.insert(Entry(title: "late"))
    let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
    #expect(error?.explanation.contains("lock") == true)
    #expect(context.hasChanges)
    // Readers are not concerned.
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
    try raw.run("ROLLBACK")
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 2)
  }

  // MARK: Schemas

  @Test("Two models of one name are refused, and both are named")
  func duplicateNames() {
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Line.self,
        LedgerTwin.Line.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
    }
    #expect(error?.explanation.contains("LedgerV1.Line") == true)
    #expect(error?.explanation.contains("LedgerTwin.Line") == true)
  }

  // MARK: Objects in the wrong place

  private func memory() throws -> ModelContainer {
    try ModelContainer(
      for: Entry.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
  }

  @Test("An object of a model that the container does not have")
  func unknownModel() throws {
    let context = ModelContext(try memory())
    let stranger = Portable(name: "p", amount: 1)
    context.insert(stranger)
    context.insert(Entry(title: "kept"))
    let error = #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    #expect(error?.explanation.contains("Portable") == true)
    #expect(error?.explanation.contains("Entry") == true)
    #expect(stranger.modelContext == nil)
    #expect(stranger.name == "p")
    // Told once; what was right is saved.
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 1)
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<Portable>())
    }
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetchCount(FetchDescriptor<Portable>())
    }
    #expect(throws: SwiftDataError.unknownSchema) { try context.delete(model: Portable.self) }
  }

  @Test("An object that is inserted into two contexts stays in the first")
  func twoContexts() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    second.insert(entry)
    #expect(entry.modelContext === first)
    let error = #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(error?.explanation.contains("Entry") == true)
    #expect(error?.identifiers == [entry.persistentModelID])
    try second.save()
    try first.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  @Test("An object is deleted by its own context only")
  func deletedElsewhere() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    try first.save()
    second.delete(entry)
    #expect(!entry.isDeleted)
    #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(try second.fetchCount(FetchDescriptor<Entry>()) == 1)
    // A deletion of what was never inserted, and of what is gone, is nothing.
    second.delete(Entry(title: "loose"))
    try second.save()
    first.delete(entry)
    try first.save()
    first.delete(entry)
    try first.save()
  }

  @Test("A relationship to a saved object of another context leads to the same row here")
  func relationshipAcrossContexts() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    try first.save()
    let line = Line(text: "l")
    second.insert(line)
    line.entry = entry
    #expect(line.entry !== entry)
    #expect(line.entry == entry)
    #expect(line.entry?.modelContext === second)
    try second.save()
    #expect(entry.lines.map(\.text) == ["l"])
  }

  @Test("A relationship to an unsaved object of another context is refused")
  func relationshipToUnsaved() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    let line = Line(text: "l")
    second.insert(line)
    line.entry = entry
    let error = #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(error?.explanation.contains("Line.entry") == true)
    #expect(line.entry == nil)
    try second.save()
    #expect(try second.fetchCount(FetchDescriptor<Line>()) == 1)
    #expect(try second.fetchCount(FetchDescriptor<Entry>()) == 0)
  }

  @Test("A relationship to an object of another container is refused")
  func relationshipAcrossContainers() throws {
    let first = ModelContext(try memory())
    let second = ModelContext(try memory())
    let entry = Entry(title: "one")
    first.insert(entry)
    try first.save()
    let line = Line(text: "l")
    second.insert(line)
    line.entry = entry
    #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(line.entry == nil)
  }

  // MARK: Identifiers

  @Test("An identifier of a deleted row: no object, or an empty one, never a trap")
  func deletedIdentifier() throws {
    let container = try memory()
    let context = ModelContext(container)
    let entry = Entry(title: "one")
    context.insert(entry)
    try context.save()
    let identifier = entry.persistentModelID
    context.delete(entry)
    try context.save()
    for context in [context, ModelContext(container)] {
      #expect(try context.existingModel(for: identifier) == nil)
      #expect((context.registeredModel(for: identifier) as Entry?) == nil)
      let blank = try #require(context.model(for: identifier) as? Entry)
      #expect(blank.persistentModelID == identifier)
      #expect(blank.modelContext == nil)
      #expect(blank.title == "")
      #expect(blank.mood == .calm)
      #expect(blank.place == SpecimenPlace())
      #expect(blank.lines.isEmpty)
      #expect(blank.link == nil)
      blank.title = "written"
      #expect(blank.title == "written")
      #expect(!context.hasChanges)
    }
  }

  @Test("Identifiers of other stores and other entities")
  func foreignIdentifiers() throws {
    let context = ModelContext(try memory())
    let other = ModelContext(try memory())
    let entry = Entry(title: "one")
    other.insert(entry)
    try other.save()
    let stranger = ModelContext(try curiosityContainer())
    let portable = Portable(name: "p", amount: 1)
    stranger.insert(portable)
    try stranger.save()
    for identifier in [entry.persistentModelID, portable.persistentModelID] {
      #expect(throws: SwiftDataError.unknownSchema) {
        try context.existingModel(for: identifier)
      }
      let blank = context.model(for: identifier)
      #expect(blank.modelContext == nil)
      #expect((context.registeredModel(for: identifier) as Entry?) == nil)
    }
    #expect(context.model(for: portable.persistentModelID) as? Entry == nil)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(PersistentIdentifier.self, from: Data("{}".utf8))
    }
  }

  // MARK: Values

  /// Changes one entry by SQL alone: the property reads its default, the container reports the value, and a save
  /// of another property leaves it.
  private func expectUnrepresentable(
    _ sql: String,
    _ property: String,
    _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let identifier = try #require(try fill(1).first)
    do { try RawDatabase(url).run("PRAGMA ignore_check_constraints = 1; \(sql)") }
    let container = try open()
    let context = ModelContext(container)
    let column = "SELECT quote(\(property)) FROM Entry"
    let stored = try RawDatabase(url).rows(column)
    let entry = try #require(
      try context.fetch(FetchDescriptor<Entry>()).first, sourceLocation: location)
    entry.title = "renamed"
    try context.save()
    #expect(try RawDatabase(url).rows(column) == stored, sourceLocation: location)
    let values = container.unrepresentableValues
    let value = try #require(values.first, sourceLocation: location)
    #expect(values.count == 1, sourceLocation: location)
    #expect(value.identifier == identifier, sourceLocation: location)
    #expect(value.propertyName == property, sourceLocation: location)
    #expect(value.reading == .declaredDefault, sourceLocation: location)
    for word in words {
      #expect(value.description.contains(word), "\(value)", sourceLocation: location)
    }
    // Other objects are not concerned, and the file can be mended.
    #expect(try context.fetchCount(FetchDescriptor<Line>()) == 2, sourceLocation: location)
    #expect(
      try context.fetch(FetchDescriptor<Line>()).map(\.text).sorted() == ["one", "two"],
      sourceLocation: location
    )
    try context.delete(model: Entry.self)
    #expect(try context.fetch(FetchDescriptor<Entry>()).isEmpty, sourceLocation: location)
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 0, sourceLocation: location)
    #expect(container.unrepresentableValues.isEmpty, sourceLocation: location)
  }

  @Test("An unknown raw value of an enumeration")
  func unknownRawValue() throws {
    try expectUnrepresentable(
      "UPDATE Entry SET mood = 'furious'", "mood", "furious", "SpecimenMood")
  }

  @Test("A UUID of the wrong length")
  func shortUUID() throws {
    try expectUnrepresentable("UPDATE Entry SET uuid = x'0102'", "uuid", "16 bytes")
  }

  @Test("JSON that is none")
  func brokenJSON() throws {
    try expectUnrepresentable("UPDATE Entry SET place = '{\"name\": 7'", "place", "SpecimenPlace")
  }

  @Test("JSON of another shape")
  func otherJSON() throws {
    try expectUnrepresentable("UPDATE Entry SET place = '[1, 2]'", "place", "[1, 2]")
  }

  @Test("A number that does not fit")
  func tooLarge() throws {
    try expectUnrepresentable("UPDATE Entry SET level = 1000", "level", "1000", "Int8")
  }

  @Test("A decimal that is none")
  func brokenDecimal() throws {
    try expectUnrepresentable("UPDATE Entry SET amount = x'FF'", "amount")
  }

  @Test("A row that was right becomes wrong under an object that is held")
  func undecodableLater() throws {
    let identifier = try #require(try fill(1).first)
    let container = try open()
    let context = ModelContext(container)
    let entry = try #require(context.model(for: identifier) as? Entry)
    do { try RawDatabase(url).run("UPDATE Entry SET mood = 'furious'") }
    #expect(entry.mood == .calm)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.mood) == [.calm])
    #expect(container.unrepresentableValues.map(\.storedValue) == ["furious"])
    #expect(entry.title == "Entry 0")
    entry.mood = .wild
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.mood) == [.wild])
  }

  @Test("A value that cannot be encoded is named, and nothing is written")
  func unencodable() throws {
    let container = try ModelContainer(
      for: Reluctant.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    let model = Reluctant()
    context.insert(model)
    context.insert(Reluctant())
    try context.save()
    model.value.refuses = true
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("Reluctant.value") == true, "\(String(describing: error))")
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Reluctant>()) == 2)
    model.value.refuses = false
    try context.save()
    #expect(!context.hasChanges)
  }

  // MARK: The file goes away

  @Test("A file that is removed while it is open")
  func removedFile() throws {
    try fill(3)
    let container = try open()
    let context = ModelContext(container)
    let entries = try context.fetch(FetchDescriptor<Entry>())
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    #expect(entries.count == 3)
    #expect(entries.allSatisfy { $0.title.hasPrefix("Entry") })
    _ = entries.map { $0.lines.count }
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch is SwiftDataError {}
    }
    try attempt { _ = try ModelContext(container).fetch(FetchDescriptor<Entry>()) }
    entries[0].title = "changed"
    try attempt { try context.save() }
  }
}
