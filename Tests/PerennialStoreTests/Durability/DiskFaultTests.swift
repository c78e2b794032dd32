import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Perennial

/// Writes to the disk fail, one after the other, in everything that writes: every one of them in `make test-long`. What
/// was thrown did not happen, what was not thrown did, and afterwards everything works.
@Suite("Faults of the disk")
struct DiskFaultTests {
  /// Something that writes, and what the store has before and after.
  enum Work: String, CaseIterable, CustomTestStringConvertible {
    case create, save, deleteBatch, updateBatch, erase, eraseRetired, migrate
    /// Changes that do not fit into SQLite's cache, so that pages are written before the commit.
    case saveMuch, insertBatch
    /// Work on values that lie beside the store.
    case saveExternal, updateExternal, eraseExternal, migrateExternal
    /// Two stores at once.
    case saveSeveral, eraseSeveral
    /// Backups, and what they bring back.
    case backUp, restore, restoreExternal, restoreSeveral

    var testDescription: String { rawValue }

    /// The number of steps of the chronicle that the store has before the work. The next step is then
    /// the one that the work needs.
    var steps: Int {
      switch self {
      case .save: 5
      case .deleteBatch: 6
      case .updateBatch: 9
      case .erase: 12
      case .saveExternal: 3
      case .updateExternal: 7
      case .eraseExternal: 10
      case .saveSeveral: 6
      case .eraseSeveral: 8
      case .backUp, .restoreExternal: 3
      case .restore, .restoreSeveral: 2
      case .create, .saveMuch, .insertBatch, .eraseRetired, .migrate, .migrateExternal: 0
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
    }
    for isLasting in [false, true] {
      for number in FaultNumbers(percent: TestAmount.diskFaults.count) {
        let url = disk.directory.file("\(isLasting)-\(number).store")
        if work != .create { try FaultyWork(work, original).copy(to: url) }
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
      let failure = try #require(error as? SwiftDataError, comment)
      try work.expectNothingDone(failure, comment)
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
