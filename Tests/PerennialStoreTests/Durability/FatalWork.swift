import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The work in which processes are killed.
enum FatalWork: String, CaseIterable, CustomTestStringConvertible {
  /// Saves, batch deletions and erasures, one after the other, without an end.
  case save
  /// A migration by a plan with code.
  case migrate
  /// Saves, batch updates and deletions, and erasures of what lies beside the store.
  case external
  /// A migration whose code writes files beside the store, and after which others go.
  case migrateExternal
  /// Saves over two stores, batch updates and deletions in one, and erasures of both.
  case several
  /// Backups of a store with values beside it, one after the other, in two ways by turns.
  case backUp
  /// Two backups that take each other's place, one after the other.
  case restore

  private static let customers = 10

  var testDescription: String { rawValue }
  var kills: Int {
    let most = TestAmount.storeKills.count
    return switch self {
    case .save, .migrate, .external: most
    case .migrateExternal, .several: most * 6 / 13
    case .backUp, .restore: most * 5 / 13
    }
  }

  /// The number of transactions that a process does; nil if there is no end.
  var steps: Int? {
    switch self {
    case .save, .external, .several, .backUp, .restore: nil
    case .migrate, .migrateExternal: 1
    }
  }

  /// - Returns: How many steps are done before the first process.
  func prepare(in directory: ScratchDirectory) throws -> Int {
    let original = directory.file("original.store")
    switch self {
    case .save, .external, .several: return 0
    case .migrate: try ShopStore.make(at: original, customers: Self.customers)
    case .migrateExternal: try CofferStore.make(at: original)
    case .backUp, .restore:
      try BackupRounds(directory.file("a.store")).prepare()
      return 0
    }
    try RawDatabase.settle(original)
    return 0
  }

  /// The file that a process gets, and how many steps are done in it.
  func begin(_ round: Int, in directory: ScratchDirectory, after done: Int) throws -> (
    url: URL, step: Int
  ) {
    switch self {
    case .save, .external, .several, .backUp, .restore:
      return (directory.file("a.store"), done)
    case .migrate, .migrateExternal:
      let url = directory.file("\(round).store")
      try ExternalValues.copyStore(directory.file("original.store"), to: url)
      return (url, 0)
    }
  }

  /// Does the steps from this one on, and acknowledges each.
  func perform(on url: URL, from step: Int, acknowledge: () throws -> Void) throws {
    switch self {
    case .save:
      try write(Chronicle.container(url), from: step) { number, context in
        try Chronicle.Step(number).perform(in: context)
        try acknowledge()
      }
    case .external:
      try write(Attic.container(url), from: step) { number, context in
        try Attic.Step(number).perform(in: context)
        try acknowledge()
      }
    case .several:
      try write(Twins.container(url), from: step) { number, context in
        try Twins.Step(number).perform(in: context)
        try acknowledge()
      }
    case .backUp: try BackupRounds(url).backUp(from: step, acknowledge)
    case .restore: try BackupRounds(url).restore(from: step, acknowledge)
    case .migrate, .migrateExternal:
      let container = try self == .migrate ? ShopStore.migrate(url) : CofferStore.migrate(url)
      try acknowledge()
      withExtendedLifetime(container) {}
    }
  }

  private func write(
    _ container: ModelContainer, from step: Int, _ perform: (Int, ModelContext) throws -> Void
  ) throws {
    // So that some processes are killed while they write to the file itself.
    for store in container.coordinator.stores {
      try store.write { try $0.run("PRAGMA wal_autocheckpoint = \(step % 3 == 0 ? 1 : 20)") }
    }
    let context = ModelContext(container)
    for number in step... { try perform(number, context) }
  }

  /// Opens what a process has left.
  ///
  /// - Returns: How many steps are done: as many as were acknowledged, or one more.
  func check(_ url: URL, step: Int, acknowledged: Int, _ comment: Comment) throws -> Int {
    switch self {
    case .save:
      let container = try Chronicle.container(url)
      let database = try RawDatabase(url)
      try database.expectSoundness(comment)
      let lines = try Chronicle.lines(in: database)
      #expect(try Chronicle.lines(in: ModelContext(container)) == lines, comment)
      let isSilent = lines != Chronicle.lines(after: acknowledged)
      if isSilent { #expect(lines == Chronicle.lines(after: acknowledged + 1), comment) }
      return acknowledged + (isSilent ? 1 : 0)
    case .external:
      // The files that rows name exist before the store is opened and swept.
      let isThere = FileManager.default.fileExists(atPath: url.path)
      let left = isThere ? try Attic.linesIfMade(at: url) : []
      let container = try Attic.container(url)
      try RawDatabase(url).expectSoundness(comment)
      let lines = try Attic.lines(at: url)
      #expect(left == lines, comment)
      #expect(try Attic.lines(in: ModelContext(container)) == lines, comment)
      try Attic.values(of: url).expectAgreement(comment)
      let isSilent = lines != Attic.lines(after: acknowledged)
      if isSilent { #expect(lines == Attic.lines(after: acknowledged + 1), comment) }
      return acknowledged + (isSilent ? 1 : 0)
    case .several:
      let container = try Twins.container(url)
      return try Twins.expectSteps(acknowledged, at: url, ModelContext(container), comment)
    case .backUp:
      return try BackupRounds(url).expectBackups(from: step, acknowledged, comment)
    case .restore: return try BackupRounds(url).expectContents(after: acknowledged, comment)
    case .migrateExternal:
      let isMigrated = try CofferStore.isMigrated(url, comment)
      #expect(isMigrated || acknowledged == 0, comment)
      do {
        #expect(try CofferStore.migrate(url).migrationReports.isEmpty == isMigrated, comment)
      }
      #expect(try CofferStore.isMigrated(url, comment), comment)
      try CofferStore.expectAgreement(url, comment)
      return isMigrated ? 1 : 0
    case .migrate:
      let isMigrated = try isMigrated(url, comment)
      #expect(isMigrated || acknowledged == 0, comment)
      // The next opening completes a migration that was interrupted.
      do {
        #expect(try ShopStore.migrate(url).migrationReports.isEmpty == isMigrated, comment)
      }
      #expect(try self.isMigrated(url, comment), comment)
      return isMigrated ? 1 : 0
    }
  }

  /// Returns `true` if a shop is as the plan makes it. Otherwise expects it to be as it was.
  private func isMigrated(_ url: URL, _ comment: Comment) throws -> Bool {
    let database = try RawDatabase(url)
    try database.expectSoundness(comment)
    if try ShopStore.version(of: database) == "4.0.0" {
      #expect(
        try ShopStore.lines(in: database) == ShopStore.migrated(customers: Self.customers), comment)
      return true
    }
    let original = url.deletingLastPathComponent().appendingPathComponent("original.store")
    #expect(try database.dump() == RawDatabase(original).dump(), comment)
    return false
  }
}
