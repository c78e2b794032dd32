import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// An automatic backup has the values that a migration without a plan removes. Data of another program
/// stays.
@Suite("Migrations that remove values, and stores of other programs")
struct RemovedValueTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private var backups: [Backup] { Backup.automatic(ofStoreAt: bench.url) }

  private func told(
    _ types: [any PersistentModel.Type], plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> MigrationReport {
    try #require(
      try ModelContainer.migrationReports(
        for: Schema(types), migrationPlan: plan, configurations: ModelConfiguration(url: bench.url)
      ).first)
  }

  @Test("13.20 A property that goes with its values is in an automatic backup first")
  func backup() throws {
    try bench.fill(PostBase.Parcel("a", note: "fragile"), PostBase.Parcel("b"))
    let told = try told([PostWithoutNote.Parcel.self])
    #expect(told.needsBackup && told.isPossible && told.backup == nil)
    #expect("\(told)".contains("backup"))
    #expect(backups.isEmpty)
    do {
      let container = try bench.container(PostWithoutNote.Parcel.self)
      let report = try #require(container.migrationReports.first)
      let backup = try #require(report.backup)
      #expect(report.needsBackup)
      #expect("\(report)".contains(backup.url.path))
      #expect(container.automaticBackups == [backup])
      #expect(backup.url.path.hasPrefix("\(bench.url.path)-backups/"))
      try backup.verify()
      let values = try RawDatabase(backup.stores[0].url).rows("SELECT code, note FROM Parcel")
      #expect(
        values == [["a", "fragile"], ["b", "NULL"]] || values == [["a", "fragile"], ["b", ""]])
    }
    // It is done once.
    #expect(try bench.container(PostWithoutNote.Parcel.self).migrationReports.isEmpty)
    #expect(backups.count == 1)
    // The earlier version of the program gets the values back.
    let container = try bench.container(PostBase.Parcel.self)
    try container.restore(from: backups[0])
    let notes = try ModelContext(container).fetch(
      FetchDescriptor<PostBase.Parcel>(sortBy: [SortDescriptor(\.code)])
    ).map(\.note)
    #expect(notes == ["fragile", nil])
  }

  @Test("13.20 A backup that is restored with fewer properties is no reason for another backup")
  func restored() throws {
    try bench.fill(PostBase.Parcel("a", note: "fragile"))
    let container = try bench.container(PostWithoutNote.Parcel.self)
    try container.restore(from: backups[0])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PostWithoutNote.Parcel>()) == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.directory.url.path)
    #expect(names.filter { $0.hasSuffix("-backups") } == ["post.store-backups"])
    #expect(backups.count == 1)
  }

  @Test("13.20 Links that go are values too", arguments: [true, false])
  func links(_ isMany: Bool) throws {
    do {
      let context = ModelContext(try bench.container(Mooring.Boat.self))
      let boat = Mooring.Boat()
      context.insert(boat)
      if isMany { boat.crew = [Mooring.Sailor()] } else { boat.skipper = Mooring.Sailor() }
      try context.save()
    }
    let container = try bench.container(Unmoored.Boat.self, Unmoored.Sailor.self)
    #expect(container.migrationReports.first?.backup != nil)
  }

  @Test("13.20 Links that live on at their other end need no backup")
  func otherEnd() throws {
    do {
      let context = ModelContext(try bench.container(Mooring.Boat.self))
      let boat = Mooring.Boat()
      context.insert(boat)
      boat.berth = Mooring.Berth()
      try context.save()
    }
    let container = try bench.container(OneEnd.Boat.self, OneEnd.Berth.self)
    let report = try #require(container.migrationReports.first)
    #expect(
      report.steps[0].changes.contains(.removedProperty(entity: "Boat", "berth")))
    #expect(report.backup == nil && !report.needsBackup)
    let berths = try ModelContext(container).fetch(FetchDescriptor<OneEnd.Berth>())
    #expect(berths.map(\.boats.count) == [1])
  }

  enum Harmless: CaseIterable { case empty, withoutValues, addition, renaming, planned }

  @Test("13.20 Where no values go there is no backup", arguments: Harmless.allCases)
  func harmless(_ change: Harmless) throws {
    let report: MigrationReport?
    switch change {
    case .empty:
      do { _ = try bench.container(PostBase.Parcel.self) }
      report = try bench.container(PostCodesOnly.Parcel.self).migrationReports.first
    case .withoutValues:
      try bench.fill(PostBase.Parcel("a"))
      report = try bench.container(PostWithoutNote.Parcel.self).migrationReports.first
    case .addition:
      try bench.fill(PostWithoutNote.Parcel("a"))
      report = try bench.container(PostBase.Parcel.self).migrationReports.first
    case .renaming:
      try bench.fill(PostBase.Parcel("a", note: "n"))
      report = try bench.container(PostRenamed.Parcel.self).migrationReports.first
    case .planned:
      // Stages are what the program means.
      try bench.fill(PostBase.Parcel("a", note: "n"))
      report = try bench.container(
        [PostWithoutNote.Parcel.self], version: .init(2, 0, 0), plan: NoteGoes.self
      ).migrationReports.first
      #expect(
        report?.steps.first?.changes.contains(.removedProperty(entity: "Parcel", "note")) == true)
    }
    let found = try #require(report)
    #expect(!found.needsBackup && found.backup == nil)
    #expect(backups.isEmpty)
  }

  @Test("13.20 If the backup cannot be made, nothing is migrated, and the error says what to do")
  func noBackup() throws {
    try bench.fill(PostBase.Parcel("a", note: "fragile"))
    let place = URL(fileURLWithPath: "\(bench.url.path)-backups")
    try Data("taken".utf8).write(to: place)
    let error = try bench.expectRefusal(
      of: PostWithoutNote.Parcel.self,
      saying: "Parcel.note of 1 object", place.path, "backup", "migration plan")
    #expect(error?.underlyingError as? SwiftDataError == .backupFailure)
    try FileManager.default.removeItem(at: place)
    #expect(
      try bench.container(PostWithoutNote.Parcel.self).migrationReports.first?.backup != nil)
  }

  @Test("13.20 A backup before a migration has the files beside the store")
  func externalFiles() throws {
    let photo = Data(repeating: 7, count: 2_000_000)
    do {
      let context = ModelContext(try bench.container(Scrapbook.Page.self))
      context.insert(Scrapbook.Page(photo))
      try context.save()
    }
    do {
      let container = try bench.container(EmptyScrapbook.Page.self)
      #expect(container.migrationReports.first?.backup != nil)
    }
    let container = try bench.container(Scrapbook.Page.self)
    try container.restore(from: backups[0])
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Scrapbook.Page>()).map(\.photo) == [photo])
  }

  // MARK: Stores of other programs

  @Test("13.20 A store without an entity of the program is refused", arguments: [true, false])
  func stranger(_ allowsSave: Bool) throws {
    try bench.fill(PostBase.Parcel("a"))
    let before = try bench.dump()
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try bench.container(Mooring.Boat.self, allowsSave: allowsSave)
    }
    for word in [bench.url.path, "Parcel", "Berth, Boat, Sailor", "name or URL", "migration plan"] {
      #expect(error?.explanation.contains(word) == true, "\(String(describing: error))")
    }
    #expect(try bench.dump() == before)
    #expect(throws: SwiftDataError.unknownSchema) { try told([Mooring.Boat.self]) }
  }

  @Test("13.20 A plan does not make such a store the program's", arguments: [true, false])
  func strangerOfPlan(_ isNumbered: Bool) throws {
    do {
      let context = ModelContext(
        try bench.container(PostAdded.Stamp.self, version: .init(isNumbered ? 2 : 1, 0, 0)))
      context.insert(PostAdded.Stamp("rose"))
      try context.save()
    }
    try bench.expectRefusal(
      of: PostWithoutNote.Parcel.self, saying: "Stamp", "NoteGoesV1", error: .unknownSchema,
      version: .init(2, 0, 0), plan: NoteGoes.self)
  }

  @Test("13.20 A store with one entity of the program is migrated")
  func kin() throws {
    try bench.fill(PostBase.Parcel("a"), PostAdded.Stamp("rose"))
    let container = try bench.container(PostAdded.Stamp.self, Mooring.Boat.self)
    let changes = try #require(container.migrationReports.first?.steps.first?.changes)
    #expect(changes.contains(.addedEntity("Boat")))
    #expect(changes.contains(.retiredEntity("Parcel", objects: 1)))
  }

  @Test("13.20 A store without entities opens with any")
  func withoutEntities() throws {
    do { _ = try ModelContainer(for: Schema(), configurations: ModelConfiguration(url: bench.url)) }
    do { _ = try bench.container(PostBase.Parcel.self) }
    // And the other way round.
    _ = try ModelContainer(for: Schema(), configurations: ModelConfiguration(url: bench.url))
  }
}

