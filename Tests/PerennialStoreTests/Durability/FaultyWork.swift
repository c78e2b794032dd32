import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// One kind of work on one file.
struct FaultyWork {
  let work: DiskFaultTests.Work
  let url: URL

  private static let customers = 12
  /// The names of many leaves, some ten pages of them.
  private static let many = (10..<50).map { "\($0)" + String(repeating: "x", count: 1000) }

  init(_ work: DiskFaultTests.Work, _ url: URL) {
    self.work = work
    self.url = url
  }

  private var isMuch: Bool { work == .saveMuch || work == .insertBatch }

  /// The container that a program has open when it does the work, and the work.
  final class Session {
    var container: ModelContainer?
    let work: (Session) throws -> Void

    init(_ container: ModelContainer? = nil, _ work: @escaping (Session) throws -> Void) {
      self.container = container
      self.work = work
    }

    func attempt() throws { try work(self) }
  }

  /// Makes the file that the work begins with.
  func prepare() throws {
    switch work {
    case .create: break
    case .migrate: try ShopStore.make(at: url, customers: Self.customers)
    case .eraseRetired:
      try ShopStore.make(at: url, customers: Self.customers)
      _ = try ShopStore.migrate(url)
    case .save, .saveMuch, .insertBatch, .deleteBatch, .updateBatch, .erase:
      let context = ModelContext(try Chronicle.container(url))
      for number in 0..<work.steps { try Chronicle.Step(number).perform(in: context) }
    case .saveExternal, .updateExternal, .eraseExternal:
      let context = ModelContext(try Attic.container(url))
      for number in 0..<work.steps { try Attic.Step(number).perform(in: context) }
    case .migrateExternal: try CofferStore.make(at: url)
    case .saveSeveral, .eraseSeveral:
      let context = ModelContext(try Twins.container(url))
      for number in 0..<work.steps { try Twins.Step(number).perform(in: context) }
    case .backUp, .restore, .restoreExternal, .restoreSeveral:
      try RestoredWork(work, url).prepare()
    }
    for file in files { try RawDatabase.settle(file) }
  }

  /// The files of the stores, once they are made.
  private var files: [URL] {
    switch work {
    case .create: []
    case .saveSeveral, .eraseSeveral, .restoreSeveral: [url, Twins.other(url)]
    default: [url]
    }
  }

  func copy(to url: URL) throws {
    try ExternalValues.copyStore(self.url, to: url)
    if files.count > 1 { try ExternalValues.copyStore(files[1], to: Twins.other(url)) }
    try RestoredWork(work, self.url).copyBackup(for: url)
  }

  func open() throws -> Session {
    let url = url
    switch work {
    case .create: return Session { $0.container = try Chronicle.container(url) }
    case .migrate: return Session { $0.container = try ShopStore.migrate(url) }
    case .migrateExternal: return Session { $0.container = try CofferStore.migrate(url) }
    case .saveExternal, .updateExternal, .eraseExternal:
      return try session(Attic.container(url)) { try Attic.Step(work.steps).perform(in: $0) }
    case .saveSeveral, .eraseSeveral:
      return try session(Twins.container(url)) { try Twins.Step(work.steps).perform(in: $0) }
    case .backUp, .restore, .restoreExternal, .restoreSeveral:
      return try RestoredWork(work, url).open()
    case .eraseRetired:
      return Session(try ShopStore.migrate(url)) { session in
        let erased = try session.container?.eraseRetiredEntities()
        #expect(erased == ["Receipt"])
      }
    case .save, .saveMuch, .insertBatch, .deleteBatch, .updateBatch, .erase:
      let container = try Chronicle.container(url)
      // So that a commit writes everything that it can, up to the file itself.
      try container.coordinator.stores[0].write { connection in
        try connection.run("PRAGMA wal_autocheckpoint = 1")
        if isMuch { try connection.run("PRAGMA cache_size = 1") }
      }
      let step = Chronicle.Step(work.steps)
      if work == .deleteBatch || work == .updateBatch || work == .erase {
        return Session(container) { _ in try step.perform(in: .init(container)) }
      }
      if work == .insertBatch {
        return Session(container) { _ in
          let context = ModelContext(container)
          try context.insert(model: Chronicle.Leaf.self, from: Self.many) { Chronicle.Leaf($0) }
        }
      }
      // The context that could not save keeps its changes, and saves them later.
      let context = ModelContext(container)
      return Session(container) { _ in
        if context.hasChanges {
          try context.save()
        } else if work == .save {
          try step.perform(in: context)
        } else {
          for name in Self.many { context.insert(Chronicle.Leaf(name)) }
          try context.save()
        }
        #expect(!context.hasChanges)
      }
    }
  }

