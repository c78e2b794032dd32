import Foundation
import PerennialPresets
import RandomTesting
import StoreTesting
import SwiftData
import Testing

/// Writes to the disk fail, one after the other, in everything that is done with presets: every one of them in
/// `make test-long`. What was thrown did not happen, what was not thrown did, and afterwards everything works.
@Suite("Faults of the disk, and presets")
struct PresetFaultTests {
  /// A step of ``KitchenRounds``.
  enum Work: Int, CaseIterable, CustomTestStringConvertible {
    case apply = 0
    case restore = 4
    case reset = 5
    case resetEverything = 6
    case merge = 8
    case update = 9

    var testDescription: String { "\(self)" }
    var step: Int { rawValue }
  }

  @Test(
    "What fails is thrown, and the presets are as they were", arguments: Work.allCases,
    [BreakingDisk.Fault.write, .full, .sync])
  func faults(_ work: Work, _ fault: BreakingDisk.Fault) throws {
    let disk = try BreakingDisk()
    let template = try ScratchDirectory()
    let original = template.file("original.store")
    let (before, after) = try Self.prepare(original, work)
    for number in FaultNumbers(percent: TestAmount.diskFaults.count) {
      let url = disk.directory.file("\(number).store")
      try FileManager.default.copyItem(at: original, to: url)
      let failures = try run(work, at: url, before, after) {
        disk.fail(fault, at: number, isLasting: number.isMultiple(of: 2))
      } repair: {
        disk.repair()
        return disk.failures
      }
      if failures == 0 {
        #expect(number > 1, "nothing could fail")
        break
      }
      try #require(number < 500, "there is no end of it")
    }
  }

  /// Makes the store in which the work is done.
  ///
  /// - Returns: What there is before the work, and after it.
  private static func prepare(
    _ url: URL, _ work: Work
  ) throws -> (before: [String], after: [String]) {
    let played = try Kitchen.container(nil)
    let container = try Kitchen.container(nil, at: url)
    for step in 0..<work.step {
      for container in [played, container] { try KitchenRounds.perform(step, in: container) }
    }
    let before = try KitchenRounds.portrait(of: played)
    try KitchenRounds.perform(work.step, in: played)
    try RawDatabase.settle(url)
    return (before, try KitchenRounds.portrait(of: played))
  }

  private func run(
    _ work: Work, at url: URL, _ before: [String], _ after: [String], fail: () -> Void,
    repair: () -> Int
  ) throws -> Int {
    let comment: Comment = "\(url.lastPathComponent)"
    let container = try Kitchen.container(nil, at: url)
    fail()
    let result = Result { try KitchenRounds.perform(work.step, in: container) }
    let failures = repair()
    if case .failure(let error) = result {
      let failure = try #require(error as? SwiftDataError, comment)
      #expect(failure.explanation.contains(url.lastPathComponent), "\(failure)")
      #expect(failures > 0, comment)
      #expect(try KitchenRounds.portrait(of: container) == before, comment)
      #expect(try KitchenRounds.portrait(of: Kitchen.container(nil, at: url)) == before, comment)
      try KitchenRounds.perform(work.step, in: container)
    }
    #expect(try KitchenRounds.portrait(of: container) == after, comment)
    #expect(try KitchenRounds.portrait(of: Kitchen.container(nil, at: url)) == after, comment)
    #expect(try RawDatabase(url).danglingReferences.isEmpty, comment)
    for backup in container.automaticBackups { try backup.verify() }
    return failures
  }
}
