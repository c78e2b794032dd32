import Foundation
import SwiftData
import Testing

@testable import Perennial

/// Every write to the disk fails once, one after the other, in everything that writes. What was
/// thrown did not happen, what was not thrown did, and afterwards everything works.
@Suite("Faults of the disk")
struct DiskFaultTests {
  /// Something that writes, and what the store has before and after.
  enum Work: String, CaseIterable, CustomTestStringConvertible {
    case create, save, deleteBatch, erase, eraseRetired, migrate
    /// A save that does not fit into SQLite's cache, so that pages are written before the commit.
    case saveMuch
    /// The same with values that lie beside the store.
    case saveExternal, updateExternal, eraseExternal, migrateExternal

    var testDescription: String { rawValue }

    /// How many steps of the chronicle the store has before, so that the next one is what it should
    /// be.
    fileprivate var steps: Int {
      switch self {
      case .save: 5
      case .deleteBatch: 6
      case .erase: 12
      case .saveExternal: 3
      case .updateExternal: 7
      case .eraseExternal: 10
      case .create, .saveMuch, .eraseRetired, .migrate, .migrateExternal: 0
      }
    }
  }

  @Test(
    "What fails is thrown and did not happen", arguments: Work.allCases,
    BreakingDisk.Fault.allCases)
  func faults(_ work: Work, _ fault: BreakingDisk.Fault) throws {
    let disk = try BreakingDisk()
    let template = try ScratchDirectory()
    let original = template.file("original.store")
    if work != .create {
      try FaultyWork(work, original).prepare()
      try RawDatabase.settle(original)
    }
    for isLasting in [false, true] {
      for number in 1... {
        let url = disk.directory.file("\(isLasting)-\(number).store")
        if work != .create { try ExternalValues.copyStore(original, to: url) }
        let failures = try run(FaultyWork(work, url), fault, number, isLasting, on: disk)
        if failures == 0 {
          // Everything writes something.
          #expect(number > 1 || fault != .write, "nothing could fail")
          break
        }
        try #require(number < 1000, "there is no end of it")
      }
    }
  }

  /// - Returns: How many operations failed; none if there are not so many.
  private func run(
    _ work: FaultyWork, _ fault: BreakingDisk.Fault, _ number: Int, _ isLasting: Bool,
    on disk: BreakingDisk
  ) throws -> Int {
    let comment: Comment = "\(work.work) \(fault) \(number) \(isLasting ? "lasting" : "once")"
    var session: FaultyWork.Session? = try work.open()
    disk.fail(fault, at: number, isLasting: isLasting)
    let result = Result { try session?.attempt() }
    let failures = disk.failures
    // A program may end before the disk is well again.
    if isLasting { session = nil }
    disk.repair()
    switch result {
    case .success:
      try work.expectDone(comment)
    case .failure(let error):
      try work.expectNothingDone(comment)
      let failure = try #require(error as? SwiftDataError, comment)
      #expect(work.expectedErrors.contains(failure), "\(comment.rawValue): \(failure)")
      #expect(failure.explanation.contains(work.url.path), "\(comment.rawValue): \(failure)")
      #expect(failures > 0, comment)
      // The same objects, or another program later, can do it again.
      if session == nil { session = try work.open() }
      try session?.attempt()
      try work.expectDone(comment)
    }
    return failures
  }
}

/// One kind of work on one file.
private struct FaultyWork {
  let work: DiskFaultTests.Work
  let url: URL

  private static let customers = 12
  /// The names of many leaves, some ten pages of them.
  private static let many = (10..<50).map { "\($0)" + String(repeating: "x", count: 1000) }

  init(_ work: DiskFaultTests.Work, _ url: URL) {
    self.work = work
    self.url = url
  }

  /// What a program has open when it does the work.
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
    case .save, .saveMuch, .deleteBatch, .erase:
      let context = ModelContext(try Chronicle.container(url))
      for number in 0..<work.steps { try Chronicle.Step(number).perform(in: context) }
    case .saveExternal, .updateExternal, .eraseExternal:
      let context = ModelContext(try Attic.container(url))
      for number in 0..<work.steps { try Attic.Step(number).perform(in: context) }
    case .migrateExternal: try CofferStore.make(at: url)
    }
  }

  func open() throws -> Session {
    let url = url
    switch work {
    case .create: return Session { $0.container = try Chronicle.container(url) }
    case .migrate: return Session { $0.container = try ShopStore.migrate(url) }
    case .migrateExternal: return Session { $0.container = try CofferStore.migrate(url) }
    case .saveExternal, .updateExternal, .eraseExternal: return try openAttic()
    case .eraseRetired:
      return Session(try ShopStore.migrate(url)) { session in
        let erased = try session.container?.eraseRetiredEntities()
        #expect(erased == ["Receipt"])
      }
    case .save, .saveMuch, .deleteBatch, .erase:
      let container = try Chronicle.container(url)
      // So that a commit writes everything that it can, up to the file itself.
      try container.coordinator.stores[0].write { connection in
        try connection.run("PRAGMA wal_autocheckpoint = 1")
        if work == .saveMuch { try connection.run("PRAGMA cache_size = 1") }
      }
      let step = Chronicle.Step(work.steps)
      if work == .deleteBatch || work == .erase {
        return Session(container) { _ in try step.perform(in: .init(container)) }
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

  private func openAttic() throws -> Session {
    let container = try Attic.container(url)
    try container.coordinator.stores[0].write { connection in
      try connection.run("PRAGMA wal_autocheckpoint = 1")
    }
    let context = ModelContext(container)
    return Session(container) { _ in
      if context.hasChanges {
        try context.save()
      } else {
        try Attic.Step(work.steps).perform(in: context)
      }
    }
  }

  var expectedErrors: [SwiftDataError] {
    switch work {
    case .create: [.loadIssueModelContainer]
    case .migrate, .migrateExternal: [.loadIssueModelContainer, .migrationFailure]
    case .save, .saveMuch, .deleteBatch, .erase, .eraseRetired, .saveExternal, .updateExternal,
      .eraseExternal:
      [.storeFailure]
    }
  }

  func expectNothingDone(_ comment: Comment) throws {
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
    case .save, .saveMuch, .deleteBatch, .erase:
      #expect(try Chronicle.lines(in: database) == Chronicle.lines(after: work.steps), comment)
    case .saveExternal, .updateExternal, .eraseExternal:
      #expect(try Attic.lines(at: url) == Attic.lines(after: work.steps), comment)
    case .migrateExternal: #expect(try !CofferStore.isMigrated(url, comment), comment)
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
    case .save, .saveMuch, .deleteBatch, .erase:
      let expected =
        work == .saveMuch
        ? Self.many.map { "lost \($0)" } : Chronicle.lines(after: work.steps + 1)
      #expect(try Chronicle.lines(in: database) == expected, comment)
      #expect(
        try Chronicle.lines(in: ModelContext(Chronicle.container(url))) == expected, comment)
    case .saveExternal, .updateExternal, .eraseExternal:
      let expected = Attic.lines(after: work.steps + 1)
      #expect(try Attic.lines(at: url) == expected, comment)
      // What a sweep could not take away goes when the store is next opened.
      #expect(try Attic.lines(in: ModelContext(Attic.container(url))) == expected, comment)
      try Attic.values(of: url).expectAgreement(comment)
    case .migrateExternal:
      #expect(try CofferStore.isMigrated(url, comment), comment)
      withExtendedLifetime(try CofferStore.migrate(url)) {}
      try CofferStore.expectAgreement(url, comment)
    }
  }
}
