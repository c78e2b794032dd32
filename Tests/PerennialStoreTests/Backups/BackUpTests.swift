import Foundation
import PerennialSQLite
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Making backups")
struct BackUpTests {
  @Test(
    "A backup is the store, with a manifest that says what is in it", arguments: StoreKind.allCases)
  func contents(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let begun = Date()
    let backup = try bench.container.backUp(to: bench.place())
    #expect(backup.url.path == bench.place().path)
    #expect(backup.counts == ["Author": 2, "Book": 3, "Genre": 2, "Loan": 0])
    #expect(backup.date.timeIntervalSince(begun) > -0.01 && backup.date <= Date())
    let store = try #require(backup.stores.first)
    #expect(backup.stores.count == 1)
    #expect(
      store.storeIdentifier == bench.container.storeIdentifier(forConfigurationNamed: "default"))
    #expect(store.configurationName == "default")
    #expect(store.schemaVersion == nil)
    #expect(backup.byteCount == store.byteCount && store.byteCount > 10_000)
    try backup.verify()
    #expect(try Backup(contentsOf: bench.place()) == backup)
    try RawDatabase(backup.file()).expectSoundness()
    if kind == .file {
      #expect(try RawDatabase(backup.file()).dump() == RawDatabase(bench.url).dump())
    }
    #expect(try bench.others(besides: "a.backup").isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: backup.url.path).sorted()
        == ["1.store", "manifest.json"])
  }

  @Test("Its stores open like any other", arguments: StoreKind.allCases)
  func opens(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let backup = try bench.container.backUp(to: bench.place())
    // In one file, which needs nothing beside it to be read.
    let header = try Data(contentsOf: backup.file()).prefix(20)
    #expect(Array(header[18..<20]) == [1, 1])
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: backup.file(), allowsSave: false))
    #expect(try bench.lines(container) == bench.lines())
    try backup.verify()
  }

  @Test("What is there already is left as it is; a missing directory is made")
  func destination() throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let backup = try bench.container.backUp(to: bench.place("x/y/a.backup"))
    let taken = try refusal { try bench.container.backUp(to: backup.url) }
    #expect(taken == .backupFailure && taken.explanation.contains(backup.url.path))
    try Data("mine".utf8).write(to: bench.place("file"))
    for place in ["file", "file/a.backup"] {
      let error = try refusal { try bench.container.backUp(to: bench.place(place)) }
      #expect(error == .backupFailure && error.explanation.contains(bench.place("file").path))
    }
    #expect(try Data(contentsOf: bench.place("file")) == Data("mine".utf8))
    #expect(try bench.others(besides: "x", "file").isEmpty)
    try backup.verify()
  }

  @Test("What is not saved is not in it; the context keeps it", arguments: StoreKind.allCases)
  func unsaved(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let context = ModelContext(bench.container)
    context.insert(Author(name: "new"))
    let backup = try bench.container.backUp(to: bench.place())
    #expect(backup.counts["Author"] == 2)
    try context.save()
    #expect(try RawDatabase(backup.file()).value("SELECT count(*) FROM Author") == "2")
  }

  // MARK: Files beside the store

  @Test("Values beside the store are in it, as files of its own")
  func external() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let backup = try container.backUp(to: directory.file("a.backup"))
    let names = try Attic.values(of: url).names()
    #expect(!names.isEmpty)
    #expect(Attic.values(of: backup.file()).files() == names)
    #expect(try Attic.lines(at: backup.file()) == Attic.lines(after: 4))
    // Damage to the one is none to the other.
    for name in names {
      try Data().write(to: directory.file("a.store-external/\(name)"))
    }
    try backup.verify()
    try container.erase()
    try backup.verify()
  }

  @Test(
    "On another disk, and back",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "there is no other disk"),
    arguments: [false, true])
  func otherDisk(isStore: Bool) throws {
    let here = try ScratchDirectory()
    let there = URL(fileURLWithPath: "/dev/shm/perennial-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: there, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: there) }
    let url = isStore ? there.appendingPathComponent("a.store") : here.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let backup = try container.backUp(
      to: isStore ? here.file("a.backup") : there.appendingPathComponent("a.backup"))
    #expect(try Attic.lines(at: backup.file()) == Attic.lines(after: 4))
    for number in 4..<6 { try Attic.Step(number).perform(in: context) }
    try container.restore(from: backup)
    #expect(try Attic.lines(at: url) == Attic.lines(after: 4))
    try Attic.values(of: url).expectAgreement()
  }

  @Test("In memory, large values are in their rows, and so they are in the backup")
  func memory() throws {
    let bench = try BackupBench(.memory, Attic.Crate.self)
    let context = ModelContext(bench.container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let backup = try bench.container.backUp(to: bench.place())
    #expect(try Attic.lines(at: backup.file()) == Attic.lines(after: 4))
    #expect(Attic.values(of: backup.file()).files().isEmpty)
  }

  @Test("A file that the store lacks is named")
  func missing() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let name = try #require(try Attic.values(of: url).names().first)
    try FileManager.default.removeItem(at: directory.file("a.store-external/\(name)"))
    let error = try refusal { try container.backUp(to: directory.file("a.backup")) }
    #expect(error == .missingExternalFile && error.explanation.contains(name))
    #expect(!FileManager.default.fileExists(atPath: directory.file("a.backup").path))
  }

  @Test("Files that the history still needs are in it")
  func tombstones() throws {
    let bench = try BackupBench(.file, Relic.self)
    let context = ModelContext(bench.container)
    let relic = Relic(Storehouse.bytes(1))
    context.insert(relic)
    try context.save()
    context.delete(relic)
    try context.save()
    let backup = try bench.container.backUp(to: bench.place())
    let names = ExternalValues("Relic", ["scan"], of: bench.url).files()
    #expect(names.count == 1)
    #expect(ExternalValues("Relic", ["scan"], of: backup.file()).files() == names)
  }

  // MARK: Several stores

  @Test("Several stores are in one backup, whatever they are called and may be")
  func several() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    do {
      let context = ModelContext(try Twins.container(url))
      for number in 0..<3 { try Twins.Step(number).perform(in: context) }
    }
    let container = try ModelContainer(
      for: Schema([Twins.Elder.self, Twins.Younger.self]),
      configurations: [
        ModelConfiguration("..", schema: Schema([Twins.Elder.self]), url: url),
        ModelConfiguration(
          "", schema: Schema([Twins.Younger.self]), url: Twins.other(url), allowsSave: false),
      ])
    let backup = try container.backUp(to: directory.file("a.backup"))
    #expect(backup.stores.map(\.configurationName) == ["..", ""])
    #expect(backup.counts == ["Elder": 3, "Younger": 3])
    try backup.verify()
    let automatic = try container.backUpAutomatically()
    #expect(automatic.counts == ["Elder": 3])
  }

  @Test("A custom store, and the inside of a batch insertion, are refused")
  func refused() throws {
    let directory = try ScratchDirectory()
    try Place.custom.with(Lone.self) { container in
      let error = try refusal { try container.backUp(to: directory.file("a.backup")) }
      #expect(error == .unsupportedFeature)
    }
    let bench = try BackupBench(.memory, Lone.self)
    let context = ModelContext(bench.container)
    let error = try refusal {
      try context.insert(model: Lone.self, from: 0..<1) { _ in
        try bench.container.backUp(to: bench.place())
        return Lone("a")
      }
    }
    #expect(error == .unsupportedFeature)
    #expect(try bench.others().isEmpty)
  }

  // MARK: Progress

  @Test("Progress is reported to the end", arguments: StoreKind.allCases)
  func progress(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let whole = Progress(totalUnitCount: 3)
    func part(_ work: () throws -> Void) throws {
      whole.becomeCurrent(withPendingUnitCount: 1)
      defer { whole.resignCurrent() }
      try work()
    }
    try part { try bench.container.backUp(to: bench.place()) }
    #expect(whole.completedUnitCount == 1)
    let backup = try Backup(contentsOf: bench.place())
    try part { try backup.verify() }
    try part { try bench.container.restore(from: backup) }
    #expect(whole.completedUnitCount == 3)
    #expect(whole.isFinished)
  }

  @Test("The work is done off the main actor, and its progress is the caller's")
  @MainActor
  func background() async throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let container = bench.container
    let whole = Progress(totalUnitCount: 3)
    func part() -> Progress {
      let part = Progress(totalUnitCount: 0)
      whole.addChild(part, withPendingUnitCount: 1)
      return part
    }
    let backup = try await container.backUp(to: bench.place(), progress: part())
    #expect(whole.completedUnitCount == 1)
    try await container.restore(from: backup, progress: part())
    let other = try await container.backUpAutomatically(progress: part())
    #expect(other.counts == backup.counts)
    #expect(whole.isFinished)
  }

  @Test("A cancelled backup leaves nothing", arguments: [false, true])
  func cancellation(inBackground: Bool) async throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      if inBackground {
        _ = try await bench.container.backUp(
          to: bench.place(), progress: Progress(totalUnitCount: 0))
      } else {
        try bench.container.backUp(to: bench.place())
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try bench.others().isEmpty)
  }
}
