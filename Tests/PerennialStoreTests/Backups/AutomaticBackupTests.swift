import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Automatic backups")
struct AutomaticBackupTests {
  private func add(_ name: String, to bench: BackupBench) throws {
    let context = ModelContext(bench.container)
    context.insert(Author(name: name))
    try context.save()
  }

  @Test(
    "They lie beside the store, named by the time, the newest first", arguments: StoreKind.allCases)
  func list(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    #expect(bench.container.automaticBackups.isEmpty)
    var made: [Backup] = []
    for number in 0..<4 {
      try add("\(number)", to: bench)
      made.append(try bench.container.backUpAutomatically())
    }
    let found = bench.container.automaticBackups
    #expect(found == made.reversed())
    #expect(found.map { $0.counts["Author"] } == [4, 3, 2, 1])
    let directory = bench.container.automaticBackupDirectory
    for backup in found {
      #expect(backup.url.deletingLastPathComponent().path == directory.path)
      #expect(backup.url.lastPathComponent.hasPrefix("20"))
      try backup.verify()
    }
    if kind == .file {
      #expect(directory.path == bench.url.path + "-backups")
      #expect(try bench.others() == ["library.store-backups"])
    } else {
      #expect(try bench.others().isEmpty)
    }
  }

  @Test("Of a store in memory they go with it")
  func memory() throws {
    var bench: BackupBench? = try BackupBench(.memory)
    let directory = try #require(bench?.container.automaticBackupDirectory)
    try bench?.container.backUpAutomatically()
    #expect(FileManager.default.fileExists(atPath: directory.path))
    bench = nil
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  @Test("The oldest go beyond a count", arguments: [0, 1, 3, 100])
  func count(_ count: Int) throws {
    let bench = try BackupBench(.file)
    var made: [Backup] = []
    for _ in 0..<6 { made.append(try bench.container.backUpAutomatically(keeping: .unlimited)) }
    #expect(bench.container.automaticBackups.count == 6)
    made.append(try bench.container.backUpAutomatically(keeping: .newest(count)))
    #expect(bench.container.automaticBackups == Array(made.reversed().prefix(max(count, 1))))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: bench.container.automaticBackupDirectory.path)
    #expect(names.count == min(max(count, 1), 7))
  }

  /// Makes a backup older than it is.
  private func age(_ backup: Backup, by days: Double) throws {
    var manifest = backup.manifest
    manifest.date = BackupManifest.text(of: backup.date.addingTimeInterval(-days * 86_400))
    try manifest.encoded().write(to: backup.url.appendingPathComponent(BackupManifest.fileName))
  }

  @Test("The oldest go beyond an age")
  func age() throws {
    let bench = try BackupBench(.file)
    for days in [40.0, 20, 5] {
      try age(bench.container.backUpAutomatically(keeping: .unlimited), by: days)
    }
    func ages() -> [Int] {
      bench.container.automaticBackups.map {
        Int((-$0.date.timeIntervalSinceNow / 86_400).rounded())
      }
    }
    #expect(ages() == [5, 20, 40])
    try bench.container.backUpAutomatically(keeping: .atMost(.seconds(30 * 86_400)))
    #expect(ages() == [0, 5, 20])
    try bench.container.backUpAutomatically(
      keeping: .newest(3, notOlderThan: .seconds(10 * 86_400)))
    #expect(ages() == [0, 0, 5])
    try bench.container.backUpAutomatically(keeping: .atMost(.zero))
    #expect(ages() == [0])
  }

  @Test("What is no backup is left alone; what a kill left goes after a day")
  func others() throws {
    let bench = try BackupBench(.file)
    let directory = bench.container.automaticBackupDirectory
    try bench.container.backUpAutomatically()
    for name in ["mine.backup", ".a.backup.partial-1", ".a.backup.partial-2", ".mine"] {
      try FileManager.default.createDirectory(
        at: directory.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    for name in [".a.backup.partial-1", ".mine"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -100_000)],
        ofItemAtPath: directory.appendingPathComponent(name).path)
    }
    try Data().write(to: directory.appendingPathComponent("notes.txt"))
    let backup = try bench.container.backUpAutomatically(keeping: .newest(1))
    #expect(bench.container.automaticBackups == [backup])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(
      Set(names) == [
        backup.url.lastPathComponent, "mine.backup", ".a.backup.partial-2", ".mine", "notes.txt",
      ])
  }

  @Test("They share the files beside the store, which outlive it there")
  func sharing() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let backup = try container.backUpAutomatically()
    let names = try Attic.values(of: url).names()
    #expect(!names.isEmpty)
    for name in names {
      let links = try FileManager.default.attributesOfItem(
        atPath: directory.file("a.store-external/\(name)").path)[.referenceCount]
      #expect("\(try #require(links))" == "2")
    }
    try container.erase()
    #expect(Attic.values(of: url).files().isEmpty)
    try backup.verify()
    // To take a mistake back, several times.
    for _ in 0..<3 {
      try container.restore(from: backup)
      #expect(try Attic.lines(in: context) == Attic.lines(after: 4))
      try Attic.values(of: url).expectAgreement()
      try container.erase()
    }
    try backup.verify()
  }

  @Test("Containers on one file, at once")
  func simultaneous() async throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let other = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: bench.url))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        let container = number % 2 == 0 ? bench.container : other
        group.addTask { try container.backUpAutomatically(keeping: .newest(3)) }
      }
      try await group.waitForAll()
    }
    let backups = bench.container.automaticBackups
    #expect((3...8).contains(backups.count))
    for backup in backups { try backup.verify() }
    #expect(other.automaticBackups == backups)
  }

  @Test("A store that cannot be written needs none")
  func readOnly() throws {
    let bench = try BackupBench(.file)
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: bench.url, allowsSave: false))
    #expect(try refusal { try container.backUpAutomatically() } == .readOnlyStore)
    #expect(try container.backUp(to: bench.place()).counts["Author"] == 0)
    #expect(try bench.others(besides: "a.backup").isEmpty)
  }
}
