import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The making of a backup, or its way back, on a disk that fails.
struct RestoredWork {
  let work: DiskFaultTests.Work
  let url: URL

  init(_ work: DiskFaultTests.Work, _ url: URL) {
    self.work = work
    self.url = url
  }

  /// The number of steps that the store has more than the backup.
  private static let more = 1

  private var place: URL { URL(fileURLWithPath: url.path + ".backup") }

  private func container() throws -> ModelContainer {
    switch work {
    case .restoreSeveral: try Twins.container(url)
    case .restore: try Chronicle.container(url)
    default: try Attic.container(url)
    }
  }

  private func perform(_ number: Int, in context: ModelContext) throws {
    switch work {
    case .restoreSeveral: try Twins.Step(number).perform(in: context)
    case .restore: try Chronicle.Step(number).perform(in: context)
    default: try Attic.Step(number).perform(in: context)
    }
  }

  func prepare() throws {
    let container = try container()
    let context = ModelContext(container)
    for number in 0..<work.steps { try perform(number, in: context) }
    if work == .backUp { return }
    try container.backUp(to: place)
    for number in work.steps..<work.steps + Self.more { try perform(number, in: context) }
  }

  /// Copies the backup, if the work is to restore it.
  func copyBackup(for url: URL) throws {
    guard FileManager.default.fileExists(atPath: place.path) else { return }
    try FileManager.default.copyItem(at: place, to: RestoredWork(work, url).place)
  }

  func open() throws -> FaultyWork.Session {
    let container = try container()
    for store in container.coordinator.stores {
      try store.write { try $0.run("PRAGMA wal_autocheckpoint = 1") }
    }
    return FaultyWork.Session(container) { [work, place] session in
      if work == .backUp {
        try session.container?.backUp(to: place)
      } else {
        try session.container?.restore(from: Backup(contentsOf: place))
      }
    }
  }

  /// - Parameter steps: How many are done; of two stores also how many in the one that is committed
  ///   first.
  private func expectSteps(_ steps: Int, first: Int? = nil, _ comment: Comment) throws {
    switch work {
    case .restoreSeveral:
      let (lines, expected) = (
        try Twins.lines(at: url), Twins.lines(after: (steps, first ?? steps))
      )
      #expect(lines == expected, comment)
      try RawDatabase(Twins.other(url)).expectSoundness(comment)
    case .restore:
      #expect(try Chronicle.lines(in: RawDatabase(url)) == Chronicle.lines(after: steps), comment)
    default: #expect(try Attic.lines(at: url) == Attic.lines(after: steps), comment)
    }
  }

  /// Nothing is left of what was begun.
  private func expectTidiness(_ comment: Comment) throws {
    let name = url.lastPathComponent
    let names = try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    #expect(!names.contains { $0.hasPrefix(".") && $0.contains(name) }, comment)
  }

  func expectNothingDone(_ failure: SwiftDataError, _ comment: Comment) throws {
    try expectTidiness(comment)
    if work == .backUp {
      #expect(!FileManager.default.fileExists(atPath: place.path), comment)
      return try expectSteps(work.steps, comment)
    }
    try expectSteps(
      work.steps + Self.more, first: failure == .partialSave ? work.steps : nil, comment)
    try Backup(contentsOf: place).verify()
  }

  func expectDone(_ comment: Comment) throws {
    try expectTidiness(comment)
    try expectSteps(work.steps, comment)
    try Backup(contentsOf: place).verify()
    switch work {
    case .backUp:
      let file = place.appendingPathComponent("1.store")
      #expect(try Attic.lines(at: file) == Attic.lines(after: work.steps), comment)
    case .restoreExternal:
      // Files that a sweep could not delete are deleted when the store is next opened.
      #expect(
        try Attic.lines(in: ModelContext(Attic.container(url))) == Attic.lines(after: work.steps),
        comment)
      try Attic.values(of: url).expectAgreement(comment)
    default: break
    }
  }
}