private enum Mooring {
  @Model
  final class Boat {
    var skipper: Sailor?
    var crew: [Sailor] = []
    var berth: Berth?
    init() {}
  }

  @Model
  final class Sailor {
    var name: String = ""
    init() {}
  }

  @Model
  final class Berth {
    var number: Int = 0
    @Relationship(inverse: \Boat.berth) var boats: [Boat] = []
    init() {}
  }
}

/// Neither skippers nor crews.
private enum Unmoored {
  @Model
  final class Boat {
    init() {}
  }

  @Model
  final class Sailor {
    var name: String = ""
    init() {}
  }
}

/// Berths know their boats, and boats no berth.
private enum OneEnd {
  @Model
  final class Boat {
    init() {}
  }

  @Model
  final class Berth {
    var number: Int = 0
    var boats: [Boat] = []
    init() {}
  }
}

private enum Scrapbook {
  @Model
  final class Page {
    @Attribute(.externalStorage) var photo: Data?
    init(_ photo: Data?) { self.photo = photo }
  }
}

private enum EmptyScrapbook {
  @Model
  final class Page {
    init() {}
  }
}

private enum NoteGoesV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [PostBase.Parcel.self] }
}

private enum NoteGoesV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [PostWithoutNote.Parcel.self] }
}

private enum NoteGoes: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [NoteGoesV1.self, NoteGoesV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: NoteGoesV1.self, toVersion: NoteGoesV2.self)]
  }
}
