import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Others write while a backup is made. Each backup is one moment: what there was after so many steps,
/// and nothing of the next.
@Suite("Backups beside writers")
struct ConcurrentBackupTests {
  private static let backups = 8

  /// Makes backups while steps are done, until both are through.
  ///
  /// - Parameter lines: What a backup has, and what there was after so many steps.
  private func run<Lines: Equatable>(
    _ container: ModelContainer, in directory: ScratchDirectory,
    perform: @escaping @Sendable (Int, ModelContext) throws -> Void,
    found: (Backup) throws -> Lines, expected: (Int) -> Lines
  ) async throws {
    let context = Guarded<ModelContext?>(nil)
    let writer = Companion { number in
      // It belongs to the thread of the companion.
      try context.withLock { context in
        let own = context ?? ModelContext(container)
        context = own
        try perform(number, own)
      }
    }
    var moments: [Int] = []
    for number in 0..<Self.backups {
      try await writer.waitForMore()
      let begun = writer.rounds
      let backup = try container.backUp(to: directory.file("\(number).backup"))
      let ended = writer.rounds + 1
      try backup.verify()
      let lines = try found(backup)
      let moment = (begun...ended).first { expected($0) == lines }
      #expect(moment != nil, "steps \(begun) to \(ended): \(lines)")
      moments.append(moment ?? -1)
    }
    _ = try await writer.end()
    #expect(Set(moments).count > 1, "nobody wrote: \(moments)")
  }

  @Test("A file", arguments: StoreKind.allCases)
  func store(_ kind: StoreKind) async throws {
    let bench = try BackupBench(kind, Chronicle.Chapter.self)
    try await run(bench.container, in: bench.directory) { number, context in
      try Chronicle.Step(number).perform(in: context)
    } found: {
      try Chronicle.lines(in: RawDatabase($0.file()))
    } expected: {
      Chronicle.lines(after: $0)
    }
  }

  @Test("Values beside the store, whose files come and go")
  func external() async throws {
    let directory = try ScratchDirectory()
    let container = try Attic.container(directory.file("a.store"))
    try await run(container, in: directory) { number, context in
      try Attic.Step(number).perform(in: context)
    } found: {
      try Attic.lines(at: $0.file())
    } expected: {
      Attic.lines(after: $0)
    }
  }

  @Test("Two stores have the same moment")
  func several() async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Twins.container(url)
    try await run(container, in: directory) { number, context in
      try Twins.Step(number).perform(in: context)
    } found: { backup in
      // Under the names that the stores had.
      let copy = try ScratchDirectory()
      let elder = copy.file("a.store")
      try ExternalValues.copyStore(backup.file(1), to: elder)
      try ExternalValues.copyStore(backup.file(2), to: Twins.other(elder))
      return try Twins.lines(at: elder)
    } expected: {
      Twins.lines(after: ($0, $0))
    }
  }
}
