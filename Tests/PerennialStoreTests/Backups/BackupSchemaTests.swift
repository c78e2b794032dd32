import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Backups of other schemas")
struct BackupSchemaTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("shop.store") }
  private var place: URL { directory.file("a.backup") }

  init() throws { directory = try ScratchDirectory() }

  @Test("An earlier version is migrated by the container's plan")
  func plan() throws {
    let old = directory.file("old.store")
    try ShopStore.make(at: old, customers: 11)
    let backup: Backup
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: ShopV1.self), configurations: ModelConfiguration(url: old))
      backup = try container.backUp(to: place)
    }
    #expect(backup.stores[0].schemaVersion == nil)
    let container = try ShopStore.migrate(url)
    let context = ModelContext(container)
    context.insert(ShopV4.Customer("Other", "Person"))
    try context.save()
    try container.restore(from: backup)
    #expect(
      try ShopStore.lines(in: RawDatabase(url)) == ShopStore.migrated(customers: 11))
    #expect(try ShopStore.version(of: RawDatabase(url)) == "4.0.0")
    try RawDatabase(url).expectSoundness()
    #expect(try context.fetchCount(FetchDescriptor<ShopV4.Customer>()) > 5)
    let again = try container.backUp(to: directory.file("b.backup"))
    #expect(again.stores[0].schemaVersion == Schema.Version(4, 0, 0))
    // The next one to open it has nothing to do.
    #expect(try ShopStore.migrate(url).migrationReports.isEmpty)
  }

  @Test("A migration that writes files beside the store")
  func external() throws {
    let old = directory.file("old.store")
    try CofferStore.make(at: old)
    let backup: Backup
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: CoffersV1.self), configurations: ModelConfiguration(url: old))
      backup = try container.backUp(to: place)
    }
    let container = try CofferStore.migrate(url)
    try container.restore(from: backup)
    #expect(try CofferStore.isMigrated(url, "restored"))
    try CofferStore.expectAgreement(url, "restored")
    // In memory as well.
    let memory = try ModelContainer(
      for: Schema(versionedSchema: CoffersV2.self), migrationPlan: CofferPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    try memory.restore(from: backup)
    let coffers = try ModelContext(memory).fetch(
      FetchDescriptor<CoffersV2.Coffer>(sortBy: [SortDescriptor(\.number)]))
    #expect(coffers.map(\.image) == (0..<6).map(CofferStore.bytes))
    #expect(coffers.map(\.cover) == (200..<206).map(CofferStore.bytes))
  }

  @Test("Without a plan, by what the schemas have in common", arguments: StoreKind.allCases)
  func lightweight(_ kind: StoreKind) throws {
    let old = try BackupBench(kind, PostBase.Parcel.self)
    let context = ModelContext(old.container)
    context.insert(PostBase.Parcel("a"))
    try context.save()
    let backup = try old.container.backUp(to: place)
    let bench = try BackupBench(kind, PostAdded.Parcel.self, PostAdded.Stamp.self)
    try bench.container.restore(from: backup)
    let parcels = try ModelContext(bench.container).fetch(FetchDescriptor<PostAdded.Parcel>())
    #expect(parcels.map(\.code) == ["a"] && parcels.map(\.count) == [-3])
    #expect(try ModelContext(bench.container).fetchCount(FetchDescriptor<PostAdded.Stamp>()) == 0)
  }

  /// Restores a backup where that cannot be, and looks that nothing is changed.
  private func expectRefusal(
    _ expected: SwiftDataError, of backup: Backup, by container: ModelContainer, at url: URL,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try RawDatabase(url).dump()
    let error = try refusal { try container.restore(from: backup) }
    #expect(error == expected, "\(error)", sourceLocation: location)
    #expect(error.explanation.contains(backup.url.path), "\(error)", sourceLocation: location)
    #expect(!error.explanation.contains("restoring-"), "\(error)", sourceLocation: location)
    #expect(try RawDatabase(url).dump() == before, sourceLocation: location)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)", sourceLocation: location)
  }

  @Test("A later version is refused")
  func later() throws {
    let container = try ShopStore.migrate(directory.file("new.store"))
    let backup = try container.backUp(to: place)
    try ShopStore.make(at: url, customers: 3)
    let old = try ModelContainer(
      for: Schema(versionedSchema: ShopV1.self), configurations: ModelConfiguration(url: url))
    try expectRefusal(.backwardMigration, of: backup, by: old, at: url)
  }

  @Test("What has nothing in common is refused")
  func stranger() throws {
    let library = try BackupBench(.file)
    try library.fill()
    let backup = try library.container.backUp(to: place)
    let container = try ModelContainer(
      for: Lone.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(Lone("mine"))
    try context.save()
    try expectRefusal(.incompatibleBackup, of: backup, by: container, at: url)
    #expect(try context.only(Lone.self)?.name == "mine")
  }

  @Test("What a migration finds in its way is told, and nothing is changed")
  func issue() throws {
    let old = try BackupBench(.file, PostBase.Parcel.self)
    let context = ModelContext(old.container)
    for _ in 0..<2 { context.insert(PostBase.Parcel("twice")) }
    try context.save()
    let backup = try old.container.backUp(to: place)
    let container = try ModelContainer(
      for: PostUnique.Parcel.self, configurations: ModelConfiguration(url: url))
    try expectRefusal(.migrationFailure, of: backup, by: container, at: url)
  }

  @Test("Pages of another size", arguments: StoreKind.allCases)
  func pageSize(_ kind: StoreKind) throws {
    let old = directory.file("old.store")
    let bench = try BackupBench(kind)
    let lines: [String]
    let backup: Backup
    do {
      let source = try BackupBench(.file)
      try source.fill()
      lines = try source.lines()
      try FrozenStore.shrink(source.url, to: old)
      let container = try ModelContainer(
        for: Author.self, configurations: ModelConfiguration(url: old))
      backup = try container.backUp(to: place)
    }
    #expect(try RawDatabase(backup.file()).value("PRAGMA page_size") == "1024")
    try bench.container.restore(from: backup)
    #expect(try bench.lines() == lines)
    if kind == .file {
      #expect(try RawDatabase(bench.url).value("PRAGMA page_size") == "4096")
      try RawDatabase(bench.url).expectSoundness()
    }
  }
}