  private func session(
    _ container: ModelContainer, _ perform: @escaping (ModelContext) throws -> Void
  ) throws -> Session {
    for store in container.coordinator.stores {
      try store.write { try $0.run("PRAGMA wal_autocheckpoint = 1") }
    }
    let context = ModelContext(container)
    return Session(container) { _ in
      if context.hasChanges { try context.save() } else { try perform(context) }
    }
  }

  var expectedErrors: [SwiftDataError] {
    switch work {
    case .create: [.loadIssueModelContainer]
    case .migrate, .migrateExternal: [.loadIssueModelContainer, .migrationFailure]
    case .saveSeveral, .eraseSeveral, .restoreSeveral: [.storeFailure, .partialSave]
    case .backUp: [.backupFailure]
    case .save, .saveMuch, .insertBatch, .deleteBatch, .updateBatch, .erase, .eraseRetired,
      .saveExternal,
      .updateExternal, .eraseExternal, .restore, .restoreExternal:
      [.storeFailure]
    }
  }

  /// - Parameter failure: What was thrown. Of several stores it may say that one was written.
  func expectNothingDone(_ failure: SwiftDataError, _ comment: Comment) throws {
    let database = try RawDatabase(url)
    try database.expectSoundness(comment)
    switch work {
    case .create:
      // The store may be there already, if only its history is not.
      let entities = try database.rows(
        "SELECT name FROM sqlite_master WHERE name IN ('Chapter', '_perennial_entities')")
      #expect(entities.isEmpty || entities.count == 2, comment)
    case .migrate:
      #expect(try ShopStore.version(of: database) == nil, comment)
      #expect(
        try database.rows("SELECT count(*), count(rank) FROM Customer")
          == [["\(Self.customers)", "\(Self.customers)"]], comment)
    case .eraseRetired:
      #expect(
        try database.value("SELECT count(*) FROM Receipt") == "\(Self.customers)", comment)
    case .saveSeveral, .eraseSeveral:
      let done = (work.steps, work.steps + (failure == .partialSave ? 1 : 0))
      #expect(try Twins.lines(at: url) == Twins.lines(after: done), comment)
      try RawDatabase(Twins.other(url)).expectSoundness(comment)
    case .save, .saveMuch, .insertBatch, .deleteBatch, .updateBatch, .erase:
      #expect(try Chronicle.lines(in: database) == Chronicle.lines(after: work.steps), comment)
    case .saveExternal, .updateExternal, .eraseExternal:
      #expect(try Attic.lines(at: url) == Attic.lines(after: work.steps), comment)
    case .migrateExternal: #expect(try !CofferStore.isMigrated(url, comment), comment)
    case .backUp, .restore, .restoreExternal, .restoreSeveral:
      try RestoredWork(work, url).expectNothingDone(failure, comment)
    }
  }

  func expectDone(_ comment: Comment) throws {
    let database = try RawDatabase(url)
    try database.expectSoundness(comment)
    switch work {
    case .create:
      #expect(try Chronicle.lines(in: database).isEmpty, comment)
      #expect(try database.value("SELECT count(*) FROM _perennial_entities") == "2", comment)
    case .migrate, .eraseRetired:
      #expect(try ShopStore.version(of: database) == "4.0.0", comment)
      #expect(
        try ShopStore.lines(in: database) == ShopStore.migrated(customers: Self.customers), comment)
      let receipts = try database.value("SELECT count(*) FROM sqlite_master WHERE name = 'Receipt'")
      #expect(receipts == (work == .migrate ? "1" : "0"), comment)
    case .saveSeveral, .eraseSeveral:
      let expected = Twins.lines(after: (work.steps + 1, work.steps + 1))
      #expect(try Twins.lines(at: url) == expected, comment)
      #expect(try Twins.lines(in: ModelContext(Twins.container(url))) == expected, comment)
      try RawDatabase(Twins.other(url)).expectSoundness(comment)
    case .save, .saveMuch, .insertBatch, .deleteBatch, .updateBatch, .erase:
      let expected =
        isMuch
        ? Self.many.map { "lost \($0)" } : Chronicle.lines(after: work.steps + 1)
      #expect(try Chronicle.lines(in: database) == expected, comment)
      #expect(
        try Chronicle.lines(in: ModelContext(Chronicle.container(url))) == expected, comment)
    case .saveExternal, .updateExternal, .eraseExternal:
      let expected = Attic.lines(after: work.steps + 1)
      #expect(try Attic.lines(at: url) == expected, comment)
      // Files that a sweep could not delete are deleted when the store is next opened.
      #expect(try Attic.lines(in: ModelContext(Attic.container(url))) == expected, comment)
      try Attic.values(of: url).expectAgreement(comment)
    case .migrateExternal:
      #expect(try CofferStore.isMigrated(url, comment), comment)
      withExtendedLifetime(try CofferStore.migrate(url)) {}
      try CofferStore.expectAgreement(url, comment)
    case .backUp, .restore, .restoreExternal, .restoreSeveral:
      try RestoredWork(work, url).expectDone(comment)
    }
  }
}
